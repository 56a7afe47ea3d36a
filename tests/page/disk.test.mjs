/** @file Storage that fails: what was written is read, and said not to be kept. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { createMirror } = await import('../../src/cardhouse/web/transport/mirror.js');

const NO_SPACE = 2 ** 32 - 8,
  FAILED = 2 ** 32 - 4;

/** Files of a browser with so much room; as Chromium's, they give an error as a huge number. */
class Store {
  constructor(room = Infinity, how = 'numbers') {
    this.room = room;
    this.how = how;
    this.cleared = false;
    /** @type {string[]} */
    this.done = [];
    /** @type {Map<string, Uint8Array>} */
    this.files = new Map();
  }
  /** @param {string} name @param {number} number */
  fail(name, number) {
    if (this.how === 'numbers') return number;
    throw new DOMException('no', name);
  }
  used() {
    return [...this.files.values()].reduce((sum, file) => sum + file.length, 0);
  }
  /** @param {string} name */
  handle(name) {
    this.files.set(name, this.files.get(name) ?? new Uint8Array());
    const content = () => /** @type {Uint8Array} */ (this.files.get(name));
    return {
      getSize: () =>
        this.cleared ? this.fail('InvalidStateError', 18446744073709552000) : content().length,
      read: (/** @type {Uint8Array} */ buffer, /** @type {{at: number}} */ { at }) => {
        if (this.cleared) return this.fail('InvalidStateError', FAILED);
        const part = content().subarray(at, at + buffer.length);
        buffer.set(part);
        return part.length;
      },
      write: (/** @type {Uint8Array} */ bytes, /** @type {{at: number}} */ { at }) => {
        if (this.cleared) return this.fail('InvalidStateError', FAILED);
        const before = content(),
          longer = Math.max(before.length, at + bytes.length);
        if (this.used() - before.length + longer > this.room)
          return this.fail('QuotaExceededError', NO_SPACE);
        const now = new Uint8Array(longer);
        now.set(before);
        now.set(bytes, at);
        this.files.set(name, now);
        this.done.push(`write ${name}`);
        return bytes.length;
      },
      truncate: (/** @type {number} */ size) => {
        if (this.cleared) return void this.fail('InvalidStateError', FAILED);
        const now = new Uint8Array(size);
        now.set(content().subarray(0, size));
        this.files.set(name, now);
      },
      flush: () => void this.done.push(`flush ${name}`),
    };
  }
  handles() {
    return new Map(['data', 'log'].map((name) => [name, this.handle(name)]));
  }
}

/** Writes, cuts and flushes as they come; the same for the same seed. @param {number} seed */
function* work(seed) {
  let state = seed;
  const below = (/** @type {number} */ most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
  };
  for (let step = 0; step < 200; step++) {
    const name = below(2) ? 'data' : 'log';
    const what = below(10);
    if (what === 0) yield { name, size: below(400) };
    else if (what < 4) yield { name, flush: true };
    else
      yield {
        ...{ name, at: below(500) },
        bytes: Uint8Array.from({ length: 1 + below(90) }, () => below(256)),
      };
  }
}

/** @param {any} mirror @param {any} step */
function apply(mirror, { name, size, flush, at, bytes }) {
  if (size !== undefined) mirror.truncate(name, size);
  else if (flush) mirror.flush();
  else assert.equal(mirror.write(name, bytes, at), bytes.length);
}

/** @param {any} mirror @param {string} name */
function whole(mirror, name) {
  const buffer = new Uint8Array(mirror.size(name));
  assert.equal(mirror.read(name, buffer, 0), buffer.length);
  return [...buffer];
}

const plain = () => createMirror(new Map([...new Store().handles()]), () => {});

for (const how of ['numbers', 'errors'])
  test(`a full browser: all is read as written and kept as soon as there is room (${how})`, () => {
    for (let seed = 1; seed <= 20; seed++) {
      const store = new Store(seed * 30, how),
        told = /** @type {any[]} */ ([]);
      const mirror = createMirror(store.handles(), (now) => told.push(now));
      const expected = plain();
      for (const step of work(seed)) {
        apply(mirror, step);
        apply(expected, step);
      }
      for (const name of ['data', 'log'])
        assert.deepEqual(whole(mirror, name), whole(expected, name));
      assert.equal(told.at(-1).state, 'full');
      assert.ok(told.at(-1).wanted > 0);
      store.room = Infinity;
      mirror.flush();
      assert.equal(told.at(-1).state, 'kept');
      for (const name of ['data', 'log'])
        assert.deepEqual([...(store.files.get(name) ?? [])], whole(expected, name));
      // What is read again by the next house is what was written.
      const next = createMirror(store.handles(), () => {});
      assert.deepEqual(whole(next, 'data'), whole(expected, 'data'));
    }
  });

for (const how of ['numbers', 'errors'])
  test(`cleared under a game: it goes on from memory, and nothing is written anew (${how})`, () => {
    const store = new Store(Infinity, how),
      told = /** @type {any[]} */ ([]);
    const mirror = createMirror(store.handles(), (now) => told.push(now));
    const expected = plain();
    let step = 0;
    for (const each of work(5)) {
      if (++step === 100) store.cleared = true;
      apply(mirror, each);
      apply(expected, each);
    }
    assert.deepEqual(
      told.map(({ state }) => state),
      ['cleared'],
    );
    assert.deepEqual(whole(mirror, 'data'), whole(expected, 'data'));
  });

test('that the storage was cleared is found by looking, before anything is written', () => {
  for (const how of ['numbers', 'errors']) {
    const store = new Store(Infinity, how),
      told = /** @type {any[]} */ ([]);
    const mirror = createMirror(store.handles(), (now) => told.push(now));
    mirror.write('data', Uint8Array.of(1, 2, 3), 0);
    mirror.check();
    assert.deepEqual(told, []);
    store.cleared = true;
    mirror.check();
    assert.equal(told[0].state, 'cleared');
    assert.deepEqual(whole(mirror, 'data'), [1, 2, 3]);
  }
});

test('a browser that gives no files: everything is in memory', () => {
  const mirror = createMirror(null, () => assert.fail('it was known before'));
  mirror.write('data', Uint8Array.of(1, 2, 3), 2);
  mirror.flush();
  assert.deepEqual(whole(mirror, 'data'), [0, 0, 1, 2, 3]);
  mirror.truncate('data', 0);
  assert.equal(mirror.size('data'), 0);
});

test('the log is on the disk before the data is changed, and whole when it is asked for', () => {
  const store = new Store();
  const mirror = createMirror(store.handles(), () => {});
  for (const name of ['log', 'log', 'data', 'data', 'log']) mirror.write(name, Uint8Array.of(1), 0);
  mirror.flush();
  mirror.flush();
  assert.deepEqual(store.done, [
    ...['write log', 'write log', 'flush log'],
    ...['write data', 'write data', 'flush data'],
    ...['write log', 'flush log'],
  ]);
});
