/** @file What is said at the table beside the game: why something was refused, advice, reactions, who would like a pause. */

import { icon } from '../art/icons.js';
import { knows, say } from '../words.js';
import { cardsOf } from './choices.js';
import { hintWords } from './hint.js';
import { sound } from './sounds.js';
import { wishes } from './veil.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('./layout.js').Plan} Plan */

/** How long the cards of a hint are marked. */
const MARKED = 4000;

/**
 * @typedef {object} Ground
 * @property {() => Plan | null} plan
 * @property {() => TableInfo | null} info
 * @property {() => string[]} names
 * @property {ReturnType<typeof import('./cues.js').createCues>} cues
 * @property {ReturnType<typeof import('./bubbles.js').createBubbles>} bubbles
 * @property {ReturnType<typeof import('./announce.js').createAnnouncer>} announcer
 * @property {ReturnType<typeof import('./line.js').createLine>} line
 * @property {ReturnType<typeof import('./hands.js').createHands>} hands
 * @property {ReturnType<typeof import('./slaps.js').createSlaps>} slaps
 */

/** @param {Ground} ground */
export function createAsides({ plan, info, names, cues, bubbles, announcer, line, hands, slaps }) {
  /** What was asked for, by its number: the card it was asked with. @type {Map<number, HTMLElement | null>} */
  const asked = new Map();

  /** @param {import('../types.js').Refusal} refusal */
  function refused(refusal) {
    const facts = { ...refusal.facts };
    if (typeof facts.by === 'number') facts.by = String(Math.round(facts.by));
    const words = knows(refusal.key) ? say(refusal.key, facts, names()) : refusal.text;
    if (refusal.key === 'refused.table.too_late' || refusal.key === 'refused.table.covered') return slaps.refused(words);
    const beside = refusal.id ? asked.get(refusal.id) : null, here = plan();
    asked.delete(refusal.id ?? 0);
    if (here && info()?.status !== 'waiting') cues.tip(words, beside?.isConnected ? beside.getBoundingClientRect() : null, here);
    else line.say(words);
    announcer.alert(words);
    sound.play('wrong', { volume: 0.4 });
  }

  /** @param {import('../types.js').Advice} advice */
  function advised(advice) {
    const here = plan();
    if (!here) return;
    hands.hint(new Set(cardsOf(advice.action)));
    setTimeout(() => hands.hint(new Set()), MARKED);
    const words = hintWords(advice, names());
    cues.tip(words, null, here);
    announcer.tell(words);
  }

  /** @param {{seat: number, kind: string}} reaction */
  function reacted({ seat, kind }) {
    const here = plan();
    if (!here) return;
    bubbles.say(seat, '', here, icon(kind));
    announcer.tell(`${names()[seat]}: ${say(`page.react.${kind}`)}`);
    if (kind === 'purr' || kind === 'hiss') sound.play(kind);
  }

  return {
    /** Something was asked of the house; a refusal of it is said next to this. @param {number} id @param {HTMLElement | null} beside */
    ask: (id, beside) => void asked.set(id, beside),

    /** A message that doesn't change the table. @param {any} message */
    hear(message) {
      if (message.t === 'refusal') refused(message);
      else if (message.t === 'reaction') reacted(message);
      else if (message.t === 'advice') advised(message);
      else if (message.t === 'delay') announcer.tell(say('page.line.slow', { count: Math.round(message.delay) }));
    },

    /** Some would like a pause, or to go on, and not all have said so yet. @param {TableInfo} now */
    wished(now) {
      const words = wishes(now), here = plan();
      announcer.tell(words);
      if (here && !now.paused) cues.tip(words, null, here);
    },
  };
}
