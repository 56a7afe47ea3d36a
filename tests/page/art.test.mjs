/** @file What is drawn: cards, cats, icons and the games' pictures, all made by our own code. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catFace, cats, moods, paw } from '../../src/cardhouse/web/art/cats.js';
import { cardFace } from '../../src/cardhouse/web/art/deck.js';
import { gamePicture } from '../../src/cardhouse/web/art/scenes.js';
import { names, pageOf } from './games.mjs';

const DECK = [...'cdsh'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));

/** A picture whose elements are all closed and which fetches nothing. @param {string} picture */
function checked(picture) {
  const open = [];
  for (const [, close, name, alone] of picture.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
    if (close) assert.equal(open.pop(), name);
    else if (!alone) open.push(name);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(picture, /<image|href=["'](?!#)|url\((?!#)|undefined|NaN/);
  return picture;
}

test('every card has a face of its own, in two and in four colours', () => {
  const two = DECK.map((card) => checked(cardFace(card, { fourColour: false }))),
    four = DECK.map((card) => checked(cardFace(card, { fourColour: true })));
  assert.equal(new Set(two).size, DECK.length);
  assert.equal(new Set(four).size, DECK.length);
  const changed = DECK.filter((_, at) => two[at] !== four[at]).map((card) => card[1]);
  assert.deepEqual(new Set(changed), new Set(['c', 'd']));
});

test('six cats and more have five moods and a paw each', () => {
  assert.ok(new Set(cats.map((cat) => cat.name)).size >= 6);
  assert.ok(moods.length >= 5);
  assert.equal(new Set(cats.map((cat) => checked(paw(cat.id)))).size, cats.length);
  const faces = cats.flatMap((cat) => moods.map((mood) => checked(catFace(cat.id, mood))));
  assert.equal(new Set(faces).size, cats.length * moods.length);
});

test('every game has a picture of its own', async () => {
  const pages = await Promise.all(names.map(pageOf));
  const pictures = pages.map((page) => checked(gamePicture(page.picture())));
  assert.equal(new Set(pictures).size, names.length);
});
