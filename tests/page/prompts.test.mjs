/**
 * @file No false prompt: along whole random games, what the prompt says is compared with what the
 * seat may do. Each sentence has its claim here; a sentence without one fails.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesBetween } from '../../src/cardhouse/web/table/frames.js';
import { prompt } from '../../src/cardhouse/web/table/prompt.js';
import { cardsOf, may, rank, suit, verb, zone } from '../../src/cardhouse/web/table/view.js';
import { setTexts } from '../../src/cardhouse/web/words.js';
import { catalogue, names, pageOf, positions } from './games.mjs';

/** @typedef {import('../../src/cardhouse/web/table/view.js').View} View */

/** The cards that can be played singly. @param {View} view @param {string} [name] */
const singles = (view, name = 'play') =>
  view.legal
    .filter((action) => verb(action) === name && cardsOf(action).length === 1)
    .flatMap(cardsOf);

/** @param {View} view */
const unbeaten = (view) =>
  /** @type {[string, string][]} */ (view.facts.pairs).filter(([, defence]) => !defence);

/** @param {View} view */
const held = (view) => zone(view, 'hand', 0);

/** @param {View} view */
const idle = (view) => !view.turn.includes(0);

/** @param {View} view */
const led = (view) => suit(zone(view, 'trick')[0] ?? '');

/** @param {View} view @param {string} card */
const special = (view, card) => Object.values(view.facts.special).includes(card[0]);

/** The cards that Threes is played from now. @param {View} view */
const own = (view) => zone(view, view.facts.source[0], 0);

/** What each sentence claims. @type {Record<string, (view: View, facts: string[]) => boolean>} */
const CLAIMS = {
  out: (view) => !view.legal.some((action) => action !== 'slap'),
  waiting: (view, [who]) => idle(view) && view.turn.includes(Number(who)),
  chosen: (view) => idle(view) && view.turn.length > 0,

  // Durak
  attack: (view) => may(view, 'attack') && !may(view, 'done'),
  add: (view) => may(view, 'attack') && may(view, 'done'),
  add_more: (view) => may(view, 'attack'),
  done: (view) => may(view, 'done') && !may(view, 'attack') && !unbeaten(view).length,
  done_taking: (view) => may(view, 'done') && !may(view, 'attack') && unbeaten(view).length > 0,
  beaten: (view) => idle(view) && !unbeaten(view).length && !view.legal.length,
  cannot_beat: (view) => view.legal.join() === 'take',
  defend: (view) => may(view, 'beat') && may(view, 'take') && !may(view, 'forward'),
  defend_or_forward: (view) => may(view, 'beat') && may(view, 'take') && may(view, 'forward'),
  forward: (view) => !may(view, 'beat') && may(view, 'take') && may(view, 'forward'),
  defend_soon: (view) => idle(view) && !view.facts.pairs.length,
  join_soon: (view) => idle(view) && !may(view, 'attack'),
  sits_out: (view) => !view.legal.length,
  taking: (view) => !view.legal.length && unbeaten(view).length > 0,

  // Hearts
  pass: (view) => may(view, 'pass'),
  pass_these: (view) => may(view, 'pass'),
  lead_two: (view) => view.legal.join() === 'play 2c',
  lead: (view) => singles(view).length === held(view).length,
  lead_unbroken: (view) => singles(view).every((card) => suit(card) !== 'h'),
  follow: (view) => singles(view).every((card) => suit(card) === led(view)),
  discard: (view) =>
    singles(view).length === held(view).length &&
    held(view).every((card) => suit(card) !== led(view)),
  discard_safe: (view) =>
    singles(view).length < held(view).length &&
    singles(view).every((card) => suit(card) !== 'h' && card !== 'Qs') &&
    held(view).every((card) => suit(card) !== led(view)),

  // Threes
  swap: (view) => may(view, 'swap') && may(view, 'ready'),
  blind: (view) => may(view, 'blind'),
  pickup: (view) => view.legal.join() === 'pickup',
  cannot: (view) => view.legal.join() === 'pass',
  anything: (view) =>
    own(view).every((card) => singles(view).includes(card) || own(view).length === 1),
  higher: (view, [top]) =>
    top !== 'A' &&
    own(view).every(
      (card) =>
        special(view, card) || singles(view).includes(card) === rank(card) >= rank(`${top}`),
    ),
  ace: (view) =>
    view.facts.top[0] === 'A' &&
    singles(view).every((card) => special(view, card) || card[0] === 'A'),
  seven: (view) => singles(view).every((card) => special(view, card) || rank(card) <= rank('7')),

  // Slap games
  turn: (view) => may(view, 'turn'),
  answer: (view, [count]) => may(view, 'turn') && view.facts.chances === Number(count),
  take: (view, [who]) => !may(view, 'turn') && view.facts.pile_to === Number(who),
  slap_back: (view) => idle(view) && !held(view).length && may(view, 'slap'),
  last_chance: (view) => !held(view).length && may(view, 'slap') && view.facts.jacks_only,
  gather: (view) => !may(view, 'turn'),
};

const KEY = /^page\.prompt\./;
/** Every sentence as its key, and what it names. */
const SPOKEN = Object.fromEntries(
  Object.entries(catalogue('en')).map(([key, text]) => {
    if (/^(a_rank|page\.suit)\./.test(key)) return [key, key.split('.').at(-1) ?? ''];
    if (!KEY.test(key)) return [key, text];
    const place = /\{(?:seat|taker:seat|a_rank:word|count)\}/.exec(text)?.[0] ?? '';
    return [key, `${key.replace(KEY, '')} ${place}`];
  }),
);

for (const name of names) {
  const page = await pageOf(name);

  test(`${name}: what the prompt says is so`, () => {
    setTexts('en', SPOKEN);
    const said = new Set();
    for (const { before, events, after } of positions[name] ?? [])
      for (const { view } of framesBetween(page, before, events, after)) {
        const players = Array.from({ length: view.seats }, (_, seat) => String(seat));
        const [key = '', ...facts] = prompt(page, view, 0, players, 0)
          .trim()
          .replace(/^[←→↑] /, '')
          .split(' ');
        if (!key) {
          assert.ok(view !== after || after.outcome || idle(after), 'nothing is said on my turn');
          continue;
        }
        said.add(key);
        assert.ok(CLAIMS[key], `what does ${key} claim?`);
        // Nobody does anything while something is shown.
        assert.equal(view, after, `${key} is said between two states`);
        const told = `${key} ${facts}: ${view.legal.slice(0, 12)} of ${JSON.stringify(view.zones)}`;
        assert.ok(CLAIMS[key](view, facts), told);
      }
    assert.ok(said.size > 2);
    setTexts('en', catalogue('en'));
  });
}
