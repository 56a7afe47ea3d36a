/**
 * @file What a player can do with which cards: read from what is legal, so that no rule is written
 * twice.
 */

import { actionKey } from '../words.js';
import { cardsOf } from './view.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../game/contract.js').Actions} Actions */
/** @typedef {import('../game/contract.js').Button} Button */

/** True if an action is done without cards: `take`, `blind 2`. @param {string} action */
const isBare = (action) => cardsOf(action).every((word) => /^\d+$/.test(word));

/** All cards that some legal action names. @param {View} view @returns {Set<string>} */
export const playable = (view) => new Set(view.legal.flatMap(cardsOf));

/**
 * All that may go together with a card, that card included.
 * @param {View} view
 * @param {string} card
 * @param {readonly string[]} own the cards that can be chosen
 * @returns {string[]}
 */
export function together(view, card, own) {
  const sets = view.legal
    .map(cardsOf)
    .filter((cards) => cards.includes(card) && cards.every((one) => own.includes(one)));
  return sets.sort((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * The legal actions that play just these cards of one's own.
 * @param {View} view
 * @param {readonly string[]} cards
 * @param {readonly string[]} own the cards that can be chosen
 * @returns {string[]}
 */
export function plays(view, cards, own) {
  const wanted = [...cards].sort().join(' ');
  return view.legal.filter((action) => {
    const used = cardsOf(action).filter((card) => own.includes(card));
    return used.length > 0 && used.sort().join(' ') === wanted;
  });
}

/**
 * The cards on the table onto which these cards of one's own may go, each with that action.
 * @param {View} view
 * @param {readonly string[]} cards
 * @param {readonly string[]} own the cards that can be chosen
 * @returns {Map<string, string>}
 */
export function targets(view, cards, own) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const action of plays(view, cards, own)) {
    const [other, more] = cardsOf(action).filter((card) => !own.includes(card));
    if (other && !more) found.set(other, action);
  }
  return found;
}

/**
 * All cards on the table onto which some card of one's own may go.
 * @param {View} view
 * @param {readonly string[]} own the cards that can be chosen
 */
export function targetable(view, own) {
  const mixed = view.legal.map(cardsOf).filter((cards) => cards.some((card) => own.includes(card)));
  return new Set(mixed.flat().filter((card) => !own.includes(card)));
}

/**
 * The one thing that a card can be played for now, by itself; undefined: there is a choice, or
 * nothing.
 * @param {View} view
 * @param {string} card
 * @param {readonly string[]} own the cards that can be chosen
 * @returns {string | undefined}
 */
export function onlyPlay(view, card, own) {
  const uses = view.legal.filter((action) => cardsOf(action).includes(card));
  return uses.length === 1 ? plays(view, [card], own)[0] : undefined;
}

/**
 * The legal actions without cards that get a button, in order.
 * @param {Actions} actions
 * @param {View} view
 */
function bareActions({ bare }, view) {
  if (bare) return bare.filter((action) => view.legal.includes(action));
  return view.legal.filter((action) => isBare(action) && action !== 'slap');
}

/**
 * The only sensible thing to do, where nothing is chosen.
 * @param {Actions} actions
 * @param {View} view
 * @returns {string | undefined}
 */
export function sensible(actions, view) {
  const all = view.legal.filter((action) => action !== 'slap');
  if (all.length === 1) return all[0];
  const bare = bareActions(actions, view);
  const plays = all.filter((action) => !bare.includes(action));
  return plays.length === 1 ? plays[0] : undefined;
}

/**
 * What is done rather than to play a card: to take, to pass, to end.
 * @param {Actions} actions
 * @param {View} view
 * @returns {string | undefined}
 */
export const instead = (actions, view) => bareActions(actions, view)[0];

/**
 * What a digit does: the one legal action with this number.
 * @param {View} view
 * @param {string} digit
 * @returns {string | undefined}
 */
export function numbered(view, digit) {
  const found = view.legal.filter((action) => cardsOf(action).join(' ') === digit);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The buttons for a seat.
 * @param {Actions} actions
 * @param {View} view
 * @param {number} seat
 * @param {string[]} chosen
 * @param {string | null} [target] the card on the table that is pointed at
 * @returns {Button[]}
 */
export function buttons(actions, view, seat, chosen, target) {
  if (view.outcome) return [];
  const drop = target ? { target } : undefined;
  const meant = chosen.length ? actions.meant(view, seat, chosen, drop) : undefined;
  const { exactly = 0 } = actions.picking(view);
  if (exactly) {
    const off = chosen.length !== exactly;
    return [{ key: actionKey(view.legal[0] ?? ''), action: meant ?? '', main: true, off }];
  }
  const action = meant && view.legal.includes(meant) ? meant : undefined;
  return [
    ...(action ? [{ key: actionKey(action), action, main: true }] : []),
    ...actions.more(view, seat, chosen).filter((more) => more.action !== action),
    ...bareActions(actions, view)
      .filter((bare) => bare !== action)
      .map((bare) => ({
        key: actionKey(bare),
        action: bare,
        main: actions.bare !== null && view.legal.length === 1,
      })),
  ];
}
