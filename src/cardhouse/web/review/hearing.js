/** @file How a review comes: line by line, for one seat at a time. */

import { review as askReview, reviewFile } from '../asking.js';
import { setText } from '../dom.js';
import { Refused } from '../wire.js';
import { say } from '../words.js';
import { showMoves, showNothing, showSlaps } from './showing.js';

/** @typedef {import('./state.js').Review} Review */
/** @typedef {import('./state.js').Weighed} Weighed */

/**
 * What a review that has begun knows.
 * @param {import('../types.js').ReviewBegun} line
 * @returns {Weighed}
 */
const begun = (line) => ({
  unit: line.unit,
  all: line.moves,
  leftOut: line.left_out,
  done: line.moves === 0,
  moves: [],
  passed: 0,
});

/** Hear the review of a seat's moves, one by one. @param {Review} review */
async function hear(review) {
  const { record, seat, parts } = review,
    { signal } = review.leaving,
    asked = { seat };
  const lines = record.id
    ? askReview(record.id, signal, asked)
    : reviewFile(record.text, signal, asked);
  /** @type {Weighed | null} */
  let weighed = null;
  for await (const line of lines) {
    if (signal.aborted) return;
    if (line.t === 'failed') throw new Refused(503, line);
    if (line.t === 'begun') weighed = begun(line);
    else if (!weighed) continue;
    else if (line.t === 'done') weighed.done = true;
    else if (line.move) weighed.moves.push(line.move);
    else weighed.passed += 1;
    review.known.set(seat, weighed);
    showMoves(review, weighed);
    if (weighed.done) return setText(parts.live, parts.state.textContent ?? '');
    if (weighed.moves.length + weighed.passed === Math.ceil(weighed.all / 2))
      setText(parts.live, say('page.review.half'));
  }
  throw new Refused(503, { key: 'refused.server.review' });
}

/** Look at the moves of a seat. @param {Review} review @param {number} seat */
export async function look(review, seat) {
  const { parts, slaps, game } = review;
  review.leaving.abort();
  review.seat = seat;
  review.chosen = -1;
  parts.problem.textContent = '';
  setText(parts.strong, slaps ? (game.names[seat] ?? '') : say('page.review.key_costly'));
  setText(parts.weak, say(slaps ? 'page.review.key_others' : 'page.review.key_fine'));
  if (slaps) return showSlaps(review);
  const before = review.known.get(seat);
  if (before?.done) return showMoves(review, before);
  showNothing(review);
  const leaving = new AbortController();
  review.leaving = leaving;
  await hear(review).catch((error) => {
    if (leaving.signal.aborted) return;
    parts.bar.hidden = true;
    setText(parts.state, '');
    parts.problem.textContent = error instanceof Error ? error.message : String(error);
  });
}
