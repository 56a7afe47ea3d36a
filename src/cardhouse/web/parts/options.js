/** @file The house rules of a game as fields, each with its words and a picture of an example. */

import { el } from '../dom.js';
import { pageOf } from '../state/games.js';
import { knows, say } from '../words.js';
import { cardRow } from './cardrow.js';
import { choiceField, numberField, switchField } from './fields.js';

/** @typedef {import('../state/games.js').Game} Game */
/** @typedef {import('../state/games.js').Option} Option */
/** @typedef {import('../state/games.js').Value} Value */

/**
 * What a value of an option is called.
 * @param {string} game
 * @param {string} option
 * @param {Value} value
 */
export function valueWords(game, option, value) {
  const key = `choice.${game}.${option}.${value}`;
  return knows(key) ? say(key) : String(value);
}

/**
 * The example for an option with a value.
 * @param {string} game
 * @param {string} option
 * @param {Value} value
 */
export function exampleOf(game, option, value) {
  const { examples } = pageOf(game);
  return examples[`${option}.${value}`] ?? examples[option];
}

/**
 * @param {Game} game
 * @param {Option} option
 * @param {Value} value
 * @param {(value: Value) => void} change
 */
function optionField(game, option, value, change) {
  const words = say(`option.${game.name}.${option.name}`);
  const picture = (/** @type {Value} */ of) => {
    const example = exampleOf(game.name, option.name, of);
    return example && cardRow(example);
  };
  if (option.kind === 'switch')
    return switchField(words, value === true, change, {
      name: option.name,
      picture: picture(true),
    });
  if (option.kind === 'number')
    return numberField(
      words,
      Number(value),
      { low: option.low, high: option.high, name: option.name, picture: picture(value) },
      change,
    );
  return choiceField(
    words,
    option.choices.map((choice) => ({
      value: String(choice),
      words: valueWords(game.name, option.name, choice),
      picture: picture(choice),
    })),
    String(value),
    (text) => change(option.choices.find((choice) => String(choice) === text) ?? option.default),
    { name: option.name, class: 'choice-pictures' },
  );
}

/**
 * All house rules of a game.
 * @param {Game} game
 * @param {Record<string, Value>} options
 * @param {(options: Record<string, Value>) => void} change hears of all of them
 */
export const optionFields = (game, options, change) =>
  el(
    'div',
    { class: 'fields' },
    ...game.options.map((option) =>
      optionField(game, option, options[option.name] ?? option.default, (value) =>
        change({ ...options, [option.name]: value }),
      ),
    ),
  );
