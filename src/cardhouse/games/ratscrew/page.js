/**
 * @file The page of Ratscrew.
 *
 * @typedef {object} RatscrewFacts what it reads of a view
 * @property {number} chances how many cards are left to answer a challenge
 * @property {number | null} pile_to who takes the pile
 * @property {number[]} lockouts for how many turns each seat may not slap
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { back, card, felt, reach } from '../../web/art/scenes.js';
import { onTurn, zone } from '../../web/table/view.js';
import { say } from '../../web/words.js';
import * as slapping from '../slapping/page.js';

export { actions, frames, layout, moods, stats, turning } from '../slapping/page.js';

/** @param {View} view @returns {RatscrewFacts} */
const facts = (view) => /** @type {RatscrewFacts} */ (view.facts);

/** @type {GamePage['prompt']} */
export function prompt(situation) {
  const { view, seat, names, mine } = situation;
  if (view.phase === 'take') return say('page.prompt.take', { taker: facts(view).pile_to }, names);
  if (mine && view.phase === 'challenge')
    return say('page.prompt.answer', { count: facts(view).chances });
  if (!mine && !zone(view, 'hand', seat).length) return say('page.prompt.slap_back');
  return slapping.prompt(situation);
}

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  ...slapping.marks,
  labels(view, layout, names) {
    const found = slapping.marks.labels?.(view, layout, names) ?? {},
      { pile } = layout.boxes;
    if (pile && view.phase === 'challenge')
      found.chances = {
        text: say('page.cue.chances', { to: view.turn[0] ?? 0, count: facts(view).chances }, names),
        box: pile,
        at: slapping.overPile(layout),
        className: 'mark-chances',
      };
    return found;
  },
  note(view, seat) {
    const locked = facts(view).lockouts[seat];
    return locked ? { icon: 'no', text: say('page.seat.locked', { count: locked }) } : null;
  },
  roles: { challenger: 'crown', taker: 'paw' },
};

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  ...slapping.ears,
  table(view, names) {
    const pile = slapping.ears.table?.(view, names) ?? '';
    if (view.phase !== 'challenge') return pile;
    const to = view.turn[0] ?? 0;
    return `${pile} ${say('page.cue.chances', { to, count: facts(view).chances }, names)}.`.trim();
  },
};

/** From how many honours in a row on a challenge is worth telling. */
const LONG = 3;

/** @type {Partial<GamePage['end']>} */
export const end = {
  why(view, names) {
    const winner = view.outcome?.places.indexOf(1) ?? -1;
    const all = view.outcome?.reason === 'reason.ratscrew.all';
    return all
      ? say('page.end.holds_all', { seat: winner }, names)
      : say(view.outcome?.reason ?? '');
  },
  start: () => ({ ...slapping.end.start?.(), challenges: 0, longest: 0 }),
  remark(notes, message) {
    slapping.end.remark?.(notes, message);
    for (const { kind } of message.events) {
      if (kind === 'challenge') notes.challenges += 1;
      if (kind === 'take' || kind === 'stopped') notes.challenges = 0;
      notes.longest = Math.max(notes.longest, notes.challenges);
    }
  },
  lines: (notes, names) => [
    ...slapping.bestSlap(notes, names),
    ...(notes.longest >= LONG ? [say('page.end.challenge', { count: notes.longest })] : []),
    ...slapping.largestPile(notes),
  ],
};

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'double', when: (view) => slapping.slappable(view, 'doubles') },
  { name: 'challenge', when: (view, seat) => view.phase === 'challenge' && onTurn(view, seat) },
  { name: 'turn', when: onTurn },
];

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'turn', example: { cards: '4c 9h 2s' } },
  { name: 'challenge', example: { cards: 'Jc Qd Kh As', text: '1 · 2 · 3 · 4' } },
  { name: 'answer', example: { cards: 'Kh 5c 8d Js', marked: 'Kh Js' } },
  { name: 'win', example: { cards: 'Qd 3c 7s', marked: 'Qd' } },
  { name: 'slap', example: { cards: '8h 8c', marked: '8h 8c' } },
  { name: 'empty' },
];

/** @type {GamePage['examples']} */
export const examples = {
  sandwiches: { cards: '6h 3c 6d', marked: '6h 6d' },
  runs: { cards: '5s 6d 7c', marked: '5s 6d 7c' },
  flushes: { cards: '2d 9d Kd 4d', marked: '2d 9d Kd 4d' },
  tens: { cards: '3s 7h', marked: '3s 7h', text: '10' },
  marriages: { cards: 'Kh Qs', marked: 'Kh Qs' },
  divorces: { cards: 'Kd 4c Qh', marked: 'Kd Qh' },
  stoppers: { cards: 'Kc 5h Ts', marked: 'Ts', icon: 'no' },
  'penalty.card': { cards: '9c 4h 8d', dim: '4h 8d', marked: '9c' },
  'penalty.lockout': { cards: '4h 8d', dim: '4h 8d', icon: 'clock', text: '5' },
  'penalty.pile': { cards: '2h Js 9d 4h 8d', icon: 'next' },
  'penalty.none': { cards: '4h 8d', icon: 'check' },
};

/** @type {GamePage['presets']} */
export const presets = {
  classic: {},
  slaps: {
    sandwiches: true,
    runs: true,
    flushes: true,
    tens: true,
    marriages: true,
    divorces: true,
  },
  family: { sandwiches: true, penalty: 'none' },
  tournament: { sandwiches: true, stoppers: true, penalty: 'lockout' },
};

export const picture = () =>
  felt('#1d5443', '#34806a') +
  back(160, 104, 24) +
  card('Kd', 150, 100, -34) +
  card('4c', 172, 98, 15) +
  card('7h', 136, 100, -12, 0.36) +
  card('7s', 182, 102, 9, 0.36) +
  reach('marmalade', 66, 128, 58, 0.95) +
  reach('domino', 262, 84, -66, 0.95);
