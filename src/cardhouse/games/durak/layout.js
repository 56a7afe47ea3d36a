/**
 * @file The table of Durak: the stock on the open trump, attacks with what beats them, what was put
 * away.
 */

import { around, geometry, homeHand, otherHand, stack, steady } from '../../web/table/layout.js';
import { rank, suit, zone } from '../../web/table/view.js';

/**
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Size} size
 * @param {import('../../web/table/layout.js').Eyes} eyes
 * @returns {import('../../web/table/layout.js').Layout}
 */
export function layout(view, size, eyes) {
  const table = geometry(size, view, eyes, 2.6);
  /** @type {import('../../web/table/layout.js').Layout} */
  const laid = { geometry: table, places: [], boxes: {} };
  const { stockX, stockY, awayX, awayY, small, aside, field } = parts(table);

  const stock = zone(view, 'stock');
  const trump = stock[stock.length - 1];
  if (trump)
    laid.places.push({
      zone: 'trump',
      card: trump,
      x: stockX + table.cw * 0.42 * aside,
      y: stockY,
      turn: 90,
      scale: small,
      up: trump !== '??',
    });
  laid.places.push(
    ...stack(table, 'stock', stock.slice(0, -1).reverse(), {
      x: stockX,
      y: stockY,
      scale: small,
      up: false,
      thick: 0.008,
    }),
  );
  laid.boxes.stock = around(table, stockX, stockY, small);
  laid.boxes.trump = {
    x: stockX - table.cw * 0.4 * aside,
    y: stockY - table.ch * small * 0.5,
    w: table.cw * 1.4 * aside,
    h: table.ch * small,
  };
  laid.places.push(
    ...stack(table, 'discard', zone(view, 'discard'), {
      x: awayX,
      y: awayY,
      scale: 0.5 * aside,
      up: false,
      loose: 1.6,
      thick: 0.001,
    }),
  );
  laid.boxes.away = around(table, awayX, awayY, 0.5 * aside);

  laid.boxes.field = field;
  laid.places.push(...pairs(table, view, field, laid.boxes));

  const trumpSuit = /** @type {string} */ (view.facts.trump ?? '')[0];
  const worth = (/** @type {string} */ card) =>
    'cdsh'.indexOf(suit(card)) * 20 + rank(card) + (suit(card) === trumpSuit ? 100 : 0);
  for (let seat = 0; seat < view.seats; seat++) {
    const hand = zone(view, 'hand', seat);
    if (seat === eyes.home)
      laid.places.push(
        ...homeHand(
          table,
          eyes,
          [...hand].sort((a, b) => worth(a) - worth(b)),
        ),
      );
    else laid.places.push(...otherHand(table, eyes, seat, hand));
  }
  return laid;
}

/**
 * Where the stock, the cards put away and the attacks lie.
 * @param {import('../../web/table/layout.js').Geometry} table
 */
function parts({ middle, cw, ch, shape, tiny }) {
  const left = middle.x,
    right = middle.x + middle.w,
    centre = middle.y + middle.h / 2;
  if (tiny) {
    // What was put away lies under the stock, and all else is for the attacks.
    const small = 0.4,
      field = { x: left + cw * 0.9, y: middle.y, w: middle.w - cw * 0.9, h: middle.h };
    const stock = { stockX: left + cw * 0.24, stockY: middle.y + ch * 0.22, small, aside: 0.5 };
    return { ...stock, awayX: left + cw * 0.2, awayY: middle.y + middle.h - ch * 0.16, field };
  }
  if (shape === 'upright') {
    const small = 0.74,
      stockY = middle.y + ch * small * 0.5 + 30,
      floor = stockY + ch * small * 0.5 + 12;
    const field = { x: left, y: floor, w: middle.w, h: middle.y + middle.h - floor };
    const away = { awayX: right - cw * 0.5, awayY: stockY };
    return { stockX: left + cw * 0.5, stockY, ...away, small, aside: 1, field };
  }
  const stockX = left + cw * 0.9,
    awayX = right - cw * 0.6,
    x = stockX + cw * 1.25;
  const field = { x, y: middle.y, w: awayX - cw * 0.45 - x, h: middle.h };
  return { stockX, stockY: centre, awayX, awayY: centre, small: 0.86, aside: 1, field };
}

/**
 * The attacks in rows, each with the card that beats it a little below and to the right.
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Box} field
 * @param {Record<string, import('../../web/table/layout.js').Box>} boxes
 */
function pairs(table, view, field, boxes) {
  const laid = /** @type {[string, string][]} */ (view.facts.pairs ?? []);
  const n = laid.length;
  /** @type {import('../../web/table/layout.js').Place[]} */
  const places = [];
  if (!n) return places;
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= n; columns++) {
    const rows = Math.ceil(n / columns);
    const scale = Math.min(
      1,
      field.w / (columns * table.cw * 1.5),
      field.h / (rows * table.ch * 1.32),
    );
    if (scale > best.scale + 0.001) best = { columns, scale };
  }
  const { columns, scale } = best,
    rows = Math.ceil(n / columns);
  const wide = table.cw * scale * 1.5,
    tall = table.ch * scale * 1.3;
  laid.forEach(([attack, defence], at) => {
    const row = Math.floor(at / columns),
      inRow = Math.min(columns, n - row * columns);
    const x =
      field.x + field.w / 2 + ((at % columns) - (inRow - 1) / 2) * wide - table.cw * scale * 0.1;
    const y = field.y + field.h / 2 + (row - (rows - 1) / 2) * tall - table.ch * scale * 0.11;
    places.push({
      zone: 'attacks',
      card: attack,
      x,
      y,
      turn: steady(attack) * 2.5 - 2,
      scale,
      up: true,
    });
    if (defence)
      places.push({
        zone: 'defences',
        card: defence,
        x: x + table.cw * scale * 0.24,
        y: y + table.ch * scale * 0.21,
        turn: 6 + steady(defence) * 2.5,
        scale,
        up: true,
      });
    boxes[`card ${attack}`] = around(table, x, y, scale);
  });
  return places;
}
