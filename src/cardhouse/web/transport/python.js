/**
 * @file Python in a worker: Pyodide with the package on top, from the files beside `parts.json`.
 * Those are packed, as not every host compresses what it sends.
 */

/**
 * @typedef {object} Parts where everything is, seen from the folder with the list
 * @property {string} loader
 * @property {string} wasm
 * @property {string} module what goes with the wasm, in JavaScript
 * @property {string} library the trimmed standard library
 * @property {string} house the package, and the packages it needs
 * @property {object} lock which packages Pyodide could load by itself: none
 */

/** The content of a packed file. @param {string} address @param {string} type */
async function unpacked(address, type) {
  const answer = await plainFetch(address);
  if (!answer.ok || !answer.body) throw new TypeError(`${address}: ${answer.status}`);
  const content = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return new Response(content, { headers: { 'Content-Type': type } });
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
  const house = unpacked(at(parts.house), 'application/zip').then((answer) => answer.arrayBuffer());
  // Pyodide asks for its files itself; they are named by their content, and packed.
  globalThis.fetch = /** @type {typeof fetch} */ (
    (request, options) => {
      const address = String(request instanceof Request ? request.url : request);
      if (address.endsWith('pyodide.asm.wasm')) return unpacked(at(parts.wasm), 'application/wasm');
      if (address.endsWith('python_stdlib.zip'))
        return unpacked(at(parts.library), 'application/zip');
      return plainFetch(request, options);
    }
  );
  const module = unpacked(at(parts.module), 'text/javascript').then(importModule);
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
