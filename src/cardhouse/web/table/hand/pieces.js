/** @file Which pieces on the table belong to the hand that is played here, and to its targets. */

import { pageOf } from '../../state/games.js';
import { targetable } from '../choices.js';
import { between } from '../view.js';

/** @typedef {import('../cards.js').Piece} Piece */
/** @typedef {import('../view.js').View} View */
/** @typedef {import('./state.js').HandState} HandState */
/** @typedef {import('./state.js').Moment} Moment */

/**
 * @typedef {object} Table what the hand needs from its table
 * @property {HTMLElement} felt
 * @property {import('../cards.js').Cards} cards
 * @property {() => import('../layout.js').Layout | null} layout
 * @property {() => View | null} view as it is shown, of the seat whose hand is open; while
 *   something is still to be shown, nothing is awaited in it
 * @property {() => number | null} seat whose hand is open
 * @property {(action: string, beside: HTMLElement | null) => void} act
 * @property {() => boolean} open whether the table would hear of an action now
 * @property {() => void} changed the choice is another one
 * @property {(words: string) => void} asks says a question that has to be answered first
 * @property {() => boolean} [kept] whether the house does what was chosen before one's turn
 */

/**
 * @typedef {object} Hand
 * @property {Table} table
 * @property {HandState} state
 * @property {() => void} update show the state
 * @property {() => void} changed show the state, and tell the table that another choice was made
 */

/** Cards further apart than this from top to bottom lie in different rows, in pixels. */
const ROW = 60;

/** @param {Piece} a @param {Piece} b */
export const byRow = (a, b) =>
  (a.place?.y ?? 0) - (b.place?.y ?? 0) > ROW ? 1 : (a.place?.x ?? 0) - (b.place?.x ?? 0);

/** What can be done now, and by whom; null: nothing. @param {Hand} hand @returns {Moment | null} */
export function momentOf({ table, state }) {
  const shown = table.view(),
    seat = table.seat();
  if (!shown || seat === null) return null;
  const view = shown === state.played ? between(shown) : shown;
  const page = pageOf(view.game),
    { exactly = 0, pair = false, one = false } = page.actions.picking(view);
  return { view, seat, page, actions: page.actions, exactly, pair, one };
}

/** True if a piece can be chosen. @param {Moment} moment @param {Piece} piece */
function isOwn({ view, seat, actions }, { place }) {
  const [name = '', whose] = place?.zone.split(' ') ?? [];
  return Number(whose) === seat && actions.sources(view, seat).includes(name);
}

/** The pieces that can be chosen, as they are read. @param {Hand} hand @param {Moment} moment */
export const ownPieces = ({ table }, moment) =>
  table.cards
    .all()
    .filter((piece) => isOwn(moment, piece))
    .sort(byRow);

/**
 * The pieces on the table onto which some card of the hand may go now, as they are read.
 * @param {Hand} hand
 * @param {Moment} moment
 */
export function targetPieces({ table, state }, { view }) {
  const cards = targetable(view, state.order);
  return table.cards
    .all()
    .filter((piece) => cards.has(piece.card))
    .sort(byRow);
}

/** True if a piece can be pressed. @param {Hand} hand @param {Piece} piece */
export function isPressable(hand, piece) {
  const moment = momentOf(hand);
  return !!moment && (isOwn(moment, piece) || isTarget(hand, moment, piece));
}

/** @param {Hand} hand @param {Moment} moment @param {Piece} piece */
export const isTarget = ({ state }, { view }, { card }) => targetable(view, state.order).has(card);

/**
 * What pressing one's own face-down card does; empty: nothing.
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {Piece} piece
 */
export function faceDown({ table }, { view, seat, actions }, piece) {
  const [name = '', whose] = piece.place?.zone.split(' ') ?? [];
  if (Number(whose) !== seat) return '';
  const row = table.cards
    .all()
    .filter((one) => one.place?.zone === piece.place?.zone)
    .sort((a, b) => (a.place?.x ?? 0) - (b.place?.x ?? 0));
  return actions.faceDown(view, seat, name, row.indexOf(piece));
}
