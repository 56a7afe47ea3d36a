/**
 * @file How the page reaches the house: one small interface, made in two ways. `http.js` goes to a
 * server, `here.js` to a worker of this page. Nothing else in the page asks the network for
 * anything.
 */

/**
 * @typedef {{status: number, text: string}} Answer
 *
 * @typedef {{send: (text: string) => boolean, close: () => void}} Line a connection; `send` says
 *   false where it isn't open, and nothing is heard after `close`
 *
 * @typedef {object} Ears who hears what comes over a line
 * @property {(text: string, at: number) => void} message `at`: when it came
 * @property {(code: number) => void} closed the line has ended; the code is that of a WebSocket
 *
 * @typedef {object} Transport
 * @property {'server' | 'here'} house whose tables these are: a server's, or this page's own
 * @property {(method: string, path: string, body?: {type: string, text: string}) =>
 *   Promise<Answer>} ask throws a TypeError if the house can't be reached
 * @property {(path: string, text: string | null, signal: AbortSignal) => Promise<Answer |
 *   AsyncIterable<string>>} stream what is told bit by bit, or an answer that refuses it
 * @property {(path: string, ears: Ears) => Line} connect
 */

/** @type {Transport | undefined} */
let chosen;

/** The way to the house that this page is in. @returns {Transport} */
export function transport() {
  if (!chosen) throw new TypeError('no house is open');
  return chosen;
}

/** Go to this house from now on. @param {Transport} house */
export const enter = (house) => {
  chosen = house;
};

/** True if the house is in this page, with nobody else in it. */
export const isHere = () => chosen?.house === 'here';
