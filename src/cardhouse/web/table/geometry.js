/**
 * @file The parts of a table: where each seat, the middle, the hand, the prompt and the buttons
 * are, by the size and the shape of the felt. Nothing here touches the page or knows a game.
 */

import { zone } from './view.js';

/** @typedef {import('./layout.js').View} View */
/** @typedef {import('./layout.js').Size} Size */
/** @typedef {import('./layout.js').Eyes} Eyes */
/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./layout.js').Box} Box */
/** @typedef {import('./layout.js').Geometry} Geometry */

/**
 * @typedef {object} Measures what all parts are made from
 * @property {number} w
 * @property {number} h
 * @property {Geometry['shape']} shape
 * @property {boolean} tiny
 * @property {number} cw width of a card
 * @property {number} ch
 * @property {number} others how many seats there are besides the one at the bottom
 * @property {number} lift how far a chosen card rises
 * @property {number} edge what is left below the hand
 * @property {number} side what is left beside the hand
 * @property {number} row how far apart the rows of the hand are
 * @property {number} prompt the height of the prompt
 * @property {number} buttons the height of the buttons above the hand; 0: they stand beside it
 * @property {number} overHand what stands between the hand and the middle
 * @property {number} ticker the height of the line that says what happened last
 */

/**
 * What a game wants of its table.
 * @typedef {object} Wants
 * @property {number} least how many cards high the middle must be for a hand in rows; Infinity:
 *   the hand lies in one row
 * @property {number} beside how many cards wide something else lies beside the hand
 * @property {number} share how much of a seat's room the hands of the others have
 */

export const CARD_SHAPE = 1.4;

/** @param {number} low @param {number} value @param {number} high */
export const within = (low, value, high) => Math.max(low, Math.min(high, value));

/**
 * Up to how many heights wide a table is upright, below which height another one is low, below
 * which width a low one is tiny, and below which height an upright one has smaller cards.
 */
const UPRIGHT = 0.85,
  LOW = 560,
  TINY = 480,
  SHORT = 620;

/**
 * How much of a card must be seen beside the next one, and above the next row, to be read: shares
 * of its width and height.
 */
const SEEN_BESIDE = 0.3,
  SEEN_BESIDE_TINY = 0.5,
  SEEN_BESIDE_OPEN = 0.4,
  SEEN_ABOVE = 0.52,
  SEEN_ABOVE_LOW = 0.42;

/** How much of each card a finger should have, in pixels, where there is height for more rows. */
const FINGER = 40;

/** The sizes of cards that are tried for a hand that is too large, as shares of the usual one. */
const SMALLER = [0.92, 0.84, 0.77];

/** In how many rows the open hand of somebody else may lie. */
const MOST_ROWS = 5,
  MOST_ROWS_LOW = 2;

/** How much larger large cards are, and the shares of the felt that usual ones take. */
const LARGE = 1.14,
  CARDS = {
    upright: { wide: 0.19, high: 0.115, short: 0.1, least: 50, most: 130 },
    wide: { wide: 0.085, high: 0.2, least: 48, most: 132 },
    tiny: { wide: 0.2, high: 0.21, least: 38, most: 60 },
  };

/** The heights of plates by shape, and what stands around them. */
const TALL_PLATE = 80,
  WIDE_PLATE = 76,
  LOW_ROW = 60,
  TINY_ROW = 40;

/** Where the own plate and the buttons are on a tiny table: beside the middle. */
const TINY_PLATE = 74,
  TINY_BAR = 88;

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
 * The parts of the table for these seats. A large hand lies in rows, if enough is left of the
 * middle.
 * @param {Size} size
 * @param {View} view
 * @param {Eyes} eyes
 * @param {number} [least] how many cards high the middle must be for that; on a low screen a card
 *   is enough
 * @param {number} [beside] how many cards wide something else lies beside the hand
 * @param {number} [share] how much of a seat's room the hands of the others have
 * @returns {Geometry}
 */
export function geometry(size, view, eyes, least = Infinity, beside = 0, share = 1) {
  const wants = { least, beside, share };
  let found = fitted(size, view, eyes, wants, 1);
  // The rows have no room for this many: smaller cards can be read, covered ones can't.
  for (const shrink of SMALLER) if (found.missing) found = fitted(size, view, eyes, wants, shrink);
  return found.table;
}

/**
 * The parts of the table with cards of this share of their usual size, and how many rows of the
 * hand have no room.
 * @param {Size} size
 * @param {View} view
 * @param {Eyes} eyes
 * @param {Wants} wants
 * @param {number} shrink
 * @returns {{table: Geometry, missing: number}}
 */
function fitted(size, view, eyes, wants, shrink) {
  const m = measured(size, view, (eyes.large ? LARGE : 1) * shrink);
  const spots = seated(m, view, eyes, wants);
  const top = Math.max(0, ...spots.flatMap(({ below }) => below));
  /** How high the middle is with this many rows. @param {number} rows */
  const middleWith = (rows) => handTop(m, rows) - m.overHand - m.ticker - top - 6;
  const { rows, missing } = rowsOf(m, zone(view, 'hand', eyes.home).length, wants, middleWith);
  const y = handTop(m, rows),
    own = homeSpot(m, eyes.home, y),
    bar = barBox(m, y, top);
  if (eyes.left) {
    own.x = m.w - own.x;
    bar.x = m.w - bar.x - bar.w;
  }
  const middle = middleBox(m, top, middleWith(rows));
  if (m.tiny && eyes.left) middle.x = m.w - middle.x - middle.w;
  spots[eyes.home] = { ...own, below: 0 };
  const promptSide = m.shape === 'wide' ? m.side : 8;
  /** @type {Geometry} */
  const table = {
    w: m.w,
    h: m.h,
    cw: m.cw,
    ch: m.ch,
    shape: m.shape,
    tiny: m.tiny,
    small: m.shape === 'low' ? within(0.4, middle.h / m.ch, 1) : 1,
    spots,
    middle,
    hand: { x: m.side, y, w: m.w - 2 * m.side, h: m.h - m.edge - y },
    bar,
    prompt: m.tiny
      ? { x: middle.x - TINY_PLATE, y: y - m.overHand, w: m.w - TINY_BAR - 8, h: m.prompt }
      : { x: promptSide, y: y - m.overHand, w: m.w - 2 * promptSide, h: m.prompt },
    home: eyes.home,
    rows,
    row: m.row,
  };
  return { table, missing };
}

/** @param {Size} size @param {View} view @param {number} growth @returns {Measures} */
function measured({ w, h }, { seats }, growth) {
  const shape = w < h * UPRIGHT ? 'upright' : h < LOW ? 'low' : 'wide';
  const tiny = shape === 'low' && w < TINY,
    upright = shape === 'upright';
  const size = tiny ? CARDS.tiny : upright ? CARDS.upright : CARDS.wide;
  const high = upright && h < SHORT ? CARDS.upright.short : size.high;
  const cw = Math.round(growth * within(size.least, Math.min(w * size.wide, h * high), size.most)),
    ch = Math.round(cw * CARD_SHAPE);
  const prompt = tiny ? 30 : shape === 'low' ? 24 : 40,
    buttons = upright ? 56 : 0;
  const sides = { upright: 8, low: 150, wide: within(Math.min(168, w * 0.2), w * 0.17, 300) };
  return {
    w,
    h,
    shape,
    tiny,
    cw,
    ch,
    others: seats - 1,
    lift: Math.round(ch * (tiny ? 0.16 : 0.2)),
    edge: shape === 'low' ? 2 : 8,
    side: tiny ? 4 : sides[shape],
    row: Math.round(ch * (shape === 'low' ? SEEN_ABOVE_LOW : SEEN_ABOVE)),
    prompt,
    buttons,
    // Upright, the mark on the own plate reaches up to where two lines of the prompt would end.
    overHand: buttons + prompt + (upright ? 9 : 0),
    // What happened last is told in a line above the prompt, except where there is no height.
    ticker: shape === 'low' ? 0 : 18,
  };
}

/** Where the hand begins if it lies in this many rows. @param {Measures} m @param {number} rows */
const handTop = (m, rows) => m.h - m.edge - m.ch - m.lift - (rows - 1) * m.row;

/**
 * The places of the others, and how far down each reaches, as far as that moves the middle.
 * @param {Measures} m
 * @param {View} view
 * @param {Eyes} eyes
 * @param {Wants} wants
 */
function seated(m, view, eyes, { share }) {
  /** @type {(Spot & {below: number})[]} */
  const spots = [];
  for (let step = 1; step <= m.others; step++) {
    const seat = (eyes.home + step) % view.seats;
    const place = m.tiny ? tinySpot : { upright: tallSpot, low: lowSpot, wide: ringSpot }[m.shape];
    const made = place(m, step);
    const spot = {
      ...made,
      seat,
      angle: 90 + (360 * step) / view.seats,
      rows: 1,
      row: m.ch * made.scale * SEEN_ABOVE_LOW,
    };
    if (eyes.all) {
      const beside = m.cw * made.scale,
        room = made.cardsRoom * share - beside,
        inARow = 1 + Math.floor(room / (beside * SEEN_BESIDE_OPEN));
      const cards = zone(view, 'hand', seat).length;
      const most = m.shape === 'low' ? MOST_ROWS_LOW : MOST_ROWS;
      spot.rows = within(1, Math.ceil(cards / Math.max(1, inARow)), most);
      if (spot.below) spot.below += (spot.rows - 1) * spot.row;
    }
    spots[seat] = spot;
  }
  return spots;
}

/** @typedef {Omit<Spot, 'seat' | 'angle' | 'rows' | 'row'> & {below: number}} Made */

/**
 * On an upright table: in a row, the cards under the plate.
 * @param {Measures} m @param {number} step
 */
function tallSpot(m, step) {
  const room = Math.min(m.w / m.others, 190),
    x = m.w / 2 + (step - (m.others + 1) / 2) * room;
  const scale = m.others > 3 ? 0.4 : m.others > 1 ? 0.5 : 0.62;
  /** @type {Made} */
  const made = {
    x,
    y: 4 + TALL_PLATE / 2,
    shape: 'tall',
    room: room - 6,
    cardsX: x,
    cardsY: TALL_PLATE + 8 + (m.ch * scale) / 2,
    cardsRoom: (m.others > 1 ? room : Math.min(m.w, 2 * room)) - 10,
    scale,
    below: TALL_PLATE + 12 + m.ch * scale,
  };
  return made;
}

/**
 * On a low table: in a row, the cards beside the plate.
 * @param {Measures} m @param {number} step
 */
function lowSpot(m, step) {
  const room = Math.min(m.w / m.others, 300),
    left = m.w / 2 + (step - 1 - m.others / 2) * room;
  const plate = Math.min(150, room * (m.others > 4 ? 0.7 : 0.64)),
    scale = 0.5;
  /** @type {Made} */
  const made = {
    x: left + plate / 2 + 2,
    y: 29,
    shape: 'wide',
    room: plate,
    cardsX: left + plate + (room - plate) / 2,
    cardsY: 5 + (m.ch * scale) / 2,
    cardsRoom: room - plate - 12,
    scale,
    below: LOW_ROW,
  };
  return made;
}

/** On a tiny table: in a row, small. @param {Measures} m @param {number} step */
function tinySpot(m, step) {
  const room = Math.min(m.w / m.others, 160),
    left = m.w / 2 + (step - 1 - m.others / 2) * room;
  const plate = room * 0.66,
    scale = 0.42;
  /** @type {Made} */
  const made = {
    x: left + plate / 2 + 1,
    y: TINY_ROW / 2,
    shape: 'wide',
    room: plate,
    cardsX: left + plate + (room - plate) / 2,
    cardsY: 5 + (m.ch * scale) / 2,
    cardsRoom: room - plate - 6,
    scale,
    below: TINY_ROW,
  };
  return made;
}

/** On a wide table: around it. @param {Measures} m @param {number} step */
function ringSpot(m, step) {
  const [x = 0, y = 0] = RING[m.others - 1]?.[step - 1] ?? [];
  const scale = 0.5,
    px = within(114, m.w * x, m.w - 114),
    py = 8 + WIDE_PLATE / 2 + y * m.h;
  const room = Math.min(250, (m.w * 0.96) / Math.max(4, m.others));
  /** @type {Made} */
  const made = {
    x: px,
    y: py,
    shape: 'wide',
    room: Math.min(220, room),
    cardsX: px,
    cardsY: py + WIDE_PLATE / 2 + 8 + (m.ch * scale) / 2,
    cardsRoom: Math.min(room, 2 * Math.min(px, m.w - px) - 12),
    scale,
    below: y === 0 ? py + WIDE_PLATE / 2 + 12 + m.ch * scale : 0,
  };
  return made;
}

/**
 * In how many rows the hand lies, and how many more it would need to be read.
 * @param {Measures} m
 * @param {number} cards
 * @param {Wants} wants
 * @param {(rows: number) => number} middleWith
 */
function rowsOf(m, cards, { least, beside }, middleWith) {
  const room = m.w - 2 * m.side - (1 + beside) * m.cw,
    seen = m.tiny ? SEEN_BESIDE_TINY : SEEN_BESIDE;
  const inARow = 1 + Math.floor(room / (m.cw * seen)),
    wanted = Math.max(1, Math.ceil(cards / inARow));
  const enough = m.shape === 'low' && least < Infinity ? 1 : least * (m.h < SHORT ? 0.8 : 1);
  const high = m.tiny ? 0 : enough * m.ch;
  let rows = wanted;
  // Where a card has less than a finger's width, one row more is worth the height.
  const strip = room / Math.max(1, Math.ceil(cards / rows) - 1);
  if (m.shape === 'upright' && strip < FINGER && middleWith(rows + 1) >= high) rows += 1;
  while (rows > 1 && middleWith(rows) < high) rows--;
  return { rows, missing: least < Infinity ? Math.max(0, wanted - rows) : 0 };
}

/** The seat at the bottom. @param {Measures} m @param {number} seat @param {number} top */
function homeSpot(m, seat, top) {
  /** @type {Spot} */
  const spot = {
    seat,
    x: m.side / 2,
    y: m.h - (m.shape === 'low' ? 34 : m.ch * 0.52),
    shape: 'home',
    room: m.side - 14,
    cardsX: m.w / 2,
    cardsY: m.h - m.ch / 2 - 8,
    cardsRoom: m.w - 2 * m.side,
    scale: 1,
    angle: 90,
    rows: 1,
    row: 0,
  };
  if (m.shape === 'upright') return { ...spot, x: 8 + 75, y: top - m.buttons / 2, room: 150 };
  const x = TINY_PLATE / 2 + 2;
  return m.tiny ? { ...spot, x, y: top - m.prompt - 20, room: TINY_PLATE - 4 } : spot;
}

/**
 * Where the buttons stand, under the plates or above the hand.
 * @param {Measures} m @param {number} top of the hand @param {number} roof
 */
function barBox(m, top, roof) {
  if (m.shape === 'upright') return { x: 164, y: top - m.buttons, w: m.w - 172, h: m.buttons };
  if (m.tiny) return { x: m.w - TINY_BAR, y: roof, w: TINY_BAR - 4, h: top - roof };
  return { x: m.w - m.side + 6, y: m.h - m.ch - m.lift, w: m.side - 14, h: m.ch + m.lift - 6 };
}

/** What is left in the middle. @param {Measures} m @param {number} top @param {number} high */
function middleBox(m, top, high) {
  if (m.tiny) return { x: TINY_PLATE, y: top + 2, w: m.w - TINY_PLATE - TINY_BAR - 2, h: high };
  const inset = m.shape === 'wide' && m.others > 2 ? Math.max(190, m.w * 0.17) : 8;
  return { x: inset, y: top + 4, w: m.w - 2 * inset, h: high };
}
