/**
 * @file Every sentence that people read. One catalogue per language; what a language lacks is said
 * in English.
 *
 * `{seat} takes {count} {count|one:card|other:cards}`: a fact that names a seat is shown as that
 * player's name, a fact with words of its own by those, and after a `|` stand the forms that go
 * with a number, by the plural categories of the language. Where it names a seat, the forms are
 * `you` and `other`: `{seat} {seat|you:take|other:takes}`, `{to|you:you|other:@}`.
 */

import { WEB } from './bundled.js';
import { languages } from './languages.js';
import { readFile } from './transport/http.js';

/** @typedef {import('./table/view.js').Facts} Facts */

const SEATS = new Set(['seat', 'to', 'by', 'giver', 'taker', 'payer', 'winner', 'starter']);
const PLACE = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

/** @type {Record<string, string>} */
let english = {};
/** @type {Record<string, string>} */
let texts = {};
let language = 'en';
let plurals = new Intl.PluralRules(language);

/**
 * The form that goes with a number.
 * @param {string} forms like `|one:card|other:cards`
 * @param {number} count
 * @param {Intl.PluralRules} rules
 */
export function pluralForm(forms, count, rules) {
  const byCategory = new Map(
    forms
      .slice(1)
      .split('|')
      .map((form) => /** @type {[string, string]} */ (form.split(/:(.*)/s, 2))),
  );
  // A category that a text leaves out, like that of fractions, is said as the last it has.
  return byCategory.get(rules.select(count)) ?? [...byCategory.values()].at(-1) ?? '';
}

/**
 * The form that goes with a player: one for the person at the screen, and one for all others in
 * which `@` is their name.
 * @param {string} forms like `|you:take|other:takes`
 * @param {string} name
 */
function personForm(forms, name) {
  const [, you = '', other = ''] = /^\|you:(.*)\|other:(.*)$/.exec(forms) ?? [];
  return name === texts['page.you'] ? you : other.replaceAll('@', name);
}

/** @param {string} locale @returns {Promise<Record<string, string>>} */
async function catalogue(locale) {
  return readFile(new URL(`words/${locale}.json`, WEB).href).catch(() => ({}));
}

/** Load a language; everything is said in it from then on. @param {string} locale */
export async function loadLocale(locale) {
  if (!Object.keys(english).length) english = await catalogue('en');
  const known = locale in languages ? locale : 'en';
  const own = known === 'en' ? {} : await catalogue(known).catch(() => ({}));
  setTexts(known, { ...english, ...own });
  document.documentElement.lang = known;
}

/**
 * Say everything by these texts.
 * @param {string} locale
 * @param {Record<string, string>} catalogue
 */
export function setTexts(locale, catalogue) {
  texts = catalogue;
  language = locale;
  plurals = new Intl.PluralRules(locale);
}

/** The language that everything is said in. */
export const locale = () => language;

/** Whether there is a text for a key. @param {string} key */
export const knows = (key) => key in texts;

/** @param {unknown} value @returns {value is string} */
export const isCards = (value) =>
  typeof value === 'string' && /^([2-9TJQKA][cdsh]|W[12])( ([2-9TJQKA][cdsh]|W[12]))*$/.test(value);

/**
 * The sentence for a key, with the facts put in.
 * @param {string} key
 * @param {Facts} [facts]
 * @param {readonly string[]} [names]
 * @returns {string}
 */
export function say(key, facts = {}, names = []) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(
    PLACE,
    (/** @type {string} */ place, /** @type {string} */ name, /** @type {string} */ forms) => {
      if (!(name in facts)) return place;
      const value = facts[name];
      const seat = SEATS.has(name) && typeof value === 'number';
      if (seat && forms) return personForm(forms, names[value] ?? String(value));
      if (forms) return pluralForm(forms, Number(value), plurals);
      if (seat) return names[value] ?? String(value);
      if (isCards(value)) return cardsInShort(value);
      const known = String(value).startsWith(`${name}.`) ? String(value) : `${name}.${value}`;
      return texts[known] ?? String(value);
    },
  );
}

/** Names in a row: "Domino and Mocha". @param {readonly string[]} names */
export const listed = (names) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

const SIGNS = /** @type {Record<string, string>} */ ({ c: '♣', d: '♦', s: '♠', h: '♥' });

/** Cards as people write them: `7♥ 10♠`. @param {string} cards @returns {string} */
export const cardsInShort = (cards) =>
  cards
    .split(' ')
    .filter(Boolean)
    .map((card) =>
      card.startsWith('W')
        ? say('page.card.wild')
        : (card[0] === 'T' ? '10' : card[0]) + (SIGNS[card[1] ?? ''] ?? ''),
    )
    .join(' ');

/** A card as people say it: "seven of hearts". @param {string} card */
export function cardInWords(card) {
  if (card.startsWith('W')) return say('page.card.wild');
  return say('page.card', { rank: say(`page.rank.${card[0]}`), suit: say(`page.suit.${card[1]}`) });
}

/** Words as a sentence begins. @param {string} words */
export const capital = (words) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/** Several cards as people say them. @param {string} cards */
export const cardsInWords = (cards) => cards.split(' ').filter(Boolean).map(cardInWords).join(', ');

/**
 * The key of the words for an action: `page.do.play`, or `page.do.name.2` for a number of its own;
 * where a verb is also said without cards, `page.do.pass_cards` for the one with them.
 * @param {string} action
 * @param {'do' | 'hint'} [kind] what it is called on a button, or in a hint
 */
export function actionKey(action, kind = 'do') {
  const [verb = '', ...rest] = action.split(' '),
    key = kind === 'do' ? `page.do.${verb}` : `page.hint.${verb}`;
  const [own] = [`${key}.${rest.join('.')}`, rest.length ? `${key}_cards` : ''].filter(knows);
  return own ?? key;
}

/** An action as people say it: "Play 7♣". @param {string} action */
export function actionInWords(action) {
  const [verb = '', ...rest] = action.split(' ');
  if (knows(`page.action.${verb}`))
    return say(`page.action.${verb}`, { card: rest[0], using: rest[1] });
  const key = actionKey(action),
    cards = rest.filter((word) => !/^\d+$/.test(word)).join(' ');
  return `${knows(key) ? say(key) : verb} ${cardsInShort(cards)}`.trim();
}
