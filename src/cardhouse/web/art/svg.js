/**
 * @file The few helpers every drawing uses. No drawing has an id, so any number of copies can share
 * a page.
 */

/** The warm near-black of every outline. */
export const INK = '#33231c';

/**
 * A whole drawing. It takes its size from CSS and is hidden from screen readers: the element around
 * it says what it is.
 * @param {number} width @param {number} height @param {string} inner @param {string} className
 */
export const picture = (width, height, inner, className) =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="${className}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${inner}</svg>`;

/** @param {string} d @param {string} fill @param {string} [more] further attributes */
export const shape = (d, fill, more = '') => `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;

/** @param {string} d @param {string} stroke @param {number} width @param {string} [more] */
export const line = (d, stroke, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${more && ` ${more}`}/>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 * @param {string} [more]
 */
export const dot = (x, y, r, fill, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more && ` ${more}`}/>`;

/** @param {string} transform @param {string} inner */
export const moved = (transform, inner) => `<g transform="${transform}">${inner}</g>`;

/**
 * The same thing on the left and, mirrored, on the right of a drawing `width` wide.
 * @param {string} inner
 */
export const bothSides = (inner, width = 120) =>
  inner + moved(`matrix(-1 0 0 1 ${width} 0)`, inner);

/** A path written with spaced absolute pairs, and its mirror image, as one. @param {string} d */
export const twinned = (d, width = 120) =>
  d + d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${width - x} ${y}`);

/**
 * Round beads along points, outlined, in two elements however many there are.
 * @param {readonly (readonly [number, number])[]} places
 * @param {number} size
 * @param {string} fill
 */
export const beads = (places, size, fill, ink = INK) => {
  const d = places.map(([x, y]) => `M${x} ${y}h.1`).join('');
  return line(d, ink, size + 4) + line(d, fill, size);
};

/** A line in the outline of the figure it belongs to. @param {string} d */
export const crease = (d) => shape(d, 'none');

/**
 * Outlined with rounded joins, as all figures are; parts leave out what they inherit.
 * @param {string} inner
 * @param {number} [width]
 */
export const outlined = (inner, width = 3, ink = INK) =>
  `<g fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round">${inner.replaceAll(` stroke="${ink}"`, '').replaceAll(' fill="none"', '')}</g>`;
