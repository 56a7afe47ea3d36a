/** @file The connection: requests, and one table's socket that comes back by itself. */

import { knows, say } from './words.js';

/** @typedef {'connecting' | 'open' | 'lost' | 'gone'} Line the state of a connection; `gone`: it won't come back by itself */

/** A refusal of the server, with a sentence for people. */
export class Refused extends Error {
  /** @param {number} status @param {{key?: string, text?: string, facts?: Record<string, any>}} why */
  constructor(status, why) {
    super(why.key && knows(why.key) ? say(why.key, why.facts) : why.text ?? why.key ?? String(status));
    this.status = status;
    this.key = why.key ?? '';
    this.facts = why.facts ?? {};
  }
}

/** What the server answered; throws `Refused` if it refuses. @param {Response} answer */
async function read(answer) {
  const text = await answer.text();
  /** @type {any} */
  let found = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    found = { text };
  }
  if (!answer.ok) throw new Refused(answer.status, found ?? {});
  return found;
}

/**
 * Ask the server. Throws `Refused` with what it answers if it refuses, and a TypeError if it can't be reached.
 * @param {string} method @param {string} path @param {unknown} [body]
 */
export const ask = async (method, path, body) => read(await fetch(path, {
  method,
  credentials: 'same-origin',
  headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
}));

/** Send a text, like that of a record, and read the answer. @param {string} path @param {string} text */
export const sendText = async (path, text) => read(await fetch(path, { method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text }));

/**
 * What the server tells bit by bit, each bit as it comes. Throws `Refused` if it refuses, and ends when `signal` says so.
 * @param {string} path @param {string | null} text what is sent; nothing: it is only asked @param {AbortSignal} signal @returns {AsyncGenerator<any>}
 */
export async function* listen(path, text, signal) {
  const answer = await fetch(path, { credentials: 'same-origin', signal, ...(text === null ? {} : { method: 'POST', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: text }) });
  if (!answer.ok || !answer.body) return void (await read(answer));
  const reader = answer.body.getReader(), decoder = new TextDecoder();
  for (let held = ''; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const told = (held + decoder.decode(value, { stream: true })).split('\n\n');
    held = told.pop() ?? '';
    for (const bit of told) yield JSON.parse(bit.replace(/^data: /, ''));
  }
}

/**
 * @typedef {object} Wire
 * @property {(message: Record<string, unknown>) => boolean} send false: not connected, nothing was sent
 * @property {() => void} close
 * @property {() => void} retry
 * @property {() => Line} line
 */

const FIRST_WAIT = 300, LONGEST_WAIT = 8000, SILENCE = 45000, POLICY = 1008;

/**
 * Connect to a table and stay connected. Says on each connection which step was seen last, so that nothing is missed.
 * @param {string} code
 * @param {{message: (message: any) => void, line: (line: Line) => void, seen: () => {round: number, step: number} | null}} ears
 * @returns {Wire}
 */
export function connect(code, ears) {
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = FIRST_WAIT, closed = false, heard = 0;
  /** @type {Line} */
  let line = 'connecting';

  const set = (/** @type {Line} */ next) => {
    if (line === next) return;
    line = next;
    ears.line(line);
  };

  const open = () => {
    clearTimeout(timer);
    if (closed) return;
    const seen = ears.seen();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const mine = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(code)}${seen ? `?round=${seen.round}&step=${seen.step}` : ''}`);
    socket = mine;
    mine.binaryType = 'arraybuffer';
    mine.onmessage = (event) => {
      heard = performance.now();
      const message = JSON.parse(typeof event.data === 'string' ? event.data : new TextDecoder().decode(event.data));
      if (message.t === 'ping') return mine.send(JSON.stringify({ t: 'pong', n: message.n }));
      if (message.t === 'welcome') {
        wait = FIRST_WAIT;
        set('open');
      }
      ears.message(message);
    };
    mine.onclose = (event) => {
      if (mine !== socket || closed) return;
      // The server said why in its last message, and asking again would get the same answer.
      if (event.code === POLICY) return set('gone');
      set('lost');
      timer = setTimeout(open, wait * (0.7 + 0.6 * Math.random()));
      wait = Math.min(LONGEST_WAIT, wait * 1.7);
    };
  };

  const back = () => {
    if (line === 'lost') open();
    else if (socket?.readyState === WebSocket.OPEN && heard && performance.now() - heard > SILENCE) socket.close();
  };
  window.addEventListener('online', back);
  document.addEventListener('visibilitychange', back);
  open();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener('online', back);
      document.removeEventListener('visibilitychange', back);
      const last = socket;
      if (!last) return;
      last.onmessage = null;
      // To close it while it is being made would be an error to the browser.
      if (last.readyState === WebSocket.CONNECTING) last.onopen = () => last.close();
      else last.close();
    },
    retry: open,
    line: () => line,
  };
}
