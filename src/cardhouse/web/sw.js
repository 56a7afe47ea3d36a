/**
 * @file The service worker: keeps the page in this browser, so that it opens without a network.
 *
 * What a server serves now always comes first, and what was kept only where it can't be reached. A
 * site without a server has a release: all its files are kept at once, and come from there.
 */

// Written by `cardhouse site`; empty: a server's page.
const RELEASE = '';
const worker = /** @type {any} */ (self);
/** Where the page is: its own address, without a name of a file. */
const ROOT = new URL('./', location.href).href;
/** Caches are named for the whole origin: other houses may have theirs there. */
const OURS = `cardhouse ${ROOT} `;
const SHELL = `${OURS}${RELEASE || 'shell-3'}`;

/**
 * Whether an address is part of the page, never an answer of the house.
 * @param {URL} address
 */
const inShell = ({ href }) =>
  href.startsWith(ROOT) &&
  (RELEASE !== '' ||
    /^([?#]|$|(manifest\.webmanifest$|web\/|games\/|python-))/.test(href.slice(ROOT.length)));

/** What a request is kept under. @param {Request} request */
const nameOf = (request) => (request.mode === 'navigate' ? ROOT : request.url);

/** Keep every file that a server names. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const files = /** @type {string[]} */ (await (await fetch('shell.json')).json());
  await Promise.all(files.map((file) => cache.add(file).catch(() => null)));
}

/** Keep every file of this release; those that an earlier one has too are taken from there. */
async function keepRelease() {
  const cache = await caches.open(SHELL);
  const listed = await (await fetch('shell.json', { cache: 'no-cache' })).json();
  const files = /** @type {string[]} */ (listed.files);
  await Promise.all(
    files.map(async (file) => {
      const address = new URL(file === 'index.html' ? './' : file, ROOT).href;
      const byContent = /^(page|python)-/.test(file);
      const kept = byContent ? await caches.match(address) : undefined;
      if (kept) return cache.put(address, kept);
      const fresh = await fetch(address, { cache: byContent ? 'default' : 'no-cache' });
      if (!fresh.ok) throw new TypeError(`${address}: ${fresh.status}`);
      return cache.put(address, fresh);
    }),
  );
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  // A newer release waits until no page uses the files of the older one.
  event.waitUntil(RELEASE ? keepRelease() : keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'activate') worker.skipWaiting();
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(
        names
          .filter((name) => /^cardhouse-shell/.test(name) || name.startsWith(OURS))
          .filter((name) => name !== SHELL)
          .map((name) => caches.delete(name)),
      ),
    ),
  );
});

/**
 * The answer of the server, or what was kept of it. It is kept anew while it is read already:
 * nobody waits for that.
 * @param {any} event
 */
async function freshFirst(event) {
  const { request } = event;
  const name = nameOf(request);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      const copy = fresh.clone();
      event.waitUntil(
        caches
          .open(SHELL)
          .then((cache) => cache.put(name, copy))
          .catch(() => null),
      );
    }
    return fresh;
  } catch (error) {
    const kept = await caches.match(name, { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** What was kept; else what the host has. @param {any} event */
const keptFirst = async ({ request }) =>
  (await caches.match(nameOf(request), { cacheName: SHELL })) ?? fetch(request);

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method === 'GET' && inShell(new URL(event.request.url)))
    event.respondWith(RELEASE ? keptFirst(event) : freshFirst(event));
});
