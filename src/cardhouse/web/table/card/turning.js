/** @file Turning cards over: halfway round a card shows its other side. */

import { paint } from './piece.js';

/** @typedef {import('./piece.js').Piece} Piece */
/** @typedef {import('./state.js').CardState} CardState */

/** What is drawn is on the screen a frame later: it is drawn sooner by this many milliseconds. */
const AHEAD = 12;
/** How wide a face that must be read at once is from its first frame on. */
const READABLE = 0.7;
/** How long such a face takes to open, in milliseconds. */
const OPENS = 70;

/** How wide a card is on its edge; nothing at all would not be drawn. */
const EDGE = { scale: '0.02 1' },
  WHOLE = { scale: '1 1' };

/** True while a card is halfway round. @param {CardState} state */
export const isTurning = ({ pieces }) => pieces.some((piece) => piece.turning > 0);

/**
 * A piece lies as it should: tell those who waited for it.
 * @param {CardState} state
 * @param {Piece} piece
 */
function turned(state, piece) {
  piece.turning -= 1;
  paint(piece);
  if (isTurning(state)) return;
  const told = state.waiting;
  state.waiting = [];
  for (const then of told) then();
}

/**
 * Turn a piece over, halfway through its flight.
 * @param {CardState} state @param {Piece} piece @param {number} time
 */
export function turnOver(state, piece, time) {
  if (time === 0) return turned(state, piece);
  const duration = time / 2,
    away = piece.flip.animate([WHOLE, EDGE], { duration, easing: 'ease-in' });
  away.onfinish = () => {
    turned(state, piece);
    piece.flip.animate([EDGE, WHOLE], { duration, easing: 'ease-out' });
  };
  away.oncancel = () => turned(state, piece);
}

/**
 * Turn a piece over so that its face is seen at a moment, whatever moves on this screen: the
 * frames decide, not an animation's end.
 * @param {CardState} state
 * @param {Piece} piece
 * @param {number} time how long it usually takes; 0: nothing moves
 * @param {import('./state.js').Reveal} reveal
 */
export function turnOverAt(state, piece, time, { at, drawn }) {
  const duration = at - performance.now();
  const away =
    time > 0 && duration > 0
      ? piece.flip.animate([WHOLE, EDGE], { duration, easing: 'ease-in', fill: 'forwards' })
      : null;
  const open = () => {
    away?.cancel();
    turned(state, piece);
    if (away) piece.flip.animate([{ scale: `${READABLE} 1` }, WHOLE], { duration: OPENS });
    drawn();
  };
  const frame = (/** @type {number} */ now) =>
    now >= at - AHEAD ? open() : requestAnimationFrame(frame);
  // A page that nobody sees has no frames.
  if (document.hidden) open();
  else requestAnimationFrame(frame);
}
