/** @file Every game's page, at every step of real games. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { icon } from '../../src/cardhouse/web/art/icons.js';
import { PARTS } from '../../src/cardhouse/web/game/contract.js';
import { buttons } from '../../src/cardhouse/web/table/choices.js';
import { framesBetween } from '../../src/cardhouse/web/table/frames.js';
import { prompt } from '../../src/cardhouse/web/table/prompt.js';
import { cardsOf, zone } from '../../src/cardhouse/web/table/view.js';
import { catalogue, exportsOf, isSaid, names, PACKAGE, pageOf, positions } from './games.mjs';

/** @typedef {import('../../src/cardhouse/web/table/view.js').View} View */

const SIZES = [
  { w: 390, h: 844 },
  { w: 844, h: 390 },
  { w: 1280, h: 800 },
];
const EYES = { home: 0, mine: [0], open: 0, all: false };
const english = catalogue('en');

/** All cards of a view, wherever they lie. @param {View} view */
const all = (view) => view.zones.flatMap(([, , cards]) => (cards ? cards.split(' ') : []));

const PLAYERS = (/** @type {View} */ view) =>
  Array.from({ length: view.seats }, (_, seat) => `Player ${seat}`);

for (const name of names) {
  const page = await pageOf(name),
    steps = positions[name] ?? [];

  test(`${name}: its page has parts of the contract only`, async () => {
    const parts = Object.keys(await exportsOf(name));
    assert.deepEqual(
      parts.filter((part) => !PARTS.includes(/** @type {any} */ (part))),
      [],
    );
  });

  test(`${name}: every card has a place on the felt`, () => {
    for (const { after } of steps)
      for (const size of SIZES) {
        const { places } = page.layout(after, size, EYES);
        const hidden = new Set(['last']);
        const wanted = after.zones.flatMap(([zone, , cards]) =>
          hidden.has(zone) || !cards ? [] : cards.split(' '),
        );
        assert.equal(places.length, wanted.length);
        for (const { x, y } of places) {
          assert.ok(x >= 0 && x <= size.w, `x ${x} of ${size.w}`);
          assert.ok(y >= 0 && y <= size.h, `y ${y} of ${size.h}`);
        }
      }
  });

  test(`${name}: of a pile that is slapped the last four cards can be read`, () => {
    for (const { after } of steps.filter(({ after }) => zone(after, 'pile').length > 3))
      for (const size of SIZES) {
        const { places, geometry } = page.layout(after, size, EYES);
        const last = places.filter((place) => place.zone === 'pile').slice(-4);
        last.slice(1).forEach((place, at) => {
          const seen = (place.x - (last[at]?.x ?? 0)) / (geometry.cw * place.scale);
          assert.ok(seen > 0.15, `${seen} of a card's width`);
        });
      }
  });

  test(`${name}: a hand is not laid over the buttons or the middle`, () => {
    for (const { after } of steps)
      for (const size of SIZES) {
        const { geometry } = page.layout(after, size, EYES);
        assert.ok(geometry.middle.h > 0 && geometry.middle.w > 0);
        assert.ok(geometry.middle.y + geometry.middle.h <= geometry.hand.y + 1);
      }
  });

  test(`${name}: the prompt is a sentence, and says nothing to who has finished`, () => {
    for (const { after } of steps)
      for (const seat of [0, null]) {
        const words = prompt(page, after, seat, PLAYERS(after), 0);
        assert.ok(isSaid(words), words);
        if (seat === 0 && after.turn.includes(0) && !after.outcome) assert.ok(words);
      }
  });

  test(`${name}: whatever is legal can be done with cards, buttons or numbers`, () => {
    const { actions } = page;
    for (const { after } of steps) {
      const own = new Set(actions.sources(after, 0).flatMap((source) => zone(after, source, 0)));
      const blind = after.zones.flatMap(([zone, seat, cards]) =>
        seat === 0 && cards
          ? cards.split(' ').map((_, at) => actions.faceDown(after, 0, zone, at))
          : [],
      );
      for (const action of after.legal) {
        if (action === 'slap' || action === 'turn') continue;
        const cards = cardsOf(action),
          mine = cards.filter((card) => own.has(card)),
          target = cards.find((card) => !own.has(card));
        const done = [
          actions.meant(after, 0, mine),
          actions.meant(after, 0, mine, target ? { target } : {}),
          ...buttons(actions, after, 0, mine).map((button) => button.action),
          ...blind,
        ];
        const sorted = (/** @type {string | undefined} */ text) =>
          text?.split(' ').sort().join(' ');
        assert.ok(done.map(sorted).includes(sorted(action)), `${action} of ${after.legal}`);
      }
    }
  });

  test(`${name}: a button says what it does, and does what is legal`, () => {
    for (const { after } of steps)
      for (const { key, action, off } of buttons(page.actions, after, 0, [])) {
        assert.ok(english[key], key);
        assert.ok(off || after.legal.includes(action), action);
      }
  });

  test(`${name}: frames lose no card and end with the later view`, () => {
    for (const { before, events, after } of steps) {
      const frames = framesBetween(page, before, events, after);
      assert.equal(frames.at(-1)?.view, after);
      assert.deepEqual(
        frames
          .flatMap((frame) => frame.events)
          .map((event) => event.kind)
          .sort(),
        events.map((event) => event.kind).sort(),
      );
      for (const { view } of frames.slice(0, -1)) {
        assert.equal(view.legal.length, 0);
        for (const size of SIZES) page.layout(view, size, EYES);
        // What is laid open counts among the pairs while it is on its way.
        const laid = (view.facts.pairs ?? []).flat().filter(Boolean);
        const there = new Set([...all(view), ...laid].filter((card) => card !== '??'));
        for (const event of events)
          if (['play', 'beat', 'attack'].includes(event.kind))
            for (const card of (event.cards ?? '').split(' ').filter((one) => one && one !== '??'))
              assert.ok(there.has(card), `${card} at ${event.kind}`);
      }
    }
  });

  test(`${name}: its marks have words and icons`, () => {
    for (const { after } of steps) {
      const layout = page.layout(after, { w: 1280, h: 800 }, EYES),
        players = PLAYERS(after);
      for (const label of Object.values(page.marks.labels(after, layout, players))) {
        assert.ok(isSaid(label.text), label.text);
        if (label.icon) assert.ok(icon(label.icon));
      }
      for (const hit of page.marks.hits(after, layout, players, [0])) {
        assert.ok(isSaid(hit.words), hit.words);
        assert.ok(!hit.action || after.legal.includes(hit.action) || hit.seat !== undefined);
      }
      for (let seat = 0; seat < after.seats; seat++) {
        const note = page.marks.note(after, seat);
        if (note) assert.ok(isSaid(note.text) && icon(note.icon ?? 'check'));
        assert.ok(isSaid(page.marks.line(after, seat)));
        assert.ok(page.marks.place(after, seat) >= 0);
      }
      for (const card of zone(after, 'hand', 0)) page.marks.card(after, card);
    }
    for (const [role, sign] of Object.entries(page.marks.roles)) {
      assert.ok(english[`page.role.${role}`], role);
      assert.ok(icon(sign));
    }
  });

  test(`${name}: every mood and turning point can be shown`, () => {
    for (const { events, after } of steps) {
      for (const thought of page.moods(events, after))
        assert.ok(english[`page.bubble.${thought.kind}.1`], thought.kind);
      for (const event of events) {
        const sign = page.turning(event);
        if (sign) assert.ok(icon(sign), sign);
      }
    }
  });

  test(`${name}: each lesson comes up, and has words`, () => {
    for (const { name: lesson, when } of page.lessons) {
      assert.ok(english[`page.first.${name}.${lesson}`], lesson);
      assert.ok(
        steps.some(({ after }) => when(after, 0)),
        lesson,
      );
    }
  });

  test(`${name}: presets name its options, and the first is as usual`, () => {
    const [first, ...others] = Object.values(page.presets);
    assert.deepEqual(first, {});
    const usual = steps[0]?.after.options ?? {};
    for (const preset of others)
      for (const [option, value] of Object.entries(preset))
        assert.equal(typeof value, typeof usual[option], `${name} ${option}`);
  });

  test(`${name}: rules, examples, presets and figures have words`, () => {
    for (const rule of page.rules) assert.ok(english[`page.rules.${name}.${rule.name}`], rule.name);
    for (const key of Object.keys(page.examples))
      assert.ok(english[`option.${name}.${key.split('.')[0]}`], key);
    for (const preset of Object.keys(page.presets)) assert.ok(english[`preset.${preset}`], preset);
    const row = {
      game: name,
      against: 'easy',
      played: 2,
      won: 1,
      tied: 0,
      lost_last: 1,
      streak: 1,
      best_streak: 1,
      points: 12,
      deals: 3,
      slaps: [300, 400],
      cat_slaps: [],
      events: {},
    };
    for (const figure of page.stats([row])) assert.ok(english[`page.stats.${figure.name}`]);
  });

  test(`${name}: the end can be told`, () => {
    const notes = page.end.start();
    for (const { events, after } of steps) {
      const message = { events, views: [after], seat: 0, slap: { time: 321 } };
      page.end.remark(notes, /** @type {any} */ (message));
    }
    const players = PLAYERS(/** @type {any} */ ({ seats: 6 }));
    for (const { after } of steps.filter((step) => step.after.outcome)) {
      assert.ok(isSaid(page.end.why(after, players)), page.end.why(after, players));
      for (const line of page.end.lines(notes, players, after)) assert.ok(isSaid(line), line);
    }
  });
}

test('no file of the page knows a game by name', () => {
  const named = new RegExp(`['"\`./\\[](${names.join('|')})\\b`);
  const files = readdirSync(new URL('web', PACKAGE), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.js'))) {
    const lines = readFileSync(new URL(`web/${file}`, PACKAGE), 'utf8').split('\n');
    assert.deepEqual(
      lines.filter((line) => named.test(line)),
      [],
      file,
    );
  }
});
