/** @file What happened, in words: for a screen reader, and as a line that everybody can read. */

import { el, setText } from '../dom.js';
import { pageOf } from '../state/games.js';
import { settings } from '../state/settings.js';
import { cardsInShort, cardsInWords, knows, say } from '../words.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../types.js').GameEvent} GameEvent */

/**
 * What is said of an event; nothing for those that say what the table shows anyway. Where a record
 * tells it at length, the page may have words of its own: `page.event.GAME.KIND`.
 * @param {string} game
 * @param {GameEvent} event
 * @param {Names} names
 * @param {(cards: string) => string} [cards]
 */
export function eventWords(game, event, names, cards = cardsInShort) {
  const own = `page.event.${game}.${event.kind}`,
    key = knows(own) ? own : `event.${game}.${event.kind}`;
  if (!knows(key)) return '';
  const seen = (event.cards ?? '').split(' ').filter((card) => card && card !== '??');
  const count = event.cards ? event.cards.split(' ').length : 0;
  /** @type {import('../types.js').Facts} */
  const facts = {
    count,
    ...event.facts,
    seat: event.seat,
    cards: seen.length ? seen.join(' ') : say('page.count.cards', { count }),
  };
  return say(key, facts, names, cards);
}

/** How many sentences a screen reader can go back to, and how many events anybody can. */
const KEPT_LINES = 12,
  KEPT_EVENTS = 200;

/**
 * Keep the last of a list.
 * @template T
 * @param {T[]} list
 * @param {T[]} more
 */
function keep(list, more) {
  list.push(...more);
  if (list.length > KEPT_EVENTS) list.splice(0, list.length - KEPT_EVENTS);
}

/**
 * True if an event is read out to who plays these seats, at the verbosity they chose.
 * @param {string} game
 * @param {GameEvent} event
 * @param {number[]} mine
 */
const isSpoken = (game, event, mine) =>
  settings().spoken !== 'few' || !mine.length || pageOf(game).ears.few(event, mine);

/** @param {HTMLElement} place */
export function createAnnouncer(place) {
  const live = el('div', {
    class: 'sr',
    role: 'log',
    'aria-live': 'polite',
    'aria-relevant': 'additions',
  });
  const urgent = el('div', { class: 'sr', role: 'alert' });
  const line = el('p', { class: 'ticker', 'aria-hidden': 'true' });
  place.append(live, urgent, line);
  /** What happened, as people say it. @type {string[]} */
  const heard = [];

  /** @param {string} words */
  function speak(words) {
    live.append(el('p', {}, words));
    while (live.childElementCount > KEPT_LINES) live.firstElementChild?.remove();
  }

  return {
    line,
    /**
     * Say what happened.
     * @param {string} game
     * @param {GameEvent[]} events
     * @param {Names} names
     * @param {number[]} mine the seats that are played from here
     */
    events(game, events, names, mine) {
      const shown = events.map((event) => eventWords(game, event, names)).filter(Boolean);
      const spelt = (/** @type {GameEvent[]} */ some) =>
        some.map((event) => eventWords(game, event, names, cardsInWords)).filter(Boolean);
      if (!shown.length) return;
      keep(heard, spelt(events));
      const spoken = spelt(events.filter((event) => isSpoken(game, event, mine)));
      setText(line, shown.slice(-2).join(' '));
      if (line.scrollWidth > line.clientWidth) setText(line, shown.at(-1) ?? '');
      if (spoken.length) speak(spoken.join(' '));
    },
    /** Say what is no event. @param {string} words */
    note(words) {
      setText(line, words);
      this.tell(words);
    },
    /** Another game begins: nothing is said of the last one any more. */
    clear: () => setText(line, ''),
    /** Say something at once. @param {string} words */
    alert(words) {
      setText(urgent, '');
      setText(urgent, words);
    },
    /** Say something when there is time. @param {string} words */
    tell(words) {
      if (words && live.lastElementChild?.textContent !== words) speak(words);
    },
    /** Answer what was asked, also if that is what was said last. @param {string} words */
    answer: speak,
    /** What happened, the latest last. */
    heard: () => heard,
  };
}

/** @typedef {ReturnType<typeof createAnnouncer>} Announcer */
