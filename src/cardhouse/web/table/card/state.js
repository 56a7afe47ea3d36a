/** @file The cards of one table. */

/** @typedef {import('../layout.js').Layout} Layout */

/**
 * When the faces that come to light are seen, by the page's clock, and what is done then.
 * @typedef {{at: number, drawn: () => void}} Reveal
 */

/**
 * @typedef {object} CardState
 * @property {HTMLElement} felt
 * @property {import('./piece.js').Piece[]} pieces
 * @property {Layout | null} shown how they were laid out last
 * @property {(() => void)[]} waiting what is to be done once no card is halfway round
 */

/** @param {HTMLElement} felt @returns {CardState} */
export const createState = (felt) => ({ felt, pieces: [], shown: null, waiting: [] });
