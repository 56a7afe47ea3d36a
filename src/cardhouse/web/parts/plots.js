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
  TOP = 8;

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
