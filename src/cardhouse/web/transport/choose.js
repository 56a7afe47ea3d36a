/**
 * @file Which house this page is in: that of the server it came from, or its own. The page says in
 * its head whether it brings one, and where that is.
 */

import { overHttp } from './http.js';
import { enter, isHere } from './transport.js';

/** Where the parts of the page's own house are; empty: it has none. */
const parts = () =>
  document.querySelector('meta[name="cardhouse-house"]')?.getAttribute('content') ?? '';

/** True if the page came from a server, whose tables are the usual ones. */
export const fromServer = () =>
  !parts() || document.querySelector('meta[name="cardhouse-server"]') !== null;

/** True if this page could open a house of its own besides that of its server. */
export const offersBoth = () => Boolean(parts()) && fromServer();

/** The way to the server, for a page that came from one and is in its own house. */
export const otherHouse = () => (offersBoth() && isHere() ? overHttp() : undefined);

/** How often a server that is away is asked, in milliseconds. */
const EVERY = 10000;

// For this tab, and until somebody goes back to the server: the screen of the server they were at.
const CHOSEN = 'cardhouse.here';

/** Show a screen of the other house. @param {string} hash */
function reload(hash) {
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
  location.reload();
}

/** Go into the page's own house, as long as this tab lives. It knows nothing of others' tables. */
export function playHere() {
  sessionStorage.setItem(CHOSEN, location.hash || '#/');
  reload('#/');
}

/** Go to the server's house again, to where one was. */
export function backToServer() {
  const hash = sessionStorage.getItem(CHOSEN) ?? '';
  sessionStorage.removeItem(CHOSEN);
  reload(hash.startsWith('#/') ? hash : '#/');
}

/** True if the server answers again, for somebody who plays here while it is away. */
async function serverAnswers() {
  try {
    return (await otherHouse()?.ask('GET', 'health'))?.status === 200;
  } catch {
    return false;
  }
}

/**
 * Look now and then whether the server is back; calls `heard` once, and returns how to stop.
 * @param {() => void} heard
 */
export function awaitServer(heard) {
  if (!otherHouse()) return () => {};
  const stop = () => clearInterval(looking);
  const looking = setInterval(async () => {
    if (document.visibilityState === 'visible' && (await serverAnswers())) {
      stop();
      heard();
    }
  }, EVERY);
  return stop;
}

/** Among the houses of this origin, each has its own files and its own lock. */
const name = () => `cardhouse ${new URL('./', document.baseURI).pathname}`;

/** @type {import('./here.js').HouseHere | undefined} */
let house;

/** What is known of the page's own house, once it is open. */
export const openedHere = () => (isHere() ? house?.opened : undefined);

/**
 * Hold the lock of the house until `ending` is settled; false: another tab has it.
 * @param {Promise<unknown>} ending
 * @param {boolean} wait
 * @returns {Promise<boolean>}
 */
const hold = (ending, wait) =>
  new Promise((done) => {
    if (!navigator.locks) return done(true);
    void navigator.locks.request(name(), wait ? {} : { ifAvailable: true }, (lock) => {
      done(lock !== null);
      return lock ? ending : undefined;
    });
  });

/**
 * Open the page's own house. If another tab is in it, gives false, unless this one is to `insist`:
 * then the other one leaves. `left` is called when another tab insists.
 * @param {boolean} insist
 * @param {() => void} left
 * @returns {Promise<boolean>}
 */
export async function openOwn(insist, left) {
  const channel = new BroadcastChannel(name());
  let release = () => {};
  const ending = new Promise((/** @type {(value?: unknown) => void} */ done) => {
    release = done;
  });
  if (insist) channel.postMessage('leave');
  if (!(await hold(ending, insist))) {
    channel.close();
    return false;
  }
  channel.onmessage = () => {
    channel.close();
    house?.end();
    release();
    left();
  };
  const { openHere } = await import('./here.js');
  house = await openHere(new URL(parts(), document.baseURI).href, name());
  enter(house);
  return true;
}

/** Enter the server's house; false: there is none, or somebody plays in the page's own. */
export function enterServer() {
  if (parts() && (!fromServer() || sessionStorage.getItem(CHOSEN))) return false;
  enter(overHttp());
  return true;
}
