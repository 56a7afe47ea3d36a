/**
 * @file The deal of the day of a game: to be played once for good and then as often as one likes;
 * afterwards how the cats did in the same seat, and where one stands.
 */

import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { copyText, head, problemLine } from '../parts/head.js';
import { go, linkTo } from '../router.js';
import { games } from '../state/games.js';
import { openPanel } from '../table/panels.js';
import { safeFace } from '../table/seats.js';
import { isHere } from '../transport/transport.js';
import { knows, locale, say } from '../words.js';

/** @typedef {import('../types.js').DailyStanding} Standing */

/** How many paws a hundred points are. */
const PAWS = 5;

/** A result in the game's own unit. @param {Standing} standing @param {number} result */
function resultWords({ unit }, result) {
  const shown = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });
  const behind = unit === 'cards' && result < 0;
  return say(`page.daily.unit.${unit}${behind ? '_behind' : ''}`, {
    result: shown.format(behind || unit === 'points' ? -result : result),
  });
}

/** A day as people say it. @param {string} day */
const dayWords = (day) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** What can be shown to others: nothing in it says how the deal goes. @param {Standing} standing */
function sharedText({ game, day, points }) {
  const full = Math.round(((points ?? 0) / 100) * PAWS);
  const lines = [
    say('page.daily.shared', {
      game: say(`game.${game}`),
      day: dayWords(day),
      points: points ?? 0,
    }),
    '🐾'.repeat(full) + '·'.repeat(PAWS - full),
    ...(isHere() ? [] : [linkTo(`/daily/${game}`)]),
  ];
  return lines.join('\n');
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** How each level did, best first. @param {Standing} standing */
const levels = (standing) =>
  el(
    'section',
    { class: 'part' },
    el('h2', {}, say('page.daily.levels')),
    el(
      'table',
      { class: 'table daily-levels' },
      el(
        'tbody',
        {},
        ...[...standing.levels]
          .filter(({ results }) => results.length)
          .reverse()
          .map(({ level, results }) =>
            el(
              'tr',
              {},
              el('th', { scope: 'row' }, say(`page.level.${level}`)),
              el(
                'td',
                {},
                say('page.daily.mean', { result: resultWords(standing, mean(results)) }),
              ),
              el('td', { class: 'quiet' }, say('page.daily.games', { count: results.length })),
            ),
          ),
      ),
    ),
  );

/** Who played it here. @param {Standing} standing */
const places = (standing) =>
  el(
    'section',
    { class: 'part' },
    el('h2', {}, say('page.daily.places')),
    standing.places.length > 1
      ? el(
          'ol',
          { class: 'daily-places' },
          ...standing.places.map((one) =>
            el(
              'li',
              { class: one.yours ? 'yours' : '', value: one.place },
              drawn(safeFace(one.face || 'fox'), 'face'),
              el('span', { class: 'daily-name' }, one.yours ? say('page.you') : one.name),
              el('span', {}, resultWords(standing, one.result)),
              el('span', { class: 'quiet' }, say('page.daily.points', { points: one.points })),
              el('span', { class: 'quiet' }, say('page.daily.week_short', { count: one.week })),
            ),
          ),
        )
      : el('p', { class: 'quiet' }, say('page.daily.nobody')),
  );

/** @param {Standing} standing */
function outcome(standing) {
  const { result, points, over, code, unit } = standing;
  if (result !== null && points !== null)
    return [
      el('p', { class: 'daily-result' }, resultWords(standing, result)),
      knows(`page.daily.how.${unit}`)
        ? el('p', { class: 'quiet' }, say(`page.daily.how.${unit}`))
        : null,
      el('p', {}, say('page.daily.beats', { points })),
    ];
  if (over) return [el('p', {}, say('page.daily.given_up'))];
  return [el('p', {}, say(code ? 'page.daily.going_on' : 'page.daily.first'))];
}

/** @param {Standing} standing @param {(does: Promise<unknown>) => void} carefully */
function ways(standing, carefully) {
  const { game, over, code, record, points } = standing;
  const begin = () => carefully(asking.beginDaily(game).then(({ code }) => go(`/table/${code}`)));
  async function share() {
    const text = sharedText(standing);
    openPanel(say((await copyText(text)) ? 'page.daily.copied' : 'page.daily.share'), [
      el('pre', { class: 'daily-shared' }, text),
    ]);
  }
  const word = over ? 'again' : code ? 'go_on' : 'begin';
  return el(
    'div',
    { class: 'row row-start' },
    button(say(`page.daily.${word}`), begin, {
      icon: icon(over ? 'rematch' : 'play'),
      class: over ? '' : 'button-main',
    }),
    record
      ? button(say('page.review.title'), () => go(`/replay/${record}?review=0`), {
          icon: icon('stats'),
        })
      : null,
    points !== null
      ? button(say('page.daily.share'), () => void share(), { icon: icon('copy') })
      : null,
  );
}

/** How far somebody is with a deal. @param {import('../types.js').DailyDeal} deal */
function stateWords({ over, points, code }) {
  if (points !== null) return say('page.daily.points', { points });
  if (over) return say('page.daily.given_up_short');
  return say(code ? 'page.daily.go_on' : 'page.daily.new');
}

/** A way to a deal. @param {import('../types.js').DailyDeal} deal */
const line = (deal) =>
  el(
    'li',
    {},
    el(
      'a',
      { href: `#/daily/${deal.game}`, 'data-game': deal.game },
      el('strong', {}, say(`game.${deal.game}`)),
      el('span', {}, stateWords(deal)),
      el('span', { class: 'quiet' }, say('page.daily.week_short', { count: deal.week })),
      deal.over ? drawn(icon('check'), 'button-icon') : null,
    ),
  );

/** Today's deals, one for each game. @param {HTMLElement} place */
async function overview(place) {
  const problem = problemLine(),
    list = el('ul', { class: 'daily-games' });
  place.append(
    head(say('page.daily.title')),
    el('main', {}, problem, el('p', { class: 'quiet' }, say('page.daily.first')), list),
  );
  try {
    list.append(...(await asking.dailies()).map(line));
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @type {import('../router.js').Screen} */
export default async function daily(place, [game = '']) {
  await games().catch(() => null);
  if (!game) {
    await overview(place);
    return () => {};
  }
  const problem = problemLine(),
    body = el('div', { class: 'daily' });
  place.append(
    head(`${say('page.daily.title')}: ${say(`game.${game}`)}`),
    el('main', {}, problem, body),
  );
  const failed = (/** @type {unknown} */ error) => {
    problem.textContent = error instanceof Error ? error.message : String(error);
  };
  try {
    const standing = await asking.daily(game);
    body.append(
      el(
        'section',
        { class: 'part' },
        el('h2', {}, dayWords(standing.day)),
        ...outcome(standing),
        el('p', { class: 'quiet' }, say('page.daily.week', { count: standing.week })),
        ways(standing, (work) => void work.catch(failed)),
      ),
    );
    if (standing.levels.length)
      body.append(el('div', { class: 'parts' }, levels(standing), places(standing)));
  } catch (error) {
    failed(error);
  }
  return () => {};
}
