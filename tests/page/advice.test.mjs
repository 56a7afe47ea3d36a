/** @file Hints and reviews in every language, and the checked deal. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../src/cardhouse/web/languages.js';
import { whyWords } from '../../src/cardhouse/web/review/moves.js';
import { dealKept } from '../../src/cardhouse/web/table/checked.js';
import { hintWords } from '../../src/cardhouse/web/table/hint.js';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue } from './games.mjs';

const DEEDS = [
  'play 7h 7s',
  'pass Qs Ah 2c',
  'pass',
  'attack 7h',
  'beat 7h 9h',
  'forward 7s',
  'take',
  'done',
  'turn',
  'slap',
  'blind 2',
  'pickup',
  'swap 3h 5c',
  'ready',
  '',
];
const FACTS = { action: 'play 7h', count: 2, better: '7c', other: 'take', one: 6, two: 2 };
const NAMES = ['Ann', 'Bob'];

/** Those that a hint or a review can give; the verdicts belong to the terminal. */
const REASONS = Object.keys(catalogue('de')).filter((key) =>
  /^advice\.(after|both|equal|next|same\.|unsure|wins|draws|loses)/.test(key),
);

/**
 * Whether a sentence has all pieces of a text between its places.
 * @param {string} said
 * @param {string} text
 */
function isSaidWith(said, text) {
  for (const piece of text.split(/\{[^}]*\}/)) assert.ok(said.includes(piece), `${text}: ${said}`);
  assert.doesNotMatch(said, /[{}]|advice\.|page\.|undefined|NaN/);
}

/** @param {Record<string, unknown>} advice */
const hint = (advice) => hintWords(/** @type {any} */ ({ seat: 0, step: 1, ...advice }), NAMES);

assert.ok(REASONS.length >= 9);

for (const language of Object.keys(languages)) {
  const texts = catalogue(language);

  test(`${language}: every deed and reason of a hint is said`, () => {
    setTexts(language, texts);
    const deeds = DEEDS.map((action) => hint({ action, verdict: 'clear' }));
    assert.ok(new Set(deeds).size >= DEEDS.length - 1);
    assert.ok(deeds[0]?.includes('7♥ 7♠'));
    for (const said of deeds) assert.doesNotMatch(said, /[{}]|page\.|undefined/);
    for (const key of REASONS) {
      const said = hint({ action: 'take', verdict: 'only', reason: { key, facts: FACTS } });
      assert.ok(said.startsWith(`${texts['page.hint.take']} ${texts['page.hint.only']} `));
      isSaidWith(said, texts[key]);
    }
  });

  test(`${language}: every reason of a review is said`, () => {
    setTexts(language, texts);
    for (const key of REASONS) {
      const move = {
        number: 3,
        seat: 0,
        action: 'play Qs',
        best: 'play 7c',
        better: ['7c'],
        cost: 6,
        error: 0.5,
        verdict: 'proven',
        costly: true,
        blunder: true,
        reason: { key, facts: FACTS },
      };
      const said = whyWords(move, 'points', NAMES);
      isSaidWith(said, texts[key]);
      assert.ok(said.endsWith(texts['page.review.proven']));
    }
  });
}

test('actions are said as people say them, cards as they write them', () => {
  setTexts('de', catalogue('de'));
  const next = hint({ action: 'take', reason: { key: 'advice.next.points', facts: FACTS } });
  assert.ok(next.endsWith('Spielen 7♥ kostet dich etwa 2 Punkte.'));
  const after = hint({ action: 'take', reason: { key: 'advice.after.durak.takes', facts: FACTS } });
  assert.ok(after.includes('Nach 7♣ nimmst du in 6 von 10'));
  assert.ok(after.includes('nach „Nehmen“ in 2 von 10.'));
});

test('a deal is the promised one, or it is told', async () => {
  const record = 'seed: 7\nsalt: ab\n';
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('7 ab'));
  const promise = Buffer.from(bytes).toString('hex');
  assert.equal(await dealKept(promise, record), true);
  assert.equal(
    await dealKept(
      promise.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      record,
    ),
    false,
  );
  assert.equal(await dealKept('', record), null);
});
