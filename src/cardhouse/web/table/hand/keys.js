/** @file What the keys do with the cards. */

import { instead, numbered, playable, sensible, together } from '../choices.js';
import { suit } from '../view.js';
import { faceDown, momentOf, ownPieces, targetPieces } from './pieces.js';
import { play, pressed, send } from './presses.js';
import { aimsOf, awaits, choose, inOrder, step } from './state.js';

/** @typedef {import('./pieces.js').Hand} Hand */
/** @typedef {import('./state.js').Moment} Moment */

/** @type {Record<string, (hand: Hand, moment: Moment, event: KeyboardEvent) => void>} */
const KEYS = {
  ArrowLeft: (hand, moment, { shiftKey }) => move(hand, moment, -1, shiftKey),
  ArrowRight: (hand, moment, { shiftKey }) => move(hand, moment, 1, shiftKey),
  ArrowUp: confirm,
  Enter: confirm,
  ArrowDown: decline,
  g: nextSuit,
};

/**
 * A key that concerns the cards; true: it was used.
 * @param {Hand} hand
 * @param {KeyboardEvent} event
 */
export function key(hand, event) {
  const moment = momentOf(hand),
    { state } = hand;
  if (!moment) return false;
  const does = KEYS[/^KeyG$/.test(event.code) ? 'g' : event.key];
  const number = /^\d$/.test(event.key) ? numbered(moment.view, event.key) : undefined;
  if (number) send(hand, number);
  else if (event.key === 'Escape' && (state.chosen.size || state.target)) back(hand);
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
    chooseAll(hand, moment);
  else if (does) does(hand, moment, event);
  else return false;
  return true;
}

/** From the targets to the hand, and from a choice to none. @param {Hand} hand */
function back(hand) {
  const { state } = hand;
  if (state.aiming) choose(state, state.chosen);
  else choose(state, []);
  state.target = null;
  hand.changed();
}

/** @param {Hand} hand @param {Moment} moment @param {number} by @param {boolean} extend */
function move(hand, moment, by, extend) {
  const { state, table } = hand;
  if (state.aiming) return moveAim(hand, moment, by);
  step(state, moment, by, extend);
  hand.changed();
  if (state.cursor) table.cards.find(state.cursor)?.element.focus({ preventScroll: true });
}

/** Go through the cards onto which the chosen ones may go. */
function moveAim(/** @type {Hand} */ hand, /** @type {Moment} */ moment, /** @type {number} */ by) {
  const { state } = hand,
    aims = aimsOf(state, moment.view);
  const all = targetPieces(hand, moment).filter(({ card }) => aims.has(card));
  const at = all.findIndex(({ card }) => card === state.target);
  const next = all[(at < 0 && by < 0 ? all.length - 1 : at + by + all.length) % all.length];
  if (!next) return;
  state.target = next.card;
  hand.changed();
  next.element.focus({ preventScroll: true });
}

/** To the first card of the next suit in the hand. @param {Hand} hand @param {Moment} moment */
function nextSuit(hand, moment) {
  const { order, cursor } = hand.state;
  const at = cursor ? order.indexOf(cursor) : -1;
  const round = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  const next = cursor ? round.find((card) => suit(card) !== suit(cursor)) : order[0];
  if (next) move(hand, moment, order.indexOf(next) - at, false);
}

/** Choose all that can go along with a card. @param {Hand} hand @param {Moment} moment */
function chooseAll(hand, { view, exactly, pair }) {
  const { state } = hand;
  const card = state.cursor ?? state.order.find((one) => playable(view).has(one));
  if (!card || exactly) return;
  const set = pair ? [] : together(view, card, state.order);
  choose(state, set.length ? set : [card]);
  hand.changed();
}

/** Play what is chosen, or what there is to do. @param {Hand} hand @param {Moment} moment */
function confirm(hand, moment) {
  const { view, actions, exactly, pair } = moment,
    { state, table } = hand,
    { chosen, cursor } = state;
  if (exactly) {
    if (chosen.size === exactly) return play(hand, moment, inOrder(state));
    if (!cursor || chosen.has(cursor)) return;
    choose(state, [...chosen, cursor]);
    return hand.changed();
  }
  if (pair && cursor) {
    const piece = table.cards.find(cursor);
    if (piece && !(chosen.has(cursor) && chosen.size === 1)) pressed(hand, piece, false);
  } else if (chosen.size && awaits(view)) play(hand, moment, inOrder(state));
  else if (chosen.size) {
    choose(state, chosen, true);
    hand.changed();
  } else {
    const action = sensible(actions, view) ?? firstBlind(hand, moment);
    if (action) send(hand, action);
  }
}

/** The first action on a face-down card of one's own. @param {Hand} hand @param {Moment} moment */
const firstBlind = (hand, moment) =>
  ownPieces(hand, moment)
    .map((piece) => faceDown(hand, moment, piece))
    .find((action) => moment.view.legal.includes(action));

/**
 * Take a choice back or, where there is none, take, pass or end.
 * @param {Hand} hand
 * @param {Moment} moment
 */
function decline(hand, { view, actions, exactly }) {
  const { state } = hand,
    { chosen, cursor } = state;
  if (exactly && cursor && chosen.has(cursor)) {
    choose(
      state,
      [...chosen].filter((card) => card !== cursor),
    );
    hand.changed();
  } else if (chosen.size || state.target) back(hand);
  else {
    const action = instead(actions, view);
    if (action) send(hand, action);
  }
}
