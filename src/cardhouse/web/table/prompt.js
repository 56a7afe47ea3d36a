/** @file One sentence: what is awaited now, and from whom. */

import { say } from '../words.js';
import { isBetween, onTurn } from './view.js';

/** @typedef {import('../words.js').Names} Names */

/**
 * @param {import('../game/contract.js').GamePage} page
 * @param {import('./view.js').View} view
 * @param {number | null} seat the seat that is played from here, if any
 * @param {Names} names
 * @param {number} chosen how many cards are chosen
 */
export function prompt(page, view, seat, names, chosen) {
  if (view.outcome || isBetween(view)) return '';
  if (seat !== null && page.marks.place(view, seat)) return say('page.prompt.out');
  const other = view.turn.find((one) => one !== seat);
  const waiting = other === undefined ? '' : say('page.prompt.waiting', { seat: other }, names);
  if (seat === null) return waiting;
  return page.prompt({ view, seat, names, chosen, mine: onTurn(view, seat) }) || waiting;
}

/**
 * What is asked where a move is to be found by trying; empty: nothing is.
 * @param {import('../types.js').TableInfo | null} info
 */
export const askedFor = (info) =>
  info?.fork?.ask ? say('page.try.ask', { count: info.fork.left ?? 0 }) : '';
