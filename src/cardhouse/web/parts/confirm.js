/** @file Asking before something is done that can't be undone. */

import { button, el } from '../dom.js';
import { openPanel } from '../table/panels.js';
import { say } from '../words.js';

/**
 * Ask which of several things is meant; what leaves everything as it is comes last.
 * @template T
 * @param {string} title
 * @param {string} words
 * @param {{words: string, value: T}[]} choices
 * @param {string} [keep] the words for leaving everything as it is
 * @returns {Promise<T | null>} null: everything is left as it is
 */
export const choose = (title, words, choices, keep = say('page.cancel')) =>
  new Promise((answer) => {
    /** @type {T | null} */
    let chosen = null;
    const panel = openPanel(
      title,
      [
        el('p', {}, words),
        el(
          'div',
          { class: 'row row-start' },
          ...choices.map(({ words: said, value }, at) =>
            button(
              said,
              () => {
                chosen = value;
                panel.close();
              },
              { class: at ? '' : 'button-main' },
            ),
          ),
          button(keep, () => panel.close()),
        ),
      ],
      { className: 'panel-small panel-confirm', closed: () => answer(chosen) },
    );
  });
