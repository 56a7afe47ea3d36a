/** @file The second worker of the house: it thinks for the bots, and does what takes long. */

import { startPython } from './python.js';

/** @type {Promise<(question: Uint8Array) => Uint8Array> | undefined} */
let ready;

/** @param {string} folder */
async function start(folder) {
  const python = await startPython(folder);
  const { answer } = python.pyimport('cardhouse.browser.thinking');
  return (/** @type {Uint8Array} */ question) => {
    const told = answer(python.toPy(question));
    const bytes = told.toJs();
    told.destroy();
    return bytes;
  };
}

self.onmessage = ({ data: { folder, port } }) => {
  ready = start(folder);
  port.onmessage = async (/** @type {MessageEvent} */ { data: { number, question } }) => {
    const answer = (await /** @type {NonNullable<typeof ready>} */ (ready))(question);
    port.postMessage({ number, answer }, [answer.buffer]);
  };
};
