/**
 * @file What the pages of the slap games share: a deck before each player, one pile in the middle,
 * and whatever can be said of slaps.
 *
 * @typedef {object} SlapFacts what it reads of a view
 * @property {Record<string, string>} slaps the slap rules that the pile fits, with their cards
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/game/contract.js').Label} Label
 * @typedef {import('../../web/table/view.js').View} View
 */

import { defaults } from '../../web/game/defaults.js';
import { median } from '../../web/parts/plots.js';
import { between, first, HIDDEN, list, onTurn, split, zone } from '../../web/table/view.js';
import { cardInWords, cardsInWords, say } from '../../web/words.js';

/** @typedef {import('../../web/words.js').Names} Names */

export { layout } from './layout.js';

/** For how long a slapped pile and a slap that ends the game are seen, in milliseconds. */
const SEEN = 850,
  FATAL = 1800;
/** How many cards of a deck are few, how many of a pile make a face, a turning point, a note. */
const FEW = 10,
  MANY = 8,
  TURNS = 12,
  NOTED = 9;
const DECK = 52;
/** How many cards on top of the pile are told. */
const TOLD = 4;
/** @param {View} view */
const slapsOf = (view) => /** @type {SlapFacts} */ (view.facts).slaps ?? {};

/** True if the pile can be slapped by a rule now. @param {View} view @param {string} rule */
export const slappable = (view, rule) => rule in slapsOf(view);

/** @type {GamePage['prompt']} */
export function prompt({ view, mine }) {
  if (view.phase === 'gather') return say('page.prompt.gather');
  return mine ? say('page.prompt.turn') : '';
}

/**
 * A slapped pile is seen before it is taken, and a wrong slap before the end it brings about.
 * @type {GamePage['frames']}
 */
export function frames(before, events, after) {
  const slap = first(events, 'slap');
  if (slap?.facts?.verdict === 'wrong' && after.outcome) {
    const [seen, end] = split(events, ['over']);
    return [
      { view: { ...between(after), turn: [], outcome: null }, events: seen, hold: FATAL },
      { view: after, events: end, hold: 0 },
    ];
  }
  if (!slap || !first(events, 'take')) return undefined;
  const [seen, rest] = split(events, ['take']);
  const view = between(before),
    why = String(first(events, 'slap')?.facts?.why ?? '').replace(/^why\./, '');
  const lit = slapsOf(before)[why]?.split(' ') ?? [];
  return [
    { view: { ...view, turn: [], facts: { ...view.facts, lit } }, events: seen, hold: SEEN },
    { view: after, events: rest, hold: 0 },
  ];
}

/** Cards are only turned, never chosen. @type {Partial<GamePage['actions']>} */
export const actions = { sources: () => [], bare: [] };

/**
 * Where words over the pile stand.
 * @param {import('../../web/table/layout.js').Layout} layout
 * @returns {Label['at']}
 */
export const overPile = ({ geometry }) => (geometry.shape === 'low' ? 'beside' : 'above');

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  labels(view, { boxes }) {
    /** @type {Record<string, Label>} */
    const found = {};
    for (let seat = 0; seat < view.seats; seat++) {
      const box = boxes[`deck ${seat}`],
        number = zone(view, 'hand', seat).length;
      if (box && number)
        found[`deck ${seat}`] = { text: String(number), box, at: 'below', className: 'mark-count' };
    }
    const number = zone(view, 'pile').length;
    if (boxes.pile && number)
      found.pile = {
        text: String(number),
        box: boxes.pile,
        at: 'below',
        className: 'mark-count mark-pile',
      };
    return found;
  },
  hits(view, { boxes }, names, mine) {
    const cards = zone(view, 'pile'),
      top = cards.at(-1);
    const card = top && top !== HIDDEN ? cardInWords(top) : say('page.nothing');
    return [
      {
        key: 'pile',
        grow: 14,
        box: boxes.pile,
        words: mine.length ? say('page.do.slap_pile', { card }) : say('page.do.look'),
        slap: true,
        look: { title: say('page.look.pile'), cards },
      },
      ...mine.map((seat) => ({
        key: `deck ${seat}`,
        box: boxes[`deck ${seat}`],
        words: say('page.do.turn_of', { seat }, names),
        action: 'turn',
        seat,
      })),
    ];
  },
  halos: (view, { boxes }) =>
    Array.from({ length: view.seats }, (_, seat) => {
      const box = boxes[`deck ${seat}`],
        cards = zone(view, 'hand', seat).length;
      const looks = [
        cards > 0 && cards < FEW ? 'few' : '',
        cards === 0 ? 'none' : '',
        onTurn(view, seat) ? 'turn' : '',
      ];
      return box
        ? [{ key: String(seat), box, share: cards / DECK, looks: looks.filter(Boolean) }]
        : [];
    }).flat(),
};

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  table(view) {
    const pile = zone(view, 'pile');
    if (!pile.length) return '';
    const open = pile.slice(-TOLD).filter((card) => card !== HIDDEN);
    const last = say('page.ears.last', { all: cardsInWords(open.join(' ')) });
    return `${say('page.ears.pile', { count: pile.length })} ${last}`;
  },
  // What lies on the pile decides about slapping: each card that is turned is told.
  few: (event, mine) => event.kind !== 'challenge' || defaults.ears.few(event, mine),
};

/** @type {Partial<GamePage['end']>} */
export const end = {
  start: () => ({ slaps: new Map(), pile: 0 }),
  remark(notes, { events, slap, seat }) {
    for (const event of events) {
      if (event.kind === 'take') notes.pile = Math.max(notes.pile, list(event.cards).length);
      const good = event.kind === 'slap' && event.facts?.verdict === 'good';
      if (good && seat !== null && typeof slap?.time === 'number')
        notes.slaps.set(
          seat,
          Math.min(slap.time, notes.slaps.get(seat) ?? Number.POSITIVE_INFINITY),
        );
    }
  },
  lines: (notes, names) => [...bestSlap(notes, names), ...largestPile(notes)],
};

/** @param {import('../../web/game/contract.js').Notes} notes @param {Names} names */
export function bestSlap(notes, names) {
  const times = /** @type {[number, number][]} */ ([...notes.slaps]).sort((a, b) => a[1] - b[1]);
  return times
    .slice(0, 1)
    .map(([seat, time]) => say('page.end.best_slap', { seat, count: Math.round(time) }, names));
}

/** @param {import('../../web/game/contract.js').Notes} notes */
export const largestPile = (notes) =>
  notes.pile > NOTED ? [say('page.end.pile', { count: notes.pile })] : [];

/** @type {GamePage['stats']} */
export function stats(rows) {
  const slaps = rows.flatMap((row) => row.slaps);
  if (!slaps.length) return [];
  return [
    { name: 'slaps', value: slaps.length },
    { name: 'best_slap', value: Math.min(...slaps), slap: true },
    { name: 'usual_slap', value: median(slaps), slap: true },
  ];
}

/**
 * Who a lost pile hurts most: of the others the one with the fewest cards.
 * @param {View} view
 * @param {number} taker
 */
function poorest(view, taker) {
  const others = Array.from({ length: view.seats - 1 }, (_, at) => (taker + 1 + at) % view.seats);
  const held = (/** @type {number} */ seat) => zone(view, 'hand', seat).length;
  return others.sort((a, b) => held(a) - held(b))[0] ?? taker;
}

/** @type {GamePage['moods']} */
export const moods = (events, view) =>
  events.flatMap(({ kind, seat, cards, facts }) => {
    if (seat === null) return [];
    if (kind === 'take' && list(cards).length >= MANY)
      return [
        { seat, mood: 'smug', kind: 'pile', sound: 'purr' },
        { seat: poorest(view, seat), mood: 'sulky', kind: 'pile_lost', sound: 'hiss' },
      ];
    const wrong = kind === 'slap' && facts?.verdict === 'wrong';
    return wrong ? [{ seat, mood: 'surprised', kind: 'wrong' }] : [];
  });

/** @type {GamePage['turning']} */
export function turning({ kind, cards }) {
  if (kind === 'take') return list(cards).length >= TURNS ? 'paw' : '';
  return { over: 'trophy', out: 'crown' }[kind] ?? '';
}
