/**
 * @file The hand: which cards are chosen, which can be played, and what clicking, dragging and keys
 * do with them. The state and each thing done with it are in `hand/`.
 */

import { buttons } from './choices.js';
import { createDrag } from './drag.js';
import { key } from './hand/keys.js';
import { mark, question } from './hand/marks.js';
import { isPressable, isTarget, momentOf } from './hand/pieces.js';
import { act, dropped, playEarly, pressed } from './hand/presses.js';
import { awaits, choose, createState, forget, inOrder } from './hand/state.js';
import { cardsOf } from './view.js';

/** @typedef {import('./cards.js').Piece} Piece */
/** @typedef {import('./hand/pieces.js').Hand} Hand */

/** @param {import('./hand/pieces.js').Table} table */
export function createHands(table) {
  const state = createState();
  /** @type {Hand} */
  const hand = {
    table,
    state,
    update: () => mark(hand),
    changed() {
      mark(hand);
      table.changed();
    },
  };

  /** What goes along with a card that is dragged; nothing with one on the table. */
  function along(/** @type {Piece} */ piece) {
    const moment = momentOf(hand);
    if (moment && isTarget(hand, moment, piece)) return [];
    if (!state.chosen.has(piece.card)) return [piece];
    return inOrder(state)
      .map((card) => table.cards.find(card))
      .filter((one) => one !== undefined);
  }

  const drag = createDrag({
    felt: table.felt,
    pieces: along,
    of(target) {
      const piece = table.cards.of(target);
      return piece && isPressable(hand, piece) ? piece : undefined;
    },
    pressed: (piece, twice) => pressed(hand, piece, twice),
    dropped: (pieces, x, y) => dropped(hand, pieces, x, y),
  });

  return {
    update: hand.update,
    chosen: () => inOrder(state),
    /** The view in which something may be awaited; null: nobody plays from here. */
    view: () => momentOf(hand)?.view ?? null,
    /** The open cards that can be chosen, as they lie. */
    cards: () => state.order,
    /** The cards that are to be played as soon as that is asked for. */
    early: () => (state.early ? inOrder(state) : []),
    playEarly: () => playEarly(hand),
    /** The action that those cards are meant for; empty: none, or it is one's turn. */
    ahead() {
      const moment = momentOf(hand);
      if (!moment || !state.early || awaits(moment.view)) return '';
      return moment.actions.meant(moment.view, moment.seat, inOrder(state)) ?? '';
    },
    /** Choose the cards of an action that was chosen before. @param {string} action */
    recall(action) {
      choose(state, cardsOf(action), true);
      hand.changed();
    },
    question: () => question(hand),
    forget: () => forget(state),
    /** What was asked for will not be done. */
    refused() {
      state.played = null;
      hand.update();
    },
    clear() {
      choose(state, []);
      hand.changed();
    },
    /** A hint names an action; empty: it is of no use any more. @param {string} action */
    hint(action) {
      state.advice = action;
      state.hinted = new Set(cardsOf(action));
      hand.update();
    },
    /** The cards of a hint are marked no longer; what it named is still known. */
    unmark() {
      state.hinted = new Set();
      hand.update();
    },
    stop: drag.stop,
    /** A button for an action was pressed. @param {string} action */
    act: (action) => act(hand, action),
    /** A key that concerns the cards; true: it was used. @param {KeyboardEvent} event */
    key: (event) => key(hand, event),
    /** The buttons that fit now. */
    buttons() {
      const moment = momentOf(hand);
      if (!moment) return [];
      return buttons(moment.actions, moment.view, moment.seat, inOrder(state), state.target);
    },
  };
}
