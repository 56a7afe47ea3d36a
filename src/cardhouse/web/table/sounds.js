/** @file Which sound goes with what happened. */

import { createSound } from '../sound.js';
import { onChange, settings } from '../state/settings.js';

/** @typedef {import('../types.js').GameEvent} GameEvent */

export const sound = createSound();
sound.setOn(settings().sound);
onChange((now) => sound.setOn(now.sound));

// Nothing is heard before the first gesture. With a finger Safari counts its lifting, not its landing.
for (const gesture of ['pointerdown', 'pointerup', 'keydown']) window.addEventListener(gesture, () => sound.unlock(), { passive: true });

const OF = /** @type {Record<string, string>} */ ({
  turn: 'card', play: 'card', attack: 'card', beat: 'card', forward: 'card', blind: 'card', misfit: 'card', penalty: 'card', swap: 'card', draw: 'card',
  take: 'take', trick: 'take', pickup: 'take', gather: 'take', pass: 'take', away: 'take', burn: 'burn', deal: 'shuffle',
});

/** @param {GameEvent[]} events */
export function soundOf(events) {
  const names = new Set(events.map((event) => OF[event.kind]).filter((name) => name !== undefined));
  for (const name of names) sound.play(name, { volume: name === 'card' ? 0.7 : 0.8 });
}
