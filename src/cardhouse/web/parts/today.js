/** @file What today brings, in a line on home: the deals of the day, and the puzzles. */

import { icon } from '../art/icons.js';
import { dailies, streak } from '../asking.js';
import { drawn, el, setText } from '../dom.js';
import { settings } from '../state/settings.js';
import { say } from '../words.js';

/** @param {string} to @param {string} picture @param {...Element} words */
const way = (to, picture, ...words) =>
  el(
    'a',
    { class: 'now-line today-way', href: `#/${to}` },
    drawn(icon(picture), 'button-icon'),
    ...words,
  );

/** @param {HTMLElement} place @param {import('../types.js').DayStreak} row */
function showDays(place, { days, spare }) {
  const told = say('page.today.streak', { count: days });
  place.hidden = days < 2;
  place.replaceChildren(drawn(icon('flame'), 'button-icon'), String(days));
  place.setAttribute('aria-label', told);
  place.title = `${told}. ${say(spare ? 'page.today.spare' : 'page.today.no_spare')}`;
}

/** The line, whose words are there before it is known how many deals were played. */
export function todayLine() {
  const words = el('span', { class: 'now-words' }, say('page.daily.title'));
  const days = el('span', { class: 'today-days', role: 'img' });
  const place = el(
    'nav',
    { class: 'today', 'aria-label': say('page.daily.short') },
    way('daily', 'dice', words, days),
    way('puzzles', 'hint', el('span', { class: 'now-words' }, say('page.puzzle.title'))),
  );
  place.hidden = settings().zen;
  return {
    place,
    /** Ask how many of today's deals were played, and on how many days in a row, and say so. */
    async refresh() {
      if (place.hidden) return;
      const [deals, row] = await Promise.all([dailies(), streak()]);
      showDays(days, row);
      const count = deals.filter(({ over }) => over).length;
      if (count) setText(words, say('page.daily.played', { count, all: deals.length }));
      else if (row.days > 1) setText(words, say('page.daily.short'));
    },
  };
}
