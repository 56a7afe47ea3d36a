/** @file What a review knows and shows, and what each part of it works with. */

/** @typedef {import('./moves.js').Judged} Judged */
/** @typedef {import('./plot.js').Point & {words: string}} Told a point, and what is said of it */

/**
 * @typedef {{game: string, names: import('../words.js').Names, steps:
 *   import('../replay/turning.js').RecordedStep[]}} Game
 */

/**
 * What has come of the review of one seat's moves.
 * @typedef {object} Weighed
 * @property {import('./moves.js').Unit} unit
 * @property {number} all how many moves there are to weigh
 * @property {number} leftOut how many more there would be
 * @property {boolean} done
 * @property {Judged[]} moves
 * @property {number} passed moves that were looked at and had nothing to choose
 */

/**
 * @typedef {object} Does
 * @property {(at: number) => void} jump
 * @property {(folded: boolean) => void} fold
 * @property {(cards: string[]) => void} light
 * @property {(step: number, seat: number, ask: boolean) => Promise<void>} fork play on from a step,
 *   or try to find the better move there
 */

/**
 * @typedef {object} Review
 * @property {Game} game
 * @property {{id: string, text: string}} record its name at the house, or its text if it came from
 *   a file
 * @property {boolean} slaps the game is one of slaps: times are shown, not moves
 * @property {number[]} borders the steps after which another deal begins
 * @property {Map<number, Weighed>} known by seat
 * @property {number} seat whose moves are looked at
 * @property {number} here the step at which the replay stands
 * @property {number} chosen the number of the chosen move; -1: none is
 * @property {Told[]} told the points of the plot
 * @property {import('./plot.js').Mark[]} marks where they were drawn
 * @property {AbortController} leaving ends the review that is being heard
 * @property {import('./parts.js').Parts} parts
 * @property {Does} does
 */

/** The number of the last step. @param {Review} review */
export const lastOf = (review) => review.game.steps.length - 1;

/** What is known of the moves that are looked at. @param {Review} review */
export const weighedOf = (review) => review.known.get(review.seat);

/** @param {Game['steps']} steps */
export const bordersOf = (steps) =>
  steps.flatMap((step, at) =>
    step.events.some((event) => event.kind === 'score') && at < steps.length - 1 ? [at] : [],
  );
