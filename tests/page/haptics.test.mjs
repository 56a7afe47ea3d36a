/** @file When a phone trembles: for what was done at this screen, and when a game was won. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {number[][]} */
let trembled = [];
const page = {
  window: { addEventListener() {} },
  navigator: {
    language: 'en',
    userActivation: { hasBeenActive: true },
    vibrate: (/** @type {number[]} */ pattern) => trembled.push(pattern),
  },
  matchMedia: () => ({ matches: false }),
  KeyboardEvent: class {},
};
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { change, defaults } = await import('../../src/cardhouse/web/state/settings.js');
const { tremble } = await import('../../src/cardhouse/web/table/sounds.js');
const { celebrate } = await import('../../src/cardhouse/web/table/celebration.js');
const { createSlaps } = await import('../../src/cardhouse/web/table/slaps.js');

const SLAP = [18],
  WRONG = [40, 40, 40],
  felt = /** @type {any} */ ({});

beforeEach(() => {
  trembled = [];
  change({ ...defaults });
});

/** The slaps of a table where nothing is drawn. */
function slaps() {
  const box = { x: 0, y: 0, w: 100, h: 100 },
    geometry = { spots: [], w: 400, h: 800, shape: 'tall', prompt: box };
  return createSlaps(
    /** @type {any} */ ({
      send: () => true,
      layout: () => ({ geometry, boxes: { pile: box }, places: [] }),
      cues: { paw: () => ({ gone() {}, fade() {} }), chip() {}, sign() {} },
      sound() {},
      tremble,
      alert() {},
      who: () => ({ name: '', face: '' }),
      allowed: () => true,
    }),
  );
}

const press = /** @type {any} */ ({ isTrusted: true, timeStamp: 1000 });
const judged = (/** @type {number} */ seat, /** @type {string} */ verdict) =>
  /** @type {any} */ ({ events: [{ kind: 'slap', seat, cards: '', facts: { verdict } }] });

test("one's own slap is felt, and that it was wrong", () => {
  const own = slaps();
  assert.ok(own.slap(0, press));
  assert.deepEqual(trembled, [SLAP]);
  own.judged(judged(0, 'wrong'));
  assert.deepEqual(trembled, [SLAP, WRONG]);
});

test('the slap of a cat is not felt', () => {
  const others = slaps();
  others.judged(judged(1, 'good'));
  others.judged(judged(1, 'wrong'));
  assert.deepEqual(trembled, []);
});

test('a game that was won is felt, but not where motion is reduced', () => {
  celebrate(felt, 0);
  assert.equal(trembled.length, 1);
  change({ motion: 'reduced' });
  celebrate(felt, 0);
  assert.equal(trembled.length, 1);
});

test('nothing trembles where that is switched off, or before anything was touched', () => {
  change({ haptics: false });
  assert.ok(slaps().slap(0, press));
  change({ haptics: true });
  page.navigator.userActivation.hasBeenActive = false;
  celebrate(felt, 0);
  page.navigator.userActivation.hasBeenActive = true;
  assert.deepEqual(trembled, []);
});
