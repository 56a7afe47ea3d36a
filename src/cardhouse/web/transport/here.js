/** @file The way to the house in this page: messages to a worker that runs the same Python. */

import { WEB } from '../bundled.js';
import { setKeeping } from './keeping.js';

/**
 * @typedef {object} Opened
 * @property {'compiled' | 'plain'} running how the rules run, and so how far the cats think ahead
 *
 * @typedef {import('./transport.js').Transport & {opened: Opened, end: () => void}} HouseHere
 */

/** When a first card has been dealt after the house has opened, in milliseconds. */
const DEALT = 700;

/**
 * A second worker that thinks for the bots; `port` is where it is asked.
 * @param {string} folder
 * @param {MessagePort} port
 */
function startThinking(folder, port) {
  const worker = new Worker(new URL('transport/thinking-worker.js', WEB), { type: 'module' });
  worker.postMessage({ folder, port }, [port]);
  return worker;
}

/**
 * Open the house in this page. Throws if it can't be opened.
 * @param {string} folder the address of the folder that has its parts
 * @param {string} name of the house, among those of this origin
 * @returns {Promise<HouseHere>}
 */
export async function openHere(folder, name) {
  const worker = new Worker(new URL('transport/house-worker.js', WEB), { type: 'module' });
  /** @type {Worker | undefined} */
  let thinking;
  let count = 0;
  /** @type {Map<number, (told: any) => void>} */
  const waiting = new Map();
  /** @type {Map<number, import('./transport.js').Ears>} */
  const lines = new Map();
  const post = (/** @type {any} */ message, /** @type {Transferable[]} */ moved = []) =>
    worker.postMessage(message, moved);

  const opened = /** @type {Promise<Opened>} */ (
    new Promise((done, failed) => {
      worker.onerror = (event) => failed(new TypeError(event.message));
      worker.onmessage = ({ data }) => {
        const at = performance.now();
        if ('opened' in data) done(data.opened);
        else if ('kept' in data) setKeeping(data.kept);
        else if ('id' in data) waiting.get(data.id)?.(data);
        else if ('closed' in data) lines.get(data.line)?.closed(data.closed);
        else if ('line' in data) lines.get(data.line)?.message(data.text, at);
        else failed(new TypeError(data.failed));
      };
    })
  );
  /** @param {MessagePort} port */
  const think = (port) => {
    thinking = startThinking(folder, port);
    thinking.onerror = () => {
      thinking?.terminate();
      const { port1, port2 } = new MessageChannel();
      think(port2);
      post({ thinking: port1 }, [port1]);
    };
  };
  const { port1: asking, port2: asked } = new MessageChannel();
  post({ open: { folder, name, thinking: asking } }, [asking]);
  // The first one has the processor to itself, and leaves unpacked files for the second; what is
  // asked until that is there waits at the port.
  const found = await opened;
  setTimeout(think, DEALT, asked);

  /** The answer to a question. @param {any} asked @returns {Promise<any>} */
  const question = (asked) =>
    new Promise((done, failed) => {
      const id = ++count;
      waiting.set(id, (told) => {
        if ('failed' in told) failed(new TypeError(told.failed));
        else done(told);
        waiting.delete(id);
      });
      post({ id, ask: asked });
    });

  /** @param {string} path @param {string | null} text @param {AbortSignal} signal */
  async function* told(path, text, signal) {
    /** @type {any[]} */
    const bits = [];
    let wake = () => {};
    const id = ++count;
    waiting.set(id, (bit) => {
      bits.push(bit);
      wake();
    });
    const stop = () => {
      post({ id, stop: true });
      bits.push({ end: true });
      wake();
    };
    signal.addEventListener('abort', stop);
    post({ id, ask: { method: text === null ? 'GET' : 'POST', path, body: text ?? '' } });
    try {
      for (;;) {
        while (!bits.length) await new Promise((done) => (wake = () => done(undefined)));
        const bit = bits.shift();
        if ('end' in bit) return;
        yield bit;
        if ('status' in bit || 'failed' in bit) return;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      waiting.delete(id);
    }
  }

  // Storage is cleared in another window or a panel of the browser: look for it on coming back.
  const look = () => post({ look: true });
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);

  return {
    house: 'here',
    opened: found,

    async ask(method, path, body) {
      const { status, text } = await question({ method, path, body: body?.text ?? '' });
      return { status, text };
    },

    async stream(path, text, signal) {
      const bits = told(path, text, signal);
      const first = await bits.next();
      if (first.done) return (async function* () {})();
      if ('failed' in first.value) throw new TypeError(first.value.failed);
      if ('status' in first.value) return first.value;
      return (async function* () {
        yield first.value.bit;
        for await (const { bit } of bits) yield bit;
      })();
    },

    connect(path, ears) {
      // With a game to lose, the browser is asked not to throw it away when it runs out of room;
      // some ask the person, who should know by then what for.
      void navigator.storage?.persist?.().catch(() => null);
      const line = ++count;
      lines.set(line, ears);
      post({ line, connect: path });
      return {
        send(text) {
          if (!lines.has(line)) return false;
          post({ line, send: text });
          return true;
        },
        close() {
          lines.delete(line);
          post({ line, close: true });
        },
      };
    },

    end() {
      worker.terminate();
      thinking?.terminate();
      for (const ears of [...lines.values()]) ears.closed(0);
    },
  };
}
