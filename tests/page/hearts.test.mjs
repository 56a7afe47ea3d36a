/** @file What the page of Hearts tells at the end, from the last view alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue, pageOf } from './games.mjs';

const { end } = await pageOf('hearts');
const NAMES = ['You', 'Domino', 'Mocha', 'Soot'];

/** @param {number[]} scores @param {(number | null)[]} [moons] */
const over = (scores, moons = []) =>
  /** @type {any} */ ({
    scores,
    options: { limit: 100 },
    facts: { moons },
    outcome: { places: [1, 2, 3, 4], scores, reason: 'reason.hearts.limit' },
  });

test('hearts: the end names who passed the limit', () => {
  setTexts('en', catalogue('en'));
  const why = (/** @type {number[]} */ scores) => end.why(over(scores), NAMES);
  assert.equal(why([40, 80, 113, 27]), 'Mocha passed 100. Lowest score wins.');
  assert.equal(why([100, 80, 13, 27]), 'You hit 100. Lowest score wins.');
});

test('hearts: every moon of a game is told at its end', () => {
  setTexts('en', catalogue('en'));
  const lines = end.lines({}, NAMES, over([0, 0, 0, 104], [null, 1, null, 0]));
  assert.deepEqual(lines, ['Domino shot the moon', 'You shot the moon']);
});
