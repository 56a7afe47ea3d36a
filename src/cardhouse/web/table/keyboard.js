/** @file The keys of the table. Held keys don't repeat. */

import { meantBy } from '../state/keys.js';
import { closeBy, panelOpen } from './panels.js';

/**
 * @typedef {object} Keys what keys can do
 * @property {(event: KeyboardEvent) => boolean} cards
 * @property {(player: number, event: KeyboardEvent) => boolean} slap
 * @property {(player: number) => boolean} turn
 * @property {(event: KeyboardEvent) => void} space
 * @property {(key: string) => boolean} ask
 * @property {() => void} pause
 * @property {() => void} menu
 * @property {() => void} again
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} look
 * @property {() => void} keys
 */

/** A key was used, whatever came of it. @param {void} _ @returns {boolean} */
const done = (_) => true;

const REPEATS = new Set(['ArrowLeft', 'ArrowRight']);

/**
 * The letter of a key; where another alphabet is printed on it, the Latin one of its place.
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  if (key.length > 1 || /[a-z]/i.test(key)) return key.length > 1 ? key : key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : key;
}

/** @param {Keys} does @returns {() => void} how to stop listening */
export function listen(does) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select')) return;
    if (panelOpen()) {
      // A slap doesn't wait until a panel is closed.
      if (!event.repeat && (slaps(event) || closeBy(event.key.toLowerCase())))
        event.preventDefault();
      return;
    }
    if (event.repeat && !REPEATS.has(event.key)) return event.preventDefault();
    if (keeps(target, event.key)) return;
    if (use(event)) event.preventDefault();
  }

  /**
   * True if the focused button keeps a key for itself. A card leaves all to the table, and what
   * was only clicked leaves Space to it.
   * @param {Element | null} target
   * @param {string} key
   */
  function keeps(target, key) {
    const button = target?.closest('button:not(.card)');
    if (!button) return false;
    if (key === ' ') return button.matches(':focus-visible, .over button');
    return key === 'Enter';
  }

  /**
   * A key with which somebody slaps or turns.
   * @param {KeyboardEvent} event
   */
  function slaps(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const meant = meantBy(event.code);
    if (!meant) return false;
    return meant.deed === 'slap' ? does.slap(meant.player, event) : does.turn(meant.player);
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  function use(event) {
    if (event.altKey) return false;
    const key = letterOf(event);
    if (event.ctrlKey || event.metaKey) {
      if (key === 'n') return done(does.again());
      return key === 'a' && does.cards(event);
    }
    if (slaps(event)) return true;
    switch (key) {
      case ' ':
        return done(does.space(event));
      case 'b':
        return done(does.pause());
      case 'm':
        return done(does.menu());
      case 'n':
        return done(does.again());
      case 'h':
        return done(does.hint());
      case 'Backspace':
        return done(does.undo());
      case 'l':
        return done(does.look());
      case '?':
        return done(does.keys());
      default:
        return does.ask(key) || does.cards(event);
    }
  }

  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
