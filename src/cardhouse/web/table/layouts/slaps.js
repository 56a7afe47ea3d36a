/** @file What the two slap games share: a deck before each player and one pile in the middle. */

import { around, centre, frame, stack } from '../layout.js';
import { zone } from '../view.js';

/** @typedef {import('../layout.js').Plan} Plan */

/** How much a card adds to the height of a deck, in widths of a card. */
const THICK = 0.004;

/** What the count of a deck and the words over the pile need between the two; sideways they stand beside it. @param {import('../layout.js').Frame} table */
const said = (table) => (table.shape === 'low' ? 0 : 46);

/** @param {import('../layout.js').Frame} table */
const floor = (table) => table.middle.y + table.middle.h;

/**
 * @param {import('../../types.js').View} view @param {import('../layout.js').Size} size @param {import('../layout.js').Eyes} eyes
 * @returns {Plan}
 */
export function slapTable(view, size, eyes) {
  const table = frame(size, view, eyes);
  const { x, y: middle } = centre(table.middle);
  let roof = table.middle.y;
  /** @type {Plan} */
  const plan = { frame: table, places: [], boxes: {} };
  for (let seat = 0; seat < view.seats; seat++) {
    const spot = table.spots[seat];
    if (!spot) continue;
    const home = seat === eyes.home;
    const scale = home ? 0.92 : Math.min(spot.scale * (view.seats === 2 ? 1.25 : 1), table.shape === 'low' ? 0.5 : 1);
    // A hand's first card is the one it turns: it lies on top.
    const cards = [...zone(view, 'hand', seat)].reverse();
    // The room for half the deck, so that the lowest card stays where it is however many lie on it.
    const height = 26 * THICK * table.cw * scale;
    const deckX = spot.cardsX + height * 0.2, deckY = (home ? spot.cardsY - 4 : spot.cardsY + (scale - spot.scale) * table.ch * 0.5) + height * (home ? 0 : 0.6);
    plan.places.push(...stack(table, `hand ${seat}`, cards, { x: deckX, y: deckY, scale, up: false, thick: THICK }));
    const box = plan.boxes[`deck ${seat}`] = around(table, deckX - height * 0.2, deckY - height / 2, scale);
    if (!home && Math.abs(deckX - x) < table.cw) roof = Math.max(roof, box.y + box.h);
  }
  const pileScale = Math.min(table.shape === 'wide' ? 1.45 : 1.5, (table.middle.h * 0.86) / table.ch, (floor(table) - roof - said(table)) / table.ch);
  const half = (pileScale * table.ch) / 2;
  const y = Math.min(Math.max(middle, roof + said(table) + half), floor(table) - half);
  plan.places.push(...stack(table, 'pile', zone(view, 'pile'), { x, y, scale: pileScale, up: true, loose: 1.1, thick: 0.002 }));
  plan.boxes.pile = around(table, x, y, pileScale);
  return plan;
}
