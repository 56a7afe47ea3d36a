/**
 * @file Card backs. Each is a handful of elements, because fifty-two of them may be on the table.
 */

import { pawMark } from './suits.js';
import { dot, line, moved, outlined, picture, shape } from './svg.js';

const CARD = '<rect x="1" y="1" width="248" height="348" rx="20"';
const frame = (/** @type {string} */ paper, /** @type {string} */ ground) =>
  `${CARD} fill="${paper}" stroke="#00000066" stroke-width="2"/><rect x="14" y="14" width="222" height="322" rx="11" fill="${ground}"/>`;
const edge = (/** @type {string} */ colour) =>
  `<rect x="21" y="21" width="208" height="308" rx="7" fill="none" stroke="${colour}" stroke-width="3"/>`;

/**
 * One path with the same mark wherever `at` says.
 * @param {readonly (readonly [number, number])[]} places
 * @param {(x: number, y: number) => string} at
 */
const repeated = (places, at) => places.map(([x, y]) => at(x, y)).join('');

/**
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} staggered
 * @returns {[number, number][]}
 */
function grid(columns, rows, staggered) {
  const places = /** @type {[number, number][]} */ ([]);
  const dx = 208 / columns,
    dy = 308 / rows;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns - (staggered && row % 2 ? 1 : 0); column++)
      places.push([
        Math.round(21 + dx * (column + (staggered && row % 2 ? 1 : 0.5))),
        Math.round(21 + dy * (row + 0.5)),
      ]);
  return places;
}

const lattice = () => {
  const threads = [];
  for (let offset = 52; offset < 516; offset += 52) {
    const right = Math.min(offset, 208),
      top = offset - right,
      down = Math.min(offset, 308),
      left = offset - down;
    threads.push(
      `M${21 + right} ${21 + top}L${21 + left} ${21 + down}M${229 - right} ${21 + top}L${229 - left} ${21 + down}`,
    );
  }
  return threads.join('');
};

const print = (/** @type {number} */ x, /** @type {number} */ y) =>
  `M${x - 7} ${y + 10}q7-15 14 0q-7 3-14 0zm-6-11v-3m8-7v-3m10 0v3m8 7v3`;

/** @type {Record<string, () => string>} */
const BACKS = {
  paws: () =>
    frame('#fffaf0', '#9b2335') +
    line(lattice(), '#bf4f5c', 3) +
    line(repeated(grid(4, 6, false), print), '#f7d9b5', 6, 'stroke-linecap="round"').replace(
      'none',
      '#f7d9b5',
    ) +
    edge('#f7d9b5'),
  felt: () =>
    frame('#fffaf0', '#1f5b47') +
    edge('#e3c580') +
    line('M125 51L207 175L125 299L43 175Z', '#e3c580', 3) +
    line('M125 70L194 175L125 280L56 175Z', '#2f7a60', 8) +
    bothEnds(pawMark(52, 58, 44, '#2f7a60') + pawMark(198, 58, 44, '#2f7a60')) +
    dot(125, 175, 48, '#e3c580') +
    dot(125, 175, 42, '#1f5b47') +
    pawMark(125, 178, 62, '#e3c580'),
  stripes: () =>
    frame('#fff4e0', '#ef9a44') +
    bothEnds(
      line(
        'M24 50Q70 50 78 74Q40 84 24 82M226 50Q180 50 172 74Q210 84 226 82M24 120Q62 122 74 142Q40 152 24 148M226 120Q188 122 176 142Q210 152 226 148M125 30V72M96 30L104 60M154 30L146 60',
        '#c4631f',
        13,
        'stroke-linecap="round"',
      ),
    ) +
    edge('#fff0d6') +
    dot(125, 175, 44, '#fff0d6') +
    pawMark(125, 178, 60, '#c4631f'),
  night: () =>
    frame('#f3efe6', '#232a52') +
    line(
      repeated(grid(5, 9, true), (x, y) => `M${x} ${y}v.1`),
      '#8f9bd8',
      5,
      'stroke-linecap="round"',
    ) +
    dot(125, 160, 70, '#232a52') +
    dot(125, 160, 58, '#f4dd95') +
    dot(146, 148, 48, '#232a52') +
    shape(
      'M94 262C88 232 98 208 114 196C108 186 106 172 108 152L123 164H137L152 152C154 172 152 186 146 196C162 208 172 232 166 262ZM164 258C190 262 200 240 190 222',
      '#0f1330',
      'stroke="#0f1330" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"',
    ) +
    line('M121 178v3M139 178v3', '#f4dd95', 7, 'stroke-linecap="round"') +
    line('M40 266H210', '#c9b26b', 4) +
    edge('#c9b26b'),
  yarn: () =>
    frame('#fffaf0', '#2f7f86') +
    edge('#bfe3dd') +
    outlined(
      dot(125, 165, 74, '#f2a65a') +
        line(
          'M66 125C100 105 150 105 184 125M54 150C96 128 154 128 196 150M53 180C90 160 130 150 158 100M64 206C110 190 160 160 182 118M90 230C130 210 180 190 198 160',
          '#c4631f',
          6,
        ) +
        line('M160 230C190 262 120 262 110 284S60 300 52 280', '#f2a65a', 8),
      5,
      '#1e5359',
    ),
};

/** @param {string} inner */
function bothEnds(inner) {
  return inner + moved('rotate(180 125 175)', inner);
}

/** The backs a player can choose from, the first being the usual one. @type {readonly string[]} */
export const backNames = Object.keys(BACKS);

/** The inside of `cardBack`, to lay into a larger drawing. @param {string} name */
export const backArt = (name) => (BACKS[name] ?? BACKS.paws)?.() ?? '';

/** A card's back, 250 × 350; an unknown name gets the usual one. @param {string} name */
export const cardBack = (name = 'paws') => picture(250, 350, backArt(name), 'card-back');
