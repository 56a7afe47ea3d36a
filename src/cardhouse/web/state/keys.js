/** @file With which keys the people at one screen turn and slap. */

import { change, settings } from './settings.js';

/** @typedef {'turn' | 'slap'} Deed */
/** @typedef {Record<Deed, string>} Pair the codes of two keys */

/** As many as can play at one table, each with keys under another hand. @type {readonly Pair[]} */
const USUAL = [
  { turn: 'KeyQ', slap: 'KeyF' },
  { turn: 'KeyP', slap: 'KeyJ' },
  { turn: 'KeyZ', slap: 'KeyC' },
  { turn: 'Period', slap: 'Comma' },
  { turn: 'Digit1', slap: 'Digit3' },
  { turn: 'Digit0', slap: 'Digit8' },
];

/** The letters with which the table itself is told and asked. */
export const TABLE_LETTERS = 'mnhlbgwtrdyksiev';
const TAKEN = new Set([
  ...[...TABLE_LETTERS].map((letter) => `Key${letter.toUpperCase()}`),
  ...['Space', 'Enter', 'Escape', 'Tab', 'Slash'],
]);
const PLAIN = /^(Key[A-Z]|Digit\d|Numpad\d)$/;

/** The keys of each player, the first being who sits at the bottom. @returns {Pair[]} */
export const playerKeys = () =>
  USUAL.map((usual, player) => ({ ...usual, ...settings().keys[player] }));

/**
 * Who does what with a key. Where it is counts, not what is printed on it: the hands lie on the
 * same keys everywhere.
 * @param {string} code
 * @returns {{player: number, deed: Deed} | null}
 */
export function meantBy(code) {
  const keys = playerKeys();
  for (const deed of /** @type {const} */ (['turn', 'slap'])) {
    const player = keys.findIndex((pair) => pair[deed] === code);
    if (player >= 0) return { player, deed };
  }
  return null;
}

/**
 * Give a player another key; false: it does something else already.
 * @param {number} player
 * @param {Deed} deed
 * @param {string} code
 */
export function setKey(player, deed, code) {
  const before = meantBy(code);
  if (before && (before.player !== player || before.deed !== deed)) return false;
  if (TAKEN.has(code) || !(PLAIN.test(code) || code in SIGNS)) return false;
  change({
    keys: playerKeys().map((pair, at) => (at === player ? { ...pair, [deed]: code } : pair)),
  });
  return true;
}

/** The keys as they were at first. */
export const resetKeys = () => change({ keys: [] });

const SIGNS = /** @type {Record<string, string>} */ ({
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  Backslash: '\\',
  IntlBackslash: '<',
});

/** What stands on a key. @param {string} code */
export const keyName = (code) => SIGNS[code] ?? code.replace(/^(Key|Digit|Numpad)/, '');
