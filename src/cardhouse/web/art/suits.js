/** @file How a card is written, and the marks it is drawn with: suits, ranks and pips. */

import { shape } from './svg.js';

/** @typedef {'c' | 'd' | 's' | 'h'} Suit */

/** Each suit in a box from -50 to 50. @type {Record<Suit, string>} */
const SUITS = {
  h: 'M0 47C-13 31-47 9-47-17C-47-34-34-45-22-45C-11-45-3-38 0-27C3-38 11-45 22-45C34-45 47-34 47-17C47 9 13 31 0 47Z',
  s: 'M0-49C11-30 46-12 46 13C46 41 14 44 5 26C6 37 9 43 17 49H-17C-9 43-6 37-5 26C-14 44-46 41-46 13C-46-12-11-30 0-49Z',
  d: 'M0-50Q15-21 40 0Q15 21 0 50Q-15 21-40 0Q-15-21 0-50Z',
  c: 'M0-48A22 22 0 0 1 17-12A22.5 22.5 0 1 1 5 22C6 35 9 42 17 49H-17C-9 42-6 35-5 22A22.5 22.5 0 1 1-17-12A22 22 0 0 1 0-48Z',
};

/** Each rank as one stroke in a box 60 wide and 80 high. @type {Record<string, string>} */
const RANKS = {
  2: 'M9 25C8 1 52 1 51 26C50 43 14 54 9 73H52',
  3: 'M9 7H50L27 33C61 29 62 73 29 73C18 73 10 68 7 59',
  4: 'M42 73V7L6 52H55',
  5: 'M49 7H15L11 38C22 27 53 27 53 50C53 79 14 80 8 60',
  6: 'M45 7C20 15 8 34 8 51C8 80 52 80 52 51C52 25 14 26 9 47',
  7: 'M7 7H53C38 26 28 48 25 73',
  8: 'M30 7C8 7 8 37 30 37S52 7 30 7ZM30 37C1 37 1 73 30 73S59 37 30 37Z',
  9: 'M15 73C40 65 52 46 52 29C52 0 8 0 8 29C8 55 46 54 51 33',
  T: 'M-3 19L7 9V73M40 7C60 7 60 73 40 73S20 7 40 7Z',
  J: 'M26 7H46V50C46 81 8 80 8 54',
  Q: 'M30 7C62 7 62 71 30 71S-2 7 30 7ZM35 52L55 75',
  K: 'M10 7V73M51 7L11 46M25 34L53 73',
  A: 'M6 73L30 7L54 73M15 51H45',
  W: 'M2 7L15 73L30 28L45 73L58 7',
};

/**
 * Where the pips of a number lie: column -1, 0 or 1, row from -1 (top) to 1.
 * @type {Record<string, readonly (readonly [number, number])[]>}
 */
const PIPS = {
  2: [
    [0, -1],
    [0, 1],
  ],
  3: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  7: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  8: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [0, 0.5],
    [-1, 1],
    [1, 1],
  ],
  9: [
    [-1, -1],
    [1, -1],
    [-1, -0.333],
    [1, -0.333],
    [0, 0],
    [-1, 0.333],
    [1, 0.333],
    [-1, 1],
    [1, 1],
  ],
  T: [
    [-1, -1],
    [1, -1],
    [0, -0.667],
    [-1, -0.333],
    [1, -0.333],
    [-1, 0.333],
    [1, 0.333],
    [0, 0.667],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * The colour of a suit; a page may set `--suit-c`, `--suit-d`, `--suit-s` and `--suit-h` itself.
 * @param {Suit} suit
 * @param {boolean} fourColour
 */
export function suitColour(suit, fourColour) {
  const two = { c: '#1d1b22', d: '#c1121f', s: '#1d1b22', h: '#c1121f' };
  const four = { c: '#0f6b35', d: '#1559b5', s: '#1d1b22', h: '#c1121f' };
  return `var(--suit-${suit},${(fourColour ? four : two)[suit]})`;
}

/**
 * A suit `size` wide around a point.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [more]
 */
export const suitMark = (suit, x, y, size, more = '') =>
  `<path transform="translate(${x} ${y})scale(${size < 0 ? `${-size / 100} ${size / 100}` : size / 100})" d="${SUITS[suit]}"${more && ` ${more}`}/>`;

/**
 * A paw print `size` wide, where a wild card has its suit.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} [fill]
 */
export const pawMark = (x, y, size, fill = 'currentColor') =>
  shape(
    'M0-3C17-3 34 18 31 33C28 47 13 40 0 40C-13 40-28 47-31 33C-34 18-17-3 0-3ZM-47-8a11 15 0 1 0 22 0a11 15 0 1 0-22 0M-25-31a11 15 0 1 0 22 0a11 15 0 1 0-22 0M3-31a11 15 0 1 0 22 0a11 15 0 1 0-22 0M25-8a11 15 0 1 0 22 0a11 15 0 1 0-22 0Z',
    fill,
    `transform="translate(${x} ${y})scale(${size / 100})"`,
  );

/**
 * The rank of an index, its top left corner at a point.
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export const rankMark = (rank, x, y, scale) =>
  `<path transform="translate(${x} ${y})scale(${scale})" d="${RANKS[rank] ?? ''}" fill="none" stroke="currentColor" stroke-width="${rank === 'T' ? 12 : 14}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** All pips of a number card. @param {string} rank @param {Suit} suit */
export const pips = (rank, suit) =>
  (PIPS[rank] ?? [])
    .map(([column, row]) => suitMark(suit, 144 + column * 38, 172 + row * 114, row > 0 ? -39 : 39))
    .join('');
