/** @file What the page of Hearts remembers of the deals of a game. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './games.mjs';

const { end } = await pageOf('hearts');

/** @param {number} deals how many are scored @param {string[]} [claimed] @param {...any} events */
const step = (deals, claimed = [], ...events) =>
  /** @type {any} */ ({
    events,
    views: [{ facts: { history: Array.from({ length: deals }, () => [0, 0, 0, 0]), claimed } }],
  });

test('hearts: who took the queen or shot the moon is known deal by deal', () => {
  const notes = end.start();
  const score = { kind: 'score', seat: null };
  end.remark(notes, step(0, [], { kind: 'trick', seat: 2, cards: '2s Qs Ks 4h' }));
  end.remark(notes, step(1, [], { kind: 'trick', seat: 0, cards: '2c 3c 4c 5c' }, score));
  // With a claim she goes to who claims.
  end.remark(notes, step(2, ['As Ks', 'Qs 2h'], { kind: 'claim', seat: 3, cards: 'As' }, score));
  end.remark(notes, step(3, [], { kind: 'moon', seat: 1 }, score));
  assert.deepEqual(notes.deals, [
    { queen: 2, moon: undefined },
    { queen: 3, moon: undefined },
    { queen: undefined, moon: 1 },
  ]);
});
