/** @file Home: the five games, each a click away; what is unfinished; and the way to others' tables. */

import { gamePicture, icon, logo } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { problemLine } from '../parts/head.js';
import { whoForm } from '../parts/who.js';
import { go } from '../router.js';
import { gameCalled, games, levels } from '../state/games.js';
import { me } from '../state/me.js';
import { keptPlan, makeTable, seatsFor, usualPlan } from '../state/plans.js';
import { openPanel } from '../table/panels.js';
import { safeFace } from '../table/seats.js';
import { ask } from '../wire.js';
import { knows, languages, say } from '../words.js';

/** @typedef {import('../state/plans.js').Way} Way */

/** Make a table as the plan of its game says, and go to it. @param {string} name @param {Way} way */
export async function deal(name, way) {
  const game = await gameCalled(name);
  if (!game) return;
  const plan = keptPlan(game);
  go(`/table/${await makeTable(game, { ...plan, seats: seatsFor(game, plan, way) })}`);
}

/** A first game that teaches: the usual rules, easy cats that take their time, and somebody who tells what to do. @param {string} name */
async function firstTime(name) {
  const game = await gameCalled(name);
  if (!game) return;
  const plan = usualPlan(game), level = levels(game)[0] ?? 'random';
  const seats = plan.seats.map((one) => (one.kind === 'cat' ? { ...one, level } : one));
  go(`/table/${await makeTable(game, { ...plan, seats, pace: 'slow' })}?first`);
}

/** How long ago, in words. @param {number} seconds since the epoch */
export function ago(seconds) {
  const minutes = Math.round((seconds * 1000 - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang in languages ? document.documentElement.lang : 'en', { numeric: 'auto' });
  if (minutes > -60) return format.format(minutes, 'minute');
  return minutes > -60 * 24 ? format.format(Math.round(minutes / 60), 'hour') : format.format(Math.round(minutes / 1440), 'day');
}

/** The code in what somebody typed or pasted: a code alone, or a whole link. @param {string} text */
export const codeIn = (text) => (text.match(/table\/([^/?#\s]+)/)?.[1] ?? text.trim()).toLowerCase();

/** @param {string} game @param {(way: Way) => void} start @param {() => void} learn */
const tile = (game, start, learn) => el('article', { class: 'tile', 'data-game': game },
  drawn(gamePicture(game), 'tile-picture'),
  el('h2', {}, say(`game.${game}`)), knows(`page.home.${game}`) ? el('p', {}, say(`page.home.${game}`)) : null,
  button(say('page.home.play'), () => start('cats'), { icon: icon('play'), class: 'button-main tile-play' }),
  el('div', { class: 'tile-more' },
    button(say('page.home.here'), () => start('here'), { icon: icon('friends'), class: 'button-small' }),
    button(say('page.home.link'), () => start('link'), { icon: icon('link'), class: 'button-small' }),
    button(say('page.home.watch'), () => start('watch'), { icon: icon('watch'), class: 'button-small' })),
  el('p', { class: 'tile-links' },
    el('a', { href: `#/house/${game}` }, say('page.home.house')),
    el('a', { href: `#/rules/${game}` }, say('page.menu.rules')),
    el('button', { type: 'button', class: 'as-link', onclick: learn }, say('page.first.title'))));

/** @param {string} title @param {...import('../dom.js').Child} children */
const part = (title, ...children) => el('section', { class: 'part' }, el('h2', {}, title), ...children);

/** @param {any[]} tables */
const unfinished = (tables) => part(say('page.home.mine'), el('ul', { class: 'lines' }, ...tables.map((table) => el('li', {},
  el('a', { class: 'button button-small', href: `#/table/${table.code}` }, say('page.menu.go_on')),
  el('span', {}, el('strong', {}, say(`game.${table.game}`)), ` · ${table.names.map((/** @type {string} */ name) => name || say('page.seat.open')).join(', ')}`), el('span', { class: 'quiet' }, ago(table.since))))));

/** @param {any[]} tables @param {(code: string) => void} sit */
const openTables = (tables, sit) => part(say('page.home.open'), tables.length
  ? el('ul', { class: 'lines' }, ...tables.map((table) => el('li', {},
    button(say('page.wait.sit'), () => sit(table.code), { class: 'button-small' }),
    el('span', {}, el('strong', {}, say(`game.${table.game}`)), ` · ${table.names.join(', ')}`), el('span', { class: 'quiet' }, say('page.home.free', { count: table.free })))))
  : el('p', { class: 'quiet' }, say('page.home.none_open')));

/** @type {import('../router.js').Screen} */
export default async function home(place) {
  document.title = 'Cardhouse';
  const problem = problemLine();
  const failed = (/** @type {unknown} */ error) => void (problem.textContent = error instanceof TypeError ? say('page.home.no_server') : error instanceof Error ? error.message : String(error));
  const tiles = el('div', { class: 'tiles' }), more = el('div', { class: 'parts' }), self = el('div', { class: 'home-self' });
  place.append(
    el('header', { class: 'home-head' }, drawn(logo(), 'home-logo'), el('h1', {}, 'Cardhouse'), el('p', {}, say('page.home.line')), self,
      el('nav', { class: 'home-nav', 'aria-label': say('page.home.nav') },
        el('a', { class: 'button button-small', href: '#/stats' }, drawn(icon('stats'), 'button-icon'), say('page.stats.title')),
        el('a', { class: 'button button-small', href: '#/replay' }, drawn(icon('replay'), 'button-icon'), say('page.replay.title')),
        el('a', { class: 'button button-small', href: '#/settings' }, drawn(icon('settings'), 'button-icon'), say('page.menu.settings')))),
    el('main', {}, problem, tiles, more));

  /** @param {import('../state/me.js').Me} who */
  function showSelf(who) {
    const press = el('button', { type: 'button', class: 'button home-me', onclick: () => {
      const panel = openPanel(say('page.who.title'), [whoForm(who, (now) => {
        showSelf(now);
        panel.close();
      })], { className: 'panel-who' });
    } }, drawn(safeFace(who.face || 'fox'), 'face'), el('span', {}, who.name || say('page.home.guest')), el('span', { class: 'sr' }, `: ${say('page.who.title')}`), drawn(icon('edit'), 'button-icon'));
    self.replaceChildren(press);
  }

  const join = el('form', { class: 'join', onsubmit: (event) => {
    event.preventDefault();
    problem.textContent = '';
    const code = codeIn(/** @type {HTMLInputElement} */ (join.elements.namedItem('code')).value);
    if (code) void ask('GET', `/api/tables/${encodeURIComponent(code)}`).then(() => go(`/table/${code}`), failed);
  } }, el('label', { class: 'field-line' }, el('span', {}, say('page.home.code')), el('input', { type: 'text', name: 'code', class: 'text', autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' })),
  el('button', { type: 'submit', class: 'button' }, say('page.home.join')));
  const sit = (/** @type {string} */ code) => void ask('POST', `/api/tables/${code}/sit`, {}).then(() => go(`/table/${code}`), failed);

  try {
    const [known, who] = await Promise.all([games(), me()]);
    tiles.append(...known.map(({ name }) => tile(name, (way) => {
      problem.textContent = '';
      void deal(name, way).catch(failed);
    }, () => void firstTime(name).catch(failed))));
    showSelf(who);
    more.append(part(say('page.home.join_title'), join));
    const [mine, listed] = await Promise.all([ask('GET', '/api/mine'), ask('GET', '/api/tables')]);
    if (mine.length) more.prepend(unfinished(mine));
    more.append(openTables(listed, sit));
  } catch (error) {
    failed(error);
  }
  // The table is ready before anybody asks for it.
  void import('./table.js');
  return () => {};
}
