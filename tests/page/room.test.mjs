/** @file What the strip above a table says, and what it offers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf } from '../../src/cardhouse/web/table/room.js';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue } from './games.mjs';

setTexts('en', catalogue('en'));

/** A table of three friends where these are awaited for a move. */
const table = (/** @type {any[]} */ waiting) =>
  /** @type {any} */ ({
    code: 'abc',
    game: 'hearts',
    status: 'playing',
    host: false,
    turn_clock: 0,
    seats: ['Anna', 'Ben', 'Cora'].map((name) => ({
      kind: 'person',
      name,
      yours: name === 'Cora',
    })),
    room: {
      host: 'a',
      motions: [],
      members: [
        { who: 'a', name: 'Anna' },
        { who: 'b', name: 'Ben' },
        { who: 'c', name: 'Cora' },
      ],
      waiting: waiting.map((one) => ({ what: 'move', ...one })),
    },
  });

test('all who are awaited are named and reminded, and each may be helped by a cat', () => {
  const line = lineOf(
    table([
      { who: 'a', seat: 0, since: 30, cover_in: 0 },
      { who: 'b', seat: 1, since: 30, cover_in: 0 },
    ]),
    'c',
    0,
  );
  assert.equal(line?.words, 'Waiting for Anna and Ben to move, 30 s.');
  const ways = line?.ways.map(({ words, messages }) => [words, messages]);
  assert.deepEqual(ways, [
    [
      'Nudge them',
      [
        { t: 'nudge', seat: 0 },
        { t: 'nudge', seat: 1 },
      ],
    ],
    ['Let a cat play for Anna', [{ t: 'cover', seat: 0 }]],
    ['Let a cat play for Ben', [{ t: 'cover', seat: 1 }]],
  ]);
});

test('a clock is offered until a cat can come', () => {
  const line = lineOf(table([{ who: 'a', seat: 0, since: 10, cover_in: 10 }]), 'c', 0);
  assert.deepEqual(
    line?.ways.map(({ words }) => words),
    ['Nudge', 'Put a clock on'],
  );
});

test('who is awaited with others for the same is not asked to wait for them', () => {
  const line = lineOf(
    table([
      { who: 'a', seat: 0, since: 30, cover_in: 0 },
      { who: 'c', seat: 2, since: 30, cover_in: 0 },
    ]),
    'c',
    0,
  );
  assert.equal(line, null);
});
