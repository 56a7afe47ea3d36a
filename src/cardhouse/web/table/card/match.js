/**
 * @file Which card goes where. A view doesn't say which of its hidden cards is which, so a card
 * that was known stays the same element, and a card that comes to light was one of the hidden ones
 * of the place it came from.
 */

import { HIDDEN } from '../view.js';
import { SHUFFLED } from './piece.js';

/** @typedef {import('./piece.js').Piece} Piece */
/** @typedef {import('../layout.js').Place} Place */

/**
 * Where pieces should go: each piece with its place.
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {number | null} actor
 * @returns {Map<Place, Piece>}
 */
export function match(pieces, places, actor) {
  /** @type {Map<Place, Piece>} */
  const found = new Map();
  const free = new Set(pieces);
  const give = (/** @type {Place} */ place, /** @type {Piece | undefined} */ piece) => {
    if (!piece) return false;
    free.delete(piece);
    found.set(place, piece);
    return true;
  };
  const named = new Map(
    pieces.filter((piece) => piece.card !== HIDDEN).map((piece) => [piece.card, piece]),
  );
  for (const place of places) if (place.card !== HIDDEN) give(place, named.get(place.card));
  const left = () => places.filter((place) => !found.has(place));
  /** @param {string} zone @param {(piece: Piece) => boolean} fits */
  const lying = (zone, fits) =>
    [...free]
      .filter((piece) => piece.place?.zone === zone && fits(piece))
      .sort((a, b) => a.z - b.z);
  for (const zone of new Set(
    left()
      .filter((place) => place.card === HIDDEN)
      .map((place) => place.zone),
  )) {
    const here = [
      ...lying(zone, (piece) => piece.card === HIDDEN),
      ...lying(zone, (piece) => piece.card !== HIDDEN),
    ];
    left()
      .filter((place) => place.zone === zone && place.card === HIDDEN)
      .forEach((place, at) => {
        give(place, here[at]);
      });
  }
  for (const place of left().filter((one) => one.card !== HIDDEN)) {
    const unknown = [...free].filter((piece) => piece.card === HIDDEN);
    const from = [place.zone, `hand ${actor}`, `down ${actor}`, 'draw', 'stock', SHUFFLED];
    const nearest = from
      .map(
        (zone) =>
          unknown.filter((piece) => piece.place?.zone === zone).sort((a, b) => b.z - a.z)[0],
      )
      .find(Boolean);
    give(place, nearest ?? unknown[unknown.length - 1]);
  }
  for (const place of left()) {
    const rest = [...free].sort((a, b) => b.z - a.z);
    give(
      place,
      rest.find((piece) => piece.place?.zone === 'draw' || piece.place?.zone === 'stock') ??
        rest[0],
    );
  }
  return found;
}
