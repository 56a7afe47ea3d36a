/** @file The service worker: keeps the shell of the page. What the house serves now always comes first. */

const SHELL = 'cardhouse-shell-1';
const worker = /** @type {any} */ (self);

/** Whether an address is part of the shell: the page itself and its files, never an answer of the house. @param {URL} address */
const inShell = (address) => address.origin === location.origin && (address.pathname === '/' || address.pathname === '/manifest.webmanifest' || address.pathname.startsWith('/web/'));

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add('/')).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))));
});

// A page tells which files it has loaded: those are the ones it will need again.
worker.addEventListener('message', (/** @type {any} */ event) => {
  const wanted = /** @type {string[]} */ (event.data).filter((address) => inShell(new URL(address)));
  event.waitUntil(caches.open(SHELL).then((cache) => Promise.all(wanted.map((address) => cache.add(address).catch(() => null)))));
});

/** The answer of the house, or what was kept of it. It is kept anew while it is read already: nobody waits for that. @param {any} event */
async function answer(event) {
  const { request } = event;
  const name = new URL(request.url).pathname === '/' ? '/' : request;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      const copy = fresh.clone();
      event.waitUntil(caches.open(SHELL).then((cache) => cache.put(name, copy)).catch(() => null));
    }
    return fresh;
  } catch (error) {
    const kept = await caches.match(name, { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method === 'GET' && inShell(new URL(event.request.url))) event.respondWith(answer(event));
});
