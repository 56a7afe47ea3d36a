/** @file Home: the five games, each a click away. */

import { gamePicture, icon, logo } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { go } from '../router.js';
import { me } from '../state/me.js';
import { recall } from '../state/settings.js';
import { ask } from '../wire.js';
import { say } from '../words.js';

const GAMES = ['ratscrew', 'slapjack', 'hearts', 'threes', 'durak'];
const USUAL = /** @type {Record<string, number>} */ ({ hearts: 4 });

/** @typedef {'cats' | 'here' | 'link' | 'watch'} Way */

/** The cats a game has, by how well they play. @type {Promise<Record<string, string[]>> | undefined} */
let cats;

/** How good a cat is, if nobody has chosen: the middle one of those there are. @param {string} game */
async function usualCat(game) {
  cats ??= ask('GET', '/api/games').then((games) => Object.fromEntries(games.map((/** @type {any} */ one) => [one.name, one.bots])));
  const known = (await cats)[game] ?? [];
  return known.includes('medium') ? 'medium' : known[known.length - 1] ?? 'random';
}

/** Make a table and go to it. @param {string} game @param {Way} way */
export async function deal(game, way) {
  const kept = recall(`rules.${game}`, {});
  const self = await me();
  const count = kept.seats ?? USUAL[game] ?? 2;
  const level = kept.level ?? (way === 'link' ? '' : await usualCat(game));
  const seats = Array.from({ length: count }, (_, at) => {
    if (way === 'watch') return { kind: 'cat', level };
    if (at === 0) return { kind: 'you', name: self.name || say('page.home.guest'), face: self.face || 'fox' };
    if (at === 1 && way === 'here') return { kind: 'here', name: say('page.home.friend'), face: 'rabbit' };
    if (way === 'link') return { kind: 'link' };
    return { kind: 'cat', level };
  });
  const made = await ask('POST', '/api/tables', { game, options: kept.options ?? {}, seats, pace: kept.pace ?? 'medium' });
  go(`/table/${made.code}`);
}

/** @type {import('../router.js').Screen} */
export default async function home(place) {
  document.title = 'Cardhouse';
  const problem = el('p', { class: 'problem', role: 'alert' });
  const start = (/** @type {string} */ game, /** @type {Way} */ way) => void deal(game, way).catch((error) => (problem.textContent = error.message));
  const tiles = GAMES.map((game) => el('article', { class: 'tile', 'data-game': game },
    drawn(gamePicture(game), 'tile-picture'),
    el('h2', {}, say(`game.${game}`)), el('p', {}, say(`page.home.${game}`)),
    button(say('page.home.play'), () => start(game, 'cats'), { icon: icon('play'), class: 'button-main' }),
    el('div', { class: 'tile-more' },
      button(say('page.home.here'), () => start(game, 'here'), { icon: icon('friends'), class: 'button-small' }),
      button(say('page.home.link'), () => start(game, 'link'), { icon: icon('link'), class: 'button-small' }),
      button(say('page.home.watch'), () => start(game, 'watch'), { icon: icon('watch'), class: 'button-small' }))));
  place.append(el('header', { class: 'home-head' }, drawn(logo(), 'home-logo'), el('h1', {}, 'Cardhouse'), el('p', {}, say('page.home.line'))), problem, el('main', { class: 'tiles' }, ...tiles));
  await me().catch((error) => (problem.textContent = error.message));
  // The table is ready before anybody asks for it.
  void import('./table.js');
  return () => {};
}
