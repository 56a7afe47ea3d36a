/**
 * @file The page of Threes.
 *
 * @typedef {object} ThreesFacts what it reads of a view
 * @property {string} top the card that counts on the discard pile; empty: none
 * @property {number[][]} slots the numbers of the down-cards that each seat has left
 * @property {boolean[]} ready who has swapped enough
 * @property {number[]} out the places of those who are out; 0: still in the game
 * @property {{any: string, clear: string, lower: string, burn: string}} special what the special
 *   ranks do: go on anything, let the card below count, ask for no more than themselves, burn
 * @property {('hand' | 'up' | 'down')[]} source the zone that each seat plays from
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 * @typedef {import('../../web/table/view.js').View} View
 */

import { back, card, felt } from '../../web/art/scenes.js';
import { moved, outlined, shape } from '../../web/art/svg.js';
import { defaults } from '../../web/game/defaults.js';
import {
  between,
  first,
  HIDDEN,
  legalWith,
  list,
  may,
  onTurn,
  onto,
  rank,
  split,
  without,
  zone,
} from '../../web/table/view.js';
import { cardInWords, cardsInShort, cardsInWords, say } from '../../web/words.js';

export { layout } from './layout.js';

const HIGHEST = rank('A');
/** For how long a pile is seen before it burns or is taken, in milliseconds. */
const SEEN = 850;

/** @param {View} view @returns {ThreesFacts} */
const facts = (view) => /** @type {ThreesFacts} */ (view.facts);

/** @type {GamePage['prompt']} */
export function prompt({ view, mine }) {
  if (view.phase === 'swap') return say(mine ? 'page.prompt.swap' : 'page.prompt.chosen');
  if (!mine) return '';
  if (may(view, 'blind')) return say('page.prompt.blind');
  if (!may(view, 'play'))
    return say(may(view, 'pickup') ? 'page.prompt.pickup' : 'page.prompt.cannot');
  const { top, special } = facts(view);
  if (!top || top[0] === special.any) return say('page.prompt.anything');
  if (top[0] === special.lower) return say('page.prompt.seven');
  if (rank(top) === HIGHEST) return say('page.prompt.ace');
  return say('page.prompt.higher', { a_rank: top[0] });
}

/**
 * A pile is seen before it burns, and a card that didn't fit before it is taken.
 * @type {GamePage['frames']}
 */
export function frames(before, events, after) {
  const misfit = first(events, 'misfit'),
    played = first(events, 'play') ?? first(events, 'blind') ?? misfit;
  if (!played || played.seat === null || (!first(events, 'burn') && played !== misfit))
    return undefined;
  const cards = list(played.cards);
  const left =
    played.kind === 'play'
      ? without(between(before), facts(before).source[played.seat] ?? 'hand', played.seat, cards)
      : withoutSlot(between(before), played.seat, Number(played.facts?.slot));
  const [seen, rest] =
    played === misfit
      ? [[played], events.filter((event) => event !== played)]
      : split(events, ['burn']);
  return [
    { view: onto(left, 'discard', null, cards), events: seen, hold: SEEN },
    { view: after, events: rest, hold: 0 },
  ];
}

/**
 * The view without a down-card of a seat.
 * @param {View} view
 * @param {number} seat
 * @param {number} slot
 */
function withoutSlot(view, seat, slot) {
  const slots = facts(view).slots.map((own, whose) =>
    whose === seat ? own.filter((one) => one !== slot) : own,
  );
  const left = without(view, 'down', seat, [HIDDEN]);
  return { ...left, facts: { ...left.facts, slots } };
}

/** @type {Partial<GamePage['actions']>} */
export const actions = {
  sources: (view, seat) =>
    view.phase === 'swap' ? ['hand', 'up'] : [facts(view).source[seat] ?? 'hand'],
  picking: (view) => ({ pair: view.phase === 'swap' }),
  meant(view, seat, cards, drop) {
    if (view.phase !== 'swap') return legalWith(view, 'play', cards) ?? `play ${cards.join(' ')}`;
    const hand = zone(view, 'hand', seat);
    const given = cards.filter((card) => hand.includes(card)),
      taken = cards.filter((card) => !hand.includes(card));
    if (drop?.target && !hand.includes(drop.target)) taken.push(drop.target);
    return given.length === 1 && taken.length === 1 ? `swap ${given[0]} ${taken[0]}` : undefined;
  },
  faceDown(view, seat, zone, at) {
    const slot = facts(view).slots[seat]?.[at];
    return zone === 'down' && slot ? `blind ${slot}` : '';
  },
  bare: ['ready', 'pickup', 'pass'],
};

/** What a special rank does. @param {string} what @param {string} rank */
const specialWords = (what, rank) =>
  say(`page.cue.special.${what}`, { rank: rank === 'T' ? '10' : rank });

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  labels(view, { boxes, geometry }) {
    /** @type {Record<string, import('../../web/game/contract.js').Label>} */
    const found = {};
    const discard = zone(view, 'discard'),
      { top, special } = facts(view);
    for (const [key, box, cards] of /** @type {const} */ ([
      ['draw', boxes.stock, zone(view, 'draw')],
      ['discard', boxes.pile, discard],
      ['burned', boxes.burned, zone(view, 'burned')],
    ]))
      if (box && cards.length)
        found[key] = { text: String(cards.length), box, at: 'below', className: 'mark-count' };
    if (found.burned) found.burned.icon = 'flame';
    if (boxes.legend)
      found.legend = {
        text: Object.entries(special)
          .map(([what, rank]) => specialWords(what, rank))
          .join('\n'),
        box: boxes.legend,
        at: 'middle',
        className: 'mark-legend',
      };
    if (boxes.pile && discard.at(-1)?.[0] === special.clear)
      found.counts = {
        text: top
          ? say('page.cue.counts', { card: cardsInShort(top) })
          : say('page.cue.counts_nothing'),
        box: boxes.pile,
        at: geometry.shape === 'low' ? 'beside' : 'above',
        className: 'mark-counts',
      };
    return found;
  },
  hits(view, { boxes }) {
    const cards = zone(view, 'discard'),
      { top } = facts(view);
    return [
      {
        key: 'pile',
        grow: 14,
        box: cards.length ? boxes.pile : undefined,
        words: say(may(view, 'pickup') ? 'page.do.pickup' : 'page.do.look_pile', {
          card: top ? cardInWords(top) : say('page.nothing'),
        }),
        ...(may(view, 'pickup') && !may(view, 'play') ? { action: 'pickup' } : {}),
        look: { title: say('page.look.pile'), cards },
      },
    ];
  },
  note: (view, seat) =>
    view.phase === 'swap' && facts(view).ready[seat]
      ? { icon: 'check', text: say('page.seat.ready') }
      : null,
  place: (view, seat) => facts(view).out[seat] ?? 0,
  card: (view, card) =>
    Object.entries(facts(view).special)
      .filter(([, rank]) => rank === card[0])
      .map(([what]) => `special-${what}`),
  cardWords(view, card) {
    const [what] = Object.entries(facts(view).special).find(([, one]) => one === card[0]) ?? [];
    return what ? specialWords(what, card[0] ?? '') : '';
  },
};

/** @type {Partial<GamePage['ears']>} */
export const ears = {
  table(view) {
    const count = zone(view, 'discard').length,
      { top } = facts(view);
    if (!count) return '';
    const pile = say('page.ears.pile', { count });
    return `${pile} ${top ? say('page.ears.counts', { card: cardInWords(top) }) : ''}`.trim();
  },
  counts(view, seat) {
    const up = zone(view, 'up', seat),
      down = zone(view, 'down', seat).length;
    return [
      say('page.count.cards', { count: zone(view, 'hand', seat).length }),
      up.length ? say('page.ears.up', { all: cardsInWords(up.join(' ')) }) : '',
      down ? say('page.ears.down', { count: down }) : '',
    ]
      .filter(Boolean)
      .join('; ');
  },
  few: (event, mine) =>
    ['burn', 'pickup', 'out'].includes(event.kind) || defaults.ears.few(event, mine),
};

/** @type {Partial<GamePage['end']>} */
export const end = {
  start: () => ({ burned: 0 }),
  remark(notes, { events }) {
    for (const event of events)
      if (event.kind === 'burn') notes.burned += event.facts?.count ?? list(event.cards).length;
  },
  lines: ({ burned }) => (burned ? [say('page.end.burned', { count: burned })] : []),
};

/** @type {GamePage['stats']} */
export function stats(rows) {
  const sum = (/** @type {(row: typeof rows[number]) => number} */ of) =>
    rows.reduce((total, row) => total + of(row), 0);
  return [
    { name: 'burns', value: sum((row) => row.events.burn ?? 0) },
    {
      name: 'pickups',
      value: sum((row) => (row.events.pickup ?? 0) + (row.events.misfit ?? 0)),
    },
    { name: 'lost', value: sum((row) => row.lost_last) },
  ];
}

/** @type {GamePage['lessons']} */
export const lessons = [
  { name: 'pickup', when: (view) => may(view, 'pickup') && !may(view, 'play') },
  {
    name: 'special',
    when: (view, seat) =>
      onTurn(view, seat) &&
      zone(view, 'hand', seat).some((card) =>
        Object.values(facts(view).special).includes(card[0] ?? ''),
      ),
  },
  {
    name: 'table',
    when: (view, seat) => onTurn(view, seat) && !zone(view, 'hand', seat).length,
  },
  { name: 'play', when: (view) => may(view, 'play') },
];

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'lie', example: { cards: '??/4h ??/Jc ??/8d' } },
  { name: 'play', example: { cards: '6c 9d 9s', marked: '9d 9s' } },
  { name: 'two', example: { cards: 'Kc 2h 4d', marked: '2h' } },
  { name: 'three', example: { cards: 'Qd 3s', marked: '3s', dim: 'Qd' } },
  { name: 'seven', example: { cards: '7h 5c', marked: '7h' } },
  { name: 'ten', example: { cards: 'Kd Tc', marked: 'Tc', icon: 'flame' } },
  { name: 'four', example: { cards: '9c 9d 9s 9h', marked: '9c 9d 9s 9h', icon: 'flame' } },
  { name: 'draw' },
  { name: 'cannot', example: { cards: 'Ah 5c 8d', dim: '5c 8d' } },
  { name: 'table', example: { cards: '??/4h ??/Jc ??/8d' } },
  { name: 'blind', example: { cards: '?? ??', icon: 'dice' } },
  { name: 'last', example: { cards: '2c 3d 7s Th', icon: 'no' } },
];

/** @type {GamePage['examples']} */
export const examples = {
  'first.lowest': { cards: '4d 9c Kh', marked: '4d' },
  'first.random': { cards: '?? ?? ??', icon: 'dice' },
  swap: { cards: '4h Ts', marked: 'Ts', icon: 'rematch' },
  'pickup.forced': { cards: 'Kd 5c', dim: '5c', icon: 'no' },
  'pickup.free': { cards: 'Kd Ac', icon: 'check' },
};

/** @type {GamePage['presets']} */
export const presets = { classic: {}, family: { pickup: 'free' }, tournament: { swap: true } };

const OUTER_FLAME = [
  'M-84 38C-104 4-66-6-74-40C-50-30-46-16-44-6C-36-24-46-40-30-58',
  'C-14-48-10-32-12-20C0-34-2-50 8-62C24-48 26-30 22-18C32-26 32-38 38-48',
  'C56-34 52-16 50-6C60-12 64-22 72-34C74-8 104 6 84 38Z',
].join('');
const INNER_FLAME = [
  'M-62 38C-76 12-50 6-52-12C-36-4-34 8-30 14C-26-4-30-16-20-28',
  'C-8-18-8-4-6 4C4-8 4-18 10-30C22-18 22-4 18 6C28 0 32-8 34-18',
  'C46-6 42 8 40 14C50 8 52 2 58-6C60 12 74 18 62 38Z',
].join('');

/** @param {number} x @param {number} y */
const flame = (x, y) =>
  moved(
    `translate(${x} ${y})`,
    outlined(shape(OUTER_FLAME, '#f08a2c') + shape(INNER_FLAME, '#f9cf55', 'stroke="none"'), 3),
  );

export const picture = () =>
  felt('#5a4a22', '#9a8240') +
  flame(160, 68) +
  card('9s', 138, 68, -16, 0.21) +
  card('3s', 158, 63, -4, 0.21) +
  card('Th', 180, 67, 9, 0.21) +
  [62, 160, 258].map((x) => back(x - 9, 148, -9, 0.25, 'night')).join('') +
  card('3h', 66, 151, 4, 0.25) +
  card('3d', 164, 151, 3, 0.25) +
  card('3c', 262, 151, 4, 0.25);

/** How many cards picked up make a face, and a turning point. */
const MANY = 8,
  TURNS = 6;

/** @type {GamePage['moods']} */
export const moods = (events) =>
  events.flatMap(({ kind, seat, cards }) => {
    if (seat === null) return [];
    if (kind === 'misfit' || (kind === 'pickup' && list(cards).length >= MANY))
      return [{ seat, mood: 'sulky', kind: 'pickup', sound: 'hiss' }];
    if (kind === 'burn') return [{ seat, mood: 'happy', kind: 'burn', sound: 'purr' }];
    return kind === 'out' ? [{ seat, mood: 'happy', kind: 'home', sound: 'purr' }] : [];
  });

/** @type {GamePage['turning']} */
export function turning({ kind, cards }) {
  if (kind === 'pickup' || kind === 'misfit') return list(cards).length >= TURNS ? 'back' : '';
  return { over: 'trophy', out: 'crown', burn: 'flame' }[kind] ?? '';
}
