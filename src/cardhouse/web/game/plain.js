/**
 * @file A table for any game: hands as everywhere, what belongs to nobody in a row in the middle,
 * other cards of a seat beside its hand.
 */

import { around, centre, geometry, homeHand, otherHand, stack } from '../table/layout.js';

/**
 * @param {import('../types.js').View} view
 * @param {import('../table/layout.js').Size} size
 * @param {import('../table/layout.js').Eyes} eyes
 * @returns {import('../table/layout.js').Layout}
 */
export function plain(view, size, eyes) {
  const table = geometry(size, view, eyes, 2),
    { x, y } = centre(table.middle);
  /** @type {import('../table/layout.js').Layout} */
  const laid = { geometry: table, places: [], boxes: {} };
  const up = (/** @type {string} */ card) => card !== '??';
  const middle = view.zones.filter(([, seat]) => seat === null);
  const step = Math.min(
    table.cw * 1.5,
    (table.middle.w - table.cw) / Math.max(1, middle.length - 1),
  );
  middle.forEach(([name, , cards], at) => {
    const left = x + (at - (middle.length - 1) / 2) * step,
      all = cards.split(' ').filter(Boolean);
    laid.boxes[name] = around(table, left, y);
    laid.places.push(...stack(table, name, all, { x: left, y, up, loose: all.some(up) ? 1 : 0 }));
  });
  for (const [name, seat, cards] of view.zones) {
    const spot = seat === null ? undefined : table.spots[seat],
      all = cards.split(' ').filter(Boolean);
    if (!spot || seat === null) continue;
    if (name === 'hand')
      laid.places.push(
        ...(seat === eyes.home ? homeHand(table, eyes, all) : otherHand(table, eyes, seat, all)),
      );
    else
      laid.places.push(
        ...stack(table, `${name} ${seat}`, all, {
          x: spot.x,
          y: spot.y,
          scale: 0.22,
          up,
          thick: 0,
        }),
      );
  }
  return laid;
}
