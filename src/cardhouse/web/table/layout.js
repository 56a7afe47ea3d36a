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
 *
 * @typedef {{x: number, y: number, w: number, h: number}} Box left, top, width, height
 *
 * @typedef {object} Geometry
 * @property {number} w
 * @property {number} h
 * @property {number} cw width of a card
 * @property {number} ch
 * @property {'upright' | 'low' | 'wide'} shape
 * @property {Spot[]} spots by seat
 * @property {Box} middle
 * @property {Box} hand
 * @property {Box} bar for buttons
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

import { zone } from './view.js';

export const CARD_SHAPE = 1.4;

/** @param {number} low @param {number} value @param {number} high */
export const within = (low, value, high) => Math.max(low, Math.min(high, value));

/** A number from −1 to 1 that is always the same for the same text. @param {string} text */
export function steady(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash >>> 8) % 2001) / 1000 - 1;
}

/**
 * Where the other seats sit on a wide table, as shares of width and height, from the left round to
 * the right.
 */
const RING = [
  [[0.5, 0]],
  [
    [0.25, 0],
    [0.75, 0],
  ],
  [
    [0.085, 0.34],
    [0.5, 0],
    [0.915, 0.34],
  ],
  [
    [0.085, 0.38],
    [0.3, 0],
    [0.7, 0],
    [0.915, 0.38],
  ],
  [
    [0.085, 0.42],
    [0.26, 0],
    [0.5, 0],
    [0.74, 0],
    [0.915, 0.42],
  ],
];

/**
 * How much of a card must be seen beside the next one, and above the next row, to be read: shares
 * of its width and height.
 */
const SEEN_BESIDE = 0.3,
  SEEN_ABOVE = 0.52,
  SEEN_ABOVE_LOW = 0.42;

/** The sizes of cards that are tried for a hand that is too large, as shares of the usual one. */
const SMALLER = [0.92, 0.84, 0.77];

/** Below this height an upright table has smaller cards, so that a hand can lie in rows. */
const SHORT = 620;

/**
 * The parts of the table for these seats. A large hand lies in rows, if enough is left of the
 * middle.
 * @param {Size} size
 * @param {View} view
 * @param {Eyes} eyes
 * @param {number} [least] how many cards high the middle must be for that; on a low screen a card
 *   is enough
 * @param {number} [beside] how many cards wide something else lies beside the hand
 * @returns {Geometry}
 */
export function geometry(size, view, eyes, least = Infinity, beside = 0) {
  let found = fitted(size, view, eyes, least, beside, 1);
  // So many cards that the rows have no room: smaller ones can be read, covered ones can't.
  for (const shrink of SMALLER)
    if (found.missing) found = fitted(size, view, eyes, least, beside, shrink);
  return found.table;
}

/**
 * The parts of the table with cards of so much of their usual size, and how many rows of the hand
 * have no room.
 * @param {Size} size
 * @param {View} view
 * @param {Eyes} eyes
 * @param {number} least
 * @param {number} beside
 * @param {number} shrink
 * @returns {{table: Geometry, missing: number}}
 */
function fitted({ w, h }, view, eyes, least, beside, shrink) {
  const shape = w < h * 0.85 ? 'upright' : h < 560 ? 'low' : 'wide';
  const growth = (eyes.large ? 1.14 : 1) * shrink;
  const cw = Math.round(
    growth *
      (shape === 'upright'
        ? within(50, Math.min(w * 0.19, h * (h < SHORT ? 0.1 : 0.115)), 130)
        : within(48, Math.min(h * 0.2, w * 0.085), 132)),
  );
  const ch = Math.round(cw * CARD_SHAPE);
  const { seats } = view,
    others = seats - 1;
  const lift = Math.round(ch * 0.2);
  // Upright, the mark on the own plate reaches up to where two lines of the prompt would end.
  const promptHeight = shape === 'low' ? 24 : 40,
    above = shape === 'upright' ? 9 : 0;
  const barHeight = shape === 'upright' ? 56 : 0,
    overHand = barHeight + promptHeight + above;
  const side =
    shape === 'upright' ? 8 : shape === 'low' ? 150 : within(Math.min(168, w * 0.2), w * 0.17, 300);
  /** @type {Spot[]} */
  const spots = [];
  let top = 0;
  for (let step = 1; step <= others; step++) {
    const seat = (eyes.home + step) % seats;
    const angle = 90 + (360 * step) / seats;
    if (shape === 'upright') {
      const room = Math.min(w / others, 190),
        x = w / 2 + (step - (others + 1) / 2) * room;
      const scale = others > 3 ? 0.4 : others > 1 ? 0.5 : 0.62,
        plate = 80;
      spots[seat] = {
        seat,
        x,
        y: 4 + plate / 2,
        shape: 'tall',
        room: room - 6,
        cardsX: x,
        cardsY: plate + 8 + (ch * scale) / 2,
        cardsRoom: room - 10,
        scale,
        angle,
      };
      top = plate + 12 + ch * scale;
    } else if (shape === 'low') {
      const room = Math.min(w / others, 300),
        left = w / 2 + (step - 1 - others / 2) * room;
      const plate = Math.min(150, room * (others > 4 ? 0.7 : 0.64)),
        scale = 0.5;
      spots[seat] = {
        seat,
        x: left + plate / 2 + 2,
        y: 29,
        shape: 'wide',
        room: plate,
        cardsX: left + plate + (room - plate) / 2,
        cardsY: 5 + (ch * scale) / 2,
        cardsRoom: room - plate - 12,
        scale,
        angle,
      };
      top = 60;
    } else {
      const [x = 0, y = 0] = RING[others - 1]?.[step - 1] ?? [];
      const scale = 0.5,
        plate = 76;
      const px = within(114, w * x, w - 114),
        py = 8 + plate / 2 + y * h;
      const room = Math.min(250, (w * 0.96) / Math.max(4, others));
      spots[seat] = {
        seat,
        x: px,
        y: py,
        shape: 'wide',
        room: Math.min(220, room),
        cardsX: px,
        cardsY: py + plate / 2 + 8 + (ch * scale) / 2,
        cardsRoom: Math.min(room, 2 * Math.min(px, w - px) - 12),
        scale,
        angle,
      };
      if (y === 0) top = Math.max(top, py + plate / 2 + 12 + ch * scale);
    }
  }
  // What happened last is told in a line above the prompt, except where there is no height for it.
  const ticker = shape === 'low' ? 0 : 18;
  const edge = shape === 'low' ? 2 : 8,
    row = Math.round(ch * (shape === 'low' ? SEEN_ABOVE_LOW : SEEN_ABOVE));
  const middleWith = (/** @type {number} */ rows) =>
    h - edge - ch - lift - (rows - 1) * row - overHand - ticker - top - 6;
  const inARow = 1 + Math.floor((w - 2 * side - (1 + beside) * cw) / (cw * SEEN_BESIDE));
  const wanted = Math.max(1, Math.ceil(zone(view, 'hand', eyes.home).length / inARow));
  let rows = wanted;
  const high = (shape === 'low' && least < Infinity ? 1 : least * (h < SHORT ? 0.8 : 1)) * ch;
  while (rows > 1 && middleWith(rows) < high) rows--;
  const handTop = h - edge - ch - lift - (rows - 1) * row;
  spots[eyes.home] =
    shape === 'upright'
      ? {
          seat: eyes.home,
          x: 8 + 75,
          y: handTop - barHeight / 2,
          shape: 'home',
          room: 150,
          cardsX: w / 2,
          cardsY: h - ch / 2 - 8,
          cardsRoom: w - 16,
          scale: 1,
          angle: 90,
        }
      : {
          seat: eyes.home,
          x: side / 2,
          y: h - (shape === 'low' ? 34 : ch * 0.52),
          shape: 'home',
          room: side - 14,
          cardsX: w / 2,
          cardsY: h - ch / 2 - 8,
          cardsRoom: w - 2 * side,
          scale: 1,
          angle: 90,
        };
  const prompt = {
    x: shape === 'wide' ? side : 8,
    y: handTop - overHand,
    w: w - 2 * (shape === 'wide' ? side : 8),
    h: promptHeight,
  };
  const inset = shape === 'wide' && others > 2 ? Math.max(190, w * 0.17) : 8;
  const middle = { x: inset, y: top + 4, w: w - 2 * inset, h: middleWith(rows) };
  const bar =
    shape === 'upright'
      ? { x: 164, y: handTop - barHeight, w: w - 172, h: barHeight }
      : { x: w - side + 6, y: h - ch - lift, w: side - 14, h: ch + lift - 6 };
  const own = spots[eyes.home];
  if (eyes.left && own) {
    own.x = w - own.x;
    bar.x = w - bar.x - bar.w;
  }
  /** @type {Geometry} */
  const table = {
    w,
    h,
    cw,
    ch,
    shape,
    spots,
    middle,
    hand: { x: side, y: handTop, w: w - 2 * side, h: h - edge - handTop },
    bar,
    prompt,
    home: eyes.home,
    rows,
    row,
  };
  return { table, missing: least < Infinity ? wanted - rows : 0 };
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
 * Another seat's hand: a small fan of backs, or of faces where all lie open.
 * @param {Geometry} geometry
 * @param {Eyes} eyes
 * @param {number} seat
 * @param {string[]} cards
 */
export function otherHand(geometry, eyes, seat, cards) {
  const spot = geometry.spots[seat];
  if (!spot) return [];
  return fan(geometry, `hand ${seat}`, cards, {
    x: spot.cardsX,
    y: spot.cardsY,
    room: spot.cardsRoom,
    scale: spot.scale,
    most: eyes.all ? 0.5 : 0.3,
    bend: 0.6,
    up: (card) => eyes.all && card !== '??',
  });
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
