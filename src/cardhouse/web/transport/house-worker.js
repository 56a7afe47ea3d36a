/**
 * @file The first worker of the house: its tables, and all that the page asks.
 *
 * From the page come `{open}` first, then `{id, ask}`, `{id, stream}`, `{id, stop}`, `{line,
 * connect}`, `{line, send}`, `{line, close}`, `{look}` whether what is kept is still there, and
 * `{thinking}`, the port to a second worker that was started again.
 */

import { mountFiles, openFiles } from './disk.js';
import { roomMissing, startPython } from './python.js';

/** @type {any} */
let python;
/** @type {any} */
let house;
/** @type {MessagePort} */
let thinking;
/** @type {import('./mirror.js').Mirror | undefined} */
let files;
/** @type {Map<number, any>} */
const lines = new Map();
/** How to say that somebody no longer wants to know. @type {Map<number, () => void>} */
const leaving = new Map();

/** @param {MessagePort} port */
function useThinking(port) {
  thinking = port;
  port.onmessage = ({ data: { number, answer } }) =>
    house.executor.answered(number, python.toPy(answer));
}

/** @param {{folder: string, name: string, thinking: MessagePort}} options */
async function open({ folder, name, thinking: port }) {
  const opening = openFiles(name, ({ state, wanted }) =>
    self.postMessage({ kept: { state, wanted: wanted + roomMissing() } }),
  );
  python = await startPython(folder);
  files = await opening;
  mountFiles(python.FS, '/kept', files);
  const { House } = python.pyimport('cardhouse.browser.house');
  const { Path } = python.pyimport('pathlib');
  house = House(Path('/kept'), (/** @type {number} */ number, /** @type {any} */ question) => {
    const bytes = question.toJs ? question.toJs() : question;
    thinking.postMessage({ number, question: bytes });
  });
  useThinking(port);
  await house.open();
  return { running: python.pyimport('cardhouse.build').running() };
}

/**
 * @param {number} id
 * @param {{method: string, path: string, body: string}} asked
 */
async function answer(id, { method, path, body }) {
  const left = new Promise((/** @type {(value?: any) => void} */ done) => leaving.set(id, done));
  const told = await house.ask(method, path, body, () => left);
  const decoder = new TextDecoder();
  const text = (/** @type {any} */ bytes) => {
    const read = decoder.decode(bytes.toJs());
    bytes.destroy();
    return read;
  };
  if (!told.stream) {
    leaving.delete(id);
    self.postMessage({ id, status: told.status, text: text(told.body) });
    return;
  }
  let over = false;
  void left.then(() => {
    over = true;
  });
  for await (const bit of told.stream) {
    if (over) break;
    self.postMessage({ id, bit: text(bit) });
  }
  leaving.delete(id);
  self.postMessage({ id, end: true });
}

const does = {
  open: async (/** @type {any} */ { open: options }) => {
    try {
      self.postMessage({ opened: await open(options) });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
  },
  ask: (/** @type {any} */ { id, ask }) =>
    answer(id, ask).catch((error) => self.postMessage({ id, failed: String(error) })),
  stop: (/** @type {any} */ { id }) => leaving.get(id)?.(),
  connect: (/** @type {any} */ { line, connect }) => {
    const send = (/** @type {string} */ text) => self.postMessage({ line, text });
    const end = (/** @type {number} */ code) => self.postMessage({ line, closed: code });
    lines.set(line, house.connect(connect, send, end));
  },
  send: (/** @type {any} */ { line, send }) => lines.get(line)?.hear(send),
  close: (/** @type {any} */ { line }) => {
    lines.get(line)?.close();
    lines.delete(line);
  },
  look: () => files?.check(),
  thinking: (/** @type {any} */ { thinking: port }) => {
    useThinking(port);
    house.executor.broken();
  },
};

self.onmessage = ({ data }) => {
  const [what] = Object.keys(does).filter((name) => name in data);
  if (what) void does[/** @type {keyof typeof does} */ (what)](data);
};
