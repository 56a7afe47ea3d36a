/**
 * @file The page of Crazy Eights: what it changes of the default page.
 *
 * @typedef {object} EightsFacts what it reads of a view
 * @property {string} suit the suit that is called for, by its name
 *
 * @typedef {import('../../web/game/contract.js').GamePage} GamePage
 */

import { card, felt } from '../../web/art/scenes.js';
import { may, zone } from '../../web/table/view.js';
import { say } from '../../web/words.js';

/** @type {GamePage['prompt']} */
export function prompt({ view, mine }) {
  if (!mine) return '';
  if (may(view, 'name')) return say('page.prompt.eights.name');
  const { suit } = /** @type {EightsFacts} */ (view.facts);
  if (may(view, 'play')) return say('page.prompt.eights.play', { suit });
  return say(may(view, 'draw') ? 'page.prompt.eights.draw' : 'page.prompt.eights.pass');
}

/** @type {Partial<GamePage['marks']>} */
export const marks = {
  labels(view, { boxes }) {
    /** @type {Record<string, import('../../web/game/contract.js').Label>} */
    const found = {};
    const stock = zone(view, 'stock').length,
      { suit } = /** @type {EightsFacts} */ (view.facts);
    if (boxes.stock && stock)
      found.stock = { text: String(stock), box: boxes.stock, at: 'below', className: 'mark-count' };
    if (boxes.pile)
      found.suit = { text: say(`suit.${suit}`), box: boxes.pile, at: 'below', className: 'mark-counts' };
    return found;
  },
  hits(view, { boxes }) {
    const draw = may(view, 'draw') ? 'draw' : undefined;
    return [{ key: 'stock', box: boxes.stock, words: say('page.do.draw'), action: draw }];
  },
};

/** @type {GamePage['rules']} */
export const rules = [
  { name: 'goal' },
  { name: 'match', example: { cards: '9h 9c', marked: '9c' } },
  { name: 'eight', example: { cards: 'Kd 8s', marked: '8s' } },
  { name: 'draw' },
  { name: 'twos', example: { cards: '2d', icon: 'next' }, when: (options) => options.twos === true },
  { name: 'queens', example: { cards: 'Qs', icon: 'no' }, when: (options) => options.queens === true },
];

/** @type {GamePage['presets']} */
export const presets = { classic: {}, family: { free: true }, tournament: { twos: true, queens: true } };

/** @type {GamePage['picture']} */
export const picture = () =>
  felt('#23406b', '#3f6ba8') +
  card('8c', 108, 116, -14, 0.3) +
  card('8d', 142, 106, -5, 0.3) +
  card('8s', 178, 106, 5, 0.3) +
  card('8h', 212, 116, 14, 0.3);
