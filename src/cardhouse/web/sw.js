/**
 * @file The service worker: keeps the page in this browser, so that it opens without a network.
 *
 * What a server serves now comes first, and what was kept where it can't be reached, but for files
 * that are named by their content. A site without a server has a release: all its files are kept at
 * once, and come from there.
 */

// Written by `cardhouse site`; empty: a server's page.
const RELEASE = '';
// Written by a server whose page is in a folder named by its content; empty: it has usual names.
const PAGE = '';
const worker = /** @type {any} */ (self);
/** Where the page is: its own address, without a name of a file. */
const ROOT = new URL('./', location.href).href;
/** Which files the page is made of, and of a site its release. */
const LIST = new URL('shell.json', ROOT).href;
/** Caches are named for the whole origin: other houses may have theirs there. */
const OURS = `cardhouse ${ROOT} `;
const SHELL = `${OURS}${RELEASE || PAGE || 'shell-4'}`;

/**
 * True if an address is part of the page, never an answer of the house.
 * @param {URL} address
 */
const inShell = ({ href }) =>
  href.startsWith(ROOT) &&
  (RELEASE !== '' ||
    /^([?#]|$|(manifest\.webmanifest$|web\/|games\/|page-|python-))/.test(href.slice(ROOT.length)));

/** What a request is kept under. @param {Request} request */
const nameOf = (request) => (request.mode === 'navigate' ? ROOT : request.url);

/** What is named by its content never changes. @param {string} path */
const byContent = (path) => /^(page|python)-[\da-f]+\//.test(path);

/** Files of Python are packed; the page keeps them unpacked, in a cache of its own. */
const UNPACKED = `cardhouse-unpacked ${ROOT}`;

/** @param {string} start of the names of caches @returns {Promise<Cache[]>} */
const cachesOf = async (start) =>
  Promise.all(
    (await caches.keys()).filter((name) => name.startsWith(start)).map((name) => caches.open(name)),
  );

/** True if one of these caches has an address. @param {Cache[]} those @param {string} address */
async function among(those, address) {
  for (const cache of those) {
    const found = await cache.match(address);
    if (found) return found;
  }
  return undefined;
}

/**
 * Keep a file; one that is here already, by its content, is taken from there.
 * @param {string} file
 */
async function keep(file) {
  const address = new URL(file === 'index.html' ? './' : file, ROOT).href;
  const same = byContent(file);
  if (same && (await among(await cachesOf(UNPACKED), address))) return;
  const cache = await caches.open(SHELL);
  // What has its usual name may have been copied with older times: so it is asked for again.
  const fresh =
    (same && (await among(await cachesOf(OURS), address))) ||
    (await fetch(address, { cache: same ? 'default' : 'reload' }));
  if (!fresh.ok) throw new TypeError(`${address}: ${fresh.status}`);
  await cache.put(address, fresh);
}

/** Keep every file that is listed; a server's page also what it can of them. */
async function keepAll() {
  const list = await fetch(LIST, { cache: 'no-store' });
  if (RELEASE) await (await caches.open(SHELL)).put(LIST, list.clone());
  const listed = await list.json();
  const files = /** @type {string[]} */ (RELEASE ? listed.files : listed);
  await Promise.all(files.map((file) => (RELEASE ? keep(file) : keep(file).catch(() => null))));
  // One copy is enough: what was unpacked meanwhile isn't kept packed.
  const cache = await caches.open(SHELL),
    unpacked = await cachesOf(UNPACKED);
  for (const { url } of await cache.keys())
    if (url.endsWith('.bin') && (await among(unpacked, url))) await cache.delete(url);
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  // A newer release waits until no page uses the files of the older one.
  event.waitUntil(RELEASE ? keepAll() : keepAll().then(() => worker.skipWaiting()));
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
 * The answer of the server, or what was kept of it. It is kept again while it is read already:
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

/** The list of the release that the host has now, or of this one. @param {any} event */
const latestList = ({ request }) =>
  fetch(request).catch(
    async (error) => (await caches.match(LIST, { cacheName: SHELL })) ?? Promise.reject(error),
  );

/** True if what was kept is as good as what the host has now. @param {URL} address */
const stays = ({ href }) => RELEASE !== '' || byContent(href.slice(ROOT.length));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || !inShell(address)) return;
  if (address.href === LIST) event.respondWith(latestList(event));
  else event.respondWith(stays(address) ? keptFirst(event) : freshFirst(event));
});

/** How many tables over days wait for one's move, on the icon of the page. */
async function showBadge() {
  const answer = await fetch(new URL('api/mine', ROOT));
  if (!answer.ok) return;
  /** @type {import('./types.js').OwnTable[]} */
  const tables = await answer.json();
  const waiting = tables.filter(
    ({ slow, status, turn, yours }) =>
      slow && status === 'playing' && turn.some((seat) => yours.includes(seat)),
  );
  await /** @type {any} */ (navigator).setAppBadge?.(waiting.length);
}

/** Tell somebody that it is their turn. @param {{title: string, text: string, table: string}} told */
async function showTurn({ title, text, table }) {
  // One that lies there already gives way to the newer one.
  await worker.registration.showNotification(title, {
    body: text,
    tag: table,
    data: { table },
    icon: new URL('web/icons/192.png', ROOT).href,
  });
  for (const page of await worker.clients.matchAll({ type: 'window' }))
    page.postMessage({ turns: true });
  await showBadge().catch(() => null);
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  const told = event.data?.json();
  if (told) event.waitUntil(showTurn(told));
});

/** Open a table: in the page that is open, or in a new one. @param {string} table */
async function openTable(table) {
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return worker.clients.openWindow(`${ROOT}#/table/${table}`);
  await page.focus();
  page.postMessage({ table });
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const table = String(event.notification.data?.table ?? '');
  if (/^[a-z\d]+$/.test(table)) event.waitUntil(openTable(table));
});
