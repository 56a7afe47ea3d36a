/** @file The end of a game: who won and why, and what next. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { go } from '../router.js';
import { say } from '../words.js';
import { checkedDeal } from './checked.js';
import { safeFace } from './seats.js';
import { SLAP_GAMES } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/** What was notable in a game, gathered while it was played. @typedef {{slaps: Map<number, number>, moons: number[], burned: number, challenges: number, longest: number, pile: number}} Notes */

/** Nothing notable yet. @returns {Notes} */
export const noNotes = () => ({ slaps: new Map(), moons: [], burned: 0, challenges: 0, longest: 0, pile: 0 });

/** Keep what will be worth telling at the end. @param {Notes} notes @param {string} game @param {import('../types.js').Happened} message */
export function remark(notes, game, { events, slap, seat }) {
  for (const event of events) {
    const cards = event.cards?.split(' ').length ?? 0;
    if (event.kind === 'moon' && event.seat !== null) notes.moons.push(event.seat);
    if (event.kind === 'burn') notes.burned += event.facts?.count ?? cards;
    if (event.kind === 'challenge') notes.challenges += 1;
    if (event.kind === 'take' || event.kind === 'stopped') notes.challenges = 0;
    if (event.kind === 'take' && SLAP_GAMES.has(game)) notes.pile = Math.max(notes.pile, cards);
    notes.longest = Math.max(notes.longest, notes.challenges);
    if (event.kind === 'slap' && event.facts?.verdict === 'good' && seat !== null && typeof slap?.time === 'number') notes.slaps.set(seat, Math.min(slap.time, notes.slaps.get(seat) ?? Infinity));
  }
}

/** @param {View} view @param {TableInfo} info */
function headline(view, info) {
  const places = view.outcome?.places ?? [];
  const best = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const mine = info.seats.flatMap((seat, at) => (seat.yours ? [at] : []));
  const names = info.seats.map((seat) => seat.name);
  if (best.length === places.length) return say('page.end.draw');
  if (mine.length === 1 && best.length === 1 && best[0] === mine[0]) return say('page.end.you_won');
  if (view.game === 'durak' && view.outcome?.reason === 'reason.durak.durak') return say('page.end.durak', { seat: places.indexOf(Math.max(...places)) }, names);
  return best.length === 1 ? say('page.end.won', { seat: best[0] }, names) : say('page.end.shared', { names: best.map((seat) => names[seat]).join(', ') });
}

/** @param {Notes} notes @param {string[]} names */
function notable(notes, names) {
  const lines = [...notes.slaps].sort((a, b) => a[1] - b[1]).slice(0, 1).map(([seat, time]) => say('page.end.best_slap', { seat, count: Math.round(time) }, names));
  for (const seat of notes.moons) lines.push(say('page.end.moon', { seat }, names));
  if (notes.longest > 2) lines.push(say('page.end.challenge', { count: notes.longest }));
  if (notes.pile > 9) lines.push(say('page.end.pile', { count: notes.pile }));
  if (notes.burned) lines.push(say('page.end.burned', { count: notes.burned }));
  return lines;
}

/**
 * The panel at the end. @param {View} view @param {TableInfo} info @param {Notes} notes
 * @param {{rematch: () => void, plays: boolean}} does
 */
export function endPanel(view, info, notes, does) {
  const outcome = view.outcome;
  const names = info.seats.map((seat) => seat.name);
  const order = (outcome?.places ?? []).map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  const rows = order.map(({ place, seat }) => el('li', { class: place === 1 ? 'first' : '' },
    el('span', { class: 'end-place' }, String(place)), drawn(safeFace(info.seats[seat]?.face ?? '', place === 1 ? 'happy' : 'sulky'), 'end-face'),
    el('span', { class: 'end-name' }, names[seat] ?? ''), el('span', { class: 'end-score' }, view.game === 'hearts' ? say('page.count.points', { count: outcome?.scores[seat] ?? 0 }) : say('page.count.cards', { count: outcome?.scores[seat] ?? 0 }))));
  const voted = info.rematch_votes.map((seat) => names[seat]).filter(Boolean);
  return el('section', { class: 'end', role: 'dialog', 'aria-label': say('page.end.title') },
    el('h2', {}, headline(view, info)),
    el('p', { class: 'quiet' }, say('page.end.because', { reason: outcome ? say(outcome.reason) : '' })),
    el('ol', { class: 'end-places' }, ...rows),
    ...notable(notes, names).map((line) => el('p', { class: 'end-note' }, line)),
    // The table is over once the record is kept: before, there is none to check.
    info.commitment && info.status === 'over' ? checkedDeal(info.commitment, `${info.code}-${info.round}`) : null,
    voted.length ? el('p', { class: 'quiet' }, say('page.end.votes', { names: voted.join(', ') })) : null,
    el('div', { class: 'row' },
      does.plays ? button(say('page.end.rematch'), does.rematch, { icon: icon('rematch'), class: 'button-main' }) : null,
      button(say('page.end.watch'), () => go(`/replay/${info.code}-${info.round}`), { icon: icon('replay') }),
      button(say('page.review.title'), () => go(`/replay/${info.code}-${info.round}?review=${Math.max(0, info.seats.findIndex((seat) => seat.yours))}`), { icon: icon('stats') }),
      button(say('page.end.home'), () => go('/'), { icon: icon('home') })));
}
