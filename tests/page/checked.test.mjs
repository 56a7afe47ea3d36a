/** @file The check of a deal, with a record as the server writes it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giver } from '../../src/cardhouse/web/state/numbers.js';
import { dealKept } from '../../src/cardhouse/web/table/checked.js';

const table = (/** @type {string} */ next, yours = true) => ({
  next_commitment: next,
  round: 3,
  seats: [{ yours }],
});

test('a number is given once for each deal, by who has a seat', () => {
  const numberFor = giver();
  const first = numberFor(/** @type {any} */ (table('a')));
  assert.equal(first?.t, 'contribute');
  assert.equal(first?.round, 4);
  assert.match(first?.number ?? '', /^[0-9a-f]{32}$/);
  assert.equal(numberFor(/** @type {any} */ (table('a'))), null);
  assert.notEqual(numberFor(/** @type {any} */ (table('b')))?.number, first?.number);
  assert.equal(numberFor(/** @type {any} */ (table('c', false))), null);
  assert.equal(numberFor(/** @type {any} */ (table(''))), null);
  assert.equal(numberFor(undefined), null);
});

test('a deal is kept if secret, salt, numbers and seed belong together', async () => {
  const promised = '5f7244e225781648bb589603b69c9bd9e90ab525d86e2bd826dba4298920af89';
  const seed =
    '2130232375871429665457952616215398173050' + '56696376881766542403322508642404231843';
  const secret =
    '1157920892373161954235709850086879078532' + '69984665640564039457584007913129639935';
  const record = `seed: ${seed}
commitment: ${promised}
salt: 5a17
secret: ${secret}
round: 1
number 0: 9f3e62c1b07d48aa
number 1: aabbccdd11
`;
  assert.equal(await dealKept(promised, record), true);
  for (const [before, after] of [
    ['number 0: 9', 'number 0: 8'],
    ['number 1: aabbccdd11\n', ''],
    ['round: 1', 'round: 2'],
    ['salt: 5', 'salt: 6'],
    ['secret: 1', 'secret: 2'],
    ['seed: ', 'seed: 1'],
  ]) {
    assert.ok(record.includes(before), before);
    assert.equal(await dealKept(promised, record.replace(before, after)), false, before);
  }
  assert.equal(await dealKept('', record), null);
});
