/** @file The games of the house as the server declares them, and the page of each. */

import { games as askGames } from '../asking.js';
import { bundled, WEB } from '../bundled.js';
import { withDefaults } from '../game/defaults.js';

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
    found.map(async ({ name, page, slaps }) => {
      if (slaps) slapped.add(name);
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
