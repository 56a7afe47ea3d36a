/**
 * @file The page of Durak.
 *
 * @typedef {object} DurakFacts what it reads of a view
 * @property {[string, string][]} pairs each attack with the card that beats it, or nothing
 * @property {string} trump the suit, like `hearts`
 * @property {number[]} done who has said that they add no more
 * @property {number[]} places of those who are out; 0: still in the game
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { back, card, felt } from '../../web/art/scenes.js';
import { dot, line, moved, outlined } from '../../web/art/svg.js';
import { defaults } from '../../web/game/defaults.js';
import {
  between,
  first,
  legalWith,
  list,
  may,
  split,
  without,
  zone,
} from '../../web/table/view.js';
import { cardInWords, say } from '../../web/words.js';

/** @typedef {import('../../web/words.js').Names} Names */

export { layout } from './layout.js';

/** For how long the cards of a bout lie complete, in milliseconds. */
const COMPLETE = 850;
const SUIT_SIGNS = /** @type {Record<string, string>} */ ({
  clubs: '♣',
  diamonds: '♦',
  spades: '♠',
  hearts: '♥',
});

/** @param {View} view @returns {DurakFacts} */
const facts = (view) => /** @type {DurakFacts} */ (view.facts);

/** @type {GamePage['prompt']} */
export function prompt({ view, seat, names, mine }) {
  const { attacker, defender, co_attacker: joins } = view.roles;
  if (seat === defender) return defending(view, names);
  if (seat !== attacker && seat !== joins) return say('page.prompt.sits_out');
  if (view.phase === 'open')
    return seat === attacker
      ? say('page.prompt.attack', { to: defender }, names)
      : say('page.prompt.join_soon', { seat: attacker }, names);
  if (mine && may(view, 'attack')) return say('page.prompt.add');
  if (mine) return say(unbeaten(view).length ? 'page.prompt.done_taking' : 'page.prompt.done');
  return may(view, 'attack') ? say('page.prompt.add_more', { to: defender }, names) : '';
}

/** @param {View} view @param {Names} names */
function defending(view, names) {
  if (view.phase === 'open')
    return say('page.prompt.defend_soon', { seat: view.roles.attacker }, names);
  if (view.phase !== 'defend')
    return say(view.phase === 'pile_on' ? 'page.prompt.taking' : 'page.prompt.beaten');
  if (!may(view, 'beat'))
    return say(may(view, 'forward') ? 'page.prompt.forward' : 'page.prompt.cannot_beat');
  return say(may(view, 'forward') ? 'page.prompt.defend_or_forward' : 'page.prompt.defend');
}

/** The last card of a bout is seen before all are put away or taken. @type {GamePage['frames']} */
export function frames(before, events, after) {
  const played = first(events, 'beat') ?? first(events, 'attack');
  if (!played || played.seat === null || !(first(events, 'away') || first(events, 'take')))
    return undefined;
  const beaten = played.facts?.card,
    using = played.facts?.using;
  const { pairs } = facts(before);
  const laid =
    played.kind === 'beat'
      ? pairs.map(([attack, defence]) => [attack, attack === beaten ? using : defence])
      : [...pairs, ...list(played.cards).map((attack) => [attack, ''])];
  const used = played.kind === 'beat' ? [using] : list(played.cards);
  const view = without(between(before), 'hand', played.seat, used);
  const [seen, rest] = split(events, ['away', 'take']);
  return [
    { view: { ...view, facts: { ...view.facts, pairs: laid } }, events: seen, hold: COMPLETE },
    { view: after, events: rest, hold: 0 },
  ];
}

/** The attacks that are not beaten yet. @param {View} view */
const unbeaten = (view) =>
  facts(view)
    .pairs.filter(([, defence]) => !defence)
    .map(([attack]) => attack);

/** @type {Partial<GamePage['actions']>} */
export const actions = {
  meant(view, seat, cards, drop) {
    const all = cards.join(' ');
    if (view.roles.defender !== seat) return legalWith(view, 'attack', cards) ?? `attack ${all}`;
    const onward = legalWith(view, 'forward', cards);
    // Laid beside the attacks rather than on one, cards of their rank are forwarded.
    if (drop && !drop.target && onward) return onward;
    const open = unbeaten(view);
    const [only] = cards.length === 1 ? cards : [];
    if (only && drop?.target && open.includes(drop.target)) {
      const beat = `beat ${drop.target} ${only}`;
      // Dropped on an attack it can't beat, a card that can be forwarded was meant for that.
      return !view.legal.includes(beat) && onward ? onward : beat;
    }
    // Where it beats several, the page asks which of them is meant.
    const beats = open.find((attack) => view.legal.includes(`beat ${attack} ${only}`));
    if (beats) return `beat ${beats} ${only}`;
    if (onward) return onward;
    if (!open[0]) return `attack ${all}`;
    return only ? `beat ${open[0]} ${only}` : `forward ${all}`;
  },
  bare: ['take', 'done'],
  more(view, _, chosen) {
    const onward = chosen.length ? legalWith(view, 'forward', chosen) : undefined;
    return onward ? [{ key: 'page.do.forward', action: onward }] : [];
  },
};

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  labels(view, { boxes, geometry: { tiny } }) {
    /** @type {Record<string, import('../../web/game/contract.js').Label>} */
    const found = {};
    const { trump } = facts(view),
      stock = zone(view, 'stock').length,
      away = zone(view, 'discard').length;
    if (boxes.stock && stock)
      found.stock = { text: String(stock), box: boxes.stock, at: 'below', className: 'mark-count' };
    if (boxes.away && away)
      found.away = {
        text: String(away),
        box: boxes.away,
        at: 'below',
        className: 'mark-count',
        icon: 'check',
      };
    if (boxes.trump && trump)
      found.trump = {
        text:
          tiny && stock
            ? (SUIT_SIGNS[trump] ?? '')
            : `${SUIT_SIGNS[trump] ?? ''} ${say('page.cue.trump')}`,
        box: boxes.trump,
        at: !stock ? 'middle' : tiny ? 'beside' : 'above',
        className: `mark-trump suit-${trump}`,
      };
    return found;
  },
  hits(view, { boxes }) {
    const cards = zone(view, 'discard');
    return [
      {
        key: 'away',
        box: cards.length ? boxes.away : undefined,
        words: say('page.do.look_away'),
        look: { title: say('page.look.away'), cards },
      },
    ];
  },
  note: (view, seat) =>
    facts(view).done.includes(seat) ? { icon: 'check', text: say('page.seat.done') } : null,
  roles: { attacker: 'sword', defender: 'shield', co_attacker: 'co-attacker' },
  card: (view, card) => (card[1] === facts(view).trump[0] ? ['trump'] : []),
  timer({ boxes, geometry }) {
    const { x, y, w, h } = boxes.away ?? geometry.middle;
    const { middle } = geometry;
    if (geometry.tiny) return { x: middle.x + middle.w - 16, y: middle.y + 18 };
    return { x: x + w / 2, y: y + h + 44 };
  },
};

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  table: (view) =>
    facts(view)
      .pairs.map(([attack, defence]) =>
        say(defence ? 'page.ears.beaten' : 'page.ears.open', {
          card: cardInWords(attack),
          using: cardInWords(defence),
        }),
      )
      .join(' '),
  trump(view) {
    const { trump } = facts(view),
      last = zone(view, 'stock').at(-1);
    return last
      ? say('page.ears.trump_card', { suit: trump, card: cardInWords(last) })
      : say('page.ears.trump', { suit: trump });
  },
  stock: (view) =>
    [
      say('page.ears.stock', { count: zone(view, 'stock').length }),
      say('page.ears.away', { count: zone(view, 'discard').length }),
    ].join(' '),
  few: (event, mine) =>
    ['take', 'taking', 'away', 'out'].includes(event.kind) || defaults.ears.few(event, mine),
};

/** Who holds the last cards. @param {View} view */
function durakOf(view) {
  const places = view.outcome?.places ?? [];
  return places.indexOf(Math.max(...places));
}

/** @type {Partial<GamePage['end']>} */
export const end = {
  headline(view, names) {
    if (view.outcome?.reason !== 'reason.durak.durak') return '';
    return say('page.end.durak', { seat: durakOf(view) }, names);
  },
  why(view, names) {
    const reason = view.outcome?.reason ?? '';
    if (reason !== 'reason.durak.durak') return say(reason);
    return say('page.end.durak.why', { seat: durakOf(view) }, names);
  },
};

/** @type {GamePage['stats']} */
export function stats(rows) {
  const sum = (/** @type {(row: typeof rows[number]) => number} */ of) =>
    rows.reduce((total, row) => total + of(row), 0);
  return [
    { name: 'durak', value: sum((row) => row.lost_last) },
    { name: 'takes', value: sum((row) => row.events.take ?? 0) },
    { name: 'forwards', value: sum((row) => row.events.forward ?? 0) },
  ];
}

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'add', when: (view, seat) => view.roles.attacker === seat && may(view, 'done') },
  { name: 'attack', when: (view, seat) => view.roles.attacker === seat && may(view, 'attack') },
  { name: 'forward', when: (view) => may(view, 'forward') },
  {
    name: 'defend',
    when: (view, seat) => view.roles.defender === seat && (may(view, 'beat') || may(view, 'take')),
  },
];

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'trump', example: { cards: '?? 9h', marked: '9h', icon: 'trump' } },
  { name: 'attack', example: { cards: '7c 7d' } },
  { name: 'beat', example: { cards: '7c/Jc 7d/8h', marked: 'Jc 8h' } },
  { name: 'add', example: { cards: '7c/Jc Jd', marked: 'Jd' } },
  { name: 'room' },
  { name: 'take', example: { cards: '7c/Jc Ad', icon: 'back' } },
  { name: 'away', example: { cards: '7c/Jc 7d/8h', icon: 'check' } },
  { name: 'draw', example: { cards: '?? ?? 9h' } },
  { name: 'out' },
];

/** @type {GamePage['examples']} */
export const examples = {
  'deck.32': { cards: '7c 8c 9c Ac', dim: '8c 9c', text: '32' },
  'deck.36': { cards: '6c 7c 8c Ac', dim: '7c 8c', text: '36' },
  'deck.52': { cards: '2c 3c 4c Ac', dim: '3c 4c', text: '52' },
  'first.random': { cards: '?? ?? ??', icon: 'dice' },
  'first.lowest_trump': { cards: '7h Ts Kd', marked: '7h', icon: 'trump' },
  limit: { cards: '7c 7d 7s 9c 9h Jd', text: '6' },
  forwarding: { cards: '8d 8s', marked: '8s', icon: 'next' },
  pile_on: { cards: '7h Jc 7c', marked: '7c', dim: '7h Jc' },
};

/** @type {GamePage['presets']} */
export const presets = {
  classic: {},
  podkidnoy: { deck: 36, first: 'lowest_trump', limit: true, forwarding: false },
  perevodnoy: { deck: 36, first: 'lowest_trump', limit: true, forwarding: true },
  tournament: { deck: 36, first: 'lowest_trump', limit: true, pile_on: true },
};

const SWORD = 'M4-11H11V-4L-2 8L-8 2ZM-11-1L1 11M-5 5L-11 11',
  SHIELD = 'M0-10L9-7V0Q9 8 0 11Q-9 8-9 0V-7Z';

/** @param {number} x @param {number} y @param {string} fill @param {string} d */
const badge = (x, y, fill, d) =>
  moved(`translate(${x} ${y})`, outlined(dot(0, 0, 20, fill) + line(d, '#fff', 3.5)));

export const picture = () =>
  felt('#1f4f5c', '#3d8795') +
  card('Ad', 78, 104, 90, 0.3) +
  back(46, 105, 5, 0.3, 'stripes') +
  back(44, 101, 0, 0.3, 'stripes') +
  card('9s', 168, 84, 0, 0.31) +
  card('Js', 184, 112, 12, 0.31) +
  card('9h', 254, 84, 0, 0.31) +
  card('6d', 270, 112, 12, 0.31) +
  badge(140, 38, '#2f8a49', SWORD) +
  badge(296, 166, '#c8394a', SHIELD);

/** How many cards taken make a face, and a turning point. */
const MANY = 4,
  TURNS = 6;

/** @type {GamePage['moods']} */
export const moods = (events) =>
  events.flatMap(({ kind, seat, cards }) => {
    if (seat === null) return [];
    if (kind === 'take' && list(cards).length >= MANY)
      return [{ seat, mood: 'sulky', kind: 'pickup', sound: 'hiss' }];
    if (kind === 'forward') return [{ seat, mood: 'smug', kind: 'forward', sound: 'purr' }];
    return kind === 'out' ? [{ seat, mood: 'happy', kind: 'home', sound: 'purr' }] : [];
  });

/** @type {GamePage['turning']} */
export function turning({ kind, cards }) {
  if (kind === 'take') return list(cards).length >= TURNS ? 'paw' : '';
  return { over: 'trophy', out: 'crown' }[kind] ?? '';
}
