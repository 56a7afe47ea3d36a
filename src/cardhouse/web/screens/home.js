/**
 * @file Home: the five games, each a click away; what is unfinished; and the way to others' tables.
 */

import { icon, logo } from '../art/icons.js';
import { gamePicture } from '../art/scenes.js';
import * as asking from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { makeWithRoom, namesOf, sureToDiscard } from '../parts/discard.js';
import { problemLine } from '../parts/head.js';
import { houseLine } from '../parts/houseline.js';
import { whoForm } from '../parts/who.js';
import { go } from '../router.js';
import { gameCalled, games, pageOf } from '../state/games.js';
import { me } from '../state/me.js';
import {
  keepPlan,
  keptPlan,
  makeTable,
  reconciled,
  resized,
  seatsFor,
  usualPlan,
} from '../state/plans.js';
import { openPanel } from '../table/panels.js';
import { safeFace } from '../table/seats.js';
import { offersBoth, playHere } from '../transport/choose.js';
import { isHere } from '../transport/transport.js';
import { knows, locale, say } from '../words.js';

/** @typedef {import('../state/plans.js').Way} Way */
/** @typedef {import('../state/games.js').Game} Game */

/**
 * Make a table as the plan of its game says, and go to it.
 * @param {string} name
 * @param {Way} way
 */
export async function deal(name, way) {
  const game = await gameCalled(name);
  if (!game) return;
  const plan = keptPlan(game);
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
  const code = await makeWithRoom(() => makeTable(game, { ...plan, seats, pace: 'slow' }));
  if (code) go(`/table/${code}?first`);
}

/** How long ago, in words. @param {number} seconds since the epoch */
export function ago(seconds) {
  const minutes = Math.round((seconds * 1000 - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (minutes > -60) return format.format(minutes, 'minute');
  return minutes > -60 * 24
    ? format.format(Math.round(minutes / 60), 'hour')
    : format.format(Math.round(minutes / 1440), 'day');
}

/**
 * The code in what somebody typed or pasted: a code alone, or a whole link.
 * @param {string} text
 */
export const codeIn = (text) =>
  (text.match(/table\/([^/?#\s]+)/)?.[1] ?? text.trim()).toLowerCase();

/**
 * One of a few, small enough for a tile.
 * @param {string} words
 * @param {[string, string][]} choices value and words
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
function smallChoice(words, choices, chosen, change) {
  const select = el(
    'select',
    { class: 'select', 'aria-label': words, title: words, onchange: () => change(select.value) },
    ...choices.map(([value, said]) => el('option', { value }, said)),
  );
  select.value = chosen;
  return select;
}

/** How many play and how good the cats are, kept for next time. @param {Game} game */
function tileChoices(game) {
  const plan = keptPlan(game);
  const level = plan.seats.find((one) => one.kind === 'cat')?.level ?? game.usual_level;
  return el(
    'div',
    { class: 'tile-choices' },
    smallChoice(
      say('page.home.players'),
      game.seat_choices.map((count) => [String(count), say('page.count.players', { count })]),
      String(plan.seats.length),
      (count) => {
        const now = keptPlan(game);
        const seats = resized(game, now.seats, Number(count));
        keepPlan(game.name, reconciled(game, { ...now, seats }, 'seats'));
      },
    ),
    smallChoice(
      say('page.home.level'),
      game.levels.map((one) => [one, say(`page.level.${one}`)]),
      level,
      (chosen) => {
        const now = keptPlan(game);
        const seats = now.seats.map((one) =>
          one.kind === 'cat' ? { ...one, level: chosen } : one,
        );
        keepPlan(game.name, { ...now, seats });
      },
    ),
  );
}

/** @param {Game} known @param {(way: Way) => void} start @param {() => void} learn */
const tile = (known, start, learn, game = known.name) =>
  el(
    'article',
    { class: 'tile', 'data-game': game },
    drawn(gamePicture(pageOf(game).picture()), 'tile-picture'),
    el('h2', {}, say(`game.${game}`)),
    knows(`page.home.${game}`) ? el('p', {}, say(`page.home.${game}`)) : null,
    button(say('page.home.play'), () => start('cats'), {
      icon: icon('play'),
      class: 'button-main tile-play',
    }),
    tileChoices(known),
    el(
      'div',
      { class: 'tile-more' },
      button(say('page.home.here'), () => start('here'), {
        icon: icon('friends'),
        class: 'button-small',
      }),
      isHere()
        ? null
        : button(say('page.home.link'), () => start('link'), {
            icon: icon('link'),
            class: 'button-small',
          }),
      button(say('page.home.watch'), () => start('watch'), {
        icon: icon('watch'),
        class: 'button-small',
      }),
    ),
    el(
      'p',
      { class: 'tile-links' },
      el('a', { href: `#/house/${game}` }, say('page.home.house')),
      el('a', { href: `#/rules/${game}` }, say('page.menu.rules')),
      el('button', { type: 'button', class: 'as-link', onclick: learn }, say('page.first.title')),
    ),
  );

/** @param {string} title @param {...import('../dom.js').Child} children */
const part = (title, ...children) =>
  el('section', { class: 'part' }, el('h2', {}, title), ...children);

/**
 * @param {import('../types.js').OwnTable[]} tables
 * @param {(table: import('../types.js').OwnTable) => void} away
 */
const unfinished = (tables, away) =>
  el(
    'section',
    { class: 'part unfinished' },
    el('h2', {}, say('page.home.mine')),
    el(
      'ul',
      { class: 'lines' },
      ...tables.map((table) =>
        el(
          'li',
          {},
          el(
            'a',
            { class: 'button button-small', href: `#/table/${table.code}` },
            say('page.menu.go_on'),
          ),
          el(
            'span',
            {},
            el('strong', {}, say(`game.${table.game}`)),
            ` · ${namesOf(table).join(', ')}`,
          ),
          el('span', { class: 'quiet' }, ago(table.since)),
          button(say('page.discard'), () => away(table), {
            icon: icon('trash'),
            plain: true,
            class: 'button-quiet',
          }),
        ),
      ),
    ),
  );

/** @param {import('../types.js').ListedTable[]} tables @param {(code: string) => void} sit */
const openTables = (tables, sit) =>
  part(
    say('page.home.open'),
    tables.length
      ? el(
          'ul',
          { class: 'lines' },
          ...tables.map((table) =>
            el(
              'li',
              {},
              button(say('page.wait.sit'), () => sit(table.code), { class: 'button-small' }),
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
      : el('p', { class: 'quiet' }, say('page.home.none_open')),
  );

/** @type {import('../router.js').Screen} */
export default async function home(place) {
  document.title = 'Cardhouse';
  const problem = problemLine();
  const failed = (/** @type {unknown} */ error) => {
    const words = error instanceof Error ? error.message : String(error);
    problem.textContent = error instanceof TypeError ? say('page.home.no_server') : words;
    if (error instanceof TypeError && offersBoth() && !isHere())
      problem.append(' ', button(say('page.here.play_here'), playHere, { class: 'button-small' }));
  };
  const begun = el('div', { class: 'parts' }),
    tiles = el('div', { class: 'tiles' }),
    more = el('div', { class: 'parts' }),
    self = el('div', { class: 'home-self' });
  place.append(
    el(
      'header',
      { class: 'home-head' },
      drawn(logo(), 'home-logo'),
      el('h1', {}, 'Cardhouse'),
      el('p', {}, say('page.home.line')),
      self,
      el(
        'nav',
        { class: 'home-nav', 'aria-label': say('page.home.nav') },
        el(
          'a',
          { class: 'button button-small', href: '#/stats' },
          drawn(icon('stats'), 'button-icon'),
          say('page.stats.title'),
        ),
        el(
          'a',
          { class: 'button button-small', href: '#/replay' },
          drawn(icon('replay'), 'button-icon'),
          say('page.replay.title'),
        ),
        el(
          'a',
          { class: 'button button-small', href: '#/settings' },
          drawn(icon('settings'), 'button-icon'),
          say('page.menu.settings'),
        ),
      ),
    ),
    el('main', {}, problem, begun, tiles, more),
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
      el('span', {}, who.name || say('page.you')),
      el('span', { class: 'sr' }, `: ${say('page.who.title')}`),
      drawn(icon('edit'), 'button-icon'),
    );
    self.replaceChildren(press);
  }

  /** @param {import('../types.js').OwnTable[]} mine */
  function showUnfinished(mine) {
    const away = async (/** @type {import('../types.js').OwnTable} */ table) => {
      if (!(await sureToDiscard(table.game))) return;
      await asking.discard(table.code);
      showUnfinished(await asking.mine());
    };
    begun.replaceChildren(
      ...(mine.length ? [unfinished(mine, (table) => void away(table).catch(failed))] : []),
    );
  }

  const join = el(
    'form',
    {
      class: 'join',
      onsubmit: (event) => {
        event.preventDefault();
        problem.textContent = '';
        const code = codeIn(
          /** @type {HTMLInputElement} */ (join.elements.namedItem('code')).value,
        );
        if (code) void asking.table(code).then(() => go(`/table/${code}`), failed);
      },
    },
    el(
      'label',
      { class: 'field-line' },
      el('span', {}, say('page.home.code')),
      el('input', {
        type: 'text',
        name: 'code',
        class: 'text',
        autocapitalize: 'none',
        autocomplete: 'off',
        spellcheck: 'false',
      }),
    ),
    el('button', { type: 'submit', class: 'button' }, say('page.home.join')),
  );
  const sit = (/** @type {string} */ code) =>
    void asking.sit(code, {}).then(() => go(`/table/${code}`), failed);

  try {
    const [known, who] = await Promise.all([games(), me()]);
    tiles.append(
      ...known.map((game) =>
        tile(
          game,
          (way) => {
            problem.textContent = '';
            void deal(game.name, way).catch(failed);
          },
          () => void firstTime(game.name).catch(failed),
        ),
      ),
    );
    showSelf(who);
    if (!isHere()) more.append(part(say('page.home.join_title'), join));
    const [mine, listed] = await Promise.all([asking.mine(), asking.listed()]);
    showUnfinished(mine);
    if (!isHere()) more.append(openTables(listed, sit));
  } catch (error) {
    failed(error);
  }
  // The table is ready before anybody asks for it.
  void import('./table.js');
  return () => {};
}
