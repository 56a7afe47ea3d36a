/**
 * @file How a game is shown that says nothing about it: a plain table on which all can be played.
 */

import { back, card, felt } from '../art/scenes.js';
import { lookAtPile } from '../table/looks.js';
import { cardsOf, HIDDEN, zone } from '../table/view.js';
import { cardsInWords, knows, locale, say } from '../words.js';
import { plain } from './plain.js';

/** @typedef {import('./contract.js').View} View */

/** How many cards a seat still has, wherever they lie. @param {View} view @param {number} seat */
const held = (view, seat) =>
  view.zones.reduce(
    (sum, [, whose, cards]) => sum + (whose === seat && cards ? cards.split(' ').length : 0),
    0,
  );

/** @type {import('./contract.js').Actions} */
const actions = {
  sources: () => ['hand'],
  picking: () => ({}),
  meant(view, _, cards) {
    const sorted = [...cards].sort().join(' ');
    const found = view.legal.find((action) => cardsOf(action).sort().join(' ') === sorted);
    return found ?? `play ${cards.join(' ')}`;
  },
  faceDown: () => '',
  bare: null,
  more: () => [],
};

/** @type {import('./contract.js').Marks} */
const marks = {
  labels: () => ({}),
  hits: () => [],
  halos: () => [],
  line: (view, seat) => say('page.count.cards', { count: held(view, seat) }),
  note: () => null,
  roles: {},
  hasRole: () => true,
  place: (view, seat) => Number(view.facts.places?.[seat] ?? 0),
  card: () => [],
  cardWords: () => '',
  look: (view) => {
    const discard = view.zones.some(([name]) => name === 'discard');
    lookAtPile(say('page.look.pile'), zone(view, discard ? 'discard' : 'pile'));
  },
  lookWords: '',
  scores: null,
  after: () => {},
  timer({ boxes, geometry }) {
    const beside = boxes.pile ?? boxes.stock ?? geometry.middle;
    return { x: beside.x + beside.w + 34, y: beside.y + 20 };
  },
};

/** @type {import('./contract.js').Ears} */
const ears = {
  table(view) {
    const open = view.zones
      .filter(([, seat]) => seat === null)
      .flatMap(([, , cards]) => cards.split(' '))
      .filter((card) => card && card !== HIDDEN);
    return open.length ? `${cardsInWords(open.join(' '))}.` : '';
  },
  trump: () => '',
  stock(view) {
    const count = zone(view, 'stock').length + zone(view, 'draw').length;
    return count ? say('page.ears.stock', { count }) : '';
  },
  counts: (view, seat) => say('page.count.cards', { count: held(view, seat) }),
  score: () => '',
  few: ({ seat, facts = {}, kind }, mine) =>
    kind === 'over' ||
    seat === null ||
    mine.includes(seat) ||
    mine.some((one) => [facts.to, facts.by, facts.taker].includes(one)),
};

/** @type {import('./contract.js').End} */
const end = {
  start: () => ({}),
  remark: () => {},
  lines: () => [],
  headline: () => '',
  why: ({ outcome }) => (outcome ? say(outcome.reason) : ''),
  score(view, seat) {
    const count = view.outcome?.scores[seat] ?? 0,
      key = `page.score.${view.game}`;
    // Without words for its unit a score is a number.
    return knows(key) ? say(key, { count }) : new Intl.NumberFormat(locale()).format(count);
  },
};

/** The icons of events at which every game turns. @type {Record<string, string>} */
const TURNING = { over: 'trophy', score: 'stats', out: 'crown' };

/** @type {import('./contract.js').GamePage} */
export const defaults = {
  layout: plain,
  prompt: ({ mine }) => (mine ? say('page.prompt.yours') : ''),
  frames: () => undefined,
  actions,
  marks,
  ears,
  end,
  stats: () => [],
  lessons: [],
  rules: [],
  examples: {},
  presets: { classic: {} },
  picture: () =>
    felt('#1d5443', '#34806a') +
    back(96, 104, -8) +
    card('Ac', 164, 106, -12) +
    card('Kd', 196, 102, 4) +
    card('Qs', 228, 108, 18),
  moods: (events) =>
    events.flatMap(({ kind, seat }) =>
      kind === 'out' && seat !== null ? [{ seat, mood: 'happy', kind: 'home', sound: 'purr' }] : [],
    ),
  turning: (event) => TURNING[event.kind] ?? '',
};

/**
 * A game's page with every part it lacks. A part with several entries keeps those it lacks too.
 * @param {Partial<import('./contract.js').GamePage>} page
 * @returns {import('./contract.js').GamePage}
 */
export const withDefaults = (page) => ({
  ...defaults,
  ...page,
  actions: { ...defaults.actions, ...page.actions },
  marks: { ...defaults.marks, ...page.marks },
  ears: { ...defaults.ears, ...page.ears },
  end: { ...defaults.end, ...page.end },
});
