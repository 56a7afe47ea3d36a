/**
 * @file The glass cat: what a cat could see when it made a move, some deals that it thought likely,
 * and what it weighed.
 */

import { glass, glassFile } from '../asking.js';
import { el } from '../dom.js';
import { SURE, shown } from '../review/moves.js';
import { openPanel } from '../table/panels.js';
import { cardsInShort, say } from '../words.js';

/** @typedef {import('../types.js').GlassCat} GlassCat */
/** @typedef {import('../types.js').Held} Held */
/** @typedef {import('../types.js').Frame} Frame */
/** @typedef {import('../words.js').Names} Names */

/**
 * The number of the move that a replay shows at a step: the last that somebody chose, or the first
 * of all; 0 if nobody ever chose.
 * @param {Frame[]} steps
 * @param {number} at
 */
export function moveAt(steps, at) {
  const chosen = steps.flatMap((step, number) => (number && step.seat !== null ? [number] : []));
  return chosen.filter((number) => number <= at).pop() ?? chosen[0] ?? 0;
}

/** Cards that somebody holds, and how many more. @param {Held} held @param {Names} names */
function line(held, names) {
  const hidden = held.hidden ? say('page.glass.hidden', { count: held.hidden }) : '';
  const whose =
    held.seat === null
      ? say('page.glass.nobody')
      : say('page.glass.of', { seat: held.seat }, names);
  return el(
    'li',
    {},
    el('strong', {}, whose),
    ' ',
    [cardsInShort(held.cards), hidden].filter(Boolean).join(' + '),
  );
}

/** What an action is worth to it. @param {GlassCat} cat @param {GlassCat['weighed'][number]} one */
function worth({ unit }, one) {
  const value = shown(one.value, unit) + (unit === 'points' ? '' : '%');
  if (one.proven) return `${value}, ${say('page.glass.proven')}`;
  return `${value} ± ${shown(SURE * one.error, unit)}`;
}

/** What it weighed, the best first. @param {GlassCat} cat */
function weighed(cat) {
  if (!cat.weighed.length)
    return [el('p', {}, say(cat.choices > 1 ? 'page.glass.by_rule' : 'page.glass.only_one'))];
  const rows = cat.weighed.map((one) =>
    el(
      'tr',
      { 'aria-current': one.action === cat.action ? 'true' : null },
      el('th', { scope: 'row' }, say('page.glass.action', { action: one.action })),
      el('td', {}, worth(cat, one)),
    ),
  );
  return [
    el('p', { class: 'quiet' }, say(`page.glass.unit.${cat.unit}`)),
    el('table', { class: 'glass-weighed' }, el('tbody', {}, ...rows)),
  ];
}

/** @param {GlassCat} cat @param {Names} names */
function told(cat, names) {
  const facts = { seat: cat.seat, action: cat.action, number: cat.number };
  const strength = { seat: cat.seat, strength: say(`page.level.${cat.level}`) };
  const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ children) =>
    el('section', {}, el('h3', {}, say(title)), ...children);
  const list = (/** @type {Held[]} */ held) =>
    el('ul', { class: 'glass-held' }, ...held.map((one) => line(one, names)));
  const again = cat.chosen === cat.action ? 'page.glass.same' : 'page.glass.again';
  return [
    el('p', {}, el('strong', {}, say('page.glass.move', facts, names))),
    el('p', {}, say(cat.cat ? 'page.glass.cat' : 'page.glass.no_cat', strength, names)),
    part('page.glass.saw', [list(cat.seen)]),
    cat.worlds.length
      ? part(
          'page.glass.worlds',
          cat.worlds.map((world) => list(world)),
        )
      : null,
    part('page.glass.weighed', weighed(cat)),
    cat.chosen === null || cat.choices < 2
      ? null
      : el('p', {}, say(again, { action: cat.chosen }, names)),
    el('p', { class: 'quiet' }, say('page.glass.proof')),
  ];
}

/**
 * Show what the cat of a move saw and thought.
 * @param {{id: string, text: string}} record
 * @param {number} number
 * @param {Names} names
 */
export async function lookInto(record, number, names) {
  const state = el('p', { role: 'status' }, say('page.glass.thinking'));
  const panel = openPanel(say('page.glass.title'), [state], { className: 'glass' });
  const asked = { at: number };
  try {
    const cat = await (record.id ? glass(record.id, asked) : glassFile(record.text, asked));
    state.parentElement?.replaceChildren(...told(cat, names).filter((child) => child !== null));
  } catch (error) {
    if (panel.open) state.textContent = error instanceof Error ? error.message : String(error);
  }
}
