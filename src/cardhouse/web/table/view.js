/**
 * @file A view: what a seat may know of a game, as the server's `View.plain()` writes it.
 *
 * @typedef {Record<string, any>} Facts what else is known; each game's page declares those it reads
 *
 * @typedef {import('../types.js').View} View
 * @typedef {import('../types.js').GameEvent} GameEvent
 */

export const HIDDEN = '??';

/**
 * The cards of a zone, `??` where hidden.
 * @param {View} view
 * @param {string} name
 * @param {number | null} [seat]
 * @returns {string[]}
 */
export function zone(view, name, seat = null) {
  const found = view.zones.find((one) => one[0] === name && one[1] === seat);
  return found?.[2] ? found[2].split(' ') : [];
}

/**
 * Another view whose zone holds these cards.
 * @param {View} view
 * @param {string} name
 * @param {number | null} seat
 * @param {string[]} cards
 * @returns {View}
 */
export function withZone(view, name, seat, cards) {
  return {
    ...view,
    zones: view.zones.map((one) =>
      one[0] === name && one[1] === seat ? [name, seat, cards.join(' ')] : one,
    ),
  };
}

/**
 * A view as it looks while nobody can do anything and no clock runs: between two states.
 * @param {View} view
 * @returns {View}
 */
export const between = (view) => ({ ...view, turn: [], legal: [], timer: null });

/** True if a view lies between two states: nothing is awaited of anybody. @param {View} view */
export const isBetween = (view) => !view.turn.length && !view.timer && !view.legal.length;

/**
 * Take cards out of a hand, known or not.
 * @param {View} view
 * @param {string} name
 * @param {number} seat
 * @param {string[]} cards
 * @returns {View}
 */
export function without(view, name, seat, cards) {
  const left = zone(view, name, seat);
  for (const card of cards) {
    const at = left.includes(card) ? left.indexOf(card) : left.lastIndexOf(HIDDEN);
    if (at >= 0) left.splice(at, 1);
  }
  return withZone(view, name, seat, left);
}

/**
 * Put cards onto a zone.
 * @param {View} view
 * @param {string} name
 * @param {number | null} seat
 * @param {string[]} cards
 * @returns {View}
 */
export const onto = (view, name, seat, cards) =>
  withZone(view, name, seat, [...zone(view, name, seat), ...cards]);

/** @param {string | undefined} cards */
export const list = (cards) => (cards ? cards.split(' ') : []);

const RANKS = '23456789TJQKA';

/** @param {string} card */
export const rank = (card) => RANKS.indexOf(card[0] ?? '');

/** @param {string} card */
export const suit = (card) => card[1] ?? '';

/** @param {string} action */
export const verb = (action) => action.split(' ', 1)[0] ?? '';

/** What stands behind the verb of an action: mostly cards. @param {string} action */
export const cardsOf = (action) => action.split(' ').slice(1);

/** True if some legal action has this verb. @param {View} view @param {string} name */
export const may = (view, name) => view.legal.some((action) => verb(action) === name);

/** True if a move of this seat is awaited. @param {View} view @param {number} seat */
export const onTurn = (view, seat) => view.turn.includes(seat);

/**
 * The legal action with this verb and just these cards.
 * @param {View} view
 * @param {string} name
 * @param {string[]} cards
 */
export function legalWith(view, name, cards) {
  const sorted = [...cards].sort().join(' ');
  return view.legal.find(
    (action) => verb(action) === name && cardsOf(action).sort().join(' ') === sorted,
  );
}

/** The first event of a kind. @param {GameEvent[]} events @param {string} kind */
export const first = (events, kind) => events.find((event) => event.kind === kind);

/**
 * The events before the first of some kinds, and the others.
 * @param {GameEvent[]} events
 * @param {string[]} kinds
 * @returns {[GameEvent[], GameEvent[]]}
 */
export function split(events, kinds) {
  const at = events.findIndex((event) => kinds.includes(event.kind));
  return at < 0 ? [events, []] : [events.slice(0, at), events.slice(at)];
}
