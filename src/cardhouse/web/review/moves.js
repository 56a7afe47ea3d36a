/** @file A weighed move in words. */

import { reasonWords } from '../table/hint.js';
import { actionInWords, locale, say } from '../words.js';

/** @typedef {import('../types.js').WeighedMove} Judged */
/** @typedef {import('../types.js').Unit} Unit */

/** A worth or a cost as it is shown. @param {number} value @param {Unit} unit */
export const shown = (value, unit) =>
  new Intl.NumberFormat(locale(), {
    maximumFractionDigits: unit === 'points' ? 1 : 0,
  }).format(unit === 'points' ? value : 100 * value);

/** What it cost. @param {Judged} move @param {Unit} unit */
export const costWords = (move, unit) =>
  say(`page.review.cost.${unit}`, {
    cost: `${shown(move.cost, unit)} ± ${shown(move.error, unit)}`,
  });

/** What was better, and why. @param {Judged} move @param {Unit} unit @param {string[]} names */
export function whyWords(move, unit, names) {
  if (move.cost === 0) return say('page.review.best');
  if (!move.costly) return say('page.review.near', { action: actionInWords(move.best) });
  const better = say(`page.review.better.${unit}`, {
    action: actionInWords(move.best),
    cost: shown(move.cost, unit),
  });
  const reason = move.reason ? reasonWords(move.reason, names) : '';
  return [better, reason, move.verdict === 'proven' ? say('page.review.proven') : '']
    .filter(Boolean)
    .join(' ');
}

/** A move in a line. @param {Judged} move */
export const moveWords = (move) =>
  say('page.review.move', { number: move.number, action: actionInWords(move.action) });

/** The moves that clearly cost most. @param {Judged[]} moves */
export const costliest = (moves) =>
  moves
    .filter((move) => move.costly)
    .sort((a, b) => b.cost - a.cost)
    .slice(0, 3);
