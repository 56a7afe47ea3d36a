/** @file What a person has chosen for this browser: kept here, never sent anywhere. */

const KEY = 'cardhouse.settings';
export const VERBOSITIES = /** @type {const} */ (['few', 'usual', 'all']);
export const SPEEDS = /** @type {const} */ (['slow', 'normal', 'fast', 'instant']);

/** @typedef {'off' | 'soft' | 'full'} Loudness */

export const defaults = {
  sound: true,
  effects: /** @type {Loudness} */ ('full'),
  cats: /** @type {Loudness} */ ('full'),
  haptics: true,
  /** A card that can be played in one way only is played by one press. */
  oneTap: true,
  /** Nothing that calls one back: no ratings, streaks, deals of the day, puzzles, exercises. */
  zen: false,
  speed: /** @type {typeof SPEEDS[number]} */ ('normal'),
  motion: /** @type {'auto' | 'full' | 'reduced'} */ ('auto'),
  theme: /** @type {'auto' | 'dark' | 'light'} */ ('auto'),
  fourColour: false,
  back: 'paws',
  cardSize: /** @type {'normal' | 'large'} */ ('normal'),
  hand: /** @type {'right' | 'left'} */ ('right'),
  language: '',
  /** How much of what happens a screen reader is told. */
  spoken: /** @type {typeof VERBOSITIES[number]} */ ('usual'),
  /** What was changed of the keys of each player at this screen. */
  keys: /** @type {{turn: string, slap: string}[]} */ ([]),
};

/** @typedef {typeof defaults} Settings */

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...defaults, ...(typeof kept === 'object' ? kept : {}) };
  } catch {
    return { ...defaults };
  }
}

let current = load();

/** The settings as they are now. */
export const settings = () => current;

/** Change some of them. @param {Partial<Settings>} change */
export function change(change) {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const listener of listeners) listener(current);
}

/**
 * Hear of every change; returns how to stop.
 * @param {(settings: Settings) => void} listener
 * @returns {() => void}
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** True if things should appear in place rather than move. */
export const still = () =>
  current.motion === 'reduced' ||
  (current.motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches);

/** How much longer than usual a movement takes. */
export const pace = () => ({ slow: 1.7, normal: 1, fast: 0.55, instant: 0.05 })[current.speed] ?? 1;

/** The language of the page: the chosen one, or the browser's. */
export const locale = () =>
  current.language || (navigator.language || 'en').slice(0, 2).toLowerCase();

/**
 * Something remembered under a name of its own, like the house rules of a game.
 * @param {string} name
 * @param {any} fallback
 */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`cardhouse.${name}`) ?? 'null') ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`cardhouse.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
