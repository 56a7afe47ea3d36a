/** @file One card on the table: its element, and what lies on it. */

import { cardBack, cardFace } from '../../art/deck.js';
import { el, redraw } from '../../dom.js';
import { settings } from '../../state/settings.js';
import { HIDDEN } from '../view.js';

/** @typedef {import('../layout.js').Place} Place */
/** @typedef {import('./flight.js').Pose} Pose */
/** @typedef {{animation: Animation, from: Pose}} Flight */

/**
 * @typedef {object} Piece
 * @property {HTMLButtonElement} element
 * @property {HTMLElement} lift
 * @property {HTMLElement} flip
 * @property {HTMLElement} face
 * @property {HTMLElement} back
 * @property {string} card
 * @property {Place | null} place
 * @property {boolean} up
 * @property {number} turning how often it is still to be turned over before it lies as it should
 * @property {number} z
 * @property {Pose | null} pose
 * @property {Flight | null} flight
 */

/** The place in the middle from which cards are dealt. */
export const SHUFFLED = 'middle';

/** @type {Map<string, string>} */
const faces = new Map();

/** A card's face, drawn once. @param {string} card */
function drawnFace(card) {
  const { fourColour } = settings(),
    key = `${card}${fourColour}`;
  const known = faces.get(key) ?? cardFace(card, { fourColour });
  faces.set(key, known);
  return known;
}

/** A card that lies nowhere yet. @param {HTMLElement} felt @param {string} card @returns {Piece} */
export function makePiece(felt, card) {
  const face = el('span', { class: 'card-front' }),
    back = el('span', { class: 'card-rear' });
  const flip = el('span', { class: 'card-flip' }, face, back),
    lift = el('span', { class: 'card-lift' }, flip);
  const element = el(
    'button',
    { type: 'button', class: 'card', tabindex: '-1', 'aria-hidden': 'true' },
    lift,
  );
  felt.append(element);
  const parts = { element, lift, flip, face, back };
  drawBack(parts);
  return { ...parts, card, place: null, up: false, turning: 0, z: 0, pose: null, flight: null };
}

/** Draw the back that was chosen. @param {{back: HTMLElement}} piece */
export function drawBack({ back }) {
  redraw(back, cardBack(settings().back));
}

/**
 * Show a piece as it lies; one that is being turned over is shown when it has been.
 * @param {Piece} piece
 */
export function paint(piece) {
  if (piece.turning) return;
  if (piece.card !== HIDDEN && piece.up) redraw(piece.face, drawnFace(piece.card));
  const { element } = piece,
    open = piece.up && piece.card !== HIDDEN ? piece.card : undefined;
  if (element.classList.contains('up') !== piece.up) element.classList.toggle('up', piece.up);
  if (element.dataset.card === open) return;
  if (open) element.dataset.card = open;
  else delete element.dataset.card;
}
