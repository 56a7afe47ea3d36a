/**
 * @file At how many tables over days it is one's turn: in the title, and on the icon of the page
 * where it is installed. Nothing is asked for by who has no such table.
 */

import { mine } from '../asking.js';
import { isHere } from '../transport/transport.js';
import { recall, remember } from './settings.js';
import { countInTitle } from './title.js';

/** @typedef {import('../types.js').OwnTable} OwnTable */

const KEY = 'over_days';
const EVERY = 60_000;
const SOON = 1500;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** True if a table waits for one's move. @param {OwnTable} table */
const waits = ({ slow, status, turn, yours }) =>
  Boolean(slow) && status === 'playing' && turn.some((seat) => yours.includes(seat));

/** Count the turns at these tables, one's own. @param {readonly OwnTable[]} tables */
export function countTurns(tables) {
  const any = tables.some(({ slow }) => slow);
  if (any !== Boolean(recall(KEY, false))) remember(KEY, any);
  const count = tables.filter(waits).length;
  countInTitle(count);
  const badge = /** @type {any} */ (navigator);
  void badge.setAppBadge?.(count).catch(() => null);
}

/** Ask for one's tables and count. */
const ask = () =>
  mine().then(countTurns, () => {
    // It is asked again in a while.
  });

/** Somebody has moved at a table over days: count again, in a moment. */
export function turnsChanged() {
  remember(KEY, true);
  clearTimeout(soon);
  soon = setTimeout(() => void ask(), SOON);
}

/** Count now and then while the page is looked at. */
export function followTurns() {
  const look = () => {
    if (!document.hidden && !isHere() && recall(KEY, false)) void ask();
  };
  look();
  setInterval(look, EVERY);
  document.addEventListener('visibilitychange', look);
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.turns) turnsChanged();
    if (data?.table) location.hash = `#/table/${data.table}`;
  });
}
