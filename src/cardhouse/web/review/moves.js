/** @file A weighed move in words. */

import { reasonsWords } from '../table/hint.js';
import { locale, say } from '../words.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../types.js').WeighedMove} Judged */
/** @typedef {import('../types.js').Unit} Unit */

/** A worth or a cost as it is shown. @param {number} value @param {Unit} unit */
export const shown = (value, unit) =>
  new Intl.NumberFormat(locale(), {
    maximumFractionDigits: unit === 'points' ? 1 : 0,
  }).format(unit === 'points' ? value : 100 * value);

/** This many standard errors on either side hold 95%. */
export const SURE = 1.96;

/**
 * What it cost, and within how much that is so with 95%.
 * @param {Judged} move
 * @param {Unit} unit
 */
export const costWords = (move, unit) =>
  say(`page.review.cost.${unit}`, {
    cost: `${shown(move.cost, unit)} ± ${shown(SURE * move.error, unit)}`,
  });

/** What was better, and why. @param {Judged} move @param {Unit} unit @param {Names} names */
export function whyWords(move, unit, names) {
  if (move.cost === 0) return say('page.review.best');
  if (!move.costly)
    return say(move.near ? 'page.review.near' : 'page.review.unsure', {
      action: move.best,
    });
  const better = say(`page.review.better.${unit}`, {
    action: move.best,
    cost: shown(move.cost, unit),
  });
  return [
    better,
    reasonsWords(move, names),
    move.verdict === 'proven' ? say('page.review.proven') : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A move in a line. @param {Judged} move */
export const moveWords = (move) =>
  say('page.review.move', { number: move.number, action: move.action });

/** All moves that clearly cost something, the dearest first. @param {Judged[]} moves */
export const costliest = (moves) =>
  moves.filter((move) => move.costly).sort((a, b) => b.cost - a.cost);
