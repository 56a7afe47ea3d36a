/** @file Plots as SVG, drawn by us. Each kind of bar has a pattern besides its colour. */

import { picture } from '../art/svg.js';

/**
 * How many values fall into each of some bins of one width; the last one takes all that is beyond.
 * @param {number[]} values @param {number} width @param {number} bins
 */
export function binned(values, width, bins) {
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.max(0, Math.min(bins - 1, Math.floor(value / width)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** The value in the middle. @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b),
    half = Math.floor(sorted.length / 2);
  return sorted.length % 2
    ? (sorted[half] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

const HATCH = [
  '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"',
  ' patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/>',
  '<path class="hatch-line" d="M0 0V6" stroke-width="4"/></pattern></defs>',
].join('');
const WIDE = 640,
  HIGH = 220,
  LEFT = 8,
  BOTTOM = 26,
  TOP = 8,
  APART = 26;

/**
 * Two rows of counts side by side over one axis, each as shares of its own sum.
 * @param {number[]} first
 * @param {number[]} second
 * @param {(bin: number) => string} label what stands under the left edge of a bin; digits only, or
 *   nothing
 */
export function histogram(first, second, label) {
  const share = (/** @type {number[]} */ counts) => {
    const sum = counts.reduce((a, b) => a + b, 0) || 1;
    return counts.map((count) => count / sum);
  };
  const one = share(first),
    two = share(second),
    most = Math.max(...one, ...two, 0.01);
  const step = (WIDE - 2 * LEFT) / first.length,
    floor = HIGH - BOTTOM;
  const bar = (
    /** @type {number} */ value,
    /** @type {number} */ x,
    /** @type {string} */ className,
  ) => {
    const height = ((floor - TOP) * value) / most;
    const place = `x="${x.toFixed(1)}" y="${(floor - height).toFixed(1)}"`,
      size = `width="${(step * 0.4).toFixed(1)}" height="${height.toFixed(1)}"`;
    return value ? `<rect class="${className}" ${place} ${size} rx="2"/>` : '';
  };
  const bars = one
    .map(
      (value, at) =>
        bar(value, LEFT + at * step + step * 0.08, 'bar-you') +
        bar(two[at] ?? 0, LEFT + at * step + step * 0.52, 'bar-cats'),
    )
    .join('');
  const labels = first
    .map((_, at) => {
      const digits = label(at).replace(/\D/g, '');
      return `<text x="${(LEFT + at * step).toFixed(1)}" y="${HIGH - 7}">${digits}</text>`;
    })
    .join('');
  const axis = `<path class="axis" d="M${LEFT} ${floor}H${WIDE - LEFT}"/>`;
  return picture(WIDE, HIGH, HATCH + bars + axis + labels, 'plot');
}

/**
 * A rating game by game, with how far it may be off, and the ratings of others as lines across.
 * @param {readonly {rating: number, deviation: number}[]} points the earliest first, two at least
 * @param {readonly number[]} others
 */
export function course(points, others) {
  const doubt = 2;
  const ends = points.flatMap(({ rating, deviation }) => [
    rating - doubt * deviation,
    rating + doubt * deviation,
  ]);
  const low = Math.min(...ends, ...others),
    high = Math.max(...ends, ...others, low + 1);
  // Room for half a line of digits above and below.
  const top = 14,
    floor = HIGH - top,
    left = 84;
  const x = (/** @type {number} */ at) =>
    (left + ((WIDE - LEFT - left) * at) / Math.max(1, points.length - 1)).toFixed(1);
  const y = (/** @type {number} */ rating) =>
    (floor - ((floor - top) * (rating - low)) / (high - low)).toFixed(1);
  const path = (/** @type {number} */ by) =>
    points.map(({ rating, deviation }, at) => `${x(at)} ${y(rating + by * deviation)}`);
  const band = `M${[...path(doubt), ...path(-doubt).reverse()].join('L')}Z`;
  // Of lines so near each other that their digits would lie in each other only the first is named.
  let named = Number.POSITIVE_INFINITY;
  const lines = [...others]
    .sort((a, b) => a - b)
    .map((rating) => {
      const apart = named - Number(y(rating)) >= APART;
      if (apart) named = Number(y(rating));
      const digits = `<text x="${LEFT}" y="${y(rating)}" dy="0.35em">${Math.round(rating)}</text>`;
      const across = `<path class="course-other" d="M${left} ${y(rating)}H${WIDE - LEFT}"/>`;
      return across + (apart ? digits : '');
    });
  const doubted = `<path class="course-band" d="${band}"/>`,
    own = `<path class="course-own" d="M${path(0).join('L')}"/>`;
  return picture(WIDE, HIGH, lines.join('') + doubted + own, 'plot');
}
