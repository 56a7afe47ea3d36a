/** @file Looking closer: the last trick, the scores deal by deal, what lies in a pile. */

import { cardFace } from '../art/deck.js';
import { el, drawn } from '../dom.js';
import { settings } from '../state/settings.js';
import { cardInWords, say } from '../words.js';
import { openPanel } from './panels.js';
import { zone } from './view.js';

/** @typedef {import('../types.js').View} View */

/** @param {string} card @param {string} [under] */
function small(card, under) {
  const made = el('figure', { class: 'small-card', role: 'img', 'aria-label': under ? `${under}: ${cardInWords(card)}` : cardInWords(card) }, drawn(cardFace(card, { fourColour: settings().fourColour })));
  if (under) made.append(el('figcaption', {}, under));
  return made;
}

/** @param {View} view @param {string[]} names */
export function lookAtLastTrick(view, names) {
  const cards = zone(view, 'last');
  const leader = Number(view.facts.last_leader ?? 0);
  openPanel(say('page.look.last_trick'), cards.length
    ? [el('div', { class: 'small-cards' }, ...cards.map((card, at) => small(card, names[(leader + at) % view.seats])))]
    : [el('p', {}, say('page.look.no_trick'))]);
}

/** @param {View} view @param {string[]} names */
export function lookAtScores(view, names) {
  const deals = /** @type {number[][]} */ (view.facts.history ?? []);
  const head = el('tr', {}, el('th', { scope: 'col' }, say('page.look.deal')), ...names.map((name) => el('th', { scope: 'col' }, name)));
  const rows = deals.map((won, at) => el('tr', {}, el('th', { scope: 'row' }, String(at + 1)), ...won.map((points) => el('td', {}, String(points)))));
  const total = el('tr', { class: 'total' }, el('th', { scope: 'row' }, say('page.look.total')), ...view.scores.map((points) => el('td', {}, String(points))));
  openPanel(say('page.look.scores'), [el('div', { class: 'scroll' }, el('table', { class: 'scores' }, el('thead', {}, head), el('tbody', {}, ...rows), el('tfoot', {}, total))), el('p', { class: 'quiet' }, say('page.look.limit', { count: view.options.limit }))]);
}

/** @param {string} title @param {string[]} cards the topmost last */
export function lookAtPile(title, cards) {
  openPanel(title, [el('p', { class: 'quiet' }, say('page.look.top_first')), el('div', { class: 'small-cards' }, ...[...cards].reverse().map((card) => small(card)))]);
}
