/** @file What lies under the panel at the end: nothing sticks out from under it. */

/** @typedef {import('./layout.js').Box} Box */

/** Words in the middle of the table. */
const WORDS = '.mark, .banner, .chip, .sign';

/** True if two boxes lie over each other. @param {Box} a @param {Box} b */
export const overlap = (a, b) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Where something is on the felt. @param {Element} felt @param {Element} element @returns {Box} */
export function boxOn(felt, element) {
  const base = felt.getBoundingClientRect(),
    box = element.getBoundingClientRect();
  return { x: box.x - base.x, y: box.y - base.y, w: box.width, h: box.height };
}

/**
 * Where the panel lies; while it opens, where it is going to.
 * @param {HTMLElement} felt
 * @returns {Box | null}
 */
export function endBox(felt) {
  const panel = /** @type {HTMLElement | null} */ (felt.querySelector('.over > .end'));
  if (!panel) return null;
  const { offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h } = panel;
  return { x, y, w, h };
}

/**
 * Hide the words and the piles that a panel would cover by half; without one, show them all again.
 * A card counts where it is going to lie.
 * @param {HTMLElement} felt
 * @param {readonly import('./cards.js').Piece[]} pieces
 * @param {import('./layout.js').Geometry} geometry
 * @param {Box | null} panel
 */
export function hideUnder(felt, pieces, { cw, ch }, panel) {
  /** The piles that are nobody's and lie under it. @type {Set<string>} */
  const piles = new Set();
  for (const { place } of pieces) {
    if (!panel || !place || place.zone.includes(' ')) continue;
    const w = cw * (place.scale ?? 1),
      h = ch * (place.scale ?? 1);
    if (overlap({ x: place.x - w / 2, y: place.y - h / 2, w, h }, panel)) piles.add(place.zone);
  }
  for (const { element, place } of pieces)
    element.classList.toggle('under', piles.has(place?.zone ?? ''));
  for (const each of felt.querySelectorAll(WORDS))
    each.classList.toggle('under', panel !== null && overlap(boxOn(felt, each), panel));
}
