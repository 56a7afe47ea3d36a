/** @file What a move is worth that was tried in an exercise, and what comes after it. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { nextExercise } from '../parts/exercises.js';
import { shown, whyWords } from '../review/moves.js';
import { back } from '../router.js';
import { say } from '../words.js';
import { openPanel } from './panels.js';

/** @typedef {import('../types.js').Tried} Tried */

/**
 * What is said of a try.
 * @param {Tried} tried
 * @param {import('../words.js').Names} names
 */
export function triedWords({ action, found, left, move = null, unit }, names) {
  if (!move) return say('page.try.unweighed', { action });
  if (found) return [say('page.try.found', { action }), whyWords(move, unit, names)].join(' ');
  const cost = say(`page.try.wrong.${unit}`, { action, cost: shown(move.cost, unit) });
  if (!left) return [cost, whyWords(move, unit, names)].join(' ');
  return `${cost} ${say('page.try.left', { count: left })}`;
}

/**
 * It was found, or is shown: what comes next.
 * @param {Tried} tried
 * @param {string} words
 * @param {(words: string) => void} alert says it to who listens
 */
export function triedPanel({ found }, words, alert) {
  const title = say(found ? 'page.try.found_title' : 'page.try.shown_title');
  const panel = openPanel(
    title,
    [
      el('p', {}, words),
      el(
        'div',
        { class: 'row' },
        button(say('page.fork.play_on'), () => panel.close(), {
          icon: icon('play'),
          class: 'button-main',
        }),
        button(
          say('page.exercise.next'),
          () => {
            panel.close();
            void nextExercise();
          },
          { icon: icon('next') },
        ),
        button(
          say('page.back'),
          () => {
            panel.close();
            back();
          },
          { icon: icon('back') },
        ),
      ),
    ],
    { className: 'panel-small' },
  );
  alert(`${title}. ${words}`);
}
