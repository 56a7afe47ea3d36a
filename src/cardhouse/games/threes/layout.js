/**
 * @file The table of Threes: draw and discard pile in the middle, three cards down and three up
 * before each player.
 */

import { around, centre, geometry, homeHand, rowsOfFans, stack } from '../../web/table/layout.js';
import { rank, zone } from '../../web/table/view.js';

/**
 * The three heaps of a seat: down-cards with an up-card on each as long as there are any.
 * @typedef {{x: number, y: number, scale: number, step: number}} Heaps
 */

/** How many cards wide the three heaps are, and how large beside the hand. */
const HEAPS = 3.3,
  BESIDE = 0.86,
  BESIDE_TINY = 0.5;

/** How much of a seat's room its hand has where its heaps lie beside it. */
const HAND = 0.46;

/** How large the own heaps are beside the hand. @param {{tiny: boolean}} table */
const besideHand = ({ tiny }) => (tiny ? BESIDE_TINY : BESIDE);

/**
 * The parts of the table; where there is no height the heaps lie beside the hand.
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Size} size
 * @param {import('../../web/table/layout.js').Eyes} eyes
 */
function tableFor(view, size, eyes) {
  const least = view.seats > 3 ? 3.1 : 2.6,
    share = view.seats < 4 ? HAND : 1,
    table = geometry(size, view, eyes, least, 0, share);
  if (table.shape !== 'low' || !zone(view, 'down', eyes.home).length) return table;
  return geometry(size, view, eyes, least, besideHand(table) * HEAPS + 0.2, share);
}

/**
 * @param {import('../../web/types.js').View} view
 * @param {import('../../web/table/layout.js').Size} size
 * @param {import('../../web/table/layout.js').Eyes} eyes
 * @returns {import('../../web/table/layout.js').Layout}
 */
export function layout(view, size, eyes) {
  const table = tableFor(view, size, eyes);
  /** @type {import('../../web/table/layout.js').Layout} */
  const laid = { geometry: table, places: [], boxes: {} };
  const beside = table.shape !== 'upright';
  const mine = beside ? besideHand(table) : 0.8;
  const low = table.shape === 'low';
  // The heaps before the player at the bottom take a strip of the middle, or of the hand where
  // there is no height.
  const strip = low ? 0 : table.ch * mine + 16;
  const heapsWide = table.cw * mine * HEAPS;
  for (let seat = 0; seat < view.seats; seat++) {
    const spot = table.spots[seat];
    if (!spot) continue;
    const hand = zone(view, 'hand', seat);
    const sorted =
      seat === eyes.home ? [...hand].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)) : hand;
    if (seat === eyes.home) {
      const heaps = low
        ? {
            x: table.hand.x + heapsWide / 2,
            y: table.hand.y + table.hand.h - (table.ch * mine) / 2 - 4,
            scale: mine,
            step: table.cw * mine * 1.08,
          }
        : {
            x: table.w / 2,
            y: table.middle.y + table.middle.h - strip / 2 + 4,
            scale: mine,
            step: table.cw * mine * 1.1,
          };
      laid.places.push(...heapPlaces(table, view, seat, heaps, laid.boxes));
      const room =
        low && zone(view, 'down', seat).length
          ? { x: table.hand.x + heapsWide + 12, w: table.hand.w - heapsWide - 12 }
          : {};
      laid.places.push(...homeHand(table, eyes, sorted, room));
    } else {
      const scale = spot.scale * (table.shape === 'wide' ? 1 : 0.94);
      const half = spot.cardsRoom / 2;
      const split = view.seats < 4 || table.shape === 'wide';
      const step = Math.min(
        table.cw * scale * 0.8,
        split ? half / 3 : (spot.cardsRoom - table.cw * scale) / 2,
        // At the right edge the outermost heap stays on the table, turned as it may lie.
        split ? table.w - 6 - spot.cardsX - half * 0.46 - (table.cw * scale) / 2 : Infinity,
      );
      // Side by side where there is room; else the hand looks out from under the heaps, or lies in
      // a row above them.
      const under = table.shape === 'low';
      const heaps = split
        ? { x: spot.cardsX + half * 0.46, y: spot.cardsY, scale, step }
        : { x: spot.cardsX, y: spot.cardsY + (under ? 0 : table.ch * scale * 1.06), scale, step };
      const backs = split
        ? { x: spot.cardsX - half * 0.52, y: spot.cardsY, room: half * 0.92 }
        : {
            x: spot.cardsX,
            y: spot.cardsY + (under ? table.ch * scale * 0.34 : 0),
            room: spot.cardsRoom,
          };
      laid.places.push(
        ...rowsOfFans(table, `hand ${seat}`, hand, {
          ...backs,
          scale,
          most: eyes.all ? 0.6 : 0.36,
          bend: spot.rows > 1 ? 0 : 0.6,
          up: (card) => eyes.all && card !== '??',
          rows: spot.rows,
          row: spot.row,
        }),
      );
      laid.places.push(...heapPlaces(table, view, seat, heaps, laid.boxes));
    }
  }
  const middle = { ...table.middle, h: table.middle.h - strip };
  const extra = table.shape === 'upright' && view.seats > 3 ? table.ch * 0.4 : 0;
  const { x, y } = centre({ ...middle, y: middle.y + extra, h: middle.h - extra });
  const scale = table.small,
    wide = table.cw * scale,
    gap = wide * 0.72;
  const burnedX = Math.min(x + gap + wide * 1.35, middle.x + middle.w - wide * 0.25),
    burnedY = y + table.ch * scale * 0.16;
  laid.places.push(
    ...stack(table, 'draw', zone(view, 'draw'), { x: x - gap, y, scale, up: false, thick: 0.006 }),
  );
  laid.places.push(
    ...stack(table, 'burned', zone(view, 'burned'), {
      x: burnedX,
      y: burnedY,
      scale: 0.5 * scale,
      up: false,
      loose: 1.5,
      thick: 0.001,
    }),
  );
  laid.places.push(...pile(table, zone(view, 'discard'), view.facts.special.clear, x + gap, y));
  laid.boxes.pile = around(table, x + gap, y, 1.1 * scale);
  laid.boxes.stock = around(table, x - gap, y, scale);
  laid.boxes.burned = around(table, burnedX, burnedY, 0.5 * scale);
  const legend = legendBox(table, laid.boxes.stock, laid.boxes.pile, middle.y + middle.h);
  if (legend) laid.boxes.legend = legend;
  return laid;
}

/** How much room the words for what the special ranks do take. */
const LEGEND = { w: 210, h: 70 },
  UNDER = 20;

/**
 * Where those words stand: under the piles or left of them, if there is room.
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {import('../../web/table/layout.js').Box} stock
 * @param {import('../../web/table/layout.js').Box} pile
 * @param {number} floor
 */
function legendBox({ middle, shape }, stock, pile, floor) {
  const y = pile.y + pile.h + UNDER,
    left = stock.x - 2 * UNDER - LEGEND.w;
  if (shape === 'low') return null;
  if (shape === 'upright' && floor - y >= LEGEND.h)
    return { ...LEGEND, x: (stock.x + pile.x + pile.w - LEGEND.w) / 2, y };
  if (left < middle.x) return null;
  return { ...LEGEND, x: left, y: stock.y + (stock.h - LEGEND.h) / 2 };
}

/**
 * The discard pile; what lets the card below count is pushed aside, so that it is seen.
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {string[]} cards
 * @param {string} clear the rank that does
 * @param {number} x
 * @param {number} y
 */
function pile(table, cards, clear, x, y) {
  const counting = cards.map((card) => card[0] !== clear).lastIndexOf(true);
  const scale = table.small;
  return stack(table, 'discard', cards, { x, y, scale, up: true, loose: 0.8, thick: 0.002 }).map(
    (place, at) => {
      const above = at - counting - 1;
      return above < 0
        ? place
        : {
            ...place,
            x: place.x + table.cw * scale * 0.3 * (above + 1),
            y: place.y + table.ch * scale * 0.2,
            turn: 7,
          };
    },
  );
}

/**
 * @param {import('../../web/table/layout.js').Geometry} table
 * @param {import('../../web/types.js').View} view
 * @param {number} seat
 * @param {Heaps} heaps
 * @param {Record<string, import('../../web/table/layout.js').Box>} boxes
 */
function heapPlaces(table, view, seat, heaps, boxes) {
  /** @type {import('../../web/table/layout.js').Place[]} */
  const places = [];
  const up = zone(view, 'up', seat),
    down = zone(view, 'down', seat);
  const slots = /** @type {number[]} */ (view.facts.slots?.[seat] ?? [1, 2, 3]);
  const at = (/** @type {number} */ slot) => heaps.x + (slot - 2) * heaps.step;
  down.forEach((card, n) => {
    const slot = slots[n] ?? n + 1;
    places.push({
      zone: `down ${seat}`,
      card,
      x: at(slot),
      y: heaps.y + table.ch * heaps.scale * 0.03,
      scale: heaps.scale,
      turn: slot - 2,
      up: card !== '??',
    });
    boxes[`down ${seat} ${slot}`] = around(table, at(slot), heaps.y, heaps.scale);
  });
  up.forEach((card, n) => {
    places.push({
      zone: `up ${seat}`,
      card,
      x: at(n + 1) + table.cw * 0.03,
      y: heaps.y - table.ch * heaps.scale * 0.05,
      scale: heaps.scale,
      turn: (n - 1) * 1.5,
      up: true,
    });
  });
  return places;
}
