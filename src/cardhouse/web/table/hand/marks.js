/**
 * @file What each card says of itself: what can be played stands up, the rest is dimmed, what was
 * chosen is pulled out, what it may go onto lights up. A screen reader hears the same.
 */

import { cardInWords, knows, say } from '../../words.js';
import { playable } from '../choices.js';
import { cardsOf, HIDDEN, verb } from '../view.js';
import { faceDown, momentOf, ownPieces, targetPieces } from './pieces.js';
import { aimsOf, awaits, inOrder, settle } from './state.js';

/** @typedef {import('../cards.js').Piece} Piece */
/** @typedef {import('./pieces.js').Hand} Hand */
/** @typedef {import('./state.js').Moment} Moment */
/** @typedef {import('../view.js').View} View */

/** The classes that the game gave each card. @type {WeakMap<HTMLElement, string[]>} */
const marked = new WeakMap();

/** How a card looks that is nothing special. */
const PLAIN = {
  own: false,
  playable: false,
  dim: false,
  chosen: false,
  early: false,
  hinted: false,
  target: false,
  aim: false,
  aimed: false,
};

/** @param {HTMLElement} element @param {string} name @param {string | null} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** @param {HTMLElement} element @param {Partial<typeof PLAIN>} looks */
function setLooks(element, looks) {
  for (const [name, on] of Object.entries({ ...PLAIN, ...looks }))
    if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

/** @param {HTMLElement} element @param {string[]} names */
function setMarks(element, names) {
  const before = marked.get(element) ?? [];
  for (const name of before) if (!names.includes(name)) element.classList.remove(name);
  for (const name of names) if (!before.includes(name)) element.classList.add(name);
  marked.set(element, names);
}

/**
 * A card that can be pressed, with what is said of it.
 * @param {HTMLElement} element
 * @param {(string | false)[]} words
 * @param {boolean} pressed
 * @param {boolean} reached whether Tab comes to it
 */
function speak(element, words, pressed, reached) {
  setAttribute(element, 'aria-hidden', null);
  setAttribute(element, 'aria-label', words.filter(Boolean).join(', '));
  setAttribute(element, 'aria-pressed', String(pressed));
  element.tabIndex = reached ? 0 : -1;
}

/** Bring every card up to date. @param {Hand} hand */
export function mark(hand) {
  const { table, state } = hand;
  const moment = momentOf(hand);
  const mine = moment ? ownPieces(hand, moment) : [];
  const order = mine.map((piece) => piece.card).filter((card) => card !== HIDDEN);
  settle(state, order, moment?.view ?? null);
  const aimed = moment ? targetPieces(hand, moment) : [];
  const able = moment ? inQuestion(hand, moment) : new Set();
  const first = state.cursor ?? order.find((card) => able.has(card)) ?? order[0];
  const own = new Set(mine),
    targeted = new Set(aimed);
  for (const piece of table.cards.all()) {
    if (moment && own.has(piece)) markOwn(hand, moment, piece, able, first);
    else if (moment && targeted.has(piece)) markTarget(hand, moment, piece, aimed);
    else markOther(hand, piece);
  }
  putInReadingOrder(mine.map((piece) => piece.element));
}

/**
 * The cards that can be played or, once a target is pointed at, those that may go onto it.
 * @param {Hand} hand
 * @param {Moment} moment
 * @returns {Set<unknown>}
 */
function inQuestion({ state: { target, chosen } }, { view }) {
  if (!target || chosen.size) return playable(view);
  return new Set(view.legal.filter((action) => cardsOf(action).includes(target)).flatMap(cardsOf));
}

/**
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {Piece} piece
 * @param {Set<unknown>} able
 * @param {string | undefined} first the card that the keyboard comes to first
 */
function markOwn(hand, moment, piece, able, first) {
  const { chosen, early, hinted } = hand.state;
  const { view, page, exactly } = moment,
    { element, card } = piece,
    blind = faceDown(hand, moment, piece),
    awaited = awaits(view),
    now = blind ? view.legal.includes(blind) : able.has(card);
  setLooks(element, {
    own: true,
    playable: awaited && now && !exactly,
    dim: awaited && !now && !blind,
    chosen: chosen.has(card),
    early: early && chosen.has(card),
    hinted: hinted.has(card) && card !== HIDDEN,
  });
  setMarks(element, blind ? [] : page.marks.card(view, card));
  const words = [
    blind ? say('page.card.blind', { count: blind.split(' ').pop() }) : cardInWords(card),
    now && awaited && say('page.card.playable'),
    early && chosen.has(card) && say('page.card.early'),
    !blind && page.marks.cardWords(view, card),
  ];
  speak(element, words, chosen.has(card), !!blind || card === first);
}

/**
 * A card on the table onto which one of the hand may go.
 * @param {Hand} hand
 * @param {Moment} moment
 * @param {Piece} piece
 * @param {Piece[]} aimed all of these, as they are read
 */
function markTarget({ state }, { view }, { element, card }, aimed) {
  const aims = aimsOf(state, view);
  const on = state.target === card,
    reached = state.target ? on : aimed[0]?.card === card;
  setLooks(element, {
    hinted: state.hinted.has(card),
    target: true,
    aim: aims.has(card),
    aimed: on,
  });
  setMarks(element, []);
  speak(element, [cardInWords(card), say('page.card.target')], on, reached);
}

/** @param {Hand} hand @param {Piece} piece */
function markOther({ state }, { element, card }) {
  setLooks(element, { hinted: state.hinted.has(card) && card !== HIDDEN });
  setMarks(element, []);
  setAttribute(element, 'aria-hidden', 'true');
  element.tabIndex = -1;
  if (document.activeElement === element) element.blur();
  setAttribute(element, 'aria-label', null);
  setAttribute(element, 'aria-pressed', null);
}

/**
 * A screen reader reads the hand in the order in which it is seen.
 * @param {HTMLElement[]} elements
 */
function putInReadingOrder(elements) {
  for (let at = elements.length - 2; at >= 0; at--) {
    const [here, next] = elements.slice(at, at + 2);
    if (!here || !next) continue;
    const before = here.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (before) continue;
    const focused = document.activeElement === here;
    next.before(here);
    if (focused) here.focus({ preventScroll: true });
  }
}

/**
 * What the page wants to know while it is open which card goes onto which; empty: nothing.
 * @param {Hand} hand
 */
export function question(hand) {
  const { state } = hand,
    moment = momentOf(hand);
  if (!moment || !awaits(moment.view)) return '';
  const cards = inOrder(state),
    [action, other] = aimsOf(state, moment.view).values();
  if (action && other && !state.target) return asked(verb(action), '', { using: cards.join(' ') });
  const { target } = state;
  const possible = moment.view.legal.find((one) => target && cardsOf(one).includes(target));
  if (cards.length || !target || !possible) return '';
  return asked(verb(possible), '.with', { card: target });
}

/**
 * The question for an action in the game's own words, or in those for any game.
 * @param {string} name of the action
 * @param {string} which
 * @param {import('../../types.js').Facts} facts
 */
function asked(name, which, facts) {
  const own = `page.aim.${name}${which}`;
  return say(knows(own) ? own : `page.aim${which}`, facts);
}
