/** @file The games with their pages, and real positions of each, which `test_page.py` writes. */

import { readdirSync, readFileSync } from 'node:fs';
import { withDefaults } from '../../src/cardhouse/web/game/defaults.js';
import { setTexts } from '../../src/cardhouse/web/words.js';

export const PACKAGE = new URL('../../src/cardhouse/', import.meta.url);

/** @typedef {import('../../src/cardhouse/web/table/view.js').View} View */
/** @typedef {import('../../src/cardhouse/web/table/view.js').GameEvent} GameEvent */
/** @typedef {{before: View, events: GameEvent[], after: View}} Step */

const file = process.env.CARDHOUSE_POSITIONS;
if (!file) throw new Error('python -m pytest tests/page runs these tests');

/** Steps of real games, by game. @type {Record<string, Step[]>} */
export const positions = JSON.parse(readFileSync(file, 'utf8'));
export const names = Object.keys(positions);

/** All texts of a language, as the server puts them together. @param {string} language */
export function catalogue(language) {
  const games = readdirSync(new URL('games', PACKAGE), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => `games/${entry.name}/words`);
  return Object.assign(
    {},
    ...['words', ...games].map((folder) =>
      JSON.parse(readFileSync(new URL(`${folder}/${language}.json`, PACKAGE), 'utf8')),
    ),
  );
}

setTexts('en', catalogue('en'));

/** What a game's page exports. @param {string} name */
export const exportsOf = (name) => import(new URL(`games/${name}/page.js`, PACKAGE).href);

/** A game's page with all its parts. @param {string} name */
export const pageOf = async (name) => withDefaults(await exportsOf(name));

/**
 * Whether a text is a whole sentence: known, and with nothing left to fill in.
 * @param {string} text
 */
export const isSaid = (text) => !/^[a-z_]+(\.\w+)+$/.test(text) && !/[{}]|undefined|NaN/.test(text);
