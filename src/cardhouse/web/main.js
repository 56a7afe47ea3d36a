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

const place = document.getElementById('page');
if (place)
  await route(place, {
    home: async () => (await import('./screens/home.js')).default,
    table: async () => (await import('./screens/table.js')).default,
  });
