/** @file What today brings, in a line on home: the deals of the day, and the puzzles. */

import { icon } from '../art/icons.js';
import { dailies } from '../asking.js';
import { drawn, el, setText } from '../dom.js';
import { say } from '../words.js';

/** @param {string} to @param {string} picture @param {Element} words */
const way = (to, picture, words) =>
  el(
    'a',
    { class: 'now-line today-way', href: `#/${to}` },
    drawn(icon(picture), 'button-icon'),
    words,
  );

/** The line, whose words are there before it is known how many deals were played. */
export function todayLine() {
  const words = el('span', { class: 'now-words' }, say('page.daily.title'));
  const place = el(
    'nav',
    { class: 'today', 'aria-label': say('page.daily.short') },
    way('daily', 'dice', words),
    way('puzzles', 'hint', el('span', { class: 'now-words' }, say('page.puzzle.title'))),
  );
  return {
    place,
    /** Ask how many of today's deals were played, and say so. */
    async refresh() {
      const deals = await dailies();
      const count = deals.filter(({ over }) => over).length;
      if (count) setText(words, say('page.daily.played', { count, all: deals.length }));
    },
  };
}
