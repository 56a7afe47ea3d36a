/** @file The elements of a review, before anything is known. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { say } from '../words.js';

/**
 * @typedef {object} Presses
 * @property {(seat: number) => void} look another seat's moves are to be looked at
 * @property {(folded: boolean) => void} fold
 * @property {(ask: boolean) => void} fork
 */

/** @typedef {ReturnType<typeof createParts>} Parts */

/** Whose moves are looked at. @param {import('../words.js').Names} names @param {Presses} on */
function whoseField(names, on) {
  const whose = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.review.whose'),
      onchange: () => on.look(Number(whose.value)),
    },
    ...names.map((_, at) =>
      el('option', { value: at }, say('page.review.of', { seat: at }, names)),
    ),
  );
  return whose;
}

/** The plot with its caption and its key. @param {number} last the last step's number */
function figureParts(last) {
  const caption = el('figcaption', {}),
    strong = el('span', { class: 'key key-diamond' }),
    weak = el('span', { class: 'key key-dot' });
  const plot = el('div', {
    class: 'review-plot',
    role: 'slider',
    tabindex: '0',
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-description': say('page.review.plot_how'),
  });
  const keys = el('p', { class: 'review-keys' }, strong, weak),
    figure = el('figure', { class: 'review-figure' }, caption, plot, keys);
  return { caption, strong, weak, plot, figure };
}

/** What is said of the chosen move, and what can be done from there. @param {Presses} on */
function chosenParts(on) {
  const small = (
    /** @type {string} */ words,
    /** @type {string} */ name,
    /** @type {() => void} */ press,
    more = '',
  ) => button(say(words), press, { icon: icon(name), class: `button-small${more}` });
  const about = el('p', { class: 'review-about' }),
    again = small('page.review.again', 'rematch', () => on.fork(true)),
    onwards = small('page.fork.play_on', 'fork', () => on.fork(false)),
    from = el('div', { class: 'row review-from', hidden: true }, again, onwards),
    unfold = small('page.review.unfold', 'stats', () => on.fold(false), ' review-unfold');
  return {
    about,
    again,
    from,
    chosenBox: el('div', { class: 'review-chosen' }, about, from, unfold),
  };
}

/** @param {import('../words.js').Names} names @param {number} last @param {Presses} on */
export function createParts(names, last, on) {
  const live = el('p', { class: 'sr', role: 'status' }),
    problem = el('p', { class: 'problem', role: 'alert' }),
    whose = whoseField(names, on),
    state = el('p', { class: 'review-state' }),
    bar = el('progress', { class: 'review-progress', 'aria-label': say('page.review.title') }),
    drawn = figureParts(last),
    { chosenBox, ...chosen } = chosenParts(on),
    list = el('ol', { class: 'costliest' }),
    worst = el('section', {}, el('h3', {}, say('page.review.costliest')), list);
  const close = button(say('page.review.fold'), () => on.fold(true), {
    icon: icon('close'),
    plain: true,
    class: 'button-quiet review-fold',
  });
  const element = el(
    'section',
    { class: 'review', 'aria-label': say('page.review.title') },
    el('div', { class: 'review-head' }, el('h2', {}, say('page.review.title')), whose, close),
    problem,
    state,
    bar,
    drawn.figure,
    chosenBox,
    worst,
    live,
  );
  return { element, live, problem, whose, state, bar, ...drawn, ...chosen, list, worst };
}
