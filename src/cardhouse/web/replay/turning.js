/** @file The turning points of a game: where a replay is worth stopping. */

import { list } from '../table/view.js';

/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {{seat: number | null, action: string, seconds: number, events: GameEvent[], notes?: string[], view: import('../types.js').View}} Frame */
/** @typedef {{at: number, icon: string, event: GameEvent}} Point */

const BIG_PILE = 12, BIG_TAKE = 6;

/** The sign of an event that turns a game, or nothing. @param {string} game @param {GameEvent} event @returns {string} */
function sign(game, event) {
  const count = list(event.cards).length;
  switch (event.kind) {
    case 'over': return 'trophy';
    case 'moon': return 'moon';
    case 'score': return 'stats';
    case 'burn': return 'flame';
    case 'out': return 'crown';
    case 'last_chance': return 'clock';
    case 'trick': return list(event.cards).includes('Qs') ? 'queen' : '';
    case 'pickup': case 'misfit': return count >= BIG_TAKE ? 'back' : '';
    case 'take': return count >= (game === 'durak' ? BIG_TAKE : BIG_PILE) ? 'paw' : '';
    default: return '';
  }
}

/** Where a game turned, at most one point for a step. @param {string} game @param {Frame[]} frames @returns {Point[]} */
export function turningPoints(game, frames) {
  return frames.flatMap(({ events }, at) => {
    const found = events.map((event) => ({ at, icon: sign(game, event), event })).filter((point) => point.icon);
    return found.slice(-1);
  });
}
