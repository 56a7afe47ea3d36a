/** @file Thought bubbles: what a cat makes of it, for five seconds. */

import { bubble } from '../art/cats.js';
import { drawn, el } from '../dom.js';
import { knows, say } from '../words.js';
import { heartPoints, list } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {{seat: number, mood: string, kind: string, sound?: string}} Thought */

const LASTS = 5000, MANY = 8;

/** What the seats make of what happened. @param {string} game @param {GameEvent[]} events @param {View} view @returns {Thought[]} */
export function thoughts(game, events, view) {
  /** @type {Thought[]} */
  const found = [];
  for (const { kind, seat, cards, facts } of events) {
    const many = list(cards).length;
    if (seat === null) continue;
    if ((game === 'ratscrew' || game === 'slapjack') && kind === 'take' && many >= MANY) found.push({ seat, mood: 'smug', kind: 'pile', sound: 'purr' });
    if (kind === 'slap' && facts?.verdict === 'wrong') found.push({ seat, mood: 'surprised', kind: 'wrong' });
    if (kind === 'last_chance') found.push({ seat, mood: 'surprised', kind: 'last_chance', sound: 'meow' });
    if (kind === 'out' && game === 'slapjack') found.push({ seat, mood: 'sulky', kind: 'out', sound: 'hiss' });
    if (kind === 'trick' && list(cards).includes('Qs')) found.push({ seat, mood: 'sulky', kind: 'queen', sound: 'hiss' });
    else if (kind === 'trick' && heartPoints(list(cards)) >= 3) found.push({ seat, mood: 'sulky', kind: 'hearts' });
    if (kind === 'moon') found.push({ seat, mood: 'smug', kind: 'moon', sound: 'purr' });
    if ((kind === 'pickup' || kind === 'misfit') && (kind === 'misfit' || many >= MANY)) found.push({ seat, mood: 'sulky', kind: 'pickup', sound: 'hiss' });
    if (kind === 'burn') found.push({ seat, mood: 'happy', kind: 'burn', sound: 'purr' });
    if (game === 'durak' && kind === 'take' && many >= 4) found.push({ seat, mood: 'sulky', kind: 'pickup', sound: 'hiss' });
    if (game === 'durak' && kind === 'forward') found.push({ seat, mood: 'smug', kind: 'forward', sound: 'purr' });
    if (kind === 'out' && game !== 'slapjack') found.push({ seat, mood: 'happy', kind: 'home', sound: 'purr' });
  }
  for (const [seat, place] of view.outcome?.places.entries() ?? []) found.push({ seat, mood: place === 1 ? 'happy' : 'sulky', kind: place === 1 ? 'won' : 'lost' });
  return found;
}

/** @param {HTMLElement} felt */
export function createBubbles(felt) {
  /** @type {Map<number, HTMLElement>} */
  const shown = new Map();
  let turn = 0;

  return {
    /** @param {Thought} thought @param {import('./layout.js').Plan} plan */
    show(thought, plan) {
      const spot = plan.frame.spots[thought.seat];
      const ways = [1, 2, 3].filter((way) => knows(`page.bubble.${thought.kind}.${way}`));
      if (!spot || !ways.length) return;
      const words = say(`page.bubble.${thought.kind}.${ways[turn++ % ways.length]}`);
      this.say(thought.seat, words, plan);
    },

    /** @param {number} seat @param {string} words @param {import('./layout.js').Plan} plan @param {string} [drawing] */
    say(seat, words, plan, drawing) {
      const spot = plan.frame.spots[seat];
      if (!spot) return;
      shown.get(seat)?.remove();
      const element = el('div', { class: 'bubble-box', 'aria-hidden': 'true' }, drawn(bubble(), 'bubble-art'), drawing ? drawn(drawing, 'bubble-icon') : el('span', { class: 'bubble-words' }, words));
      const wide = 150, tall = 104;
      const left = spot.x + wide + 30 > plan.frame.w;
      const x = Math.max(4, Math.min(plan.frame.w - wide - 4, left ? spot.x - wide - 6 : spot.x + 14));
      const y = Math.max(2, spot.y - tall * (spot.shape === 'home' ? 1.1 : 0.35));
      element.classList.toggle('left', left);
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
      felt.append(element);
      shown.set(seat, element);
      element.animate([{ opacity: 0, scale: '0.6' }, { opacity: 1, scale: '1', offset: 0.05 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: LASTS }).onfinish = () => element.remove();
    },
  };
}
