/**
 * @file Home: the five games, each a click away; what is unfinished; and the way to others' tables.
 */

import { icon, logo } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { makeWithRoom } from '../parts/discard.js';
import { goingOn } from '../parts/going_on.js';
import { problemLine } from '../parts/head.js';
import { houseLine } from '../parts/houseline.js';
import { keptBanner } from '../parts/kept.js';
import { tile } from '../parts/tile.js';
import { todayLine } from '../parts/today.js';
import { whoForm, withName } from '../parts/who.js';
import { go } from '../router.js';
import { gameCalled, games } from '../state/games.js';
import { me } from '../state/me.js';
import { keptPlan, makeTable, seatsFor, usualPlan } from '../state/plans.js';
import { settings } from '../state/settings.js';
import { entitle } from '../state/title.js';
import { openPanel } from '../table/panels.js';
import { safeFace } from '../table/seats.js';
import { tell } from '../transport/app.js';
import { awaitServer, offersBoth, playHere } from '../transport/choose.js';
import { isHere } from '../transport/transport.js';
import { say } from '../words.js';

/** @typedef {import('../state/plans.js').Way} Way */

/**
 * Make a table as the plan of its game says, and go to it.
 * @param {string} name
 * @param {Way} way
 */
export async function deal(name, way) {
  const game = await gameCalled(name);
  if (!game) return;
  const plan = keptPlan(game);
  // Friends are to know who invites them.
  if (way === 'link' && !(await withName())) return;
  const code = await makeWithRoom(() =>
    makeTable(game, { ...plan, seats: seatsFor(game, plan, way) }),
  );
  if (code) go(`/table/${code}`);
}

/**
 * A first game that teaches: the usual rules, easy cats that take their time, and somebody who
 * tells what to do.
 * @param {string} name
 */
async function firstTime(name) {
  const game = await gameCalled(name);
  if (!game) return;
  const plan = usualPlan(game),
    level = game.levels[0] ?? 'random';
  const seats = plan.seats.map((one) => (one.kind === 'cat' ? { ...one, level } : one));
  const code = await makeWithRoom(() => makeTable(game, { ...plan, seats, pace: 'slow' }, true));
  if (code) go(`/table/${code}?first`);
}

/**
 * The code in what somebody typed or pasted: a code alone, or a whole link.
 * @param {string} text
 */
export const codeIn = (text) =>
  (text.match(/table\/([^/?#\s]+)/)?.[1] ?? text.trim()).toLowerCase();

/**
 * The way to others' tables: by a code or a link, or to one that is open to all.
 * @param {(code: string) => Promise<void>} find
 * @param {() => void} open
 */
function joinTile(find, open) {
  const code = el('input', {
    type: 'text',
    name: 'code',
    class: 'text',
    autocapitalize: 'none',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': say('page.home.code'),
    placeholder: say('page.home.code_short'),
  });
  const tables = button(say('page.home.open'), open, { icon: icon('globe'), class: 'join-open' });
  tables.lastElementChild?.classList.add('nav-word');
  const form = el(
    'form',
    {
      class: 'join',
      onsubmit: (event) => {
        event.preventDefault();
        if (codeIn(code.value)) void find(codeIn(code.value));
      },
    },
    code,
    el('button', { type: 'submit', class: 'button' }, say('page.home.join')),
    tables,
  );
  return el(
    'article',
    { class: 'tile tile-join' },
    drawn(icon('friends'), 'join-picture'),
    el('h2', {}, say('page.home.join_title')),
    form,
  );
}

/** @param {import('../types.js').ListedTable[]} tables @param {(code: string) => void} sit */
const openTables = (tables, sit) =>
  tables.length
    ? el(
        'ul',
        { class: 'lines' },
        ...tables.map((table) =>
          el(
            'li',
            {},
            button(say('page.wait.sit'), () => sit(table.code)),
            el(
              'span',
              {},
              el('strong', {}, say(`game.${table.game}`)),
              ` · ${table.names.join(', ')}`,
            ),
            el('span', { class: 'quiet' }, say('page.home.free', { count: table.free })),
          ),
        ),
      )
    : el('p', { class: 'quiet' }, say('page.home.none_open'));

/**
 * A way to another screen of the house.
 * @param {string} to
 * @param {string} words
 * @param {string} picture
 */
const navLink = (to, words, picture) =>
  el(
    'a',
    { class: 'button', href: `#/${to}`, title: words },
    drawn(icon(picture), 'button-icon'),
    el('span', { class: 'nav-word' }, words),
  );

/** @type {import('../router.js').Screen} */
export default async function home(place) {
  entitle();
  const problem = problemLine();
  const failed = (/** @type {unknown} */ error) => {
    const words = error instanceof Error ? error.message : String(error);
    problem.textContent = error instanceof TypeError ? say('page.home.no_server') : words;
    if (error instanceof TypeError && offersBoth() && !isHere())
      problem.append(' ', button(say('page.here.play_here'), playHere, { class: 'button-small' }));
  };
  const tiles = el('div', { class: 'tiles' }),
    self = el('div', { class: 'home-self' });
  const today = todayLine();
  const now = goingOn({
    ask: () => asking.mine(),
    exercises: () => (settings().zen ? Promise.reject() : asking.exercises()),
    failed,
  });
  const kept = keptBanner();
  const stopAwaiting = awaitServer(() => tell('page.here.server_back'));
  place.append(
    el(
      'header',
      { class: 'home-head' },
      drawn(logo(), 'home-logo'),
      el('h1', {}, 'Cardhouse'),
      el(
        'nav',
        { class: 'home-nav', 'aria-label': say('page.home.nav') },
        navLink('stats', say('page.stats.title'), 'stats'),
        navLink('replay', say('page.replay.title'), 'replay'),
        navLink('settings', say('page.menu.settings'), 'settings'),
      ),
      self,
    ),
    el('main', {}, kept.element, problem, now.place, today.place, tiles),
    houseLine(),
  );

  /** @param {import('../state/me.js').Me} who */
  function showSelf(who) {
    const press = el(
      'button',
      {
        type: 'button',
        class: 'button home-me',
        onclick: () => {
          const panel = openPanel(
            say('page.who.title'),
            [
              whoForm(who, (now) => {
                showSelf(now);
                panel.close();
              }),
            ],
            { className: 'panel-who' },
          );
        },
      },
      drawn(safeFace(who.face || 'fox'), 'face'),
      el('span', { class: 'nav-word' }, who.name || say('page.you')),
      el('span', { class: 'sr' }, `: ${say('page.who.title')}`),
      drawn(icon('edit'), 'button-icon'),
    );
    self.replaceChildren(press);
  }

  /** Go to a table that somebody named. @param {string} code */
  async function find(code) {
    problem.textContent = '';
    await asking.table(code).then(() => go(`/table/${code}`), failed);
  }

  const sit = (/** @type {string} */ code) =>
    void asking.sit(code, {}).then(() => go(`/table/${code}`), failed);
  async function showOpen() {
    const listed = await asking.listed();
    const seated = (/** @type {string} */ code) => {
      panel.close();
      sit(code);
    };
    const panel = openPanel(say('page.home.open'), [openTables(listed, seated)]);
  }

  try {
    const [known, who] = await Promise.all([games(), me()]);
    tiles.append(
      ...known.map((game) =>
        tile(game, {
          start: (way) => {
            problem.textContent = '';
            void deal(game.name, way).catch(failed);
          },
          learn: () => void firstTime(game.name).catch(failed),
        }),
      ),
    );
    if (!isHere()) tiles.append(joinTile(find, () => void showOpen().catch(failed)));
    showSelf(who);
    await Promise.all([now.refresh(), today.refresh()]);
  } catch (error) {
    failed(error);
  }
  // The table is ready before anybody asks for it.
  void import('./table.js');
  window.addEventListener('resize', now.draw);
  return () => {
    kept.stop();
    stopAwaiting();
    window.removeEventListener('resize', now.draw);
  };
}
