/**
 * @file What is seen between two views: a trick lies complete before it is taken, a pile is seen
 * before it burns.
 */

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../game/contract.js').Frame} Frame */

/**
 * The frames from one view to the next, the last of them being the next view itself.
 * @param {import('../game/contract.js').GamePage} page
 * @param {View | null} before
 * @param {import('./view.js').GameEvent[]} events
 * @param {View} after
 * @returns {Frame[]}
 */
export function framesBetween(page, before, events, after) {
  const only = [{ view: after, events, hold: 0 }];
  if (!before || before.game !== after.game) return only;
  return page.frames(before, events, after) ?? only;
}
