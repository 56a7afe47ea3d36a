/** @file The connection: requests, and one table's line that comes back by itself. */

import { giver } from './state/numbers.js';
import { transport } from './transport/transport.js';
import { knows, say } from './words.js';

/** @typedef {import('./types.js').FromPerson} FromPerson */
/** @typedef {import('./types.js').ToPerson} ToPerson */
/**
 * @typedef {'connecting' | 'open' | 'lost' | 'gone'} ConnectionState `gone`: it won't come back by
 *   itself
 */

/** A refusal of the house, with a sentence for people. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{key?: string, text?: string, facts?: Record<string, any>}} why
   */
  constructor(status, why) {
    super(
      why.key && knows(why.key) ? say(why.key, why.facts) : (why.text ?? why.key ?? String(status)),
    );
    this.status = status;
    this.key = why.key ?? '';
    this.facts = why.facts ?? {};
  }
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return { text };
  }
}

/**
 * The text that the house answered; throws `Refused` if it refuses.
 * @param {import('./transport/transport.js').Answer} answer
 */
function accepted({ status, text }) {
  if (status < 200 || status > 299) throw new Refused(status, parsed(text) ?? {});
  return text;
}

/**
 * Ask the house. Throws `Refused` with what it answers if it refuses, and a TypeError if it can't
 * be reached.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @param {import('./transport/transport.js').Transport} [house] another one than that of the page
 */
export async function ask(method, path, body, house = transport()) {
  const sent =
    body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
  return parsed(accepted(await house.ask(method, path, sent)));
}

/** Ask the house for a text, like that of a record. @param {string} path */
export const askText = async (path) => accepted(await transport().ask('GET', path));

/**
 * Send a text, like that of a record, and read the answer.
 * @param {string} path
 * @param {string} text
 */
export const sendText = async (path, text) =>
  parsed(
    accepted(await transport().ask('POST', path, { type: 'text/plain; charset=utf-8', text })),
  );

/**
 * What the house tells bit by bit, each bit as it comes. Throws `Refused` if it refuses, and ends
 * when `signal` says so.
 * @param {string} path
 * @param {string | null} text what is sent; nothing: it is only asked
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* listen(path, text, signal) {
  const told = await transport().stream(path, text, signal);
  if ('status' in told) return void accepted(told);
  for await (const bit of told) yield JSON.parse(bit);
}

/**
 * @typedef {object} Wire
 * @property {(message: FromPerson) => boolean} send false: not connected, nothing was sent
 * @property {() => void} close
 * @property {() => void} retry
 * @property {() => ConnectionState} state
 */

const FIRST_WAIT = 300,
  LONGEST_WAIT = 8000,
  SILENCE = 45000,
  POLICY = 1008;

/**
 * Connect to a table and stay connected. Says on each connection which step was seen last, so that
 * nothing is missed.
 * @param {string} code
 * @param {{message: (message: ToPerson, at: number) => void,
 *   state: (state: ConnectionState) => void, seen: () => {round: number, step: number} | null}}
 *   handlers `at`: when it came
 * @returns {Wire}
 */
export function connect(code, handlers) {
  /** @type {import('./transport/transport.js').Line | undefined} */
  let line;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = FIRST_WAIT,
    closed = false,
    heard = 0;
  /** @type {ConnectionState} */
  let state = 'connecting';

  const set = (/** @type {ConnectionState} */ next) => {
    if (state === next) return;
    state = next;
    handlers.state(state);
  };

  /** @param {number} code */
  function lost(code) {
    line = undefined;
    heard = 0;
    // The house said why in its last message, and asking again would get the same answer.
    if (code === POLICY) return set('gone');
    set('lost');
    timer = setTimeout(open, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(LONGEST_WAIT, wait * 1.7);
  }

  function open() {
    clearTimeout(timer);
    if (closed) return;
    line?.close();
    const seen = handlers.seen();
    const since = seen ? `?round=${seen.round}&step=${seen.step}` : '';
    const numberFor = giver();
    /** @param {FromPerson} message */
    const say = (message) => mine.send(JSON.stringify(message));
    const mine = transport().connect(`ws/${encodeURIComponent(code)}${since}`, {
      message(text, at) {
        if (mine !== line) return;
        heard = at;
        const message = /** @type {ToPerson} */ (JSON.parse(text));
        if (message.t === 'ping') return void say({ t: 'pong', n: message.n });
        if (message.t === 'welcome') {
          wait = FIRST_WAIT;
          set('open');
        }
        const number = 'table' in message ? numberFor(message.table) : null;
        if (number) say(number);
        handlers.message(message, at);
      },
      closed(code) {
        if (mine === line && !closed) lost(code);
      },
    });
    line = mine;
  }

  const back = () => {
    if (state === 'lost') open();
    else if (line && heard && performance.now() - heard > SILENCE) {
      line.close();
      lost(0);
    }
  };
  window.addEventListener('online', back);
  document.addEventListener('visibilitychange', back);
  open();

  return {
    send: (message) => line?.send(JSON.stringify(message)) ?? false,
    close() {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener('online', back);
      document.removeEventListener('visibilitychange', back);
      line?.close();
    },
    retry: open,
    state: () => state,
  };
}
