/** @file A hint in words: what a good cat would do, how sure that is, and why. */

import { actionInWords, actionKey, isCards, knows, say } from '../words.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').Facts} Facts */
/** @typedef {{key: string, facts?: Facts}} Why */

/** What a good cat would do, in words. @param {string} action empty: nothing */
function deedWords(action) {
  const [, ...rest] = action.split(' '),
    cards = rest.join(' ');
  if (!action) return say('page.hint.nothing');
  const own = actionKey(action, 'hint'),
    key = knows(own) ? own : 'page.hint.do';
  return say(key, {
    cards,
    action: actionInWords(action),
    count: cards,
    given: rest[0],
    taken: rest[1],
    card: rest[0],
    using: rest[1],
  });
}

/** Facts of a reason that name an action, where cards don't say it all. */
const NAMING = new Set(['better', 'other']);

/**
 * Why, in words: the facts of a reason with actions as people say them.
 * @param {Why} reason
 * @param {string[]} names
 */
function reasonWords({ key, facts = {} }, names) {
  const told = Object.entries(facts).map(([name, value]) => {
    if (name === 'action') return [name, actionInWords(String(value))];
    if (!NAMING.has(name) || isCards(value)) return [name, value];
    return [name, say('page.hint.named', { action: actionInWords(String(value)) })];
  });
  return say(key, Object.fromEntries(told), names);
}

/**
 * Why, in one sentence or two.
 * @param {{reason?: Why | null, also?: Why | null}} found
 * @param {string[]} names
 */
export const reasonsWords = ({ reason, also }, names) =>
  [reason, also].flatMap((one) => (one ? [reasonWords(one, names)] : [])).join(' ');

/** @type {Record<string, string>} how sure that is, where it is worth a word */
const SURE = {
  proven: 'page.review.proven',
  same: 'page.hint.same',
  only: 'page.hint.only',
};

/**
 * What a good cat would do, how sure that is, and why.
 * @param {Advice} advice
 * @param {string[]} names
 */
export function hintWords({ action, verdict = '', reason, also }, names) {
  const sure = SURE[verdict];
  return [deedWords(action), sure ? say(sure) : '', reasonsWords({ reason, also }, names)]
    .filter(Boolean)
    .join(' ');
}
