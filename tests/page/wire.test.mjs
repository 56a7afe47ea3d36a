/** @file The line to a table: when it is given up, and when it comes back. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { enter } from '../../src/cardhouse/web/transport/transport.js';

const nobody = { addEventListener() {}, removeEventListener() {} };
Object.assign(globalThis, { window: nobody, document: nobody });
const { connect } = await import('../../src/cardhouse/web/wire.js');

/** A house whose lines are noted: what it says is said by the test. */
function house() {
  const lines = [];
  enter({
    connect(_path, ears) {
      const line = { said: [], closed: false, ears, send: (text) => line.said.push(text) > 0 };
      line.close = () => {
        line.closed = true;
      };
      lines.push(line);
      return line;
    },
  });
  return lines;
}

const say = (line, message) => line.ears.message(JSON.stringify(message), 0);

test('a line is given up when the pings stop, and comes back', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const lines = house();
  const states = [];
  const wire = connect('abc', {
    message() {},
    state: (state) => states.push(state),
    seen: () => null,
  });
  say(lines[0], { t: 'welcome' });
  for (let number = 0; number < 5; number++) {
    mock.timers.tick(4000);
    say(lines[0], { t: 'ping', n: number });
  }
  assert.equal(lines[0].said.length, 5);
  assert.deepEqual(states, ['open']);
  // Anything that is heard shows that the house is there.
  mock.timers.tick(9000);
  say(lines[0], { t: 'news' });
  mock.timers.tick(9999);
  assert.equal(lines[0].closed, false);
  mock.timers.tick(1);
  assert.equal(lines[0].closed, true);
  assert.deepEqual(states, ['open', 'lost']);
  mock.timers.tick(1000);
  assert.equal(lines.length, 2);
  wire.close();
  mock.timers.reset();
});

test('a house that does not ping may be silent for as long as it likes', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const lines = house();
  const wire = connect('abc', { message() {}, state() {}, seen: () => null });
  say(lines[0], { t: 'welcome' });
  mock.timers.tick(3_600_000);
  assert.deepEqual([lines.length, lines[0].closed], [1, false]);
  wire.close();
  mock.timers.reset();
});
