/** @file What pressing, dragging and dropping cards does. */

import { settings } from '../../state/settings.js';
import { onlyPlay, playable, plays, targets } from '../choices.js';
import { HIDDEN, isBetween } from '../view.js';
import { question } from './marks.js';
import { faceDown, isTarget, momentOf } from './pieces.js';
import { aimsOf, awaits, choose, inOrder, toggle } from './state.js';

/** @typedef {import('../cards.js').Piece} Piece */
/** @typedef {import('./pieces.js').Hand} Hand */
/** @typedef {import('./state.js').Moment} Moment */

/** How near to a card on the table one is dropped onto it, in pixels. */
const BEFORE = 8,
  BEHIND = 30;

/**
 * Until the table has heard of it, nothing else can be played.
 * @param {Hand} hand
 * @param {string} action
 * @param {string} [card] what it is played with
 * @param {HTMLElement | null} [beside]
 */
export function send(
  hand,
  action,
  card = '',
  beside = hand.table.cards.find(card)?.element ?? null,
) {
  hand.state.played = hand.table.view();
  hand.state.aiming = false;
  hand.state.target = null;
  hand.table.act(action, beside);
  hand.update();
}

/**
 * Play cards, legal or not: why not is said next to them. Where they may go onto several cards and
 * none is pointed at, the page asks.
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {string[]} cards
 * @param {import('../../game/contract.js').Drop} [drop]
 */
export function play(hand, { view, seat, actions }, cards, drop) {
  if (!cards.length) return;
  const { state } = hand,
    pointed = state.target ? { target: state.target } : undefined;
  const action = actions.meant(view, seat, cards, drop ?? pointed);
  if (!action) return;
  const aims = targets(view, cards, state.order);
  const open = isOpen(aims, action, drop ? drop.target : state.target);
  const aimed = open ? aims.get(state.target ?? '') : action;
  if (aimed) send(hand, aimed, cards.at(-1));
  else ask(hand, cards);
}

/**
 * True if an action stands for several that differ in the card it goes onto, and none is meant yet.
 * @param {Map<string, string>} aims
 * @param {string} action
 * @param {string | null | undefined} target
 */
const isOpen = (aims, action, target) =>
  aims.size > 1 && !aims.has(target ?? '') && [...aims.values()].includes(action);

/** Ask onto which card these are to go. @param {Hand} hand @param {string[]} cards */
function ask(hand, cards) {
  choose(hand.state, cards);
  hand.state.aiming = true;
  hand.changed();
  hand.table.asks(question(hand));
}

/** A button for an action was pressed. @param {Hand} hand @param {string} action */
export function act(hand, action) {
  const moment = momentOf(hand),
    { state } = hand;
  if (moment && isOpen(aimsOf(state, moment.view), action, state.target)) ask(hand, inOrder(state));
  else hand.table.act(action, null);
}

/** True if the chosen cards can be played. @param {Hand} hand @param {Moment} moment */
function canPlay({ state }, { view, seat, actions }) {
  const drop = state.target ? { target: state.target } : undefined;
  const action = actions.meant(view, seat, inOrder(state), drop) ?? '';
  return state.chosen.size > 0 && view.legal.includes(action);
}

/**
 * A card was pressed; whether that settled it, so that pressing it once more is another matter.
 * @param {Hand} hand
 * @param {Piece} piece
 * @param {boolean} twice
 */
export function pressed(hand, piece, twice) {
  const moment = momentOf(hand),
    { state } = hand;
  if (!moment) return false;
  if (isTarget(hand, moment, piece)) return pressedTarget(hand, moment, piece.card);
  const blind = faceDown(hand, moment, piece);
  if (blind) return pressedBlind(hand, moment, blind, piece);
  if (piece.card === HIDDEN || moment.view.outcome) return false;
  if (moment.pair) return pressedPair(hand, moment, piece.card);
  if (awaits(moment.view)) return pressedInTurn(hand, moment, piece.card, twice);
  if (state.early || !state.chosen.has(piece.card)) toggle(state, moment, piece.card, true);
  else choose(state, state.chosen, true);
  hand.changed();
  return state.early;
}

/** @param {Hand} hand @param {Moment} moment @param {string} blind @param {Piece} piece */
function pressedBlind(hand, { view }, blind, piece) {
  if (isBetween(view)) return false;
  send(hand, blind, '', piece.element);
  return true;
}

/**
 * The second of two that is pressed while something else is shown waits until that was seen.
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {string} card
 */
function pressedPair(hand, moment, card) {
  const { state } = hand;
  toggle(state, moment, card, state.chosen.size === 1 && !awaits(moment.view));
  hand.changed();
  if (state.chosen.size === 2 && canPlay(hand, moment)) play(hand, moment, inOrder(state));
  return false;
}

/**
 * A card on the table: what was chosen goes onto it; without a choice, the next card does.
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {string} card
 */
function pressedTarget(hand, { view, seat, actions }, card) {
  const { state } = hand,
    cards = inOrder(state);
  const action = cards.length ? actions.meant(view, seat, cards, { target: card }) : undefined;
  const fits = aimsOf(state, view).get(card);
  // What can't go there is refused with the reason, unless the game would do something else.
  if (fits || (action && !view.legal.includes(action))) {
    send(hand, fits ?? action ?? '', cards.at(-1));
    return true;
  }
  const again = state.target === card;
  choose(state, []);
  state.target = again ? null : card;
  hand.changed();
  return false;
}

/** @param {Hand} hand @param {Moment} moment @param {string} card @param {boolean} twice */
function pressedInTurn(hand, moment, card, twice) {
  const { state } = hand,
    { view } = moment;
  const was = state.chosen.has(card);
  const only = settings().oneTap ? onlyPlay(view, card, state.order) : undefined;
  const pointed = state.target ? targets(view, [card], state.order).get(state.target) : undefined;
  if (moment.exactly || (was && state.aiming)) {
    toggle(state, moment, card);
    hand.changed();
    return false;
  }
  if (pointed && !was) send(hand, pointed, card);
  else if (only && !(was && state.chosen.size > 1)) send(hand, only, card);
  // Pressing what can't be played asks the house, which says why.
  else if (!was && !playable(view).has(card)) play(hand, moment, [card]);
  else if (was && canPlay(hand, moment)) play(hand, moment, inOrder(state));
  else if (twice) play(hand, moment, was && state.chosen.size > 1 ? inOrder(state) : [card]);
  else {
    if (!state.chosen.size) state.target = null;
    toggle(state, moment, card);
    hand.changed();
    return false;
  }
  return true;
}

/**
 * What was chosen before one was asked is played now that one is: if it can be, and means one
 * thing. What can't be is refused, with the reason.
 * @param {Hand} hand
 */
export function playEarly(hand) {
  const moment = momentOf(hand),
    { state, table } = hand;
  if (!state.early || !moment || !awaits(moment.view) || !table.open()) return;
  state.early = false;
  if (table.kept?.()) {
    // The house does it, or has found that it can't be done.
    choose(state, []);
    return hand.changed();
  }
  const cards = inOrder(state),
    [action, other] = plays(moment.view, cards, state.order);
  if (action && !other) send(hand, action, cards.at(-1));
  else if (action) hand.update();
  else {
    choose(state, []);
    hand.changed();
    play(hand, moment, cards);
  }
}

/**
 * Cards were dropped somewhere.
 * @param {Hand} hand
 * @param {Piece[]} pieces
 * @param {number} x
 * @param {number} y
 */
export function dropped(hand, pieces, x, y) {
  const moment = momentOf(hand),
    { state, table } = hand,
    geometry = table.layout()?.geometry,
    piece = pieces[0];
  if (!moment || !geometry || !piece) return;
  const lowest = geometry.hand.y + (piece.place?.zone.startsWith('hand') ? 0 : -geometry.ch);
  if (!moment.pair && y > lowest) return;
  const blind = faceDown(hand, moment, piece);
  if (blind) return void pressedBlind(hand, moment, blind, piece);
  const cards = pieces.map((one) => one.card);
  const ahead = !awaits(moment.view) && !moment.pair;
  if (ahead || cards.length < moment.exactly) {
    const more = [...new Set([...state.chosen, ...cards])].slice(0, moment.exactly);
    choose(state, ahead ? cards : more, ahead);
    return hand.changed();
  }
  const target = moment.pair ? partner(hand, piece, x, y) : targetAt(hand, x, y);
  play(hand, moment, cards, target ? { target } : {});
}

/**
 * The open card onto which one of a pair was dropped.
 * @param {Hand} hand
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 */
function partner({ table }, piece, x, y) {
  const { cw, ch } = table.layout()?.geometry ?? { cw: 0, ch: 0 };
  return table.cards
    .all()
    .find(
      ({ place, card }) =>
        card !== piece.card &&
        place?.up &&
        Math.abs(place.x - x) < cw / 2 &&
        Math.abs(place.y - y) < ch / 2,
    )?.card;
}

/** The card on the table that lies there. @param {Hand} hand @param {number} x @param {number} y */
function targetAt({ table }, x, y) {
  return Object.entries(table.layout()?.boxes ?? {})
    .find(
      ([key, box]) =>
        key.startsWith('card ') &&
        x >= box.x - BEFORE &&
        x <= box.x + box.w + BEHIND &&
        y >= box.y - BEFORE &&
        y <= box.y + box.h + BEHIND,
    )?.[0]
    .slice('card '.length);
}
