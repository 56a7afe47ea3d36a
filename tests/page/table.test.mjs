/**
 * @file What the table decides without a browser: buttons, who sits at the bottom, what lies over
 * it.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults } from '../../src/cardhouse/web/game/defaults.js';
import {
  planQuery,
  readPlan,
  reconciled,
  resized,
  usualPlan,
} from '../../src/cardhouse/web/state/plans.js';
import {
  buttons,
  instead,
  numbered,
  onlyPlay,
  plays,
  sensible,
  together,
} from '../../src/cardhouse/web/table/choices.js';
import { leastCovering } from '../../src/cardhouse/web/table/free_place.js';
import { TableState } from '../../src/cardhouse/web/table/state.js';

/** @param {Partial<import('../../src/cardhouse/web/table/view.js').View>} parts */
const view = (parts) => ({
  game: 'any',
  seats: 2,
  seat: 0,
  step: 1,
  options: {},
  phase: 'play',
  turn: [0],
  zones: [],
  roles: {},
  scores: [0, 0],
  facts: {},
  legal: [],
  timer: null,
  outcome: null,
  ...parts,
});

const { actions } = defaults;

test('a game without a page has a button for all that is done without cards', () => {
  const legal = ['play 7c', 'draw', 'name 0', 'name 1', 'slap'];
  const made = buttons(actions, view({ legal }), 0, []).map((button) => button.action);
  assert.deepEqual(made, ['draw', 'name 0', 'name 1']);
});

test('the chosen cards come first, in whatever order they were chosen', () => {
  const legal = ['play 7c 7d', 'play 7c', 'draw'];
  const [first] = buttons(actions, view({ legal }), 0, ['7d', '7c']);
  assert.deepEqual(first, { key: 'page.do.play', action: 'play 7c 7d', main: true });
});

test('a number does the one action that has it', () => {
  const legal = ['name 0', 'name 1', 'blind 1', 'play 7c'];
  assert.equal(numbered(view({ legal }), '0'), 'name 0');
  assert.equal(numbered(view({ legal }), '1'), undefined);
  assert.equal(numbered(view({ legal }), '3'), undefined);
});

test('the only sensible thing is a card before giving up', () => {
  assert.equal(sensible(actions, view({ legal: ['play 7c', 'pickup'] })), 'play 7c');
  assert.equal(sensible(actions, view({ legal: ['play 7c', 'play 8c', 'pickup'] })), undefined);
  assert.equal(sensible(actions, view({ legal: ['pickup'] })), 'pickup');
  assert.equal(instead(actions, view({ legal: ['play 7c', 'pickup'] })), 'pickup');
});

test('cards that go together are all of one’s own', () => {
  const legal = ['play 7c', 'play 7c 7d', 'beat 7h 7c'];
  assert.deepEqual(together(view({ legal }), '7c', ['7c', '7d', '8s']), ['7c', '7d']);
});

test('something is put where it covers the least, near the middle', () => {
  const around = { x: 0, y: 0, w: 400, h: 400 },
    size = { w: 200, h: 80 };
  assert.deepEqual(leastCovering(size, around, []), { x: 100, y: 156 });
  const words = { x: 0, y: 120, w: 400, h: 160, weight: 1000 },
    card = { x: 0, y: 280, w: 400, h: 120, weight: 3 };
  const { y } = leastCovering(size, around, [words, card]);
  assert.ok(y + size.h <= words.y);
  const narrow = leastCovering({ w: 500, h: 80 }, around, [words]);
  assert.ok(narrow.y + 80 <= words.y || narrow.y >= words.y + words.h);
});

test('a card is played by one press where that can mean one thing only', () => {
  const own = ['7c', '7d', '8s', '9h'];
  const legal = ['play 7c', 'play 7d', 'play 7c 7d', 'play 8s', 'pickup'];
  assert.equal(onlyPlay(view({ legal }), '8s', own), 'play 8s');
  assert.equal(onlyPlay(view({ legal }), '7c', own), undefined);
  assert.equal(onlyPlay(view({ legal }), '9h', own), undefined);
  const defence = ['beat 6c 8s', 'beat 6d 8s', 'beat 6c 9h', 'forward 7c', 'take'];
  assert.equal(onlyPlay(view({ legal: defence }), '8s', own), undefined);
  assert.equal(onlyPlay(view({ legal: defence }), '9h', own), 'beat 6c 9h');
  assert.equal(onlyPlay(view({ legal: ['play 7c 7d'] }), '7c', own), undefined);
});

test('what was chosen early is all that is played of one’s own', () => {
  const own = ['7c', '7d', '8s'];
  const legal = ['play 7c', 'play 7d', 'play 7c 7d', 'beat 6c 8s', 'forward 8s'];
  assert.deepEqual(plays(view({ legal }), ['7c'], own), ['play 7c']);
  assert.deepEqual(plays(view({ legal }), ['7d', '7c'], own), ['play 7c 7d']);
  assert.deepEqual(plays(view({ legal }), ['8s'], own), ['beat 6c 8s', 'forward 8s']);
  assert.deepEqual(plays(view({ legal }), ['7c', '8s'], own), []);
});

/** @param {Partial<import('../../src/cardhouse/web/types.js').Seat>[]} seats */
function table(...seats) {
  const state = new TableState();
  state.info = /** @type {any} */ ({
    game: 'any',
    status: 'playing',
    paused: false,
    seats: seats.map((seat) => ({ kind: 'person', name: '', face: '', ...seat })),
    pause_votes: [],
    rematch_votes: [],
  });
  return state;
}

test('whoever is to move at a shared screen sits at the bottom, covered until ready', () => {
  const state = table({ yours: true }, { yours: true });
  state.latest = [view({ seat: 0, turn: [1] }), view({ seat: 1, turn: [1] })];
  assert.equal(state.chooseHome(), true);
  assert.equal(state.home, 1);
  assert.equal(state.acting, null);
  assert.equal(state.overlay(false).kind, 'ready');
  assert.equal(state.overlay(true).kind, '');
  state.open = 1;
  assert.equal(state.acting, 1);
  assert.equal(state.overlay(false).kind, '');
});

test('alone at a screen nobody covers a hand', () => {
  const state = table({ kind: 'cat' }, { yours: true });
  state.latest = [view({ seat: 1, turn: [0] })];
  assert.equal(state.chooseHome(), false);
  assert.equal(state.acting, 1);
  assert.deepEqual(state.mine, [1]);
});

test('a seat that was left to a cat can be taken back', () => {
  const state = table({ kind: 'cat', yours: true }, { kind: 'cat' });
  assert.equal(state.leftToCat, 0);
  assert.equal(state.acting, null);
});

test('a pause lies over the end, and a table that waits over everything', () => {
  const state = table({ yours: true }, {});
  state.shown = view({ outcome: { places: [1, 2], scores: [0, 0], reason: '' } });
  assert.equal(state.overlay(false).kind, 'end');
  Object.assign(state.info ?? {}, { paused: true });
  assert.equal(state.overlay(false).kind, 'pause');
  Object.assign(state.info ?? {}, { status: 'waiting' });
  assert.equal(state.overlay(false).kind, 'wait');
});

const game = {
  name: 'any',
  seat_choices: [2, 3, 4],
  default_seats: 2,
  options: [
    {
      name: 'deck',
      kind: /** @type {const} */ ('choice'),
      default: 32,
      choices: [32, 52],
      low: 0,
      high: 0,
    },
    {
      name: 'jokers',
      kind: /** @type {const} */ ('switch'),
      default: false,
      choices: [],
      low: 0,
      high: 0,
    },
    {
      name: 'limit',
      kind: /** @type {const} */ ('number'),
      default: 50,
      choices: [],
      low: 10,
      high: 90,
    },
  ],
  limited: { 4: { deck: [52] } },
  levels: ['easy', 'hard'],
  usual_level: 'hard',
  slaps: false,
  page: null,
};

test('seats and house rules that do not go together: what was not changed gives way', () => {
  const plan = usualPlan(game),
    four = { ...plan, seats: resized(game, plan.seats, 4) };
  assert.equal(reconciled(game, plan, 'seats'), plan);
  assert.equal(reconciled(game, four, 'seats').options.deck, 52);
  assert.equal(reconciled(game, four, 'options').seats.length, 3);
});

test('a link says all that is not as usual, and reads back', () => {
  const plan = usualPlan(game);
  const other = {
    ...plan,
    options: { deck: 52, jokers: true, limit: 20 },
    seats: resized(game, plan.seats, 3),
    pace: 'fast',
    hints: false,
  };
  const query = planQuery(game, other);
  assert.equal(query, 'deck=52&jokers=on&limit=20&seats=you.cat-hard.cat-hard&pace=fast&hints=off');
  assert.deepEqual(readPlan(game, new URLSearchParams(query)), other);
  const nonsense = 'deck=7&jokers=maybe&limit=1000&seats=you&pace=never&hints=7';
  assert.deepEqual(readPlan(game, new URLSearchParams(nonsense)), plan);
});
