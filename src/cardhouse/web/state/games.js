/** @file The games of the house as the server declares them, and the page of each. */

import { withDefaults } from '../game/defaults.js';
import { ask } from '../wire.js';

/**
 * @typedef {import('../game/contract.js').Value} Value
 * @typedef {import('../game/contract.js').GamePage} GamePage
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {'switch' | 'choice' | 'number'} kind
 * @property {Value} default
 * @property {Value[]} choices
 * @property {number} low
 * @property {number} high
 *
 * @typedef {object} Game
 * @property {string} name
 * @property {number[]} seat_choices
 * @property {number} default_seats
 * @property {Option[]} options
 * @property {Record<string, Record<string, Value[]>>} limited by number of seats: the options that
 *   can't have every value with so many, each with those it can have
 * @property {string[]} levels how good its cats can be, the weakest first
 * @property {string} usual_level how good a cat is if nobody has chosen
 * @property {boolean} slaps whether it is played by slaps rather than in turns
 * @property {string | null} page the address of its page module
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
  const found = /** @type {Game[]} */ (await ask('GET', 'api/games'));
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
  import(new URL(`../../${address}`, import.meta.url).href).catch(
    (error) => void console.error(error),
  );

/** One of them. @param {string} name @returns {Promise<Game | undefined>} */
export const gameCalled = async (name) => (await games()).find((game) => game.name === name);

const plainPage = withDefaults({});

/** How a game is shown; one that is not known here is shown as any game. @param {string} name */
export const pageOf = (name) => pages.get(name) ?? plainPage;

/** Whether a game is played by slaps rather than in turns. @param {string} name */
export const isSlapped = (name) => slapped.has(name);
