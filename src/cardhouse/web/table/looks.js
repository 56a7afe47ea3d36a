/** @file Looking closer: the last trick, the scores deal by deal, what lies in a pile. */

import { cardFace } from '../art/deck.js';
import { button, drawn, el } from '../dom.js';
import { settings } from '../state/settings.js';
import { cardInWords, say } from '../words.js';
import { openPanel } from './panels.js';

/** @typedef {import('../words.js').Names} Names */

/** @param {string} card @param {string} [under] */
function small(card, under) {
  const made = el(
    'figure',
    {
      class: 'small-card',
      role: 'img',
      'aria-label': under ? `${under}: ${cardInWords(card)}` : cardInWords(card),
    },
    drawn(cardFace(card, { fourColour: settings().fourColour })),
  );
  if (under) made.append(el('figcaption', {}, under));
  return made;
}

/**
 * The cards of a trick, each with who laid it.
 * @param {string[]} cards
 * @param {number} leader
 * @param {Names} names
 * @param {number} [taker] who took it
 */
export function lookAtTrick(cards, leader, names, taker) {
  const laid = cards.map((card, at) => small(card, names[(leader + at) % names.length]));
  openPanel(say('page.look.last_trick'), [
    laid.length
      ? el('div', { class: 'small-cards' }, ...laid)
      : el('p', {}, say('page.look.no_trick')),
    laid.length && taker !== undefined
      ? el('p', {}, say('page.look.took', { seat: taker }, names))
      : null,
  ]);
}

/**
 * What each deal brought, and the sum.
 * @param {number[][]} deals
 * @param {number[]} scores
 * @param {Names} names
 * @param {string[]} below
 * @param {(deal: number, seat: number) => {sign: string, words: string} | null} notable what
 *   happened to a seat in a deal
 * @param {boolean} goOn whether the game waits for this to be left
 * @param {number[]} now what the deal that is played brings so far; empty: none is
 */
export function lookAtScores(deals, scores, names, below, notable, goOn, now) {
  /** @param {string} title @param {number[]} points @param {number} [deal] */
  const row = (title, points, deal) =>
    el(
      'tr',
      { class: points === scores ? 'total' : null },
      el('th', { scope: 'row' }, title),
      ...points.map((one, seat) => {
        const note = deal === undefined ? null : notable(deal, seat);
        const sign = note
          ? el('span', { class: 'score-sign', role: 'img', title: note.words }, note.sign)
          : null;
        if (note) sign?.setAttribute('aria-label', note.words);
        return el('td', {}, sign, ` ${one}`);
      }),
    );
  const head = el(
    'tr',
    {},
    el('th', { scope: 'col' }, say('page.look.deal')),
    ...names.map((name) => el('th', { scope: 'col' }, name)),
  );
  const table = el(
    'table',
    { class: 'scores' },
    el('thead', {}, head),
    el(
      'tbody',
      {},
      ...deals.map((won, at) => row(String(at + 1), won, at)),
      now.length ? row(say('page.look.now'), now) : null,
    ),
    el('tfoot', {}, row(say('page.look.total'), scores)),
  );
  const leave = button(say('page.menu.go_on'), () => panel.close(), { class: 'button-main' });
  const panel = openPanel(say('page.look.scores'), [
    el('div', { class: 'scroll' }, table),
    ...below.map((line) => el('p', {}, line)),
    goOn ? el('div', { class: 'row' }, leave) : null,
  ]);
  if (goOn) leave.focus();
}

/** @param {string} title @param {string[]} cards the topmost last */
export function lookAtPile(title, cards) {
  openPanel(title, [
    el('p', { class: 'quiet' }, say('page.look.top_first')),
    el('div', { class: 'small-cards' }, ...[...cards].reverse().map((card) => small(card))),
  ]);
}
