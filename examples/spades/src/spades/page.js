/**
 * @file The page of Spades: the table of a trick game, bids, and scores by side.
 *
 * @typedef {object} SpadesFacts what it reads of a view
 * @property {number[]} bids what each seat has bid; -1: nothing yet
 * @property {number[]} won how many tricks each has taken in this deal
 * @property {string} last the last trick
 * @property {number} last_leader who led to it
 * @property {number[]} points of each side
 * @property {number[]} bags of each side
 * @property {number[][]} history what each deal brought each side
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { card, felt } from '../../web/art/scenes.js';
import { defaults } from '../../web/game/defaults.js';
import { lookAtScores, lookAtTrick } from '../../web/table/looks.js';
import {
  between,
  cardsOf,
  first,
  list,
  may,
  onTurn,
  onto,
  split,
  suit,
  without,
  withZone,
  zone,
} from '../../web/table/view.js';
import { cardInWords, say } from '../../web/words.js';

// A trick in the middle, what was taken beside each player: as in Hearts.
export { layout } from '../hearts/layout.js';

/** For how long a trick lies complete, and a score is told: milliseconds. */
const COMPLETE = 850,
  TAKEN = 500,
  SCORED = 1400;

/** @param {View} view @returns {SpadesFacts} */
const facts = (view) => /** @type {SpadesFacts} */ (view.facts);

/** The two sides, each as the seats of the partners. */
const SIDES = /** @type {const} */ ([
  [0, 2],
  [1, 3],
]);

/** @type {GamePage['prompt']} */
export function prompt({ view, seat, mine }) {
  if (!mine) return '';
  if (may(view, 'bid')) return say('page.prompt.spades.bid');
  const led = zone(view, 'trick')[0],
    all = view.legal.length === zone(view, 'hand', seat).length;
  if (!led) return say(all ? 'page.prompt.spades.lead' : 'page.prompt.spades.lead_unbroken');
  const follows = view.legal.some((action) => suit(cardsOf(action)[0] ?? '') === suit(led));
  return follows
    ? say('page.prompt.spades.follow', { suit: say(`page.suit.${suit(led)}`) })
    : say('page.prompt.spades.discard');
}

/**
 * A trick lies complete before it is taken, and a deal is scored.
 * @type {GamePage['frames']}
 */
export function frames(before, events, after) {
  const played = first(events, 'play'),
    trick = first(events, 'trick');
  if (!played || !trick || played.seat === null || trick.seat === null) return undefined;
  const [seen, rest] = split(events, ['trick']);
  const cards = list(played.cards);
  const laid = onto(without(between(before), 'hand', played.seat, cards), 'trick', null, cards);
  const full = { view: { ...laid, roles: { ...laid.roles, taker: trick.seat } }, events: seen };
  const steps = [{ ...full, hold: COMPLETE }];
  const [taking, later] = split(rest, ['score', 'deal', 'over']);
  if (!later.length) return [...steps, { view: after, events: rest, hold: 0 }];
  const taken = onto(
    withZone(full.view, 'trick', null, []),
    'taken',
    trick.seat,
    zone(full.view, 'trick'),
  );
  const [told, dealt] = split(later, ['deal']);
  steps.push({ view: taken, events: taking, hold: TAKEN });
  if (!dealt.length) return [...steps, { view: after, events: told, hold: 0 }];
  return [
    ...steps,
    { view: { ...taken, scores: after.scores }, events: told, hold: SCORED },
    { view: after, events: dealt, hold: 0, gather: true, deal: true },
  ];
}

/** @type {Partial<GamePage['actions']>} */
export const actions = {
  picking: () => ({ one: true }),
  meant: (_view, _seat, cards) => `play ${cards.join(' ')}`,
};

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  labels(view, { boxes }) {
    /** @type {Record<string, import('../../web/game/contract.js').Label>} */
    const found = {};
    for (let seat = 0; seat < view.seats; seat++) {
      const box = boxes[`hand ${seat}`],
        number = zone(view, 'hand', seat).length;
      if (box && number)
        found[`hand ${seat}`] = { text: String(number), box, at: 'below', className: 'mark-count' };
    }
    return found;
  },
  line: (view, seat) => say('page.count.points', { count: view.scores[seat] ?? 0 }),
  note(view, seat) {
    const bid = facts(view).bids[seat] ?? -1,
      won = facts(view).won[seat] ?? 0;
    if (bid < 0) return null;
    if (bid === 0 && won === 0 && view.options.nil)
      return { icon: 'no', text: say('page.note.spades_nil') };
    return { icon: won >= bid ? 'check' : 'next', text: say('page.note.spades', { won, bid }) };
  },
  roles: { taker: 'paw', leader: 'next' },
  hasRole: (view) => zone(view, 'trick').length > 0,
  look: (view, names) =>
    lookAtTrick(list(facts(view).last), facts(view).last_leader, names, view.roles.leader),
  lookWords: 'page.top.last_trick',
  scores: (view, names) => sheet(view, names, false),
  after(events, view, names) {
    if (first(events, 'score') && !first(events, 'over')) sheet(view, names, true);
  },
};

/**
 * The score sheet, a column for each side.
 * @param {View} view
 * @param {string[]} names
 * @param {boolean} goOn whether the game waits for this to be left
 */
const sheet = (view, names, goOn) =>
  lookAtScores(
    facts(view).history,
    facts(view).points,
    SIDES.map((seats) => seats.map((seat) => names[seat]).join(' + ')),
    [say('page.look.spades', { count: view.options.limit })],
    () => null,
    goOn,
  );

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  table(view, names) {
    const trick = zone(view, 'trick'),
      leader = view.roles.leader ?? 0;
    return trick
      .map((card, at) => `${names[(leader + at) % view.seats]}: ${cardInWords(card)}.`)
      .join(' ');
  },
  trump: () => say('page.suit.s'),
  score(view, names) {
    const { bids, won, bags, points } = facts(view);
    const bid = bids.map((count, seat) =>
      count < 0 ? '' : say('page.ears.spades', { seat, won: won[seat], bid: count }, names),
    );
    const sides = SIDES.map(([seat, to], side) =>
      say('page.ears.spades_score', { seat, to, count: points[side], bags: bags[side] }, names),
    );
    return [...bid, ...sides].filter(Boolean).join(' ');
  },
  few: (event, mine) =>
    ['bid', 'nil', 'trick', 'deal'].includes(event.kind) || defaults.ears.few(event, mine),
};

/** @type {Partial<GamePage['end']>} */
export const end = {
  lines: (_, names, view) =>
    SIDES.map(([seat, to], side) =>
      say('page.end.spades', { seat, to, count: facts(view).points[side] }, names),
    ),
  score: (view, seat) => say('page.count.points', { count: view.outcome?.scores[seat] ?? 0 }),
};

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'bid', when: (view) => may(view, 'bid') },
  {
    name: 'lead',
    when: (view, seat) =>
      onTurn(view, seat) && may(view, 'play') && zone(view, 'trick').length === 0,
  },
  {
    name: 'follow',
    when: (view, seat) => onTurn(view, seat) && may(view, 'play') && zone(view, 'trick').length > 0,
  },
];

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'bid', example: { cards: 'As Ks Ad', text: '3' } },
  { name: 'follow', example: { cards: '9d Kd 2s 4d', marked: '2s' } },
  { name: 'broken', example: { cards: '3s', icon: 'no' } },
  { name: 'score', example: { cards: 'As', text: '+10 · −10' } },
  {
    name: 'nil',
    example: { cards: '2c 3d 4h', icon: 'no', text: '+100 · −100' },
    when: (options) => options.nil !== false,
  },
  {
    name: 'bags',
    example: { cards: 'Qd', text: '+1' },
    when: (options) => options.bags !== false,
  },
  { name: 'end' },
];

/** @type {GamePage['examples']} */
export const examples = {
  nil: { cards: '2c 3d 4h', icon: 'no', text: '+100 · −100' },
  bags: { cards: 'Qd', text: '+1' },
  limit: { cards: 'As Ks', icon: 'stats' },
};

/** @type {GamePage['presets']} */
export const presets = {
  classic: {},
  family: { limit: 200, nil: false, bags: false },
  tournament: { limit: 500 },
};

export const picture = () =>
  felt('#2f2f46', '#5b5b86') +
  card('Ks', 92, 122, -24, 0.36) +
  card('Qs', 128, 108, -10, 0.36) +
  card('Js', 192, 108, 10, 0.36) +
  card('Ts', 228, 122, 24, 0.36) +
  card('As', 160, 98, 0, 0.44);

/** From how many tricks on a bid makes a face. */
const HIGH = 6;

/** @type {GamePage['moods']} */
export const moods = (events) =>
  events.flatMap(({ kind, seat, facts: told }) => {
    if (seat === null) return [];
    if (kind === 'nil') return [{ seat, mood: 'smug', kind: 'nil' }];
    if (kind === 'bid' && Number(told?.tricks) >= HIGH)
      return [{ seat, mood: 'happy', kind: 'bid_high', sound: 'purr' }];
    return [];
  });

/** @type {GamePage['turning']} */
export const turning = (event) =>
  ({ over: 'trophy', score: 'stats', nil: 'no' })[event.kind] ?? '';
