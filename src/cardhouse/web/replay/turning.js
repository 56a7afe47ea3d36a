/** @file The turning points of a game: where a replay is worth stopping. */

import { pageOf } from '../state/games.js';

/** @typedef {import('../table/view.js').GameEvent} GameEvent */
/** @typedef {{at: number, icon: string, event: GameEvent}} Point */

/**
 * @typedef {object} RecordedStep a step of a recorded game, and how the game stood after it
 * @property {number | null} seat
 * @property {string} action
 * @property {number} seconds since the beginning
 * @property {GameEvent[]} events
 * @property {string[]} [notes]
 * @property {import('../table/view.js').View} view
 */

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
