/**
 * @file What was chosen before one's turn, where the clock is in days: the house keeps it and does
 * it when the turn comes, though the page is closed.
 */

import { isSlow } from '../state/games.js';
import { turnsChanged } from '../state/turns.js';

/**
 * @param {object} has
 * @param {import('./state.js').TableState} has.state
 * @param {{ahead: () => string, recall: (action: string) => void}} has.hands
 * @param {(message: import('../types.js').FromPerson) => void} has.send
 */
export function createAhead({ state, hands, send }) {
  /** What the house keeps, as far as is known here. */
  let kept = '';
  let told = '';
  let step = '';
  return {
    /** After every change: take over what the house keeps, and tell it what is chosen now. */
    follow() {
      const { info, home } = state;
      if (!info || !isSlow(info) || !state.mine.includes(home)) return;
      const now = `${state.round} ${state.step} ${info.status}`;
      if (now !== step) {
        step = now;
        turnsChanged();
      }
      const theirs = info.ahead?.[home] ?? '';
      if (theirs !== kept) {
        kept = told = theirs;
        if (theirs && !hands.ahead()) hands.recall(theirs);
        return;
      }
      const wanted = hands.ahead();
      if (wanted === told || info.status !== 'playing') return;
      told = wanted;
      send({ t: 'ahead', seat: home, action: wanted });
    },
  };
}
