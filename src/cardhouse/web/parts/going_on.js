/**
 * @file What goes on now: one's unfinished games in a line each, the newest first. Their room is
 * kept from the first paint on, by how many there were the last time: nothing below it moves when
 * they come.
 */

import { icon } from '../art/icons.js';
import { discard } from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { recall, remember } from '../state/settings.js';
import { countTurns } from '../state/turns.js';
import { openPanel } from '../table/panels.js';
import { listed, locale, say } from '../words.js';
import { choose } from './confirm.js';
import { sureToDiscard } from './discard.js';

/** @typedef {import('../types.js').OwnTable} Unfinished */

/** How long ago, in words. @param {number} seconds since the epoch */
export function ago(seconds) {
  const minutes = Math.round((seconds * 1000 - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (minutes > -60) return format.format(minutes, 'minute');
  return minutes > -60 * 24
    ? format.format(Math.round(minutes / 60), 'hour')
    : format.format(Math.round(minutes / 1440), 'day');
}

/** Whose turn it is; empty: that can't be said. @param {Unfinished} table */
function turnWords({ status, turn = [], yours = [], names }) {
  if (status === 'waiting') return say('page.wait.title');
  if (turn.some((seat) => yours.includes(seat))) return say('page.prompt.yours');
  const [first] = turn;
  return first === undefined ? '' : say('page.prompt.waiting', { seat: first }, names);
}

/** @param {Unfinished} table @param {() => void} away */
function line(table, away) {
  const others = table.names.filter((name, seat) => name && !table.yours?.includes(seat));
  const turn = turnWords(table);
  return el(
    'li',
    {},
    el(
      'a',
      { class: 'now-line', href: `#/table/${table.code}` },
      drawn(icon('play'), 'button-icon'),
      el(
        'span',
        { class: 'now-words' },
        el('span', { class: 'sr' }, `${say('page.menu.go_on')}: `),
        el('strong', {}, say(`game.${table.game}`)),
        turn ? el('span', { class: 'now-turn' }, ` · ${turn}`) : null,
        el(
          'span',
          { class: 'quiet' },
          ` · ${[ago(table.since), listed(others)].filter(Boolean).join(' · ')}`,
        ),
      ),
    ),
    button(say('page.discard'), away, {
      icon: icon('trash'),
      plain: true,
      class: 'button-quiet now-bin',
    }),
  );
}

/** Where it is one's turn comes first, then what is newest. @param {Unfinished} table */
const rank = ({ turn = [], yours = [], status, since }) =>
  since + (status === 'playing' && turn.some((seat) => yours.includes(seat)) ? 1e10 : 0);

/** How many exercises wait, and the way to them. @param {number} count */
const exerciseLine = (count) =>
  el(
    'li',
    {},
    el(
      'a',
      { class: 'now-line now-exercises', href: '#/exercises' },
      drawn(icon('hint'), 'button-icon'),
      el('span', { class: 'now-words' }, el('strong', {}, say('page.exercise.wait', { count }))),
    ),
  );

/** In how many columns and rows lines stand. */
const columns = () => (innerWidth >= 1100 ? 3 : innerWidth >= 720 ? 2 : 1);
const rows = () => (innerHeight < 480 ? 1 : 2);

/**
 * The place for what goes on now.
 * @param {object} does
 * @param {() => Promise<Unfinished[]>} does.ask
 * @param {() => Promise<import('../types.js').Exercises>} does.exercises
 * @param {(error: unknown) => void} does.failed
 */
export function goingOn({ ask, exercises, failed }) {
  const lines = el('ul', { class: 'now-lines' });
  const place = el(
    'section',
    { class: 'now', 'aria-label': say('page.home.mine') },
    el('p', { class: 'now-none' }, say('page.home.line')),
    lines,
  );
  /** @type {Unfinished[]} newest first */
  let mine = [];
  let waits = 0;

  /** @param {Unfinished} table */
  async function away(table) {
    if (!(await sureToDiscard(table.game))) return;
    await discard(table.code);
    await refresh();
  }

  async function allAway() {
    const sure = await choose(
      say('page.home.discard_all'),
      say('page.home.discard_all_sure', { count: mine.length }),
      [{ words: say('page.home.discard_all'), value: true }],
      say('page.discard.keep'),
    );
    if (!sure) return;
    for (const { code } of mine) await discard(code);
    await refresh();
  }

  /** @param {readonly Unfinished[]} some @param {() => void} [before] */
  const linesOf = (some, before) =>
    some.map((table) =>
      line(table, () => {
        before?.();
        void away(table).catch(failed);
      }),
    );

  function showAll() {
    const panel = openPanel(
      say('page.home.mine'),
      [
        el('ul', { class: 'now-lines now-all' }, ...linesOf(mine, () => panel.close())),
        button(
          say('page.home.discard_all'),
          () => {
            panel.close();
            void allAway().catch(failed);
          },
          { icon: icon('trash') },
        ),
      ],
      { className: 'panel-ways' },
    );
    panel.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) panel.close();
    });
  }

  function draw() {
    const most = columns() * rows() - (waits ? 1 : 0),
      all = mine.length <= most,
      few = all ? mine : mine.slice(0, most - 1);
    place.style.setProperty('--lines', String(columns()));
    place.classList.toggle('unfinished', mine.length + waits > 0);
    lines.replaceChildren(...(waits ? [exerciseLine(waits)] : []), ...linesOf(few));
    if (!all)
      lines.append(
        el(
          'li',
          {},
          button(say('page.home.all_mine', { count: mine.length }), showAll, { class: 'now-more' }),
        ),
      );
  }

  /** Ask what goes on, and show it. */
  async function refresh() {
    const [tables, practice] = await Promise.all([ask(), exercises().catch(() => null)]);
    countTurns(tables);
    mine = tables.filter(({ lesson }) => !lesson).sort((a, b) => rank(b) - rank(a));
    waits = practice?.waiting.length ?? 0;
    remember('going_on', mine.length + (waits ? 1 : 0));
    draw();
  }

  const expected = Number(recall('going_on', 0));
  const kept = Math.max(1, Math.min(rows(), Math.ceil(expected / columns())));
  place.style.setProperty('--kept', String(kept));
  draw();
  return { place, refresh, draw };
}
