/**
 * @file Files of the browser's own storage with a copy of each in memory: whatever storage does,
 * what was written is read again.
 *
 * Chromium gives an error of a file as a huge number, other browsers throw it. Writes that found no
 * room wait in their order, and are tried again at every flush: at each moment the storage has all
 * that was written until some moment, as SQLite needs it.
 */

/**
 * How what is played is kept: by the browser; not at the moment, as there is no room; not any more,
 * as the storage was cleared; or never.
 * @typedef {'kept' | 'full' | 'cleared' | 'never'} Keeping
 *
 * @typedef {object} Kept
 * @property {Keeping} state
 * @property {number} wanted how many bytes more there should be room for
 *
 * @typedef {{name: string, bytes?: Uint8Array, at?: number, size?: number}} Waiting a write, or
 *   a cut to a size
 *
 * @typedef {object} Mirror
 * @property {(name: string) => number} size
 * @property {(name: string, buffer: Uint8Array, at: number) => number} read
 * @property {(name: string, bytes: Uint8Array, at: number) => number} write
 * @property {(name: string, size: number) => void} truncate
 * @property {() => void} flush
 * @property {() => void} check looks whether the storage is still there
 */

const SMALLEST = 1 << 16,
  // A page that plays on like this for hours doesn't have to be able to keep it all one day.
  MOST_WAITING = 1 << 26,
  // What SQLite writes besides: its log of what it writes ahead, and some games more.
  SPARE = 1 << 21;

/** A file in memory. */
class Copy {
  /** @param {Uint8Array<ArrayBuffer>} content */
  constructor(content) {
    this.content = content;
    this.size = content.length;
  }

  /** @param {number} size */
  resize(size) {
    if (size > this.content.length) {
      const larger = new Uint8Array(Math.max(SMALLEST, size, 2 * this.content.length));
      larger.set(this.content.subarray(0, this.size));
      this.content = larger;
    }
    if (size < this.size) this.content.fill(0, size, this.size);
    this.size = size;
  }
}

/**
 * What a file has now.
 * @param {any} handle
 */
function contentOf(handle) {
  const content = new Uint8Array(handle.getSize());
  const read = handle.read(content, { at: 0 });
  if (read !== content.length) throw new TypeError('a file can not be read');
  return content;
}

/** True if a file is there no longer, unlike one that only has no room. @param {any} handle */
function isGone(handle) {
  try {
    return !Number.isSafeInteger(handle.getSize());
  } catch {
    return true;
  }
}

/**
 * @param {Map<string, any> | null} handles of the browser's files; null: there are none
 * @param {(now: Kept) => void} told hears whenever it changes how things are kept
 * @returns {Mirror}
 */
export function createMirror(handles, told) {
  /** @type {Map<string, Copy>} */
  const copies = new Map();
  for (const [name, handle] of handles ?? []) copies.set(name, new Copy(contentOf(handle)));
  /** @type {Waiting[]} */
  let waiting = [];
  let bytesWaiting = 0,
    unwritten = '';
  /** @type {Keeping} */
  let state = handles ? 'kept' : 'never';

  const copyOf = (/** @type {string} */ name) => {
    const found = copies.get(name) ?? new Copy(new Uint8Array());
    copies.set(name, found);
    return found;
  };

  /** @param {Keeping} now */
  function set(now) {
    if (now === state) return;
    state = now;
    told({ state, wanted: bytesWaiting + SPARE });
  }

  /** Go on without the browser's files. @param {Keeping} now */
  function giveUp(now) {
    handles = null;
    waiting = [];
    set(now);
  }

  /** Have the browser write down for good what it was given; false: it failed. */
  function written() {
    try {
      handles?.get(unwritten)?.flush();
      unwritten = '';
      return true;
    } catch {
      return false;
    }
  }

  /** Do it in the browser's file; false: it failed. @param {Waiting} one */
  function done({ name, bytes, at, size }) {
    const handle = handles?.get(name);
    // SQLite counts on it that the log is written before the data is changed, and the other way
    // round, but Emscripten has nothing behind the call with which it asks for that.
    if (unwritten && unwritten !== name && !written()) return false;
    unwritten = name;
    try {
      if (bytes) return handle.write(bytes, { at }) === bytes.length;
      handle.truncate(size);
      return handle.getSize() === size;
    } catch {
      return false;
    }
  }

  /** @param {Waiting} one */
  function attempt(one) {
    if (!handles) return;
    if (!waiting.length && done(one)) return;
    if (isGone(handles.get(one.name))) return giveUp('cleared');
    waiting.push({ ...one, ...(one.bytes ? { bytes: one.bytes.slice() } : {}) });
    bytesWaiting += one.bytes?.length ?? 0;
    if (bytesWaiting > MOST_WAITING) giveUp('full');
    else set('full');
  }

  /** Do what waits, as far as there is room. */
  function catchUp() {
    const stuck = waiting.findIndex((one) => !done(one));
    const made = stuck < 0 ? waiting : waiting.slice(0, stuck);
    for (const { bytes } of made) bytesWaiting -= bytes?.length ?? 0;
    waiting = waiting.slice(made.length);
    if (!waiting.length) set('kept');
    else if (isGone(handles?.get(waiting[0]?.name ?? ''))) giveUp('cleared');
  }

  return {
    size: (name) => copies.get(name)?.size ?? 0,
    read(name, buffer, at) {
      const { content, size } = copyOf(name);
      const part = content.subarray(at, Math.min(size, at + buffer.length));
      buffer.set(part);
      return part.length;
    },
    write(name, bytes, at) {
      const copy = copyOf(name);
      if (at + bytes.length > copy.size) copy.resize(at + bytes.length);
      copy.content.set(bytes, at);
      attempt({ name, bytes, at });
      return bytes.length;
    },
    truncate(name, size) {
      copyOf(name).resize(size);
      attempt({ name, size });
    },
    flush() {
      if (!handles) return;
      if (waiting.length) catchUp();
      if (!written() && isGone(handles?.get(unwritten))) giveUp('cleared');
    },
    check() {
      if (handles && [...handles.values()].some(isGone)) giveUp('cleared');
      else if (waiting.length) catchUp();
    },
  };
}
