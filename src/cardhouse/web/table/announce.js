/** @file What happened, in words: for a screen reader, and as a line that everybody can read. */

import { el, setText } from '../dom.js';
import { cardsInShort, cardsInWords, knows, say } from '../words.js';

/** @typedef {import('../types.js').GameEvent} GameEvent */

/**
 * What is said of an event; nothing for those that say what the table shows anyway. Where a record
 * tells it at length, the page may have words of its own: `page.event.GAME.KIND`.
 * @param {string} game
 * @param {GameEvent} event
 * @param {string[]} names
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
    cards: seen.length ? cards(seen.join(' ')) : say('page.count.cards', { count }),
  };
  if (event.facts?.reason) facts.reason = say(String(event.facts.reason));
  if (event.facts?.winner === undefined && 'by' in facts) facts.by = String(facts.by);
  return say(key, facts, names);
}

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
  /** @type {string[]} */
  const said = [];

  return {
    line,
    /**
     * Say what happened.
     * @param {string} game
     * @param {GameEvent[]} events
     * @param {string[]} names
     */
    events(game, events, names) {
      const shown = events.map((event) => eventWords(game, event, names)).filter(Boolean);
      const spoken = events
        .map((event) => eventWords(game, event, names, cardsInWords))
        .filter(Boolean);
      if (!shown.length) return;
      said.push(...shown);
      if (said.length > 200) said.splice(0, said.length - 200);
      setText(line, shown.slice(-2).join(' '));
      if (line.scrollWidth > line.clientWidth) setText(line, shown.at(-1) ?? '');
      live.append(el('p', {}, spoken.join(' ')));
      while (live.childElementCount > 12) live.firstElementChild?.remove();
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
      if (words && live.lastElementChild?.textContent !== words) live.append(el('p', {}, words));
      while (live.childElementCount > 12) live.firstElementChild?.remove();
    },
    said: () => said,
  };
}

/** @typedef {ReturnType<typeof createAnnouncer>} Announcer */
