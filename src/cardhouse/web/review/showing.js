/** @file What a review shows: the plot, the chosen move, how far it is, the costliest moves. */

import { el, redraw, setText } from '../dom.js';
import { median } from '../parts/plots.js';
import { say } from '../words.js';
import { costliest, costWords, moveWords, SURE, whyWords } from './moves.js';
import { plotOf } from './plot.js';
import { slapsOf } from './slaps.js';
import { lastOf, weighedOf } from './state.js';

/** @typedef {import('./state.js').Review} Review */
/** @typedef {import('./state.js').Weighed} Weighed */

/** The plot names this many of the costliest moves: all names would not fit. */
const NAMED = 3;
/** The height of the plot, in pixels. */
const HIGH = 190;
/** The least that the plot's height stands for, so that trifles look like trifles. */
const LEAST = { points: 4, chance: 0.2, milliseconds: 400 };

/**
 * Fold the review away, so that the table is seen.
 * @param {Review} review
 * @param {boolean} folded
 */
export function fold(review, folded) {
  review.parts.element.toggleAttribute('data-folded', folded);
  review.does.fold(folded);
}

/** Go to where a move was chosen. @param {Review} review @param {number} number */
export function pick(review, number) {
  review.chosen = number;
  review.does.jump(number - 1);
  describe(review);
}

/** Say what there is to say of the chosen move. @param {Review} review */
export function describe(review) {
  const { told, chosen, here, does } = review,
    { plot, about, from, again, list } = review.parts;
  const point = told.find((one) => one.number === chosen) ?? null;
  const move = weighedOf(review)?.moves.find((one) => one.number === chosen);
  does.light(move?.costly ? move.better : []);
  setText(about, point?.words ?? '');
  from.hidden = !move;
  again.hidden = !move?.costly;
  about.classList.toggle('listed', list.querySelector(`[data-number="${chosen}"]`) !== null);
  plot.setAttribute('aria-valuenow', String(point?.number ?? here + 1));
  plot.setAttribute('aria-valuetext', point?.words ?? say('page.review.plot_how'));
  for (const each of list.querySelectorAll('button'))
    each.setAttribute('aria-pressed', String(Number(each.dataset.number) === chosen));
}

/** Draw the plot as wide as there is room. @param {Review} review */
export function draw(review) {
  const { slaps, borders, told, here, parts } = review,
    width = parts.plot.clientWidth;
  if (!width || parts.figure.hidden) return;
  const unit = weighedOf(review)?.unit ?? 'points',
    scale = slaps || unit === 'points' ? 1 : 100,
    worst = slaps ? [] : costliest(weighedOf(review)?.moves ?? []);
  const points = told.map((point) => ({
    ...point,
    value: point.value * scale,
    error: point.error * scale,
  }));
  const made = plotOf(
    points,
    lastOf(review),
    { w: width, h: HIGH },
    {
      least: slaps ? LEAST.milliseconds : LEAST[unit] * scale,
      here: here + 1,
      borders,
      named: worst.slice(0, NAMED).map((move) => move.number),
    },
  );
  review.marks = made.marks;
  redraw(parts.plot, made.drawing);
}

/** How far the review is, or what it found. @param {Review} review @param {Weighed} weighed */
function stateWords({ seat, game }, { moves, all, passed, leftOut, done }) {
  if (!done)
    return say('page.review.weighing', { done: Math.min(all, moves.length + passed + 1), all });
  if (!moves.length) return say('page.review.nothing', { seat }, game.names);
  const costly = moves.filter((move) => move.costly).length,
    blunders = moves.filter((move) => move.blunder).length;
  return [
    say('page.review.done', { all: moves.length, count: costly }),
    blunders ? say('page.review.blunders', { count: blunders }) : '',
    leftOut ? say('page.review.left_out', { count: leftOut }) : '',
  ].join(' ');
}

/** Name the plot. @param {Review} review @param {string} words */
function showCaption({ parts }, words) {
  setText(parts.caption, words);
  parts.plot.setAttribute('aria-label', words);
}

/** Name the costliest moves. @param {Review} review @param {Weighed} weighed */
function listCostliest(review, { moves, unit, done }) {
  const costly = costliest(moves),
    { names } = review.game;
  const press = (/** @type {number} */ number) => () => {
    pick(review, number);
    fold(review, true);
  };
  const lines = costly.map((move) =>
    el(
      'button',
      {
        type: 'button',
        class: 'costly',
        'data-number': move.number,
        'aria-pressed': 'false',
        onclick: press(move.number),
      },
      el('strong', {}, `${moveWords(move)}, ${costWords(move, unit)}.`),
      ' ',
      whyWords(move, unit, names),
    ),
  );
  review.parts.list.replaceChildren(...lines.map((line) => el('li', {}, line)));
  if (done && !costly.length && moves.length)
    review.parts.list.append(el('li', { class: 'quiet' }, say('page.review.no_costly')));
}

/** Show what is known of the seat's moves. @param {Review} review @param {Weighed} weighed */
export function showMoves(review, weighed) {
  const { moves, unit, done } = weighed,
    { parts, game } = review;
  review.told = moves.map((move) => ({
    number: move.number,
    value: move.cost,
    error: SURE * move.error,
    strong: move.costly,
    words: `${moveWords(move)}, ${costWords(move, unit)}. ${whyWords(move, unit, game.names)}`,
  }));
  parts.bar.max = Math.max(1, weighed.all);
  parts.bar.value = moves.length + weighed.passed;
  parts.bar.hidden = done;
  setText(parts.state, stateWords(review, weighed));
  parts.figure.hidden = parts.worst.hidden = done && !moves.length;
  showCaption(review, say(`page.review.plot.${unit}`));
  listCostliest(review, weighed);
  draw(review);
  describe(review);
}

/**
 * How often and how fast a seat slapped.
 * @param {Review} review
 * @param {ReturnType<typeof slapsOf>} mine
 */
function slapWords({ game, seat }, mine) {
  const good = mine.filter((slap) => slap.verdict === 'good'),
    times = good.flatMap((slap) => (slap.time === null ? [] : [slap.time]));
  const counts = say('page.review.slap_counts', {
    count: good.length,
    wrong: mine.filter((slap) => slap.verdict === 'wrong').length,
  });
  const best = Math.round(Math.min(...times)),
    usual = Math.round(median(times));
  return [
    say('page.review.slaps', { game: game.game }),
    `${game.names[seat]}: ${counts}.`,
    times.length ? `${say('page.review.slap_times', { best, usual })}.` : '',
  ].join(' ');
}

/** Show how fast everybody slapped, the seat's own times strong. @param {Review} review */
export function showSlaps(review) {
  const { game, seat, parts } = review,
    all = slapsOf(game.steps);
  review.told = all.flatMap((slap) => {
    if (slap.verdict !== 'good' || slap.time === null) return [];
    const facts = { number: slap.number, seat: slap.seat, count: Math.round(slap.time) };
    return [
      {
        number: slap.number,
        value: slap.time,
        error: 0,
        strong: slap.seat === seat,
        words: say('page.review.slap_at', facts, game.names),
      },
    ];
  });
  const mine = all.filter((slap) => slap.seat === seat);
  setText(parts.state, all.length ? slapWords(review, mine) : say('page.review.no_slaps'));
  parts.bar.hidden = parts.worst.hidden = true;
  parts.figure.hidden = !review.told.length;
  showCaption(review, say('page.review.plot.slaps'));
  setText(parts.live, parts.state.textContent ?? '');
  draw(review);
  describe(review);
}

/** Nothing is known of the seat yet. @param {Review} review */
export function showNothing(review) {
  const { parts } = review;
  review.told = [];
  parts.list.replaceChildren();
  parts.figure.hidden = parts.worst.hidden = true;
  parts.bar.hidden = false;
  parts.bar.removeAttribute('value');
  setText(parts.about, '');
  setText(parts.state, say('page.review.starting'));
  setText(parts.live, say('page.review.starting'));
}
