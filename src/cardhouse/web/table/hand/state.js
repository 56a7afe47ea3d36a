/**
 * @file The state of the hand that is played here, and small functions that change it. Nothing here
 * knows an element of the page or a rule of a game.
 */

import { targets, together } from '../choices.js';

/** @typedef {import('../view.js').View} View */

/**
 * @typedef {object} HandState
 * @property {Set<string>} chosen the cards that were chosen
 * @property {boolean} early whether they are to be played as soon as that is asked for
 * @property {string[]} order the cards that can be chosen, as they lie
 * @property {string | null} cursor the card that the keyboard is at
 * @property {string | null} target the card on the table that is pointed at
 * @property {boolean} aiming the page asked which target is meant: keys go through the targets
 * @property {string} advice the action that a hint named for this moment; empty: none
 * @property {Set<string>} hinted the cards that are marked because of a hint
 * @property {View | null} played the view for which something was played, until the table has
 *   heard of it
 */

/**
 * @typedef {object} Moment what can be done now, and by whom
 * @property {View} view
 * @property {number} seat
 * @property {import('../../game/contract.js').GamePage} page
 * @property {import('../../game/contract.js').Actions} actions
 * @property {number} exactly how many cards are chosen before they go by a button; 0: any
 * @property {boolean} pair one of each of two zones goes at once
 * @property {boolean} one never more than one goes at a time
 */

/** @returns {HandState} */
export const createState = () => ({
  chosen: new Set(),
  early: false,
  order: [],
  cursor: null,
  target: null,
  aiming: false,
  advice: '',
  hinted: new Set(),
  played: null,
});

/** True if something can be done by who sees this view. @param {View} view */
export const awaits = (view) => view.legal.some((action) => action !== 'slap');

/** The chosen cards, as they lie. @param {HandState} state */
export const inOrder = (state) => state.order.filter((card) => state.chosen.has(card));

/** What was chosen was for another moment. @param {HandState} state */
export function forget(state) {
  state.chosen.clear();
  state.early = false;
  state.target = null;
  state.aiming = false;
  state.played = null;
}

/**
 * @param {HandState} state
 * @param {Iterable<string>} cards
 * @param {boolean} [ahead] to be played when it is asked for
 */
export function choose(state, cards, ahead = false) {
  state.chosen = new Set(cards);
  state.early = ahead && state.chosen.size > 0;
  state.aiming = false;
  if (!state.chosen.size) state.target = null;
}

/**
 * Choose a card along with the others if it goes with them, or take it back.
 * @param {HandState} state
 * @param {Moment} moment
 * @param {string} card
 * @param {boolean} [ahead]
 */
export function toggle(state, { view, exactly, pair, one }, card, ahead = false) {
  const next = new Set(state.chosen);
  if (next.has(card)) next.delete(card);
  else if (exactly) {
    // One too many takes the place of the first.
    const [first] = next;
    if (first && next.size >= exactly) next.delete(first);
    next.add(card);
  } else {
    // A card that can't go with those chosen takes their place.
    const set = together(view, card, state.order);
    const fits =
      pair || (!one && [...next].every((other) => set.includes(other) || other[0] === card[0]));
    if (!fits) next.clear();
    next.add(card);
  }
  state.cursor = card;
  choose(state, next, ahead);
}

/**
 * Go along the hand; with `extend` the cards gone over are chosen together.
 * @param {HandState} state
 * @param {Moment} moment
 * @param {number} by
 * @param {boolean} extend
 */
export function step(state, { exactly, pair }, by, extend) {
  const { order, cursor: from, chosen } = state;
  const at = from ? order.indexOf(from) : by > 0 ? -1 : order.length;
  const to = order[Math.max(0, Math.min(order.length - 1, at + by))];
  if (to === undefined) return;
  state.cursor = to;
  if (pair) return;
  const along = [...chosen, ...(from ? [from] : []), to];
  if (exactly && extend) choose(state, [...new Set(along)].slice(0, exactly));
  else if (!exactly) choose(state, extend ? [...chosen, to] : [to]);
}

/** The cards on the table that the chosen ones may go onto. @param {HandState} state */
export const aimsOf = (state, /** @type {View} */ view) =>
  targets(view, inOrder(state), state.order);

/**
 * Forget what isn't there any more; what a hint points at is pointed at.
 * @param {HandState} state
 * @param {string[]} order the cards that can be chosen now, as they lie
 * @param {View | null} view
 */
export function settle(state, order, view) {
  state.order = order;
  for (const card of state.chosen) if (!order.includes(card)) state.chosen.delete(card);
  if (!state.chosen.size) state.early = false;
  if (state.cursor && !order.includes(state.cursor)) state.cursor = null;
  const aims = view ? aimsOf(state, view) : new Map();
  if (aims.size < 2) state.aiming = false;
  if (!state.chosen.size) return;
  if (state.target && !aims.has(state.target)) state.target = null;
  state.target ??= [...aims].find(([, action]) => action === state.advice)?.[0] ?? null;
}
