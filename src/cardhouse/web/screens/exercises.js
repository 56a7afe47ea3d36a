/** @file One's own mistakes that come back as exercises: those that wait, by game and theme. */

import { icon } from '../art/icons.js';
import { exercises, noExercise } from '../asking.js';
import { button, el } from '../dom.js';
import { practise } from '../parts/exercises.js';
import { head, problemLine } from '../parts/head.js';
import { shown } from '../review/moves.js';
import { entitle } from '../state/title.js';
import { actionKey, knows, locale, say } from '../words.js';

/** @typedef {import('../types.js').Exercise} Exercise */
/** @typedef {import('../types.js').Exercises} Exercises */

/** What would have been better, by its verb. @param {string} theme */
function themeWords(theme) {
  const key = actionKey(theme);
  return knows(key) ? say(key) : theme;
}

/** When the next one comes back. @param {number} seconds since the epoch */
function inDays(seconds) {
  const days = Math.max(1, Math.ceil((seconds * 1000 - Date.now()) / 86_400_000));
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
}

/** @type {import('../router.js').Screen} */
export default async function screen(place) {
  place.classList.add('screen-open');
  entitle(say('page.exercise.title'));
  const problem = problemLine(),
    main = el('main', {}, problem);
  place.append(head(say('page.exercise.title')), main);
  const failed = (/** @type {unknown} */ error) => {
    problem.textContent = error instanceof Error ? error.message : String(error);
  };

  /** @param {Exercise} one */
  const line = (one) =>
    el(
      'li',
      {},
      button(
        say('page.exercise.practise'),
        () => {
          problem.textContent = '';
          void practise(one.id).catch(failed);
        },
        { icon: icon('play'), class: 'button-small' },
      ),
      el(
        'span',
        {},
        el('strong', {}, themeWords(one.theme)),
        ` · ${say(`page.review.cost.${one.unit}`, { cost: shown(one.cost, one.unit) })}`,
      ),
      button(say('page.exercise.away'), () => void noExercise(one.id).then(refresh).catch(failed), {
        icon: icon('trash'),
        plain: true,
        class: 'button-quiet',
      }),
    );

  /** @param {Exercises} all */
  function show({ waiting, later, next = null }) {
    const played = [...new Set(waiting.map((one) => one.game))];
    const after =
      later && next !== null
        ? say('page.exercise.later', { count: later, when: inDays(next) })
        : '';
    main.replaceChildren(
      problem,
      el('p', { class: 'quiet' }, [say('page.exercise.how'), after].filter(Boolean).join(' ')),
      ...played.map((game) =>
        el(
          'section',
          { class: 'part', 'data-game': game },
          el('h2', {}, say(`game.${game}`)),
          el('ul', { class: 'lines' }, ...waiting.filter((one) => one.game === game).map(line)),
        ),
      ),
      ...(played.length ? [] : [el('p', { class: 'part' }, say('page.exercise.none'))]),
    );
  }

  const refresh = async () => show(await exercises());
  await refresh().catch(failed);
  return () => {};
}
