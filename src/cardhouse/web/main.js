/** @file The page: settings, words, and the screen that the address asks for. */

import { WEB } from './bundled.js';
import { el } from './dom.js';
import { letters } from './languages.js';
import { route } from './router.js';
import { games } from './state/games.js';
import { me } from './state/me.js';
import { renewPush } from './state/push.js';
import { locale, onChange, settings, still } from './state/settings.js';
import { followTurns } from './state/turns.js';
import { keepApp, takeUpdate } from './transport/app.js';
import { enterServer } from './transport/choose.js';
import { loadLocale } from './words.js';

/** @param {ReturnType<typeof settings>} now */
function dress(now) {
  const root = document.documentElement;
  root.dataset.theme = now.theme;
  root.dataset.motion = still() ? 'still' : 'full';
  root.dataset.cards = now.cardSize;
}

/** Have the letters of a language on their way before its first words are drawn. */
function fetchLetters(/** @type {string} */ language) {
  const file = letters[language];
  if (!file) return;
  const href = new URL(`font/${file}.woff2`, WEB).href;
  const how = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
  document.head.append(el('link', { ...how, href }));
}

/** Show where the address leads, and have the browser keep the page. */
async function start() {
  dress(settings());
  onChange(dress);
  fetchLetters(locale());
  const entered = enterServer();
  // What every screen needs first is asked for together with the words.
  if (entered) for (const ask of [me, games]) void ask().catch(() => null);
  await loadLocale(locale());
  await takeUpdate().catch(() => null);
  const place = document.getElementById('page');
  if (!place) return;
  if (!entered) await (await import('./screens/opening.js')).opening(place);
  await route(place, {
    home: async () => (await import('./screens/home.js')).default,
    house: async () => (await import('./screens/house.js')).default,
    rules: async () => (await import('./screens/rules.js')).default,
    puzzles: async () => (await import('./screens/puzzles.js')).default,
    daily: async () => (await import('./screens/daily.js')).default,
    replay: async () => (await import('./screens/replay.js')).default,
    exercises: async () => (await import('./screens/exercises.js')).default,
    stats: async () => (await import('./screens/stats.js')).default,
    device: async () => (await import('./screens/device.js')).default,
    settings: async () => (await import('./screens/settings.js')).default,
    table: async () => (await import('./screens/table.js')).default,
  });
  // The shell is kept in this browser: the page opens at once, and says so if the house can't be
  // reached.
  void keepApp()
    .then(renewPush)
    .catch(() => null);
  followTurns();
}

// The rules lie over the table without anybody leaving it.
window.addEventListener('cardhouse:rules', (event) => {
  const { game, options } = /** @type {CustomEvent} */ (event).detail;
  void import('./screens/rules.js').then((rules) => rules.showRules(game, options));
});

// Nobody awaits it here: modules of games from other packages wait for this one, where all of the
// page is in it.
void start();
