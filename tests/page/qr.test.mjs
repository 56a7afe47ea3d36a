/** @file QR codes, compared with those of another encoder (python-qrcode 8, level L, mask 0). */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode, qrModules } from '../../src/cardhouse/web/art/qr.js';

const HOST = 'a-rather-long-host-name.example.org:8443',
  LONG = `${HOST}/#/table/kq7m2xw9ht${'-and-more'.repeat(3)}-12`;

const KNOWN = {
  ab: '735726c48ec30aea',
  'http://h/#/table/k': 'bb12e8dbe8eab807',
  'http://127.0.0.1:8765/#/table/kq7m2xw9ht': '71bf0a1a62a0fd2f',
  'https://cards.example.org/#/table/kq7m2xw9ht?a=1234567890': '494f6f34c5df20d1',
  [`https://${LONG}`]: '26b94196bdbe902a',
};

for (const [text, hash] of Object.entries(KNOWN))
  test(`${text} is drawn as elsewhere`, () => {
    const rows = (qrModules(text) ?? []).map((row) => row.map(Number).join('')).join('\n');
    assert.equal(createHash('sha256').update(rows).digest('hex').slice(0, 16), hash);
  });

test('what is too long gets no code', () => {
  assert.equal(qrModules('x'.repeat(107)), null);
  assert.equal(qrCode('x'.repeat(107)), '');
  assert.ok(qrModules('x'.repeat(106)));
});
