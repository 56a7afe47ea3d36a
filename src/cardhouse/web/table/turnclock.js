/** @file How long everybody may still take for a move: counted down from what the server says. */

import { locale } from '../words.js';

/** From how many seconds on somebody is told that their time gets short. */
export const SHORT = 10;
/** A clock with so little left when a cat takes over has run out, in seconds. */
const OUT = 2;
const TICK = 250;
/** From here on a time is told in minutes, hours or days. */
export const LONG = 600;
const UNITS = /** @type {const} */ ([
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
]);

/**
 * A time in as few letters as can be: of a unit there are at least two.
 * @param {number} left in seconds
 * @param {'narrow' | 'long'} [unitDisplay]
 */
export function timeWords(left, unitDisplay = 'narrow') {
  const [unit, size] = UNITS.find(([, size]) => left >= 2 * size) ?? [];
  if (left < LONG || !unit || !size) return String(left);
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(
    Math.floor(left / size),
  );
}

/**
 * @param {(seat: number, left: number | null) => void} show seconds, or no clock
 * @param {(seat: number, left: number) => void} short a seat has little time left; told once a move
 */
export function createTurnClock(show, short) {
  /** When the time of a seat is up, by the page's clock. @type {Map<number, number>} */
  const ends = new Map();
  /** @type {Set<number>} */
  const told = new Set();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;

  const leftOf = (/** @type {number} */ seat) =>
    Math.max(0, ((ends.get(seat) ?? 0) - performance.now()) / 1000);

  function tick() {
    for (const seat of ends.keys()) {
      const left = leftOf(seat);
      show(seat, Math.ceil(left));
      if (left > SHORT) told.delete(seat);
      else if (left > 0 && !told.has(seat)) {
        told.add(seat);
        short(seat, Math.ceil(left));
      }
    }
  }

  return {
    /** The clocks that run now, in seconds by seat. @param {Record<number, number>} left */
    follow(left) {
      for (const seat of [...ends.keys()])
        if (!(seat in left)) {
          ends.delete(seat);
          told.delete(seat);
          show(seat, null);
        }
      for (const [seat, seconds] of Object.entries(left))
        ends.set(Number(seat), performance.now() + seconds * 1000);
      tick();
      clearInterval(ticking);
      if (ends.size) ticking = setInterval(tick, TICK);
    },
    /** True if a seat's time has run out, or is about to. @param {number} seat */
    ranOut: (seat) => ends.has(seat) && leftOf(seat) < OUT,
    stop: () => clearInterval(ticking),
  };
}
