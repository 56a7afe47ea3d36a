/** @file The page: settings, words, and the screen that the address asks for. */

import { route } from './router.js';
import { onChange, settings, still, tongue } from './state/settings.js';
import { speak } from './words.js';

/** @param {ReturnType<typeof settings>} now */
function dress(now) {
  const root = document.documentElement;
  root.dataset.theme = now.theme;
  root.dataset.motion = still() ? 'still' : 'full';
  root.dataset.cards = now.cardSize;
}

dress(settings());
onChange(dress);
await speak(tongue());

// The rules lie over the table without anybody leaving it.
window.addEventListener('cardhouse:rules', (event) => {
  const { game, options } = /** @type {CustomEvent} */ (event).detail;
  void import('./screens/rules.js').then((rules) => rules.showRules(game, options));
});

const place = document.getElementById('page');
if (place)
  await route(place, {
    home: async () => (await import('./screens/home.js')).default,
    house: async () => (await import('./screens/house.js')).default,
    rules: async () => (await import('./screens/rules.js')).default,
    replay: async () => (await import('./screens/replay.js')).default,
    stats: async () => (await import('./screens/stats.js')).default,
    settings: async () => (await import('./screens/settings.js')).default,
    table: async () => (await import('./screens/table.js')).default,
  });

// The shell is kept in this browser: the page opens at once, and says so if the house can't be reached.
if ('serviceWorker' in navigator && window.isSecureContext)
  void navigator.serviceWorker.register('/sw.js').then(async () => {
    const ready = await navigator.serviceWorker.ready;
    // Who came before the worker tells it what to keep; afterwards it sees every file by itself.
    if (!navigator.serviceWorker.controller) ready.active?.postMessage(performance.getEntriesByType('resource').map((entry) => entry.name));
  }).catch(() => null);
