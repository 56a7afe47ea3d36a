/** @file Puzzles: by game and theme, in a row, against the clock, and those that were missed. */

import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { ago } from '../parts/going_on.js';
import { head, problemLine } from '../parts/head.js';
import { solve } from '../puzzles/run.js';
import { go } from '../router.js';
import { games } from '../state/games.js';
import { settings } from '../state/settings.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').PuzzleGame} PuzzleGame */
/** @typedef {import('../types.js').Missed} Missed */

/** How many missed ones of a game are listed. */
const LISTED = 8;

/** How strong somebody is at a game's puzzles. @param {PuzzleGame} game */
const strengthWords = ({ strength, tried, found }) =>
  [
    strength.known && !settings().zen
      ? say('page.puzzle.strength', {
          rating: strength.rating,
          low: strength.low,
          high: strength.high,
        })
      : '',
    tried ? say('page.puzzle.found', { found, tried }) : say('page.puzzle.untried'),
  ]
    .filter(Boolean)
    .join(' · ');

/** @param {PuzzleGame} game */
const bestWords = ({ streak, storm }) =>
  [
    streak ? say('page.puzzle.best_streak', { count: streak }) : '',
    storm ? say('page.puzzle.best_storm', { count: storm }) : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** Those that were missed, each a press away. @param {Missed[]} missed */
const history = (missed) =>
  el(
    'details',
    { class: 'puzzle-missed' },
    el('summary', {}, say('page.puzzle.missed', { count: missed.length })),
    el(
      'ul',
      { class: 'lines' },
      ...missed
        .slice(0, LISTED)
        .map((one) =>
          el(
            'li',
            {},
            el(
              'a',
              { class: 'button button-small', href: `#/puzzles/${one.game}?id=${one.id}` },
              say('page.puzzle.again'),
            ),
            el('span', {}, `${themesInWords(one.themes)} · ${one.rating}`),
            el('span', { class: 'quiet' }, ago(one.at)),
          ),
        ),
    ),
  );

/** @param {PuzzleGame} game @param {Missed[]} missed */
function part(game, missed) {
  const themes = Object.entries(game.themes);
  const select = el(
    'select',
    { class: 'select', name: 'theme' },
    el('option', { value: '' }, say('page.puzzle.any', { count: game.count })),
    ...themes.map(([name, count]) =>
      el('option', { value: name }, `${say(`page.puzzle.theme.${name}`)} (${count})`),
    ),
  );
  const start = (/** @type {string} */ mode) => () =>
    go(`/puzzles/${game.game}?mode=${mode}${select.value && `&theme=${select.value}`}`);
  const best = settings().zen ? '' : bestWords(game);
  return el(
    'section',
    { class: 'part puzzle-game', 'data-game': game.game },
    el('h2', {}, say(`game.${game.game}`)),
    el('p', { class: 'quiet' }, strengthWords(game)),
    best ? el('p', { class: 'quiet' }, best) : null,
    el('label', { class: 'field-line' }, el('span', {}, say('page.puzzle.theme')), select),
    el(
      'div',
      { class: 'row row-start' },
      button(say('page.puzzle.solve'), start('single'), {
        icon: icon('play'),
        class: 'button-main',
      }),
      button(say('page.puzzle.streak'), start('streak'), { icon: icon('flame') }),
      button(say('page.puzzle.storm'), start('storm'), { icon: icon('clock') }),
    ),
    el(
      'a',
      { class: 'button puzzle-today', href: `#/puzzles/${game.game}?id=${game.today}` },
      drawn(icon('hint'), 'button-icon'),
      el('span', {}, say('page.puzzle.today')),
    ),
    missed.length ? history(missed) : null,
  );
}

/** @param {HTMLElement} place */
async function overview(place) {
  const problem = problemLine();
  const parts = el('div', { class: 'parts' });
  place.append(
    head(say('page.puzzle.title')),
    el('main', {}, problem, el('p', { class: 'quiet' }, say('page.puzzle.about_all')), parts),
  );
  try {
    const [known, missed] = await Promise.all([asking.puzzles(), asking.missed()]);
    parts.append(
      ...known.map((game) =>
        part(
          game,
          missed.filter((one) => one.game === game.game),
        ),
      ),
    );
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Themes in a row. @param {readonly string[]} themes */
const themesInWords = (themes) => themes.map((name) => say(`page.puzzle.theme.${name}`)).join(', ');

/** @type {import('../router.js').Screen} */
export default async function screen(place, [game = '']) {
  // Without the games' own pages a puzzle is still shown, as any game.
  await games().catch(() => null);
  if (game) return solve(place, game);
  await overview(place);
  return () => {};
}
