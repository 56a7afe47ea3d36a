/** @file The keys of the table. Held keys don't repeat. */

import { panelOpen } from './panels.js';

/**
 * @typedef {object} Keys what keys can do
 * @property {(event: KeyboardEvent) => boolean} cards
 * @property {(player: number, event: KeyboardEvent) => boolean} slap
 * @property {(player: number) => boolean} turn
 * @property {() => void} pause
 * @property {() => void} menu
 * @property {() => void} again
 * @property {() => void} hint
 * @property {() => void} look
 * @property {() => void} keys
 */

/** A key was used, whatever came of it. @param {void} _ @returns {boolean} */
const done = (_) => true;

const REPEATS = new Set(['ArrowLeft', 'ArrowRight']);

/** @param {Keys} does @returns {() => void} how to stop listening */
export function listen(does) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select') || panelOpen()) return;
    if (event.repeat && !REPEATS.has(event.key)) return event.preventDefault();
    // A button that has the focus keeps Enter and Space for itself; a card leaves them to the table.
    if (target?.closest('button:not(.card)') && (event.key === 'Enter' || event.key === ' ')) return;
    if (use(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  function use(event) {
    if (event.altKey) return false;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'n') return done(does.again());
      return key === 'a' && does.cards(event);
    }
    // Where a key is, not what is printed on it, counts for slaps: the hands lie on the same keys everywhere.
    if (event.code === 'KeyF' || key === 'f') return does.slap(0, event);
    if (event.code === 'KeyJ' || key === 'j') return does.slap(1, event);
    if (key === 'q') return does.turn(0);
    if (key === 'p') return does.turn(1);
    switch (key) {
      case ' ': return done(does.pause());
      case 'm': return done(does.menu());
      case 'n': return done(does.again());
      case 'h': return done(does.hint());
      case 'l': return done(does.look());
      case '?': return done(does.keys());
      default: return does.cards(event);
    }
  }

  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
