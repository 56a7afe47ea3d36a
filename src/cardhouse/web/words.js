/**
 * @file Every sentence that people read. One catalogue per language; what a language lacks is said
 * in English.
 *
 * A text has places for facts, `{name:kind|forms}`, as engine/words.py describes them. Only the
 * kind decides how a value is shown; who is "you" is decided by seat.
 */

import { WEB } from './bundled.js';
import { languages } from './languages.js';
import { readFile } from './transport/http.js';

/** @typedef {import('./table/view.js').Facts} Facts */

/**
 * What the players are called, by seat; `you` is the seat of who plays alone at this screen.
 * @typedef {readonly string[] & {you?: number}} Names
 */

const PLACE = /\{(\w+)(?::(\w+))?((?:\|[^{}|]*)*)\}/g;

/** @type {Record<string, string>} */
let english = {};
/** @type {Record<string, string>} */
let texts = {};
let language = 'en';
let plurals = new Intl.PluralRules(language);
let numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

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
 * @param {boolean} isYou
 * @param {string} name
 */
function personForm(forms, isYou, name) {
  const [, you = '', other = ''] = /^\|you:(.*)\|other:(.*)$/.exec(forms) ?? [];
  return isYou ? you : other.replaceAll('@', name);
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
  numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
}

/** The language that everything is said in. */
export const locale = () => language;

/** True if there is a text for a key. @param {string} key */
export const knows = (key) => key in texts;

/** True for the text of one card or more. @param {unknown} value @returns {value is string} */
const isCards = (value) =>
  typeof value === 'string' && /^([2-9TJQKA][cdsh]|W[12])( ([2-9TJQKA][cdsh]|W[12]))*$/.test(value);

/**
 * How a value of each kind is said. A kind that stands nowhere here is shown as it is.
 * @type {Record<string, (value: string, name: string, cards: (cards: string) => string) => string>}
 */
const KINDS = {
  card: (value, _, cards) => (isCards(value) ? cards(value) : value),
  cards: (value, _, cards) => (isCards(value) ? cards(value) : value),
  word: (value, name) => texts[value.startsWith(`${name}.`) ? value : `${name}.${value}`] ?? value,
  number: (value) => numbers.format(Number(value)),
  action: (value) => actionInWords(value),
  choice: (value, _, cards) =>
    isCards(value) ? cards(value) : say('page.hint.named', { action: value }),
};

/**
 * The sentence for a key, with the facts put in.
 * @param {string} key
 * @param {Facts} [facts]
 * @param {Names} [names]
 * @param {(cards: string) => string} [cards] how cards are said
 * @returns {string}
 */
export function say(key, facts = {}, names = [], cards = cardsInShort) {
  return (
    texts[key]?.replace(
      PLACE,
      /**
       * @param {string} place
       * @param {string} name
       * @param {string | undefined} stated
       * @param {string} forms
       */
      (place, name, stated, forms) => {
        if (!Object.hasOwn(facts, name)) return place;
        const value = facts[name],
          kind = stated ?? name;
        if (kind === 'seat') {
          const called = names[/** @type {number} */ (value)] ?? String(value);
          return forms ? personForm(forms, value === names.you, called) : called;
        }
        if (forms) return pluralForm(forms, Number(value), plurals);
        return Object.hasOwn(KINDS, kind)
          ? (KINDS[kind]?.(String(value), name, cards) ?? '')
          : String(value);
      },
    ) ?? key
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

/**
 * What a button for an action says. Several with one verb and no words of their own are told apart
 * by their number; what has no words at all is said as it is typed.
 * @param {string} key @param {Facts | undefined} facts @param {string} action
 */
export function buttonWords(key, facts, action) {
  if (!knows(key)) return capital(action);
  const [verb, number = ''] = action.split(' ');
  const alike = key === `page.do.${verb}` && /^\d+$/.test(number);
  return alike ? `${say(key, facts)} ${number}` : say(key, facts);
}

/** An action as people say it: "Play 7♣". @param {string} action */
export function actionInWords(action) {
  const [verb = '', ...rest] = action.split(' ');
  if (knows(`page.action.${verb}`))
    return say(`page.action.${verb}`, { card: rest[0], using: rest[1] });
  const key = actionKey(action),
    cards = rest.filter((word) => !/^\d+$/.test(word)).join(' ');
  if (!cards) return knows(key) ? say(key) : capital(action);
  return `${knows(key) ? say(key) : capital(verb)} ${cardsInShort(cards)}`;
}
