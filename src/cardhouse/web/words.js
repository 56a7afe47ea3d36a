/**
 * @file Every sentence that people read. One catalogue per language; what a language lacks is said in English.
 *
 * `{seat} takes {count} {count|card|cards}`: a fact that names a seat is shown as that player's name, a fact with words
 * of its own by those, and `{count|…|…}` picks the form that goes with the number in that language.
 */

/** @typedef {import('./types.js').Facts} Facts */

export const languages = /** @type {const} */ ({ en: 'English', de: 'Deutsch', ru: 'Русский', es: 'Español' });

const SEATS = new Set(['seat', 'to', 'by', 'giver', 'taker', 'payer', 'winner', 'starter']);
const PLACE = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

/** @type {Record<string, string>} */
let english = {};
/** @type {Record<string, string>} */
let texts = {};
let language = 'en';

/** Which of a language's forms goes with a number. @param {number} count @param {string} tongue */
export function pluralForm(count, tongue) {
  if (tongue !== 'ru') return count === 1 ? 0 : 1;
  const ten = count % 10, hundred = count % 100;
  if (ten === 1 && hundred !== 11) return 0;
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2;
}

/** @param {string} tongue @returns {Promise<Record<string, string>>} */
async function catalogue(tongue) {
  const answer = await fetch(`/web/words/${tongue}.json`);
  return answer.ok ? answer.json() : {};
}

/** Load a language; it is spoken from then on. @param {string} tongue */
export async function speak(tongue) {
  if (!Object.keys(english).length) english = await catalogue('en');
  const known = tongue in languages ? tongue : 'en';
  texts = known === 'en' ? english : { ...english, ...(await catalogue(known).catch(() => ({}))) };
  language = known;
  document.documentElement.lang = known;
}

/** Whether there is a text for a key. @param {string} key */
export const knows = (key) => key in texts;

/** @param {unknown} value */
const isCards = (value) => typeof value === 'string' && /^([2-9TJQKA][cdsh]|W[12])( ([2-9TJQKA][cdsh]|W[12]))*$/.test(value);

/** The sentence for a key, with the facts put in. @param {string} key @param {Facts} [facts] @param {readonly string[]} [names] @returns {string} */
export function say(key, facts = {}, names = []) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(PLACE, (/** @type {string} */ place, /** @type {string} */ name, /** @type {string} */ forms) => {
    if (!(name in facts)) return place;
    const value = facts[name];
    if (forms) {
      const choices = forms.slice(1).split('|');
      return choices[Math.min(pluralForm(Number(value), language), choices.length - 1)] ?? '';
    }
    if (SEATS.has(name) && typeof value === 'number') return names[value] ?? String(value);
    if (isCards(value)) return cardsInShort(value);
    const known = String(value).startsWith(`${name}.`) ? String(value) : `${name}.${value}`;
    return texts[known] ?? String(value);
  });
}

const SIGNS = /** @type {Record<string, string>} */ ({ c: '♣', d: '♦', s: '♠', h: '♥' });

/** Cards as people write them: `7♥ 10♠`. @param {string} cards @returns {string} */
export const cardsInShort = (cards) =>
  cards.split(' ').filter(Boolean).map((card) => (card.startsWith('W') ? say('page.card.wild') : (card[0] === 'T' ? '10' : card[0]) + (SIGNS[card[1] ?? ''] ?? ''))).join(' ');

/** A card as people say it: "seven of hearts". @param {string} card */
export function cardInWords(card) {
  if (card.startsWith('W')) return say('page.card.wild');
  return say('page.card', { rank: say(`page.rank.${card[0]}`), suit: say(`page.suit.${card[1]}`) });
}

/** Several cards as people say them. @param {string} cards */
export const cardsInWords = (cards) => cards.split(' ').filter(Boolean).map(cardInWords).join(', ');

/** An action as people say it: "Play 7♣". @param {string} action */
export function actionInWords(action) {
  const [verb = '', ...rest] = action.split(' ');
  if (verb === 'beat' && rest.length === 2) return say('page.review.beat', { card: rest[0], using: rest[1] });
  const key = verb === 'pass' ? (rest.length ? 'page.do.pass_cards' : 'page.do.pass_turn') : `page.do.${verb}`;
  return `${knows(key) ? say(key) : verb} ${/^\d+$/.test(rest.join('')) ? '' : cardsInShort(rest.join(' '))}`.trim();
}
