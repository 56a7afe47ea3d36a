/** @file Unfinished games that are thrown away: one by one, or to make room for another. */

import { discard, mine as ownTables } from '../asking.js';
import { button, el } from '../dom.js';
import { openPanel } from '../table/panels.js';
import { Refused } from '../wire.js';
import { say } from '../words.js';
import { choose } from './confirm.js';

/** @typedef {import('../words.js').Names} Names */

/** True if somebody really wants to throw a game away. @param {string} game */
export const sureToDiscard = async (game) =>
  (await choose(
    say('page.discard.title'),
    say('page.discard.sure', { game: game }),
    [{ words: say('page.discard'), value: true }],
    say('page.discard.keep'),
  )) === true;

/** Who sits at a table. @param {{names: Names}} table */
export const namesOf = ({ names }) => names.map((name) => name || say('page.seat.open'));

/**
 * Make a table; where somebody has too many, they are asked which of them can go.
 * @param {() => Promise<string>} make gives the code of the table
 * @returns {Promise<string | null>} null: none was made
 */
export async function makeWithRoom(make) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Refused) || error.key !== 'refused.server.your_tables') throw error;
    if (!(await makeRoom(error.message))) return null;
  }
  return makeWithRoom(make);
}

/**
 * Ask which game can go, and throw it away; false: none.
 * @param {string} why
 * @returns {Promise<boolean>}
 */
async function makeRoom(why) {
  const mine = await ownTables();
  const code = await new Promise((/** @type {(code: string) => void} */ answer) => {
    let chosen = '';
    const panel = openPanel(
      say('page.discard.room'),
      [
        el('p', {}, why),
        el(
          'ul',
          { class: 'lines' },
          ...mine
            .filter((table) => table.counts)
            .map((table) =>
              el(
                'li',
                {},
                button(
                  say('page.discard'),
                  () => {
                    chosen = table.code;
                    panel.close();
                  },
                  { class: 'button-small' },
                ),
                el(
                  'span',
                  {},
                  el('strong', {}, say(`game.${table.game}`)),
                  ` · ${namesOf(table).join(', ')}`,
                ),
              ),
            ),
        ),
      ],
      { closed: () => answer(chosen) },
    );
  });
  if (!code) return false;
  await discard(code);
  return true;
}
