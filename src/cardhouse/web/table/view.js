/** @file Reading a view. */

/** @typedef {import('../types.js').View} View */

export const HIDDEN = '??';
export const SLAP_GAMES = new Set(['ratscrew', 'slapjack']);

/** The cards of a zone, `??` where hidden. @param {View} view @param {string} name @param {number | null} [seat] @returns {string[]} */
export function zone(view, name, seat = null) {
  const found = view.zones.find((one) => one[0] === name && one[1] === seat);
  return found && found[2] ? found[2].split(' ') : [];
}

/** Another view whose zone holds these cards. @param {View} view @param {string} name @param {number | null} seat @param {string[]} cards @returns {View} */
export function withZone(view, name, seat, cards) {
  return { ...view, zones: view.zones.map((one) => (one[0] === name && one[1] === seat ? [name, seat, cards.join(' ')] : one)) };
}

/** A view as it looks without what can be done and without its clock: between two states. @param {View} view @returns {View} */
export const between = (view) => ({ ...view, legal: [], timer: null });

/** Take cards out of a hand, known or not. @param {View} view @param {string} name @param {number} seat @param {string[]} cards @returns {View} */
export function without(view, name, seat, cards) {
  const left = zone(view, name, seat);
  for (const card of cards) {
    const at = left.includes(card) ? left.indexOf(card) : left.lastIndexOf(HIDDEN);
    if (at >= 0) left.splice(at, 1);
  }
  return withZone(view, name, seat, left);
}

/** Put cards onto a zone. @param {View} view @param {string} name @param {number | null} seat @param {string[]} cards @returns {View} */
export const onto = (view, name, seat, cards) => withZone(view, name, seat, [...zone(view, name, seat), ...cards]);

/** @param {string | undefined} cards */
export const list = (cards) => (cards ? cards.split(' ') : []);

const RANKS = '23456789TJQKA';

/** @param {string} card */
export const rank = (card) => RANKS.indexOf(card[0] ?? '');

/** @param {string} card */
export const suit = (card) => card[1] ?? '';

/** Whether a card scores in Hearts with these options. @param {string} card @param {View} view */
export const scores = (card, view) => suit(card) === 'h' || card === 'Qs' || (card === 'Jd' && view.options.jack === true);

/** The points of a Hearts card against its taker. @param {string[]} cards */
export const heartPoints = (cards) => cards.reduce((sum, card) => sum + (card === 'Qs' ? 13 : suit(card) === 'h' ? 1 : 0), 0);

/** How many cards a seat still has, wherever they lie. @param {View} view @param {number} seat */
export const held = (view, seat) => zone(view, 'hand', seat).length + zone(view, 'up', seat).length + zone(view, 'down', seat).length;

/** Whether a seat is out of the game, and in which place. @param {View} view @param {number} seat */
export function placeOf(view, seat) {
  const places = view.game === 'threes' ? view.facts.out : view.facts.places;
  return Array.isArray(places) ? Number(places[seat] ?? 0) : 0;
}
