/** @file The games of the house as the server declares them, and the page of each. */

import { games as askGames } from '../asking.js';
import { bundled, WEB } from '../bundled.js';
import { withDefaults } from '../game/defaults.js';
import { isHere } from '../transport/transport.js';
import { DAY, SLOW_CLOCKS, TURN_CLOCKS } from '../types.js';
import { say } from '../words.js';

/**
 * @typedef {import('../game/contract.js').Value} Value
 * @typedef {import('../game/contract.js').GamePage} GamePage
 * @typedef {import('../types.js').OptionInfo} Option
 * @typedef {import('../types.js').GameInfo} Game
 */

/** @type {Promise<Game[]> | undefined} */
let asked;
/** @type {Map<string, GamePage>} */
const pages = new Map();
/** @type {Set<string>} */
const slapped = new Set();
/** @type {Set<string>} */
const slow = new Set();

/** All games, once the page of each is there. @returns {Promise<Game[]>} */
export function games() {
  asked ??= load().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** @returns {Promise<Game[]>} */
async function load() {
  const found = await askGames();
  await Promise.all(
    found.map(async ({ name, page, slaps, slow: days }) => {
      if (slaps) slapped.add(name);
      if (days) slow.add(name);
      // A page that can't be loaded is a fault of that game alone: it is shown as any game.
      const own = page ? await importPage(page) : {};
      pages.set(name, withDefaults(own ?? {}));
    }),
  );
  return found;
}

/** @param {string} address seen from the folder that has the page's own in it */
const importPage = (address) =>
  bundled.get(address) ??
  import(new URL(`../${address}`, WEB).href).catch((error) => void console.error(error));

/** One of them. @param {string} name @returns {Promise<Game | undefined>} */
export const gameCalled = async (name) => (await games()).find((game) => game.name === name);

const plainPage = withDefaults({});

/** How a game is shown; one that is not known here is shown as any game. @param {string} name */
export const pageOf = (name) => pages.get(name) ?? plainPage;

/** True if a game is played by slaps rather than in turns. @param {string} name */
export const isSlapped = (name) => slapped.has(name);

/**
 * The clocks that a table of a game can have, in seconds for a move.
 * @param {string} name
 * @returns {readonly number[]}
 */
export const clocksOf = (name) =>
  slow.has(name) && !isHere() ? [...TURN_CLOCKS, ...SLOW_CLOCKS] : TURN_CLOCKS;

/** True if a table's clock is in days. @param {{turn_clock: number}} table */
export const isSlow = ({ turn_clock }) => turn_clock >= DAY;

/** A clock in words. @param {number} count of seconds @param {string} seconds the key for those */
export const clockWords = (count, seconds = 'page.clock.seconds') =>
  count >= DAY ? say('page.clock.days', { count: count / DAY }) : say(seconds, { count });
