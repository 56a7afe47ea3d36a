/**
 * @file Python in a worker: Pyodide with the package on top, from the files beside `parts.json`.
 * Those are packed; the browser keeps them unpacked for the next start.
 */

import { unpack } from './unpack.js';

/**
 * @typedef {{file: string, size: number}} Packed a packed file, and how large it is unpacked
 *
 * @typedef {object} Parts where everything is, seen from the folder with the list
 * @property {string} loader
 * @property {Packed} wasm
 * @property {Packed} module what goes with the wasm, in JavaScript
 * @property {Packed} library the trimmed standard library
 * @property {Packed} house the package, and the packages it needs
 * @property {object} lock which packages Pyodide could load by itself: none
 */

const UNPACKED = 'cardhouse-unpacked ';

let missing = 0;

/** How many bytes of what was unpacked the browser has no room for. */
export const roomMissing = () => missing;

/** Where unpacked files are kept; null where the browser keeps none. @param {string} folder */
async function openKept(folder) {
  try {
    const ours = UNPACKED + new URL('../', folder).href,
      now = UNPACKED + folder;
    const others = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== now);
    await Promise.all(others.map((name) => caches.delete(name)));
    return await caches.open(now);
  } catch {
    return null;
  }
}

/** Keep a file unpacked only: the page's service worker has it packed. @param {string} address */
async function forget(address) {
  const ours = `cardhouse ${new URL('../', address.replace(/[^/]*$/, '')).href} `;
  for (const name of await caches.keys())
    if (name.startsWith(ours)) await (await caches.open(name)).delete(address);
}

/**
 * The content of a packed file.
 * @param {Cache | null} kept
 * @param {string} address
 * @param {number} size
 * @param {string} type
 */
async function unpacked(kept, address, size, type) {
  const before = await kept?.match(address).catch(() => undefined);
  if (before) return before;
  const answer = await plainFetch(address);
  if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
  const content = unpack(new Uint8Array(await answer.arrayBuffer()), size);
  const made = () => new Response(content, { headers: { 'Content-Type': type } });
  // Without room for it, it is unpacked again the next time.
  void kept?.put(address, made()).then(
    () => forget(address),
    () => {
      missing += size;
    },
  );
  return made();
}

/** What a module exports by default. @param {Response} code */
async function importModule(code) {
  const address = URL.createObjectURL(await code.blob());
  const { default: exported } = await import(address);
  URL.revokeObjectURL(address);
  return exported;
}

const plainFetch = globalThis.fetch.bind(globalThis);

/**
 * Start Python. @param {string} folder the address of the folder that has `parts.json`
 * @returns {Promise<any>} Pyodide, which can import the package
 */
export async function startPython(folder) {
  /** @type {Parts} */
  const parts = await (await plainFetch(new URL('parts.json', folder))).json();
  const at = (/** @type {string} */ name) => new URL(name, folder).href;
  const kept = await openKept(folder);
  const content = (/** @type {Packed} */ { file, size }, /** @type {string} */ type) =>
    unpacked(kept, at(file), size, type);
  const house = content(parts.house, 'application/zip').then((answer) => answer.arrayBuffer());
  // Pyodide asks for its files itself; they are named by their content, and packed.
  globalThis.fetch = /** @type {typeof fetch} */ (
    (request, options) => {
      const address = String(request instanceof Request ? request.url : request);
      if (address.endsWith('pyodide.asm.wasm')) return content(parts.wasm, 'application/wasm');
      if (address.endsWith('python_stdlib.zip')) return content(parts.library, 'application/zip');
      return plainFetch(request, options);
    }
  );
  const module = content(parts.module, 'text/javascript').then(importModule);
  const { loadPyodide } = await import(at(parts.loader));
  const python = await loadPyodide({
    indexURL: at('./'),
    stdLibURL: at('python_stdlib.zip'),
    createPyodideModule: await module,
    lockFileContents: parts.lock,
    packageBaseUrl: at('./'),
    env: { HOME: '/home' },
  });
  python.unpackArchive(await house, 'zip', { extractDir: '/house' });
  python.runPython('import sys; sys.path.insert(0, "/house")');
  return python;
}
