/** @file How what is played in this page's own house is kept, as its worker tells it. */

/** @typedef {import('./mirror.js').Kept} Kept */

/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Kept} */
let now = { state: 'kept', wanted: 0 };

/** How it is now; on a server it is always kept. */
export const keeping = () => now;

/** @param {Kept} kept */
export function setKeeping(kept) {
  now = kept;
  for (const listener of listeners) listener();
}

/**
 * Hear of every change; returns how to stop.
 * @param {() => void} listener
 * @returns {() => void}
 */
export function onKeeping(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
