/** @file The plot of a rating: all of it inside, and digits that can be told apart. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { course } from '../../src/cardhouse/web/parts/plots.js';

const POINTS = [1480, 1530, 1610].map((rating) => ({ rating, deviation: 80 }));
const HIGH = 220;

test('the digits of ratings that are close together do not lie in each other', () => {
  for (const others of [
    [1280, 1500, 1509, 1552],
    [1214, 1500, 1798, 2220],
    [1500, 1500, 1500],
    [],
  ]) {
    const drawn = course(POINTS, others);
    const places = [...drawn.matchAll(/<text x="8" y="([\d.]+)"/g)].map(([, y]) => Number(y));
    places.sort((a, b) => a - b);
    for (const [at, y] of places.entries()) {
      assert.ok(y >= 10 && y <= HIGH - 10, `${others}: ${y}`);
      if (at) assert.ok(y - (places[at - 1] ?? 0) >= 24, `${others}: ${places}`);
    }
    assert.equal(drawn.match(/course-other/g)?.length ?? 0, others.length);
    assert.ok(!drawn.includes('NaN'));
  }
});
