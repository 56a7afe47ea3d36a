/**
 * @file The review beside a replay: what each move of a seat cost, the costliest, what was better
 * and why. Its state, its elements, and each thing done with them are next to it.
 */

import { isSlapped } from '../state/games.js';
import { look } from './hearing.js';
import { createParts } from './parts.js';
import { nearest } from './plot.js';
import { describe, draw, fold, pick } from './showing.js';
import { bordersOf } from './state.js';

/** @typedef {import('./state.js').Review} Review */

/** A press on the plot goes to the move that is nearest. @param {Review} review */
const pressed = (review) => (/** @type {PointerEvent} */ event) => {
  const box = review.parts.plot.getBoundingClientRect(),
    found = nearest(review.marks, event.clientX - box.left, event.clientY - box.top);
  if (!found || event.button !== 0) return;
  pick(review, found.number);
  fold(review, true);
};

/** Arrows go from point to point, Enter looks at the table. @param {Review} review */
const typed = (review) => (/** @type {KeyboardEvent} */ event) => {
  const numbers = review.told.map((point) => point.number).sort((a, b) => a - b),
    from = review.chosen < 0 ? review.here + 0.5 : review.chosen;
  const wanted = {
    ArrowRight: numbers.find((number) => number > from),
    ArrowLeft: numbers.filter((number) => number < from).pop(),
    Home: numbers[0],
    End: numbers.at(-1),
  }[event.key];
  if (event.key === 'Enter' && review.chosen > 0) fold(review, true);
  else if (!['ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(event.key)) return;
  else if (wanted !== undefined) pick(review, wanted);
  event.preventDefault();
  event.stopPropagation();
};

/** Play on from the chosen move, or try to find the better one. @param {Review} review */
const forks = (review) => (/** @type {boolean} */ ask) =>
  void review.does.fork(review.chosen - 1, review.seat, ask).catch((error) => {
    review.parts.problem.textContent = error instanceof Error ? error.message : String(error);
  });

/**
 * @param {import('./state.js').Game} game
 * @param {Review['record']} record
 * @param {number} first the seat whose moves are looked at first
 * @param {import('./state.js').Does} does
 */
export function createReview(game, record, first, does) {
  const parts = createParts(game.names, game.steps.length - 1, {
    look: (seat) => void look(review, seat),
    fold: (folded) => fold(review, folded),
    fork: (ask) => forks(review)(ask),
  });
  /** @type {Review} */
  const review = {
    game,
    record,
    slaps: isSlapped(game.game),
    borders: bordersOf(game.steps),
    known: new Map(),
    seat: first,
    here: 0,
    chosen: -1,
    told: [],
    marks: [],
    leaving: new AbortController(),
    parts,
    does,
  };
  parts.whose.value = String(first);
  parts.plot.addEventListener('pointerdown', pressed(review));
  parts.plot.addEventListener('keydown', typed(review));
  const resized = new ResizeObserver(() => draw(review));
  resized.observe(parts.plot);
  void look(review, first);
  return {
    element: parts.element,
    unfold: () => fold(review, false),
    seat: () => review.seat,
    /** The replay stands at a step now. @param {number} at */
    at(at) {
      review.here = at;
      if (review.chosen !== at + 1) review.chosen = -1;
      draw(review);
      describe(review);
    },
    leave() {
      review.leaving.abort();
      resized.disconnect();
    },
  };
}
