/**
 * @file Files of the browser's own storage (OPFS) as a folder of Python's file system. Every write
 * goes to the browser at once, and is flushed before anybody is told of it: what SQLite calls
 * durable is as durable as a browser can make it. Where the storage fails, the copy in memory goes
 * on.
 */

import { createMirror } from './mirror.js';

/** What SQLite needs: the data, the log that it writes ahead, and the journal of its beginning. */
const NAMES = ['', '-wal', '-journal'].map((end) => `cardhouse.sqlite3${end}`);
const NO_SUCH_FILE = 44,
  NOT_ALLOWED = 63,
  FOLDER = 0o40700,
  FILE = 0o100600,
  // A tab that has just let go of the files may still hold them for a moment.
  TRIES = 50,
  PAUSE = 100,
  // What a house takes that is new.
  ROOM = 1 << 21;

/**
 * Take hold of a file of the browser.
 * @param {any} folder
 * @param {string} name
 */
async function open(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (let tries = 1; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/**
 * The files of this house, held by this worker alone.
 * @param {string} house a name for it among those of the same origin
 * @returns {Promise<Map<string, any>>}
 */
async function holdFiles(house) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(house), { create: true });
  const handles = new Map();
  for (const name of NAMES) handles.set(name, await open(folder, name));
  return handles;
}

/**
 * The files of this house; a browser that keeps nothing, as in a private window, or that has no
 * room left, still plays.
 * @param {string} house
 * @param {(now: import('./mirror.js').Kept) => void} told hears how they are kept where they aren't
 */
export async function openFiles(house, told) {
  try {
    return createMirror(await holdFiles(house), told);
  } catch (error) {
    const full = error instanceof DOMException && error.name === 'QuotaExceededError';
    told({ state: full ? 'full' : 'never', wanted: ROOM });
    return createMirror(null, told);
  }
}

/**
 * Show the files under a path of Python's file system. A file that is empty is not there: SQLite
 * takes an empty log for a log.
 * @param {any} FS of Pyodide
 * @param {string} path
 * @param {import('./mirror.js').Mirror} files
 */
export function mountFiles(FS, path, files) {
  const missing = () => new FS.ErrnoError(NO_SUCH_FILE);
  const made = new Set(NAMES.filter((name) => files.size(name)));

  /** @param {any} parent @param {string} name @param {number} mode */
  function node(parent, name, mode) {
    const one = FS.createNode(parent, name, mode, 0);
    one.node_ops = mode === FOLDER ? folderOps : fileOps;
    one.stream_ops = streamOps;
    return one;
  }

  const getattr = (/** @type {any} */ one) => {
    const size = one.mode === FILE ? files.size(one.name) : 4096,
      time = new Date(0);
    return {
      ...{ dev: 1, ino: one.id, mode: one.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size },
      ...{ atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 4096) },
    };
  };
  const refuse = () => {
    throw new FS.ErrnoError(NOT_ALLOWED);
  };
  const folderOps = {
    getattr,
    setattr() {},
    lookup(/** @type {any} */ parent, /** @type {string} */ name) {
      if (!made.has(name)) throw missing();
      return node(parent, name, FILE);
    },
    mknod(/** @type {any} */ parent, /** @type {string} */ name) {
      if (!NAMES.includes(name)) throw new FS.ErrnoError(NOT_ALLOWED);
      made.add(name);
      return node(parent, name, FILE);
    },
    unlink(/** @type {any} */ _, /** @type {string} */ name) {
      files.truncate(name, 0);
      files.flush();
      made.delete(name);
    },
    readdir: () => ['.', '..', ...made],
    rename: refuse,
    rmdir: refuse,
    symlink: refuse,
  };
  const fileOps = {
    getattr,
    setattr(/** @type {any} */ one, /** @type {any} */ change) {
      if (change.size !== undefined) files.truncate(one.name, change.size);
    },
  };
  const streamOps = {
    open() {},
    close() {},
    read: (
      /** @type {any} */ stream,
      /** @type {Uint8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => files.read(stream.node.name, buffer.subarray(offset, offset + length), at),
    write: (
      /** @type {any} */ stream,
      /** @type {Uint8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => files.write(stream.node.name, buffer.subarray(offset, offset + length), at),
    llseek(/** @type {any} */ stream, /** @type {number} */ offset, /** @type {number} */ whence) {
      const from = [0, stream.position, files.size(stream.node.name)][whence] ?? 0;
      return from + offset;
    },
    fsync() {
      files.flush();
      return 0;
    },
  };
  FS.mkdirTree(path);
  FS.mount({ mount: () => node(null, '/', FOLDER) }, {}, path);
}
