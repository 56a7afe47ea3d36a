/** @file What was right, in a puzzle or an exercise, names its cards whole: suits, and tens. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWords } from '../../src/cardhouse/web/puzzles/run.js';
import { triedWords } from '../../src/cardhouse/web/table/tried.js';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue } from './games.mjs';

/** @type {[string, RegExp][]} */
const ACTIONS = [
  ['play As', /A♠/],
  ['play Th', /10♥/],
  ['play 6s 6h', /6♠ 6♥/],
  ['beat Jc 9h', /J♣.*9♥|9♥.*J♣/],
  ['attack Qd', /Q♦/],
];
const unit = /** @type {const} */ ('points');

for (const language of ['en', 'de', 'es', 'ru'])
  for (const [action, cards] of ACTIONS)
    test(`${language}: ${action}`, () => {
      setTexts(language, catalogue(language));
      const answer = /** @type {any} */ ({ answers: [action] });
      assert.match(answerWords(answer), cards);
      const move = { seat: 0, number: 1, best: action, cost: 3, why: [], kind: 'clear' };
      for (const found of [true, false])
        for (const told of [null, move]) {
          const tried = /** @type {any} */ ({ action, found, left: 1, move: told, unit });
          assert.match(triedWords(tried, ['Ann', 'Bea']), cards);
        }
    });
