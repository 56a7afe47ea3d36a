/**
 * @file The page of Slapjack.
 *
 * @typedef {object} SlapjackFacts what it reads of a view
 * @property {boolean} jacks_only only jacks can be slapped: somebody is without cards
 * @property {number[]} waiting who has a last chance
 * @property {number[]} places of those who are out; 0: still in the game
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { back, card, felt, rays, reach } from '../../web/art/scenes.js';
import { line } from '../../web/art/svg.js';
import { onTurn } from '../../web/table/view.js';
import { say } from '../../web/words.js';
import * as slapping from '../slapping/page.js';

export { actions, end, frames, layout, stats } from '../slapping/page.js';

/** @param {View} view @returns {SlapjackFacts} */
const facts = (view) => /** @type {SlapjackFacts} */ (view.facts);

/** @type {GamePage['prompt']} */
export const prompt = (situation) =>
  facts(situation.view).waiting.includes(situation.seat)
    ? say('page.prompt.last_chance')
    : slapping.prompt(situation);

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  ...slapping.marks,
  labels(view, layout, names) {
    const found = slapping.marks.labels?.(view, layout, names) ?? {},
      { pile } = layout.boxes;
    if (pile && facts(view).jacks_only)
      found.jacks = {
        text: say('page.cue.jacks_only'),
        box: pile,
        at: slapping.overPile(layout),
        className: 'mark-banner',
      };
    return found;
  },
  note: (view, seat) =>
    facts(view).waiting.includes(seat)
      ? { icon: 'clock', text: say('page.seat.last_chance') }
      : null,
};

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  ...slapping.ears,
  table(view, names) {
    const pile = slapping.ears.table?.(view, names) ?? '';
    return facts(view).jacks_only ? `${pile} ${say('page.cue.jacks_only')}`.trim() : pile;
  },
};

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'jack', when: (view) => slapping.slappable(view, 'jacks') },
  { name: 'double', when: (view) => slapping.slappable(view, 'doubles') },
  { name: 'turn', when: onTurn },
];

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'turn', example: { cards: '4c 9h 2s' } },
  { name: 'jack', example: { cards: '5d Jh', marked: 'Jh' } },
  { name: 'double', example: { cards: '8h 8c', marked: '8h 8c' } },
  { name: 'sandwich', example: { cards: '6h 3c 6d', marked: '6h 6d' } },
  { name: 'take' },
  { name: 'wrong', example: { cards: '5d 9s', dim: '5d 9s', icon: 'no' } },
  { name: 'last', example: { cards: '8h 8c Jd', dim: '8h 8c', marked: 'Jd' } },
  { name: 'saved' },
];

/** @type {GamePage['examples']} */
export const examples = { wilds: { cards: '5c W1', marked: 'W1' } };

/** @type {GamePage['presets']} */
export const presets = { classic: {}, wild: { wilds: true } };

export const picture = () =>
  felt('#7d2f3a', '#b85a58') +
  rays(150, 104, 92, 112, 20) +
  back(150, 104, -22) +
  card('5d', 158, 106, 18) +
  card('9c', 146, 102, -10) +
  card('Jc', 148, 104, 3, 0.42) +
  reach('patches', 236, 112, -48, 1.25) +
  line('M262 46Q274 56 280 70M240 34Q262 38 274 48', '#ffe9a8', 5, 'stroke-linecap="round"');

/** @type {GamePage['moods']} */
export const moods = (events, view) => [
  ...slapping.moods(events, view),
  ...events.flatMap(({ kind, seat }) => {
    if (seat === null) return [];
    if (kind === 'last_chance')
      return [{ seat, mood: 'surprised', kind: 'last_chance', sound: 'meow' }];
    return kind === 'out' ? [{ seat, mood: 'sulky', kind: 'out', sound: 'hiss' }] : [];
  }),
];

/** @type {GamePage['turning']} */
export const turning = (event) =>
  event.kind === 'last_chance' ? 'clock' : slapping.turning(event);
