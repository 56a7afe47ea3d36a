/** @file The table of Hearts: a trick in the middle, what was taken beside each player. */

import {
  around,
  centre,
  geometry,
  handBox,
  homeHand,
  otherHand,
  stack,
  steady,
} from '../../web/table/layout.js';
import { zone } from '../../web/table/view.js';

/**
 * In which order the cards of a trick lie side by side where there is no height for a cross: mine
 * in the middle.
 */
const ROWS = /** @type {Record<number, number[]>} */ ({
  3: [1, 0, 2],
  4: [1, 2, 0, 3],
  5: [1, 2, 0, 3, 4],
});

/**
 * Where the card of the seat this many steps to the left lies in a trick.
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {number} steps
 * @param {number} seats
 */
function trickPlace(table, steps, seats) {
  const { x, y } = centre(table.middle);
  const turn = ((90 + (360 * steps) / seats) * Math.PI) / 180;
  if (table.middle.h < table.ch * 2.1) {
    const order = ROWS[seats] ?? [],
      wide = table.cw * table.small;
    const deep = Math.max(0, (table.middle.h - table.ch) / 2);
    const step = Math.min(wide * 1.12, (table.middle.w - wide) / (seats - 1));
    return {
      x: x + (order.indexOf(steps) - (seats - 1) / 2) * step,
      y: y + Math.sin(turn) * deep * 0.8,
    };
  }
  const wide = Math.min(table.cw * (seats === 5 ? 1.25 : 1.05), (table.middle.w - table.cw) / 2);
  const tall = Math.min(table.ch * (seats === 5 ? 0.8 : 0.62), (table.middle.h - table.ch) / 2);
  return { x: x + Math.cos(turn) * wide, y: y + Math.sin(turn) * tall };
}

/**
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Size} size
 * @param {import('../../web/table/layout.js').Eyes} eyes
 * @returns {import('../../web/table/layout.js').Layout}
 */
export function layout(view, size, eyes) {
  const table = geometry(size, view, eyes, 1.6);
  /** @type {import('../../web/table/layout.js').Layout} */
  const laid = { geometry: table, places: [], boxes: {} };
  for (let seat = 0; seat < view.seats; seat++) {
    const spot = table.spots[seat];
    if (!spot) continue;
    if (seat !== eyes.home) laid.boxes[`hand ${seat}`] = handBox(table, spot);
    laid.places.push(
      ...stack(table, `taken ${seat}`, zone(view, 'taken', seat), {
        x: spot.x,
        y: spot.y,
        scale: 0.22,
        up: false,
        thick: 0,
      }),
    );
  }
  for (let seat = 0; seat < view.seats; seat++)
    laid.places.push(
      ...(seat === eyes.home
        ? homeHand(table, eyes, zone(view, 'hand', seat))
        : otherHand(table, eyes, seat, zone(view, 'hand', seat))),
    );
  const leader = view.roles.leader ?? 0;
  zone(view, 'trick').forEach((card, at) => {
    const steps = (leader + at - eyes.home + 2 * view.seats) % view.seats;
    laid.places.push({
      zone: 'trick',
      card,
      ...trickPlace(table, steps, view.seats),
      turn: steady(card) * 5,
      scale: table.small,
      up: true,
    });
  });
  const { x, y } = centre(table.middle);
  laid.boxes.pile = around(table, x, y, 1.9);
  return laid;
}
