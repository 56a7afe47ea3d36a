/** @file What the cats make of it, and what everybody is called. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moodAtEnd, nextWords } from '../../src/cardhouse/web/table/bubbles.js';
import { namesAt } from '../../src/cardhouse/web/table/state.js';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue, pageOf } from './games.mjs';

test('everybody but the last is glad at the end', () => {
  const places = [1, 2, 3, 4];
  assert.deepEqual(
    places.map((place) => moodAtEnd(place, places)),
    ['happy', 'happy', 'happy', 'sulky'],
  );
});

test('what is said is neither what others say just now nor what was said last', () => {
  const ways = ['Again?', 'Hmpf.'];
  assert.deepEqual(
    [0, 1, 2].map((turn) => nextWords(ways, turn, new Set())),
    ['Again?', 'Hmpf.', 'Again?'],
  );
  assert.equal(nextWords(ways, 0, new Set(['Again?'])), 'Hmpf.');
  assert.equal(nextWords(ways, 0, new Set(ways)), undefined);
  assert.equal(nextWords([], 0, new Set()), undefined);
});

for (const name of ['ratscrew', 'slapjack'])
  test(`${name}: who has least left sulks when a big pile is lost`, async () => {
    const { moods } = await pageOf(name);
    const view = /** @type {any} */ ({
      seats: 3,
      zones: [
        ['hand', 0, '?? ?? ??'],
        ['hand', 1, '??'],
        ['hand', 2, '?? ??'],
      ],
    });
    const taken = { kind: 'take', seat: 0, cards: Array(20).fill('2c').join(' '), facts: {} };
    const found = moods(/** @type {any} */ ([taken]), view);
    assert.deepEqual(
      found.map(({ seat, mood }) => [seat, mood]),
      [
        [0, 'smug'],
        [1, 'sulky'],
      ],
    );
    assert.deepEqual(moods(/** @type {any} */ ([{ ...taken, cards: '2c 3c' }]), view), []);
  });

test('who plays alone from this screen is "you", and several have their names', () => {
  setTexts('en', catalogue('en'));
  const seat = (/** @type {string} */ name, yours = false) => ({ kind: 'person', name, yours });
  const called = (/** @type {any[]} */ ...seats) => {
    const names = namesAt(/** @type {any} */ ({ seats }));
    return [...names, names.you];
  };
  assert.deepEqual(called(seat('Guest', true), seat('Anna')), ['You', 'Anna', 0]);
  assert.deepEqual(called(seat('You'), seat('Anna', true)), ['You', 'You', 1]);
  assert.deepEqual(called(seat('Anna', true), seat('Boris', true)), ['Anna', 'Boris', undefined]);
});
