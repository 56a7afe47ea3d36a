/** @file The end of a game: who won and why, and what next. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { ratedLine } from '../parts/ladder.js';
import { go } from '../router.js';
import { pageOf } from '../state/games.js';
import { matchWords } from '../state/plans.js';
import { BEST_OF } from '../types.js';
import { listed, say } from '../words.js';
import { moodAtEnd } from './bubbles.js';
import { checkedDeal } from './checked.js';
import { eveningLines, nameOf } from './room.js';
import { safeFace } from './seats.js';
import { namesAt } from './state.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/** @param {View} view @param {TableInfo} info */
function headline(view, info) {
  const places = view.outcome?.places ?? [];
  const best = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const mine = info.seats.flatMap((seat, at) => (seat.yours ? [at] : []));
  const names = namesAt(info);
  if (best.length === places.length) return say('page.end.draw');
  if (mine.length === 1 && best.length === 1 && best[0] === mine[0]) return say('page.end.you_won');
  const own = pageOf(view.game).end.headline(view, names);
  if (own) return own;
  const won = listed(best.map((seat) => names[seat] ?? ''));
  if (view.outcome?.teams?.length) {
    const partners = best.filter((seat) => seat !== mine[0]).map((seat) => names[seat] ?? '');
    const ours = mine.length === 1 && best.includes(mine[0] ?? -1);
    if (ours) return say('page.end.you_won_together', { names: listed(partners) });
    return say('page.end.won_together', { names: won });
  }
  return best.length === 1
    ? say('page.end.won', { seat: best[0] }, names)
    : say('page.end.shared', { names: won });
}

/**
 * How the match stands, or who has won how often.
 * @param {TableInfo} info
 * @param {Names} names
 */
function standing({ best_of = 0, wins = [], round }, names) {
  if (!best_of && (round < 2 || !wins.some(Boolean))) return null;
  return el(
    'p',
    { class: 'end-tally' },
    el('span', {}, best_of ? `${matchWords(best_of)}:` : say('page.end.tally')),
    ...names.map((name, seat) => el('span', {}, `${name} ${wins[seat] ?? 0}`)),
  );
}

/**
 * What is played next: any match, where none goes on.
 * @param {TableInfo} info
 * @param {(best_of: number) => void} match
 */
function matchChoice({ best_of = 0, match_won = [], wins = [], status }, match) {
  const goesOn = best_of && !match_won.length && wins.some(Boolean);
  if (goesOn || status !== 'over') return null;
  const select = el(
    'select',
    { class: 'select', name: 'best_of', onchange: () => match(Number(select.value)) },
    ...BEST_OF.map((count) => el('option', { value: count }, matchWords(count))),
  );
  select.value = String(best_of);
  return el('label', { class: 'end-match' }, `${say('page.match.title')} `, select);
}

/** Who has won the match; empty: nobody yet. @param {TableInfo} info @param {Names} names */
function matchHeadline({ match_won = [], seats }, names) {
  const [first, ...others] = match_won;
  if (first === undefined) return '';
  const mine = seats[first]?.yours && seats.filter((seat) => seat.yours).length === 1;
  if (mine && !others.length) return say('page.match.you_won');
  return say('page.match.won', { names: listed(match_won.map((seat) => names[seat] ?? '')) });
}

/**
 * The panel at the end.
 * @param {View} view
 * @param {TableInfo} now
 * @param {TableInfo['seats']} seats who played, some of whom may have left
 * @param {import('../game/contract.js').Notes} notes
 * @param {{rematch: () => void, match: ((best_of: number) => void) | null, plays: boolean,
 *   next: (() => void) | null}} does
 *   `match`: for who decides of how many games the next one is
 */
export function endPanel(view, now, seats, notes, does) {
  const info = { ...now, seats },
    { outcome } = view,
    { end } = pageOf(view.game);
  const names = namesAt(info);
  const order = (outcome?.places ?? [])
    .map((place, seat) => ({ place, seat }))
    .sort((a, b) => a.place - b.place);
  const rows = order.map(({ place, seat }) =>
    el(
      'li',
      { class: place === 1 ? 'first' : '' },
      el('span', { class: 'end-place' }, String(place)),
      drawn(
        safeFace(info.seats[seat]?.face ?? '', moodAtEnd(place, outcome?.places ?? [])),
        'end-face',
      ),
      el('span', { class: 'end-name' }, names[seat] ?? ''),
      el('span', { class: 'end-score' }, end.score(view, seat)),
    ),
  );
  const replay = `/replay/${info.code}-${info.round}`,
    own = info.seats.findIndex((seat) => seat.yours);
  const match = matchHeadline(info, names);
  const again = info.best_of ? (match ? 'new_match' : 'next_game') : 'rematch';
  const awaited = (info.room?.waiting ?? []).flatMap(({ what, who }) =>
    what === 'ready' && who ? [nameOf(info, who)] : [],
  );
  const voted = now.rematch_votes.map((seat) => namesAt(now)[seat]).filter(Boolean);
  return el(
    'section',
    { class: 'end', role: 'dialog', 'aria-label': say('page.end.title') },
    match ? drawn(icon('trophy'), 'end-trophy') : null,
    el('h2', {}, match || headline(view, info)),
    match ? el('p', {}, headline(view, info)) : null,
    el('p', { class: 'quiet' }, end.why(view, names)),
    el('ol', { class: 'end-places' }, ...rows),
    info.fork
      ? el('p', { class: 'quiet' }, say('page.fork.counts_not', { number: info.fork.step + 1 }))
      : null,
    info.rated && info.status === 'over' ? ratedLine(info.game) : null,
    standing(info, names),
    ...end.lines(notes, names, view).map((line) => el('p', { class: 'end-note' }, line)),
    // The table is over once the record is kept: before, there is none to check.
    info.commitment && info.status === 'over'
      ? checkedDeal(info.commitment, `${info.code}-${info.round}`)
      : null,
    does.match ? matchChoice(info, does.match) : null,
    ...eveningLines(info).map((line) => el('p', { class: 'quiet' }, line)),
    awaited.length
      ? el('p', { class: 'quiet' }, say('page.room.waiting.ready', { names: listed(awaited) }))
      : null,
    voted.length
      ? el(
          'p',
          { class: 'quiet' },
          say('page.end.votes', { names: listed(/** @type {string[]} */ (voted)) }),
        )
      : null,
    el(
      'div',
      { class: 'row' },
      does.plays
        ? button(say(`page.end.${again}`), does.rematch, {
            icon: icon('rematch'),
            class: 'button-main',
          })
        : null,
      does.next ? button(say('page.room.next'), does.next, { icon: icon('play') }) : null,
      button(say('page.end.watch'), () => go(replay), {
        icon: icon('replay'),
      }),
      button(say('page.review.title'), () => go(`${replay}?review=${Math.max(0, own)}`), {
        icon: icon('stats'),
      }),
      info.daily
        ? button(say('page.daily.title'), () => go(`/daily/${info.game}`), { icon: icon('dice') })
        : null,
      button(say('page.end.home'), () => go('/'), { icon: icon('home') }),
    ),
  );
}
