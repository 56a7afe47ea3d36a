/** @file A small picture made of our own cards, for rules and examples. */

import { cardBack, cardFace } from '../art/deck.js';
import { icon } from '../art/icons.js';
import { drawn, el } from '../dom.js';
import { settings } from '../state/settings.js';
import { cardInWords, say } from '../words.js';

/**
 * @typedef {object} Example
 * @property {string} cards `6h 3c 6d`; `??` lies face down; `7h/9h` is a card with the one that
 *   beats it
 * @property {string} [marked] those that matter
 * @property {string} [dim] those that are gone or don't count
 * @property {string} [icon] a sign beside them
 * @property {string} [text] a figure beside them, the same in every language
 */

/** @param {string} card @param {string} className */
const small = (card, className) =>
  drawn(
    card === '??'
      ? cardBack(settings().back)
      : cardFace(card, { fourColour: settings().fourColour }),
    `mini ${className}`,
  );

/** @param {string} card */
const words = (card) =>
  card
    .split('/')
    .map((one) => (one === '??' ? say('page.card.back') : cardInWords(one)))
    .join(' / ');

/** @param {Example} example */
export function cardRow({ cards, marked = '', dim = '', icon: sign, text }) {
  const all = cards.split(' '),
    bright = new Set(marked.split(' ')),
    gone = new Set(dim.split(' '));
  const looks = (/** @type {string} */ card) =>
    `${bright.has(card) ? 'mini-marked' : ''} ${gone.has(card) ? 'mini-dim' : ''}`;
  return el(
    'span',
    {
      class: 'mini-row',
      role: 'img',
      'aria-label': [...all.map(words), text ?? ''].filter(Boolean).join(', '),
    },
    ...all.map((card) => {
      const [under = '', over] = card.split('/');
      return over
        ? el(
            'span',
            { class: 'mini-pair' },
            small(under, looks(under)),
            small(over, `mini-over ${looks(over)}`),
          )
        : small(card, looks(card));
    }),
    sign ? drawn(icon(sign), 'mini-sign') : null,
    text ? el('span', { class: 'mini-text', 'aria-hidden': 'true' }, text) : null,
  );
}
