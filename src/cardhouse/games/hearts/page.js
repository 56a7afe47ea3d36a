/**
 * @file The page of Hearts.
 *
 * @typedef {object} HeartsFacts what it reads of a view
 * @property {number} pass_by how many seats to the left cards are passed
 * @property {number} tricks how many have been taken in this deal
 * @property {number} last_leader who led to the last trick
 * @property {number[][]} history what each deal brought each seat
 * @property {number[]} queens who took the queen of each deal
 * @property {(number | null)[]} moons who shot the moon in each deal
 * @property {string[]} claimed the hands that were shown after a claim
 * @property {boolean[]} chosen who has chosen what to pass
 * @property {string} choice what this seat has chosen to pass
 * @property {string} got what it was passed
 * @property {string} scoring the cards that count
 * @property {number[]} points what each seat's tricks of this deal count so far
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { card, felt } from '../../web/art/scenes.js';
import { line, shape } from '../../web/art/svg.js';
import { defaults } from '../../web/game/defaults.js';
import { lookAtScores, lookAtTrick } from '../../web/table/looks.js';
import {
  between,
  cardsOf,
  first,
  legalWith,
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

/** @typedef {import('../../web/words.js').Names} Names */

export { layout } from './layout.js';

/** For how long a trick lies complete, open hands are shown, a score is told: milliseconds. */
const COMPLETE = 850,
  TAKEN = 500,
  SHOWN = 2600,
  SCORED = 1400;

/** @param {View} view @returns {HeartsFacts} */
const facts = (view) => /** @type {HeartsFacts} */ (view.facts);

/** How many cards are to be passed; 0: none now. @param {View} view */
const toPass = (view) => (may(view, 'pass') ? cardsOf(view.legal[0] ?? '').length : 0);

/** Where the cards go: the first seat to the left sits at the left. @param {View} view */
function arrow(view) {
  const by = facts(view).pass_by;
  return by === 1 ? '←' : by === view.seats - 1 ? '→' : '↑';
}

/** @type {GamePage['prompt']} */
export function prompt({ view, seat, names, chosen, mine }) {
  if (view.phase === 'pass') {
    if (!mine) return say('page.prompt.chosen');
    const to = (seat + facts(view).pass_by) % view.seats,
      left = toPass(view) - chosen;
    const words =
      left > 0
        ? say('page.prompt.pass', { count: left, to }, names)
        : say('page.prompt.pass_these', { to }, names);
    return `${arrow(view)} ${words}`;
  }
  if (!mine) return '';
  const led = zone(view, 'trick')[0],
    all = view.legal.length === zone(view, 'hand', seat).length;
  if (!led && view.legal.join() === 'play 2c') return say('page.prompt.lead_two');
  if (!led) return say(all ? 'page.prompt.lead' : 'page.prompt.lead_unbroken');
  const follows = view.legal.some((action) => suit(cardsOf(action)[0] ?? '') === suit(led));
  const free = all ? 'page.prompt.discard' : 'page.prompt.discard_safe';
  return say(follows ? 'page.prompt.follow' : free, { suit: say(`page.suit.${suit(led)}`) });
}

/**
 * A trick lies complete before it is taken, a claim is shown, a deal is scored.
 * @type {GamePage['frames']}
 */
export function frames(before, events, after) {
  const played = first(events, 'play'),
    trick = first(events, 'trick');
  if (!played || !trick || played.seat === null || trick.seat === null) return undefined;
  const [seen, rest] = split(events, ['trick']);
  const cards = list(played.cards);
  const laid = onto(without(between(before), 'hand', played.seat, cards), 'trick', null, cards);
  const roles = { ...laid.roles, taker: trick.seat };
  const full = { view: { ...laid, roles }, events: seen, hold: COMPLETE };
  const [taking, later] = split(rest, ['claim', 'moon', 'score', 'deal', 'over']);
  if (!later.length) return [full, { view: after, events: rest, hold: 0 }];
  const taken = afterTrick(full.view, trick.seat, Number(trick.facts?.points ?? 0), after);
  /** @type {import('../../web/game/contract.js').Frame[]} */
  const steps = [full, { view: taken, events: taking, hold: TAKEN }];
  const [claimed, scored] = split(later, ['moon', 'score', 'deal', 'over']);
  const open = claimed.length > 0;
  let last = taken;
  if (open) {
    facts(after).claimed.forEach((hand, seat) => {
      last = withZone(last, 'hand', seat, list(hand));
    });
    steps.push({ view: last, events: claimed, hold: SHOWN, open, loud: true });
  }
  const [told, dealt] = split(scored, ['deal']);
  if (!dealt.length) return [...steps, { view: after, events: told, hold: 0, open }];
  return [
    ...steps,
    { view: { ...last, scores: after.scores }, events: told, hold: SCORED, open },
    { view: after, events: dealt, hold: 0, gather: true, deal: true },
  ];
}

/**
 * The view with a complete trick, as it looks once that is taken.
 * @param {View} view
 * @param {number} taker
 * @param {number} worth
 * @param {View} after
 * @returns {View}
 */
function afterTrick(view, taker, worth, after) {
  const points = facts(view).points.map((had, seat) => (seat === taker ? had + worth : had));
  const taken = onto(withZone(view, 'trick', null, []), 'taken', taker, zone(view, 'trick'));
  const { history, queens, moons } = facts(after);
  return { ...taken, facts: { ...taken.facts, history, queens, moons, points } };
}

/** @type {Partial<GamePage['actions']>} */
export const actions = {
  picking: (view) => ({ exactly: toPass(view), one: true }),
  meant(view, _, cards) {
    const all = cards.join(' ');
    if (view.phase !== 'pass') return `play ${all}`;
    return legalWith(view, 'pass', cards) ?? `pass ${all}`;
  },
  bare: [],
};

/** True if a card was passed to this seat just now. @param {View} view @param {string} card */
const justGot = (view, card) => facts(view).tricks === 0 && list(facts(view).got).includes(card);

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
    if (view.phase === 'pass' && facts(view).chosen[seat])
      return { icon: 'check', text: say('page.seat.chosen') };
    const points = facts(view).points[seat] ?? 0;
    if (!points) return null;
    return { icon: 'heart', text: points > 0 ? `+${points}` : `−${-points}` };
  },
  roles: { taker: 'paw', leader: 'next' },
  hasRole: (view) => zone(view, 'trick').length > 0,
  card: (view, card) => [
    ...(justGot(view, card) ? ['got'] : []),
    ...(list(facts(view).scoring).includes(card) ? ['points'] : []),
    ...(list(facts(view).choice).includes(card) ? ['passed'] : []),
  ],
  cardWords: (view, card) => (justGot(view, card) ? say('page.card.got') : ''),
  look: (view, names) =>
    lookAtTrick(zone(view, 'last'), facts(view).last_leader, names, view.roles.leader),
  lookWords: 'page.top.last_trick',
  scores: (view, names) => sheet(view, names),
  after(events, view, names) {
    if (first(events, 'score') && !first(events, 'over')) sheet(view, names, dealLine(view, names));
  },
};

/**
 * The score sheet; after a deal with what is worth telling of it.
 * @param {View} view
 * @param {Names} names
 * @param {string} [told]
 */
const sheet = (view, names, told) =>
  lookAtScores(
    facts(view).history,
    view.scores,
    names,
    [...(told ? [told] : []), say('page.look.limit', { count: view.options.limit })],
    (deal, seat) => {
      const moon = facts(view).moons[deal] ?? null;
      if (moon === seat) return { sign: '☾', words: say('page.end.moon', { seat }, names) };
      if (moon !== null || facts(view).queens[deal] !== seat) return null;
      return { sign: '♛', words: say('page.look.queen', { seat }, names) };
    },
    told !== undefined,
    told === undefined && !view.outcome ? facts(view).points : [],
  );

/**
 * Who shot the moon in the last deal, or else who took its queen.
 * @param {View} view
 * @param {Names} names
 */
function dealLine(view, names) {
  const moon = facts(view).moons.at(-1) ?? null;
  if (moon !== null) return `☾ ${say('page.end.moon', { seat: moon }, names)}`;
  return `♛ ${say('page.look.queen', { seat: facts(view).queens.at(-1) }, names)}`;
}

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  table(view, names) {
    const trick = zone(view, 'trick'),
      leader = view.roles.leader ?? 0;
    return trick
      .map((card, at) => `${names[(leader + at) % view.seats]}: ${cardInWords(card)}.`)
      .join(' ');
  },
  score: (view, names) =>
    view.scores
      .map((count, seat) =>
        say('page.ears.points', { seat, count, now: facts(view).points[seat] ?? 0 }, names),
      )
      .join(' '),
  few: (event, mine) =>
    ['trick', 'moon', 'claim', 'deal'].includes(event.kind) || defaults.ears.few(event, mine),
};

/** @type {Partial<GamePage['end']>} */
export const end = {
  why(view, names) {
    const count = Number(view.options.limit),
      most = Math.max(...view.scores);
    if (most < count) return say(view.outcome?.reason ?? '');
    const seat = view.scores.indexOf(most);
    return say(most > count ? 'page.end.passed' : 'page.end.reached', { seat, count }, names);
  },
  lines: (_, names, view) =>
    facts(view).moons.flatMap((seat) =>
      seat === null ? [] : [say('page.end.moon', { seat }, names)],
    ),
  score: (view, seat) => say('page.count.points', { count: view.outcome?.scores[seat] ?? 0 }),
};

/** @type {GamePage['stats']} */
export function stats(rows) {
  const sum = (/** @type {(row: typeof rows[number]) => number} */ of) =>
    rows.reduce((total, row) => total + of(row), 0);
  const points = sum((row) => row.points),
    deals = sum((row) => row.deals);
  return [
    { name: 'points', value: points / sum((row) => row.played) },
    { name: 'per_deal', value: deals ? points / deals : null },
    { name: 'queens', value: sum((row) => row.events.queen ?? 0) },
    { name: 'moons', value: sum((row) => row.events.moon ?? 0) },
  ];
}

/** True if a card of the trick counts. @param {View} view */
const trickCounts = (view) =>
  zone(view, 'trick').some((card) => list(facts(view).scoring).includes(card));

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'pass', when: (view) => may(view, 'pass') },
  { name: 'points', when: (view, seat) => onTurn(view, seat) && trickCounts(view) },
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
  { name: 'goal', example: { cards: '7h Qs', marked: '7h Qs', text: '+1 · +13' } },
  { name: 'pass', example: { cards: 'As Qs Kh', icon: 'next' } },
  { name: 'first', example: { cards: '2c', marked: '2c' } },
  { name: 'follow', example: { cards: '9d 4d Kd 7s', marked: 'Kd' } },
  { name: 'broken', example: { cards: '3h', icon: 'no' } },
  {
    name: 'no_points',
    example: { cards: 'Qs 5h', dim: 'Qs 5h', icon: 'no' },
    when: (options) => options.first_trick_points !== true,
  },
  { name: 'end' },
];

/** @type {GamePage['examples']} */
export const examples = {
  first_trick_points: { cards: '2c Kc 7c Qs', marked: 'Qs' },
  jack: { cards: 'Jd', marked: 'Jd', text: '−10' },
  queen_breaks: { cards: 'Qs 5h', marked: 'Qs' },
  'moon.others': { cards: 'Qs Ah Kh', marked: 'Qs Ah Kh', icon: 'moon', text: '0 · +26' },
  'moon.self': { cards: 'Qs Ah Kh', marked: 'Qs Ah Kh', icon: 'moon', text: '−26 · 0' },
  'moon.none': { cards: 'Qs Ah Kh', text: '+26 · 0' },
  claims: { cards: 'As Ks Ad', marked: 'As Ks Ad', icon: 'check' },
  limit: { cards: 'Qs 9h 4h', icon: 'stats' },
};

/** @type {GamePage['presets']} */
export const presets = {
  classic: {},
  family: { limit: 50, first_trick_points: true },
  tournament: { jack: true, queen_breaks: true },
};

export const picture = () =>
  felt('#27355f', '#4d62a0') +
  shape('M274 14A27 27 0 1 0 300 56A24 24 0 0 1 274 14Z', '#f6e3a4') +
  line(
    'M30 36h.1M62 20h.1M226 24h.1M296 96h.1M24 92h.1M200 14h.1',
    '#f6e3a4',
    4,
    'stroke-linecap="round"',
  ) +
  card('Th', 78, 132, -32, 0.36) +
  card('Jh', 114, 114, -16, 0.36) +
  card('Ah', 206, 114, 16, 0.36) +
  card('Kh', 242, 132, 32, 0.36) +
  card('Qs', 160, 100, 0, 0.44);

/** How many points in one trick make a face. */
const MANY = 3;

/** @type {GamePage['moods']} */
export const moods = (events) =>
  events.flatMap(({ kind, seat, cards, facts: told }) => {
    if (seat === null) return [];
    if (kind === 'moon') return [{ seat, mood: 'smug', kind: 'moon', sound: 'purr' }];
    if (kind !== 'trick') return [];
    if (list(cards).includes('Qs')) return [{ seat, mood: 'sulky', kind: 'queen', sound: 'hiss' }];
    return Number(told?.points ?? 0) >= MANY ? [{ seat, mood: 'sulky', kind: 'hearts' }] : [];
  });

/** @type {GamePage['turning']} */
export function turning(event) {
  if (event.kind === 'trick') return list(event.cards).includes('Qs') ? 'queen' : '';
  return { over: 'trophy', score: 'stats', moon: 'moon' }[event.kind] ?? '';
}
