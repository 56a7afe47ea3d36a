/** @file Where something can stand so that it covers the least of what matters. */

/** @typedef {import('./layout.js').Box} Box */

/** How far apart the places are that are tried, in pixels, and how near to the edge they come. */
const STEP = 8,
  EDGE = 4;

/** How much of a box lies under another. @param {Box} a @param {Box} b */
const shared = (a, b) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Where words are written in an element that is larger. @param {Element} element */
function written(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/**
 * What stands on the felt, in the window's coordinates, with how bad it is to cover it.
 * @param {HTMLElement} felt
 * @param {readonly {of: string, weight: number}[]} kinds
 * @returns {(Box & {weight: number})[]}
 */
export const standing = (felt, kinds) =>
  kinds.flatMap(({ of, weight }) =>
    [...felt.querySelectorAll(of)]
      .filter((each) => each.textContent || each.matches('.card'))
      .map((each) => (each.matches('.prompt') ? written(each) : each.getBoundingClientRect()))
      .map(({ x, y, width, height }) => ({ x, y, w: width, h: height, weight })),
  );

/**
 * The place for something of a size that covers the least; of several such, the one nearest to a
 * point.
 * @param {{w: number, h: number}} size
 * @param {Box} around within which it stands
 * @param {readonly (Box & {weight: number})[]} covered what it should not cover, and how much less
 * @param {{x: number, y: number}} [near] where its middle would best be; without, the middle of
 *   `around`
 * @returns {{x: number, y: number}}
 */
export function leastCovering({ w, h }, around, covered, near) {
  const point = near ?? { x: around.x + around.w / 2, y: around.y + around.h / 2 },
    wanted = { x: point.x - w / 2, y: point.y - h / 2 };
  const left = around.x + EDGE,
    top = around.y + EDGE,
    right = Math.max(left, around.x + around.w - w - EDGE),
    bottom = Math.max(top, around.y + around.h - h - EDGE);
  let best = wanted,
    least = Infinity;
  for (let y = top; y <= bottom; y += STEP)
    for (let x = left; x <= right; x += STEP) {
      const away = Math.abs(x - wanted.x) + Math.abs(y - wanted.y);
      let cost = away;
      for (const box of covered) cost += box.weight * shared({ x, y, w, h }, box);
      if (cost < least) [least, best] = [cost, { x, y }];
    }
  return best;
}
