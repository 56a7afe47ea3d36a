/**
 * @file Where everything lies: a view and a size become places. Nothing here touches the page.
 *
 * @typedef {import('../types.js').View} View
 * @typedef {{w: number, h: number}} Size
 *
 * @typedef {object} Place where a card lies; x and y are its middle
 * @property {string} zone like `hand 0` or `pile`
 * @property {string} card
 * @property {number} x
 * @property {number} y
 * @property {number} [turn] degrees
 * @property {number} [scale]
 * @property {boolean} up face up
 * @property {boolean} [lit] it is what just counted
 *
 * @typedef {object} Spot a seat's part of the table
 * @property {number} seat
 * @property {number} x middle of the plate
 * @property {number} y
 * @property {'tall' | 'wide' | 'home'} shape
 * @property {number} room width for the plate
 * @property {number} cardsX middle of its cards
 * @property {number} cardsY
 * @property {number} cardsRoom width for its cards
 * @property {number} scale of its cards
 * @property {number} angle where it sits, seen from the middle
 * @property {number} rows in how many rows its cards lie where all lie open
 * @property {number} row how far apart
 *
 * @typedef {{x: number, y: number, w: number, h: number}} Box left, top, width, height
 *
 * @typedef {object} Geometry
 * @property {number} w
 * @property {number} h
 * @property {number} cw width of a card
 * @property {number} ch
 * @property {'upright' | 'low' | 'wide'} shape
 * @property {boolean} tiny a screen enlarged four times: there is no room for much of the rest
 * @property {number} small how large cards in the middle are where there is little height; else 1
 * @property {Spot[]} spots by seat
 * @property {Box} middle
 * @property {Box} hand
 * @property {Box & {gap?: number, left?: boolean}} bar for buttons; `gap`: the width that turning
 *   and slapping leave between them; `left`: slapping stands at the left
 * @property {Box} prompt
 * @property {number} home the seat at the bottom
 * @property {number} rows in how many rows its hand lies
 * @property {number} row how far apart
 *
 * @typedef {object} Eyes who looks at the table
 * @property {number} home the seat at the bottom
 * @property {number[]} mine seats played from this screen
 * @property {number | null} open the seat whose hand may be seen now
 * @property {boolean} all every card that is known lies open
 * @property {boolean} [large] larger cards
 * @property {boolean} [left] the buttons lie under the left hand
 *
 * @typedef {object} Layout
 * @property {Geometry} geometry
 * @property {Place[]} places from the lowest card to the topmost
 * @property {Record<string, Box>} boxes what can be pressed or marked: `pile`, `deck 0`, `stock`,
 *   `trump`, …
 */

import { CARD_SHAPE, geometry, within } from './geometry.js';

export { CARD_SHAPE, geometry, within };

/** A number from −1 to 1 that is always the same for the same text. @param {string} text */
export function steady(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash >>> 8) % 2001) / 1000 - 1;
}

/** The middle of a box. @param {Box} box */
export const centre = (box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/**
 * A box around a card.
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 * @returns {Box}
 */
export const around = (geometry, x, y, scale = 1) => ({
  x: x - (geometry.cw * scale) / 2,
  y: y - (geometry.ch * scale) / 2,
  w: geometry.cw * scale,
  h: geometry.ch * scale,
});

/**
 * Cards side by side in a slight arc, overlapping as much as the room wants.
 * @param {Geometry} geometry @param {string} name @param {string[]} cards
 * @param {{x: number, y: number, room: number, scale?: number, up: boolean | ((card: string) =>
 *   boolean), bend?: number, gap?: number, most?: number}} where `most`: the widest step, in cards
 * @returns {Place[]}
 */
export function fan(
  geometry,
  name,
  cards,
  { x, y, room, scale = 1, up, bend = 1, gap = 0.06, most = 1 + gap },
) {
  const wide = geometry.cw * scale,
    n = cards.length;
  const step = n > 1 ? Math.min(wide * most, (room - wide) / (n - 1)) : 0;
  const turn = bend * Math.min(1.4, 14 / Math.max(n, 1)) * within(0.3, geometry.w / 1400, 1);
  return cards.map((card, at) => {
    const off = at - (n - 1) / 2;
    // A circle's arc: as far down as the cards have turned.
    const drop = (step * off * off * turn) / 115;
    return {
      zone: name,
      card,
      x: x + off * step,
      y: y + drop,
      turn: off * turn,
      scale,
      up: typeof up === 'function' ? up(card) : up,
    };
  });
}

/**
 * Cards on top of each other, thicker the more there are.
 * @param {Geometry} geometry @param {string} name @param {string[]} cards the topmost last
 * @param {{x: number, y: number, scale?: number, up: boolean | ((card: string) => boolean), loose?:
 *   number, thick?: number}} where `loose`: how far they lie from straight
 * @returns {Place[]}
 */
export function stack(geometry, name, cards, { x, y, scale = 1, up, loose = 0, thick = 0.005 }) {
  return cards.map((card, at) => {
    const which = card === '??' ? `${name}${at}` : card;
    return {
      zone: name,
      card,
      x:
        x -
        at * geometry.cw * thick * 0.4 * scale +
        loose * steady(`${which}x`) * geometry.cw * 0.07,
      y: y - at * geometry.cw * thick * scale + loose * steady(`${which}y`) * geometry.cw * 0.06,
      turn: loose * steady(which) * 9 || steady(which) * 0.8,
      scale,
      up: typeof up === 'function' ? up(card) : up,
    };
  });
}

/**
 * Cards in rows of a fan each, the first row at the top.
 * @param {Geometry} geometry @param {string} name @param {string[]} cards
 * @param {Parameters<typeof fan>[3] & {rows: number, row: number}} where `row`: how far apart
 */
export function rowsOfFans(geometry, name, cards, { rows, row, ...where }) {
  const each = Math.ceil(cards.length / rows);
  return Array.from({ length: rows }, (_, at) =>
    fan(geometry, name, cards.slice(at * each, (at + 1) * each), {
      ...where,
      y: where.y + at * row,
    }),
  ).flat();
}

/**
 * Another seat's hand: a small fan of backs or, where all lie open, as many rows of faces as it
 * takes to read them.
 * @param {Geometry} geometry
 * @param {Eyes} eyes
 * @param {number} seat
 * @param {string[]} cards
 */
export function otherHand(geometry, eyes, seat, cards) {
  const spot = geometry.spots[seat];
  if (!spot) return [];
  return rowsOfFans(geometry, `hand ${seat}`, cards, {
    x: spot.cardsX,
    y: spot.cardsY,
    room: spot.cardsRoom,
    scale: spot.scale,
    most: eyes.all ? 0.6 : 0.3,
    bend: spot.rows > 1 ? 0 : 0.6,
    up: (card) => eyes.all && card !== '??',
    rows: spot.rows,
    row: spot.row,
  });
}

/** A box around the hand of somebody else. @param {Geometry} geometry @param {Spot} spot */
export function handBox(geometry, { cardsX, cardsY, scale, rows, row }) {
  const box = around(geometry, cardsX, cardsY, scale);
  return { ...box, h: box.h + (rows - 1) * row };
}

/** How far a chosen card rises, in heights of a card; how much room there is under the prompt. */
const CHOSEN = 0.19,
  UNDER_PROMPT = 9;

/**
 * The hand at the bottom, its middle never so high that a chosen card reaches what is said above
 * it.
 * @param {Geometry} geometry
 * @param {Eyes} eyes
 * @param {string[]} cards
 * @param {Partial<Box>} [where]
 */
export function homeHand(geometry, eyes, cards, where = {}) {
  const box = { ...geometry.hand, ...where };
  /** @param {string[]} some @param {number} y @param {number} bend */
  const row = (some, y, bend) =>
    fan(geometry, `hand ${geometry.home}`, some, {
      x: box.x + box.w / 2,
      y,
      room: box.w,
      bend,
      up: (card) => card !== '??' && (eyes.all || eyes.open === geometry.home),
    });
  const low = box.y + box.h - geometry.ch / 2;
  if (geometry.rows > 1) {
    const each = Math.ceil(cards.length / geometry.rows),
      rows = Array.from({ length: geometry.rows }, (_, at) =>
        cards.slice(at * each, (at + 1) * each),
      );
    return rows.flatMap((some, at) => row(some, low - (geometry.rows - 1 - at) * geometry.row, 0));
  }
  const bent = (/** @type {number} */ bend) => row(cards, low, bend);
  /** How far the outermost card reaches below the box. @param {Place[]} places */
  const below = (places) => {
    const last = places[places.length - 1],
      turn = ((last?.turn ?? 0) * Math.PI) / 180;
    return last
      ? Math.max(
          0,
          last.y +
            (geometry.ch / 2) * Math.cos(turn) +
            (geometry.cw / 2) * Math.sin(turn) -
            (box.y + box.h - 2),
        )
      : 0;
  };
  const bend = geometry.shape === 'wide' ? 1 : 0.55,
    room = Math.max(0, box.h - geometry.ch * (1 + CHOSEN)) + UNDER_PROMPT;
  const wanted = bent(bend),
    much = below(wanted);
  const places = much > room ? bent((bend * room) / much) : wanted;
  const raise = below(places);
  return raise ? places.map((place) => ({ ...place, y: place.y - raise })) : places;
}
