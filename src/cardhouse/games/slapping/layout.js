/** @file What the two slap games share: a deck before each player and one pile in the middle. */

import { around, centre, geometry, stack } from '../../web/table/layout.js';
import { zone } from '../../web/table/view.js';

/** @typedef {import('../../web/table/layout.js').Layout} Layout */

/** How much a card adds to the height of a deck, in widths of a card. */
const THICK = 0.004;

/** How many cards of the pile can be read, and how much of each, in widths of a card. */
const FANNED = 4,
  FAN = 0.3;

/**
 * What the count of a deck and the words over the pile need between the two; sideways they stand
 * beside it.
 * @param {import('../../web/table/layout.js').Geometry} table
 */
const said = (table) => (table.shape === 'low' ? 0 : 46);

/** @param {import('../../web/table/layout.js').Geometry} table */
const floor = (table) => table.middle.y + table.middle.h;

/**
 * The strip with the own deck in its middle: turning is pressed at one side of it, slapping at the
 * other, so that neither is ever pressed for the other.
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {import('../../web/table/layout.js').Box} deck
 * @param {boolean} [left] slapped with the left hand
 */
const aroundDeck = ({ w, hand, tiny }, deck, left = false) => ({
  x: tiny ? 4 : 10,
  y: Math.max(deck.y, hand.y),
  w: w - (tiny ? 8 : 20),
  h: deck.y + deck.h - Math.max(deck.y, hand.y),
  gap: deck.w + 28,
  left,
});

/**
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Size} size
 * @param {import('../../web/table/layout.js').Eyes} eyes
 * @returns {Layout}
 */
export function layout(view, size, eyes) {
  // Decks lie as they are, also where all cards are open.
  const table = geometry(size, view, { ...eyes, all: false });
  const { x, y: middle } = centre(table.middle);
  let roof = table.middle.y;
  /** @type {Layout} */
  const laid = { geometry: table, places: [], boxes: {} };
  for (let seat = 0; seat < view.seats; seat++) {
    const spot = table.spots[seat];
    if (!spot) continue;
    const home = seat === eyes.home;
    const scale = home
      ? 0.92
      : Math.min(spot.scale * (view.seats === 2 ? 1.25 : 1), table.shape === 'low' ? 0.5 : 1);
    // A hand's first card is the one it turns: it lies on top.
    const cards = [...zone(view, 'hand', seat)].reverse();
    // The room for half the deck, so that the lowest card stays where it is however many lie on it.
    const height = 26 * THICK * table.cw * scale;
    const deckX = spot.cardsX + height * 0.2,
      deckY =
        (home ? spot.cardsY - 4 : spot.cardsY + (scale - spot.scale) * table.ch * 0.5) +
        height * (home ? 0 : 0.6);
    laid.places.push(
      ...stack(table, `hand ${seat}`, cards, {
        x: deckX,
        y: deckY,
        scale,
        up: false,
        thick: THICK,
      }),
    );
    const box = around(table, deckX - height * 0.2, deckY - height / 2, scale);
    laid.boxes[`deck ${seat}`] = box;
    if (!home && Math.abs(deckX - x) < table.cw) roof = Math.max(roof, box.y + box.h);
  }
  const own = laid.boxes[`deck ${eyes.home}`];
  if (own && (table.shape === 'upright' || table.tiny))
    table.bar = aroundDeck(table, own, eyes.left);
  const pileScale = Math.min(
    table.shape === 'wide' ? 1.45 : 1.5,
    (table.middle.h * 0.86) / table.ch,
    (floor(table) - roof - said(table)) / table.ch,
  );
  const half = (pileScale * table.ch) / 2;
  const y = Math.min(Math.max(middle, roof + said(table) + half), floor(table) - half);
  const pile = zone(view, 'pile'),
    lit = new Set(/** @type {string[]} */ (view.facts.lit ?? []));
  const fanned = Math.min(FANNED, pile.length),
    step = FAN * table.cw * pileScale;
  stack(table, 'pile', pile, {
    x,
    y,
    scale: pileScale,
    up: true,
    loose: 0.4,
    thick: 0.002,
  }).forEach((place, at) => {
    // The last four lie beside each other, those before them under the first of these.
    const right = Math.max(0, at - (pile.length - fanned)) - (fanned - 1) / 2;
    const off = fanned ? right * step : 0;
    laid.places.push({ ...place, x: place.x + off, ...(lit.has(place.card) ? { lit: true } : {}) });
  });
  const spread = ((fanned || 1) - 1) * step,
    box = around(table, x, y, pileScale);
  laid.boxes.pile = { ...box, x: box.x - spread / 2, w: box.w + spread };
  return laid;
}
