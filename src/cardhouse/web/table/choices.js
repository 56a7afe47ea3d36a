/** @file What a player can do with which cards: read from what is legal, so that no rule is written twice. */

import { SLAP_GAMES, rank, zone } from './view.js';

/** @typedef {import('../types.js').View} View */

const KNOWN = new Set(['hearts', 'threes', 'durak']);

/** @param {string} action */
export const verb = (action) => action.split(' ', 1)[0] ?? '';

/** @param {string} action */
export const cardsOf = (action) => action.split(' ').slice(1);

/** The zones of a seat from which cards can be chosen now. @param {View} view @param {number} seat @returns {string[]} */
export function sources(view, seat) {
  if (SLAP_GAMES.has(view.game)) return [];
  if (view.game !== 'threes') return ['hand'];
  if (view.phase === 'swap') return ['hand', 'up'];
  if (zone(view, 'hand', seat).length) return ['hand'];
  return zone(view, 'up', seat).length ? ['up'] : ['down'];
}

/** All cards that some legal action uses from one's own side. @param {View} view @returns {Set<string>} */
export function playable(view) {
  /** @type {Set<string>} */
  const cards = new Set();
  for (const action of view.legal) {
    const used = cardsOf(action);
    if (verb(action) === 'beat') used.shift();
    if (verb(action) !== 'blind') for (const card of used) cards.add(card);
  }
  return cards;
}

/** How many cards have to be chosen one by one before anything can be done; 0: a card can go alone. @param {View} view */
export const wanted = (view) => (view.game === 'hearts' && view.phase === 'pass' ? 3 : 0);

/** The same cards in the same order as a legal action has them. @param {View} view @param {string} name @param {string[]} cards */
function legalWith(view, name, cards) {
  const sorted = [...cards].sort().join(' ');
  return view.legal.find((action) => verb(action) === name && cardsOf(action).sort().join(' ') === sorted);
}

/**
 * The action that playing these cards means, legal or not; undefined: nothing could be meant.
 * @param {View} view @param {number} seat @param {string[]} cards @param {{target?: string, forward?: boolean}} [how] the card they were dropped on
 * @returns {string | undefined}
 */
export function actionFor(view, seat, cards, { target, forward } = {}) {
  if (!cards.length) return undefined;
  const all = cards.join(' ');
  if (view.game === 'hearts') return view.phase === 'pass' ? legalWith(view, 'pass', cards) ?? `pass ${all}` : `play ${all}`;
  if (view.game === 'threes') {
    if (view.phase !== 'swap') return legalWith(view, 'play', cards) ?? `play ${all}`;
    const hand = zone(view, 'hand', seat);
    const given = cards.filter((card) => hand.includes(card)), taken = cards.filter((card) => !hand.includes(card));
    if (target && !hand.includes(target)) taken.push(target);
    return given.length === 1 && taken.length === 1 ? `swap ${given[0]} ${taken[0]}` : undefined;
  }
  if (view.game === 'durak') return durakAction(view, seat, cards, target, forward);
  const sorted = [...cards].sort().join(' ');
  return view.legal.find((action) => cardsOf(action).sort().join(' ') === sorted) ?? `play ${all}`;
}

/** @param {View} view @param {number} seat @param {string[]} cards @param {string | undefined} target @param {boolean | undefined} forward */
function durakAction(view, seat, cards, target, forward) {
  const all = cards.join(' ');
  if (view.roles.defender !== seat) return legalWith(view, 'attack', cards) ?? `attack ${all}`;
  const passOn = legalWith(view, 'forward', cards);
  if (forward) return passOn ?? `forward ${all}`;
  const open = /** @type {[string, string][]} */ (view.facts.pairs ?? []).filter(([, defence]) => !defence).map(([attack]) => attack);
  if (cards.length === 1) {
    if (target && open.includes(target)) return `beat ${target} ${cards[0]}`;
    const beats = open.filter((attack) => view.legal.includes(`beat ${attack} ${cards[0]}`));
    const best = beats.sort((a, b) => rank(b) - rank(a))[0];
    if (best) return `beat ${best} ${cards[0]}`;
  }
  return passOn ?? (open[0] ? (cards.length === 1 ? `beat ${open[0]} ${cards[0]}` : `forward ${all}`) : `attack ${all}`);
}

/** All that may go together with a card, that card included. @param {View} view @param {string} card @returns {string[]} */
export function together(view, card) {
  const sets = view.legal.filter((action) => ['play', 'attack', 'forward'].includes(verb(action)) && cardsOf(action).includes(card)).map(cardsOf);
  return sets.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The only sensible thing to do, where nothing is chosen. @param {View} view @returns {string | undefined} */
export function sensible(view) {
  const actions = view.legal.filter((action) => verb(action) !== 'slap');
  if (actions.length === 1) return actions[0];
  const plays = actions.filter((action) => !['take', 'done', 'pickup', 'pass', 'ready'].includes(verb(action)));
  return plays.length === 1 ? plays[0] : undefined;
}

/** What `take` means now. @param {View} view @returns {string | undefined} */
export const taking = (view) => ['pickup', 'take', 'done', 'pass', 'ready'].map((name) => view.legal.find((action) => action === name)).find(Boolean);

/**
 * The buttons for a seat: words, the action, and whether it is what one usually wants.
 * @param {View} view @param {number} seat @param {string[]} chosen
 * @returns {{key: string, facts?: Record<string, any>, action: string, main?: boolean, off?: boolean}[]}
 */
export function buttons(view, seat, chosen) {
  /** @type {{key: string, facts?: Record<string, any>, action: string, main?: boolean, off?: boolean}[]} */
  const found = [];
  if (view.outcome) return found;
  if (SLAP_GAMES.has(view.game)) return found;
  const legal = new Set(view.legal);
  if (wanted(view)) {
    if (!view.facts.choice) found.push({ key: 'page.do.pass_cards', action: actionFor(view, seat, chosen) ?? '', main: true, off: chosen.length !== 3 });
    return found;
  }
  const action = actionFor(view, seat, chosen);
  if (action && legal.has(action)) found.push({ key: `page.do.${verb(action)}`, action, main: true });
  if (view.game === 'durak' && chosen.length) {
    const passOn = actionFor(view, seat, chosen, { forward: true });
    if (passOn && passOn !== action && legal.has(passOn)) found.push({ key: 'page.do.forward', action: passOn });
  }
  if (!KNOWN.has(view.game)) {
    // A game that the page knows nothing of: a button for whatever is done without cards.
    const bare = view.legal.filter((each) => !cardsOf(each).some((word) => word.length > 1) && each !== action);
    return [...found, ...bare.map((each) => ({ key: `page.do.${each.replace(' ', '.')}`, action: each }))];
  }
  for (const name of ['ready', 'pickup', 'pass', 'take', 'done']) if (legal.has(name)) found.push({ key: name === 'pass' ? 'page.do.pass_turn' : `page.do.${name}`, action: name, main: view.legal.length === 1 });
  return found;
}
