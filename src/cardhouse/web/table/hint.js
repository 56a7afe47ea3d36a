/** @file A hint in words: what a good cat would do, how sure that is, and why. */

import { actionKey, knows, say } from '../words.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').Facts} Facts */
/** @typedef {import('../words.js').Names} Names */
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
    action,
    count: cards,
    given: rest[0],
    taken: rest[1],
    card: rest[0],
    using: rest[1],
  });
}

/**
 * Why, in one sentence or two.
 * @param {{reason?: Why | null, also?: Why | null}} found
 * @param {Names} names
 */
export const reasonsWords = ({ reason, also }, names) =>
  [reason, also].flatMap((one) => (one ? [say(one.key, one.facts, names)] : [])).join(' ');

/** @type {Record<string, string>} how sure that is, where it is worth a word */
const SURE = {
  proven: 'page.review.proven',
  same: 'page.hint.same',
  only: 'page.hint.only',
};

/**
 * What a good cat would do, how sure that is, and why.
 * @param {Advice} advice
 * @param {Names} names
 */
export function hintWords({ action, verdict = '', reason, also }, names) {
  const sure = SURE[verdict];
  return [deedWords(action), sure ? say(sure) : '', reasonsWords({ reason, also }, names)]
    .filter(Boolean)
    .join(' ');
}
