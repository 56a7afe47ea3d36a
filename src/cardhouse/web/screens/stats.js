/** @file Statistics: what one has played, game by game and by who sat opposite. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { head, problemLine } from '../parts/head.js';
import { binned, histogram, median } from '../parts/plots.js';
import { openPanel } from '../table/panels.js';
import { ask } from '../wire.js';
import { say } from '../words.js';

/**
 * @typedef {object} Row
 * @property {string} game
 * @property {string} against
 * @property {number} played
 * @property {number} won
 * @property {number} tied
 * @property {number} lost_last
 * @property {number} streak
 * @property {number} best_streak
 * @property {number} points
 * @property {number} deals
 * @property {number[]} slaps
 * @property {number[]} cat_slaps
 * @property {Record<string, number>} events
 */

const BIN = 50, BINS = 20;

/** @param {Row[]} rows @param {(row: Row) => number} of */
const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);

/** @param {number} number */
const short = (number) => new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(number);

/** What is worth telling of one game. @param {string} game @param {Row[]} rows */
function facts(game, rows) {
  const played = sum(rows, (row) => row.played), count = (/** @type {string} */ kind) => sum(rows, (row) => row.events[kind] ?? 0);
  if (game === 'hearts') {
    const points = sum(rows, (row) => row.points), deals = sum(rows, (row) => row.deals);
    return [['points', short(points / played)], ['per_deal', deals ? short(points / deals) : '–'], ['queens', short(count('queen'))], ['moons', short(count('moon'))]];
  }
  if (game === 'threes') return [['burns', short(count('burn'))], ['pickups', short(count('pickup') + count('misfit'))], ['lost', short(sum(rows, (row) => row.lost_last))]];
  if (game === 'durak') return [['durak', short(sum(rows, (row) => row.lost_last))], ['takes', short(count('take'))], ['forwards', short(count('forward'))]];
  const slaps = rows.flatMap((row) => row.slaps);
  if (!slaps.length) return [];
  return [['slaps', short(slaps.length)], ['best_slap', say('page.cue.slap_time', { count: Math.round(Math.min(...slaps)) })], ['usual_slap', say('page.cue.slap_time', { count: Math.round(median(slaps)) })]];
}

/** A share in percent, as this language writes it. @param {number} value */
const share = (value) => new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(value);

/** @param {Row[]} rows */
function table(rows) {
  const columns = /** @type {const} */ (['played', 'won', 'tied', 'streak', 'best_streak']);
  return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('page.stats.title') }, el('table', { class: 'scores stats-table' },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, say('page.stats.against')), ...columns.map((column) => el('th', { scope: 'col' }, say(`page.stats.${column}`))))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, el('th', { scope: 'row' }, say(`page.stats.against.${row.against}`)),
      ...columns.map((column) => el('td', { 'data-column': say(`page.stats.${column}`) }, column === 'won' && row.played ? `${row.won} (${share(row.won / row.played)})` : String(row[column]))))))));
}

/** How fast the paws were, and the cats' beside them. @param {Row[]} rows */
function slapPlot(rows) {
  const mine = rows.flatMap((row) => row.slaps), theirs = rows.flatMap((row) => row.cat_slaps);
  if (!mine.length && !theirs.length) return null;
  const told = (/** @type {number[]} */ times) => (times.length ? say('page.stats.slap_told', { count: Math.round(median(times)) }) : say('page.stats.no_slaps'));
  return el('figure', { class: 'stats-plot', role: 'img', 'aria-label': `${say('page.stats.slap_times')} ${say('page.stats.you')}: ${told(mine)} ${say('page.stats.cats')}: ${told(theirs)}` },
    el('figcaption', {}, say('page.stats.slap_times'), el('span', { class: 'key key-you' }, say('page.stats.you')), el('span', { class: 'key key-cats' }, say('page.stats.cats'))),
    drawn(histogram(binned(mine, BIN, BINS), binned(theirs, BIN, BINS), (bin) => (bin % 4 ? '' : String(bin * BIN)))));
}

/** @param {string} game @param {Row[]} rows */
const part = (game, rows) => el('section', { class: 'part', 'data-game': game }, el('h2', {}, say(`game.${game}`)), table(rows),
  el('dl', { class: 'facts' }, ...facts(game, rows).map(([name = '', value = '']) => el('div', {}, el('dt', {}, say(`page.stats.${name}`)), el('dd', {}, value)))),
  slapPlot(rows));

/** @type {import('../router.js').Screen} */
export default async function screen(place) {
  const problem = problemLine(), main = el('main', {}, problem);
  place.append(head(say('page.stats.title')), main);

  function clear() {
    const panel = openPanel(say('page.stats.clear'), [el('p', {}, say('page.stats.clear_sure')), el('div', { class: 'row' },
      button(say('page.stats.clear'), () => void ask('DELETE', '/api/stats').then(() => {
        panel.close();
        show([]);
      }), { icon: icon('trash'), class: 'button-main' }), button(say('page.stats.keep'), () => panel.close()))]);
  }

  /** @param {Row[]} rows */
  function show(rows) {
    const games = [...new Set(rows.map((row) => row.game))];
    main.replaceChildren(problem, ...games.map((game) => part(game, rows.filter((row) => row.game === game))),
      games.length ? el('p', { class: 'row' }, button(say('page.stats.clear'), clear, { icon: icon('trash') })) : el('p', { class: 'part' }, say('page.stats.none')));
  }

  try {
    show(await ask('GET', '/api/stats'));
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
  return () => {};
}
