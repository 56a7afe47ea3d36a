/** @file A table for any game: hands as everywhere, what belongs to nobody in a row in the middle, other cards of a seat beside its hand. */

import { around, centre, frame, homeHand, otherHand, stack } from '../layout.js';

/**
 * @param {import('../../types.js').View} view @param {import('../layout.js').Size} size @param {import('../layout.js').Eyes} eyes
 * @returns {import('../layout.js').Plan}
 */
export function plain(view, size, eyes) {
  const table = frame(size, view, eyes, 2), { x, y } = centre(table.middle);
  /** @type {import('../layout.js').Plan} */
  const plan = { frame: table, places: [], boxes: {} };
  const up = (/** @type {string} */ card) => card !== '??';
  const middle = view.zones.filter(([, seat]) => seat === null);
  const step = Math.min(table.cw * 1.5, (table.middle.w - table.cw) / Math.max(1, middle.length - 1));
  middle.forEach(([name, , cards], at) => {
    const left = x + (at - (middle.length - 1) / 2) * step, all = cards.split(' ').filter(Boolean);
    plan.boxes[name] = around(table, left, y);
    plan.places.push(...stack(table, name, all, { x: left, y, up, loose: all.some(up) ? 1 : 0 }));
  });
  for (const [name, seat, cards] of view.zones) {
    const spot = seat === null ? undefined : table.spots[seat], all = cards.split(' ').filter(Boolean);
    if (!spot || seat === null) continue;
    if (name === 'hand') plan.places.push(...(seat === eyes.home ? homeHand(table, eyes, all) : otherHand(table, view, eyes, seat, all)));
    else plan.places.push(...stack(table, `${name} ${seat}`, all, { x: spot.x, y: spot.y, scale: 0.22, up, thick: 0 }));
  }
  return plan;
}
