/**
 * @file A plot over a whole game, as SVG by our own code: one mark for each move, by shape as well
 * as by colour.
 */

import { picture } from '../art/svg.js';

/**
 * @typedef {object} Point
 * @property {number} number which move of the game
 * @property {number} value
 * @property {number} error
 * @property {boolean} strong a diamond with its error instead of a dot
 */

/** @typedef {{x: number, y: number, number: number}} Mark where a point was drawn */

const LEFT = 38,
  RIGHT = 10,
  TOP = 18,
  BOTTOM = 22;
const STEPS = [0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000];

/**
 * Round values for the lines of the plot, the last at or above the highest.
 * @param {number} most
 */
export function lines(most) {
  const step = STEPS.find((wanted) => most / wanted <= 4) ?? most;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}

/**
 * Draw the points of a game of `last` moves.
 * @param {Point[]} points
 * @param {number} last
 * @param {{w: number, h: number}} size
 * @param {{least: number, here: number, borders?: number[], named?: number[]}} how the least height
 *   of the axis, the move one looks at, lines between deals, the moves with a number beside them
 * @returns {{drawing: string, marks: Mark[]}}
 */
export function plotOf(points, last, { w, h }, { least, here, borders = [], named = [] }) {
  const grid = lines(Math.max(least, ...points.map((point) => point.value)));
  const top = grid.at(-1) ?? 1,
    floor = h - BOTTOM;
  const across = (/** @type {number} */ number) =>
    LEFT + ((w - LEFT - RIGHT) * number) / Math.max(1, last);
  const up = (/** @type {number} */ value) =>
    floor - ((floor - TOP) * Math.min(Math.max(value, 0), top)) / top;
  const n = (/** @type {number} */ number) => number.toFixed(1);
  const marks = points.map((point) => ({
    x: across(point.number),
    y: up(point.value),
    number: point.number,
  }));
  const ruled = grid
    .map((value) => {
      const y = up(value);
      const rule = `<path class="plot-line" d="M${LEFT} ${n(y)}H${w - RIGHT}"/>`;
      return `${rule}<text class="plot-value" x="${LEFT - 6}" y="${n(y + 4)}">${value}</text>`;
    })
    .join('');
  const between = borders
    .map((number) => `<path class="plot-border" d="M${n(across(number))} ${TOP - 6}V${floor}"/>`)
    .join('');
  const now = `<path class="plot-here" d="M${n(across(here))} 4V${floor}"/>`;
  const shapes = points
    .map((point, at) => {
      const { x = 0, y = 0 } = marks[at] ?? {};
      const stem = `<path class="plot-stem" d="M${n(x)} ${floor}V${n(y)}"/>`;
      if (!point.strong) return `${stem}<circle class="plot-dot" cx="${n(x)}" cy="${n(y)}" r="3"/>`;
      const low = n(up(point.value - point.error)),
        high = n(up(point.value + point.error));
      const error = point.error ? `<path class="plot-error" d="M${n(x)} ${low}V${high}"/>` : '';
      const diamond = `M${n(x)} ${n(y - 6.5)}l6 6.5l-6 6.5l-6 -6.5Z`;
      return (
        stem.replace('plot-stem', 'plot-stem plot-stem-strong') +
        `${error}<path class="plot-diamond" d="${diamond}"/>`
      );
    })
    .join('');
  const labels = named
    .map((number, at) => {
      const mark = marks.find((one) => one.number === number);
      if (!mark) return '';
      const x = n(Math.min(mark.x + 9, w - 8)),
        y = n(Math.max(mark.y - 4, 12));
      return `<text class="plot-name" x="${x}" y="${y}">${at + 1}</text>`;
    })
    .join('');
  const ends = [1, last]
    .map(
      (number) =>
        `<text class="plot-end" x="${n(across(number))}" y="${h - 6}">${Number(number)}</text>`,
    )
    .join('');
  return {
    drawing: picture(w, h, ruled + between + now + shapes + labels + ends, 'plot review-drawing'),
    marks,
  };
}

/**
 * The mark that somebody means who points there: across counts more than up and down.
 * @param {Mark[]} marks
 * @param {number} x
 * @param {number} y
 */
export function nearest(marks, x, y) {
  const far = (/** @type {Mark} */ mark) => Math.hypot(mark.x - x, (mark.y - y) / 3);
  return marks.reduce(
    (/** @type {Mark | null} */ best, mark) => (best && far(best) <= far(mark) ? best : mark),
    null,
  );
}
