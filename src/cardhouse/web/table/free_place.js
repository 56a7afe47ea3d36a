/** @file Where something can stand so that it covers the least of what matters. */

/** @typedef {import('./layout.js').Box} Box */

/** How far apart the places are that are tried, in pixels, and how near to the edge they come. */
const STEP = 8,
  EDGE = 4;

/** How much of a box lies under another. @param {Box} a @param {Box} b */
const shared = (a, b) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/**
 * The place for something of a size that covers the least; of several such, the one nearest to the
 * middle.
 * @param {{w: number, h: number}} size
 * @param {Box} around within which it stands
 * @param {readonly (Box & {weight: number})[]} covered what it should not cover, and how much less
 * @returns {{x: number, y: number}}
 */
export function leastCovering({ w, h }, around, covered) {
  const middle = { x: around.x + (around.w - w) / 2, y: around.y + (around.h - h) / 2 };
  const left = around.x + EDGE,
    top = around.y + EDGE,
    right = Math.max(left, around.x + around.w - w - EDGE),
    bottom = Math.max(top, around.y + around.h - h - EDGE);
  let best = middle,
    least = Infinity;
  for (let y = top; y <= bottom; y += STEP)
    for (let x = left; x <= right; x += STEP) {
      const away = Math.abs(x - middle.x) + Math.abs(y - middle.y);
      let cost = away;
      for (const box of covered) cost += box.weight * shared({ x, y, w, h }, box);
      if (cost < least) [least, best] = [cost, { x, y }];
    }
  return best;
}
