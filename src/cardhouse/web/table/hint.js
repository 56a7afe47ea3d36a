/** @file A hint in words: what a good cat would do, how sure that is, and why. */

import { actionInWords, knows, say } from '../words.js';

/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').Facts} Facts */

/** What a good cat would do, in words. @param {string} action empty: nothing */
function deedWords(action) {
  const [verb = '', ...rest] = action.split(' '), cards = rest.join(' ');
  if (!action) return say('page.hint.nothing');
  if (verb === 'pass' && !cards) return say('page.hint.pass_turn');
  const key = knows(`page.hint.${verb}`) ? `page.hint.${verb}` : 'page.hint.do';
  return say(key, { cards, action: actionInWords(action), count: cards, given: rest[0], taken: rest[1], card: rest[0], using: rest[1] });
}

/** Facts with numbers as this language writes them, and an action in its words. @param {Facts} facts @returns {Facts} */
function told(facts) {
  const number = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => {
    if (name === 'action') return [name, actionInWords(String(value))];
    return [name, name === 'points' || name === 'number' ? number.format(Number(value)) : value];
  }));
}

/** @type {Record<string, string>} how sure that is, where it is worth a word */
const SURE = { proven: 'page.review.proven', close: 'page.hint.close', only: 'page.hint.only' };

/** What a good cat would do, how sure that is, and why. @param {Advice} advice @param {string[]} names */
export function hintWords({ action, verdict = '', reason }, names) {
  const sure = SURE[verdict];
  return [deedWords(action), sure ? say(sure) : '', reason ? say(reason.key, told(reason.facts ?? {}), names) : ''].filter(Boolean).join(' ');
}
