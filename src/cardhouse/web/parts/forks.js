/** @file Playing on from the middle of a finished game: as whom, and off to the table. */

import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, el } from '../dom.js';
import { go } from '../router.js';
import { openPanel } from '../table/panels.js';
import { say } from '../words.js';
import { problemLine } from './head.js';

/** @typedef {{id: string, text: string}} Kept a record by its name at the house, or as its text */

/**
 * Go to a table where this game is played on.
 * @param {Kept} record
 * @param {number} step after how many actions
 * @param {number} seat
 * @param {boolean} ask the first move is tried before it is made
 */
export async function forkTo({ id, text }, step, seat, ask) {
  const made = id
    ? await asking.fork(id, { step, seat, ask })
    : await asking.forkFile(text, { step, seat, ask: String(ask) });
  go(`/table/${made.code}`);
}

/**
 * Ask as whom to play on.
 * @param {Kept} record
 * @param {import('../words.js').Names} names
 * @param {number} step
 * @param {number} first the seat that is offered first
 */
export async function askFork(record, names, step, first) {
  const problem = problemLine();
  const seats = [first, ...names.keys()].filter((seat, at, all) => all.indexOf(seat) === at);
  const panel = openPanel(
    say('page.fork.title'),
    [
      el('p', {}, say('page.fork.how')),
      problem,
      el(
        'div',
        { class: 'menu' },
        ...seats.map((seat) =>
          button(
            say('page.fork.as', { seat }, names),
            () =>
              void forkTo(record, step, seat, false).then(
                () => panel.close(),
                (error) => {
                  problem.textContent = error instanceof Error ? error.message : String(error);
                },
              ),
            { icon: icon('friend'), class: `menu-item${seat === first ? ' button-main' : ''}` },
          ),
        ),
      ),
    ],
    { className: 'panel-menu' },
  );
}
