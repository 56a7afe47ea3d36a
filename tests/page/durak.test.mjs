/** @file What only Durak has. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './games.mjs';

const page = await pageOf('durak');

test('the usual games are there by their names', () => {
  const usual = { deck: 36, first: 'lowest_trump', limit: true };
  assert.deepEqual(page.presets.podkidnoy, { ...usual, forwarding: false });
  assert.deepEqual(page.presets.perevodnoy, { ...usual, forwarding: true });
});
