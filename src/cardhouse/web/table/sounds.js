/** @file Which sound goes with what happened. */

import { createSound } from '../sound.js';
import { onChange, settings } from '../state/settings.js';

/** @typedef {import('../types.js').GameEvent} GameEvent */

const made = createSound();
made.setOn(settings().sound);
onChange((now) => made.setOn(now.sound));

/** What the cats say; all else is an effect. */
const VOICES = new Set(['purr', 'hiss', 'meow']);
const LOUDNESS = { off: 0, soft: 0.4, full: 1 };

export const sound = {
  unlock: made.unlock,
  /**
   * @param {string} name
   * @param {{volume?: number, pitch?: number}} [how]
   */
  play(name, { volume = 1, ...how } = {}) {
    const wanted = VOICES.has(name) ? settings().cats : settings().effects;
    const factor = LOUDNESS[wanted] ?? 1;
    if (factor) made.play(name, { ...how, volume: volume * factor });
  },
};

/** How a phone trembles, in milliseconds on and off. */
const TREMBLES = { slap: [18], wrong: [40, 40, 40], win: [30, 60, 30, 60, 90] };

/** Let a phone tremble; nothing happens elsewhere. @param {keyof typeof TREMBLES} kind */
export function tremble(kind) {
  // A browser complains of this before anything was touched.
  if (settings().haptics && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(TREMBLES[kind]);
}

// Nothing is heard before the first gesture. With a finger Safari counts its lifting, not its
// landing.
for (const gesture of ['pointerdown', 'pointerup', 'keydown'])
  window.addEventListener(gesture, () => sound.unlock(), { passive: true });

const OF = /** @type {Record<string, string>} */ ({
  turn: 'card',
  play: 'card',
  attack: 'card',
  beat: 'card',
  forward: 'card',
  blind: 'card',
  misfit: 'card',
  penalty: 'card',
  swap: 'card',
  draw: 'card',
  take: 'take',
  trick: 'take',
  pickup: 'take',
  gather: 'take',
  pass: 'take',
  away: 'take',
  burn: 'burn',
  deal: 'shuffle',
});

/** @param {GameEvent[]} events */
export function soundOf(events) {
  const names = new Set(events.map((event) => OF[event.kind]).filter((name) => name !== undefined));
  for (const name of names) sound.play(name, { volume: name === 'card' ? 0.7 : 0.8 });
}
