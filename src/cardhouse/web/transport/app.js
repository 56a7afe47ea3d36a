/**
 * @file The page as an app: kept by the browser, opened without a network, and updated quietly.
 * What is new is told where the page says which house it is.
 */

import { fromServer } from './choose.js';

const UPDATED = 'cardhouse.updated';
/** How long a newer release may take to take over, in milliseconds. */
const TAKES = 4000;

/** @type {Set<(key: string) => void>} */
const listeners = new Set();
let latest = '';

/** Tell everybody who hears the news. @param {string} key of its words */
export function tell(key) {
  latest = key;
  for (const listener of listeners) listener(key);
}

/** Hear what is new, by the key of its words, now and later. @param {(key: string) => void} hear */
export function news(hear) {
  listeners.clear();
  listeners.add(hear);
  if (latest) hear(latest);
}

/** Take the newer release that waits, if there is one; the page reloads with it. */
export async function takeUpdate() {
  const kept =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (sessionStorage.getItem(UPDATED)) {
    sessionStorage.removeItem(UPDATED);
    tell('page.here.updated');
  } else if (kept?.waiting && navigator.serviceWorker.controller) {
    const taken = await new Promise((done) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => done(true), {
        once: true,
      });
      kept.waiting?.postMessage('activate');
      setTimeout(() => done(false), TAKES);
    });
    // One that doesn't take over is left to the next start: nobody waits for it before an
    // empty page.
    if (!taken) return;
    sessionStorage.setItem(UPDATED, '1');
    location.reload();
    // Nothing else is begun with the older files.
    await new Promise(() => {});
  }
}

/**
 * The service worker of the page as its host has it now. A site's is asked for by its release:
 * a host that goes by times says of one that was copied with an older time that it is the same.
 */
async function newestWorker() {
  if (fromServer()) return 'sw.js';
  const { release } = await (await fetch('shell.json', { cache: 'no-store' })).json();
  return `sw.js?${release}`;
}

/** Have the browser keep the page, and say when it has a newer one. */
export async function keepApp() {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  const kept = await navigator.serviceWorker.register(await newestWorker());
  kept.addEventListener('updatefound', () => {
    const newer = kept.installing;
    newer?.addEventListener('statechange', () => {
      if (newer.state === 'installed' && navigator.serviceWorker.controller)
        tell('page.here.newer');
    });
  });
}
