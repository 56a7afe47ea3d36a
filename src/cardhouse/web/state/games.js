/** @file The games as the engine declares them: seats, house rules and cats. */

import { ask } from '../wire.js';

/**
 * @typedef {boolean | number | string} Value
 * @typedef {{name: string, kind: 'switch' | 'choice' | 'number', default: Value, choices: Value[], low: number, high: number}} Option
 * @typedef {{name: string, seat_choices: number[], default_seats: number, options: Option[], bots: string[]}} Game
 */

/** @type {Promise<Game[]> | undefined} */
let asked;

/** All games. @returns {Promise<Game[]>} */
export function games() {
  asked ??= ask('GET', '/api/games').catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** One of them. @param {string} name @returns {Promise<Game | undefined>} */
export const gameCalled = async (name) => (await games()).find((game) => game.name === name);

const LEVELS = ['easy', 'medium', 'hard', 'expert'];

/** How good the cats of a game can be, the weakest first. @param {Game} game */
export function levels(game) {
  const known = LEVELS.filter((level) => game.bots.includes(level));
  return known.length ? known : game.bots;
}

/** How good a cat is if nobody has chosen. @param {Game} game */
export const usualLevel = (game) => (game.bots.includes('medium') ? 'medium' : levels(game)[levels(game).length - 1] ?? 'random');
