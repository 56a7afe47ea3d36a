/** @file Who is named at the end of a game: those who played it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TableState } from '../../src/cardhouse/web/table/state.js';

/** @param {string} status @param {number} round @param {string[]} names none: the seat is free */
const table = (status, round, ...names) =>
  /** @type {any} */ ({
    status,
    round,
    seats: names.map((name) => ({ kind: name ? 'person' : 'open', name })),
  });

test('who leaves after the end is still one of those who played', () => {
  const state = new TableState();
  const named = () => state.played.map(({ name }) => name);
  state.info = table('playing', 1, 'Anna', 'Ben');
  state.info = table('over', 1, 'Anna', 'Ben');
  state.info = table('over', 1, '', 'Ben');
  assert.deepEqual(named(), ['Anna', 'Ben']);
  assert.equal(state.info?.seats[0]?.name, '');
  state.info = table('playing', 2, 'Cora', 'Ben');
  assert.deepEqual(named(), ['Cora', 'Ben']);
  // A page opened after the end has only what the house says now.
  const late = new TableState();
  late.info = table('over', 1, '', 'Ben');
  assert.deepEqual(
    late.played.map(({ name }) => name),
    ['', 'Ben'],
  );
});
