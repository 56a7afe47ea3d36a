/** @file The turning points of a game: where a replay is worth stopping. */

import { pageOf } from '../state/games.js';

/** @typedef {import('../table/view.js').GameEvent} GameEvent */
/** @typedef {{at: number, icon: string, event: GameEvent}} Point */

/** @typedef {import('../types.js').Frame} RecordedStep a step, and how the game stood after it */

/**
 * Where a game turned, at most one point for a step.
 * @param {string} game
 * @param {RecordedStep[]} steps
 * @returns {Point[]}
 */
export function turningPoints(game, steps) {
  const { turning } = pageOf(game);
  return steps.flatMap(({ events }, at) => {
    const found = events
      .map((event) => ({ at, icon: turning(event), event }))
      .filter((point) => point.icon);
    return found.slice(-1);
  });
}
