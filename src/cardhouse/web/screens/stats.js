/** @file Statistics: one's games and ratings, game by game and by who sat opposite. */

import { icon } from '../art/icons.js';
import { clearStats, ladder, stats } from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { head, problemLine } from '../parts/head.js';
import { ratingPart } from '../parts/ladder.js';
import { binned, histogram, median } from '../parts/plots.js';
import { games, pageOf } from '../state/games.js';
import { settings } from '../state/settings.js';
import { openPanel } from '../table/panels.js';
import { locale, say } from '../words.js';

/** @typedef {import('../game/contract.js').StatRow} Row */
/** @typedef {import('../game/contract.js').Figure} Figure */

const BIN = 50,
  BINS = 20;

/** @param {number} number */
const short = (number) =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(number);

/** @param {Figure} figure */
function figureWords({ value, slap }) {
  if (value === null) return '–';
  return slap ? say('page.cue.slap_time', { count: Math.round(value) }) : short(value);
}

/** A share in percent, as this language writes it. @param {number} value */
const share = (value) => new Intl.NumberFormat(locale(), { style: 'percent' }).format(value);

/** @param {Row[]} rows */
function table(rows) {
  const columns = /** @type {const} */ (['played', 'won', 'tied', 'streak', 'best_streak']);
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': say('page.stats.title') },
    el(
      'table',
      { class: 'scores stats-table' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, say('page.stats.against')),
          ...columns.map((column) => el('th', { scope: 'col' }, say(`page.stats.${column}`))),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, say(`page.stats.against.${row.against}`)),
            ...columns.map((column) =>
              el(
                'td',
                { 'data-column': say(`page.stats.${column}`) },
                column === 'won' && row.played
                  ? `${row.won} (${share(row.won / row.played)})`
                  : String(row[column]),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** How fast the paws were, and the cats' beside them. @param {Row[]} rows */
function slapPlot(rows) {
  const mine = rows.flatMap((row) => row.slaps),
    theirs = rows.flatMap((row) => row.cat_slaps);
  if (!mine.length && !theirs.length) return null;
  const told = (/** @type {number[]} */ times) =>
    times.length
      ? say('page.stats.slap_told', { count: Math.round(median(times)) })
      : say('page.stats.no_slaps');
  return el(
    'figure',
    {
      class: 'stats-plot',
      role: 'img',
      'aria-label': [
        say('page.stats.slap_times'),
        `${say('page.stats.you')}: ${told(mine)}`,
        `${say('page.stats.cats')}: ${told(theirs)}`,
      ].join(' '),
    },
    el(
      'figcaption',
      {},
      say('page.stats.slap_times'),
      el('span', { class: 'key key-you' }, say('page.stats.you')),
      el('span', { class: 'key key-cats' }, say('page.stats.cats')),
    ),
    drawn(
      histogram(binned(mine, BIN, BINS), binned(theirs, BIN, BINS), (bin) =>
        bin % 4 ? '' : String(bin * BIN),
      ),
    ),
  );
}

/** @param {string} game @param {Row[]} rows @param {import('../types.js').LadderGame} [rated] */
const part = (game, rows, rated) =>
  el(
    'section',
    { class: 'part', 'data-game': game },
    el('h2', {}, say(`game.${game}`)),
    table(rows),
    el(
      'dl',
      { class: 'facts' },
      ...pageOf(game)
        .stats(rows)
        .map((figure) =>
          el(
            'div',
            {},
            el('dt', {}, say(`page.stats.${figure.name}`)),
            el('dd', {}, figureWords(figure)),
          ),
        ),
    ),
    slapPlot(rows),
    rated ? ratingPart(rated) : null,
  );

/** @type {import('../router.js').Screen} */
export default async function screen(place) {
  const problem = problemLine(),
    main = el('main', {}, problem);
  place.append(head(say('page.stats.title')), main);

  function clear() {
    const panel = openPanel(say('page.stats.clear'), [
      el('p', {}, say('page.stats.clear_sure')),
      el(
        'div',
        { class: 'row' },
        button(
          say('page.stats.clear'),
          () =>
            void clearStats().then(() => {
              panel.close();
              show([]);
            }),
          { icon: icon('trash'), class: 'button-main' },
        ),
        button(say('page.stats.keep'), () => panel.close()),
      ),
    ]);
  }

  /** @param {Row[]} rows @param {import('../types.js').LadderGame[]} [rated] */
  function show(rows, rated = []) {
    const played = [...new Set(rows.map((row) => row.game))];
    main.replaceChildren(
      problem,
      ...played.map((game) =>
        part(
          game,
          rows.filter((row) => row.game === game),
          rated.find((one) => one.game === game),
        ),
      ),
      played.length
        ? el('p', { class: 'row' }, button(say('page.stats.clear'), clear, { icon: icon('trash') }))
        : el('p', { class: 'part' }, say('page.stats.none')),
    );
  }

  try {
    const ratings = settings().zen ? [] : ladder();
    const [rows, rated] = await Promise.all([stats(), ratings, games()]);
    show(rows, rated);
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
  return () => {};
}
