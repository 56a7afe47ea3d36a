/** @file The screen that an address names, whatever the address is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

const heard = [];
Object.assign(globalThis, {
  location: { hash: '' },
  document: { baseURI: 'http://house/' },
  window: { addEventListener: (_kind, listener) => heard.push(listener) },
});
const { route } = await import('../../src/cardhouse/web/router.js');

const HOSTILE = [
  '#/constructor',
  '#/toString/a',
  '#/__proto__',
  '#/hasOwnProperty',
  '#/nowhere',
  '#/table/%E0%A4%A',
  '#/%',
  '#/%00/%ff',
  '##//?%',
];

test('every address shows a screen', async () => {
  for (const hash of HOSTILE) {
    const shown = [];
    const screen = (name) => async () => (_place, words) => {
      shown.push([name, ...words]);
      return () => {};
    };
    location.hash = hash;
    const place = { replaceChildren() {}, className: '' };
    await route(place, { home: screen('home'), table: screen('table') });
    assert.equal(shown.length, 1, hash);
    assert.equal(shown[0][0], hash.startsWith('#/table') ? 'table' : 'home', hash);
    assert.equal(place.className, `screen screen-${shown[0][0]}`);
  }
});

test('words of an address are decoded where they can be', async () => {
  const shown = [];
  location.hash = '#/table/a%20b/%E0%A4%A?x=1';
  const screen = async () => (_place, words) => {
    shown.push(...words);
    return () => {};
  };
  await route({ replaceChildren() {}, className: '' }, { home: screen, table: screen });
  assert.deepEqual(shown, ['a b', '%E0%A4%A']);
});
