/**
 * @file The cards on the table. Each is one element that moves for as long as the table is open.
 * The state and each thing done with it are in `card/`.
 */

import { gather, show } from './card/moves.js';
import { drawBack, paint } from './card/piece.js';
import { createState } from './card/state.js';
import { isTurning } from './card/turning.js';
import { HIDDEN } from './view.js';

/** @typedef {import('./card/piece.js').Piece} Piece */
/** @typedef {import('./card/state.js').Reveal} Reveal */

/** The cards of one table. @param {HTMLElement} felt */
export function createCards(felt) {
  const state = createState(felt);
  return {
    /** The pieces, to be marked and pressed. */
    all: () => state.pieces,

    /** The piece that shows this card. @param {string} card */
    find: (card) => state.pieces.find((piece) => piece.card === card && card !== HIDDEN),

    /** The piece an element belongs to. @param {EventTarget | null} target */
    of: (target) =>
      state.pieces.find((piece) => target instanceof Node && piece.element.contains(target)),

    /**
     * Do something as soon as no card is halfway round: every face that is to be seen is there.
     * @param {() => void} then
     */
    turnedOver(then) {
      if (isTurning(state)) state.waiting.push(then);
      else then();
    },

    /**
     * Lay the cards out as planned; returns how long that takes.
     * @param {import('./layout.js').Layout} layout
     * @param {import('./card/moves.js').How} [how]
     */
    show: (layout, how) => show(state, layout, how),

    /** Bring all cards to the middle, all of them unknown; returns how long that takes. */
    gather: () => gather(state),

    /** Draw all of them again, after another deck was chosen. */
    repaint() {
      for (const piece of state.pieces) {
        drawBack(piece);
        paint(piece);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createCards>} Cards */
