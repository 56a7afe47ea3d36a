/** @file The hand: which cards are chosen, which can be played, and what clicking, dragging and keys do with them. */

import { cardInWords, cardsInShort, say } from '../words.js';
import { actionFor, buttons, playable, sensible, sources, taking, together, wanted } from './choices.js';
import { createDrag } from './drag.js';
import { HIDDEN, list, scores, zone } from './view.js';

/** @typedef {import('./cards.js').Piece} Piece */
/** @typedef {import('../types.js').View} View */

/**
 * @typedef {object} Table what the hand needs from its table
 * @property {HTMLElement} felt
 * @property {import('./cards.js').Cards} cards
 * @property {() => import('./layout.js').Plan | null} plan
 * @property {() => View | null} view as it is shown, of the seat whose hand is open
 * @property {() => number | null} seat whose hand is open
 * @property {(action: string, beside: HTMLElement | null) => void} act
 * @property {() => void} changed the choice is another one
 */

/** @param {Table} table */
export function createHands(table) {
  /** @type {Set<string>} */
  const chosen = new Set();
  /** @type {string[]} */
  let order = [];
  /** @type {string | null} */
  let cursor = null;
  /** @type {Set<string>} */
  let hinted = new Set();

  const inOrder = () => order.filter((card) => chosen.has(card));

  /** @param {Piece} piece */
  function selectable(piece) {
    const view = table.view(), seat = table.seat();
    if (!view || seat === null || !piece.place) return false;
    const [name, whose] = piece.place.zone.split(' ');
    return Number(whose) === seat && sources(view, seat).includes(name ?? '');
  }

  /** The number of a face-down card. @param {Piece} piece */
  function slotOf(piece) {
    const view = table.view(), seat = table.seat();
    if (!view || seat === null || piece.place?.zone !== `down ${seat}`) return 0;
    const mine = table.cards.all().filter((one) => one.place?.zone === piece.place?.zone).sort((a, b) => (a.place?.x ?? 0) - (b.place?.x ?? 0));
    return view.facts.slots?.[seat]?.[mine.indexOf(piece)] ?? 0;
  }

  /** @param {Iterable<string>} cards */
  function choose(cards) {
    chosen.clear();
    for (const card of cards) chosen.add(card);
    update();
    table.changed();
  }

  /** @param {string} card */
  function toggle(card) {
    const view = table.view();
    const next = new Set(chosen);
    if (next.has(card)) next.delete(card);
    else {
      // A card that can't go with those chosen takes their place.
      const set = view ? together(view, card) : [];
      const fits = view && (wanted(view) > next.size || view.phase === 'swap' || [...next].every((other) => set.includes(other) || other[0] === card[0]));
      if (!fits) next.clear();
      next.add(card);
    }
    cursor = card;
    choose(next);
  }

  /** Play cards, legal or not: why not is said next to them. @param {string[]} cards @param {{target?: string, forward?: boolean}} [how] */
  function play(cards, how = {}) {
    const view = table.view(), seat = table.seat();
    if (!view || seat === null) return;
    const action = actionFor(view, seat, cards, how);
    if (action) table.act(action, table.cards.find(cards[cards.length - 1] ?? '')?.element ?? null);
  }

  const legal = (/** @type {string[]} */ cards) => {
    const view = table.view(), seat = table.seat();
    return !!view && seat !== null && view.legal.includes(actionFor(view, seat, cards) ?? '');
  };

  /** @param {Piece} piece @param {boolean} twice */
  function pressed(piece, twice) {
    const view = table.view(), seat = table.seat();
    if (!view || seat === null) return;
    const slot = slotOf(piece);
    if (slot) return table.act(`blind ${slot}`, piece.element);
    if (piece.card === HIDDEN) return;
    if (view.phase === 'swap') {
      toggle(piece.card);
      if (chosen.size === 2 && legal(inOrder())) play(inOrder());
      return;
    }
    const was = chosen.has(piece.card);
    if (was && !wanted(view) && legal(inOrder())) return play(inOrder());
    if (twice && !wanted(view)) return play(was && chosen.size > 1 ? inOrder() : [piece.card]);
    toggle(piece.card);
  }

  const drag = createDrag({
    felt: table.felt,
    pieces: (piece) => (chosen.has(piece.card) ? inOrder().map((card) => table.cards.find(card)).filter((one) => one !== undefined) : [piece]),
    of: (target) => {
      const piece = table.cards.of(target);
      return piece && selectable(piece) ? piece : undefined;
    },
    pressed,
    dropped(pieces, x, y) {
      const plan = table.plan(), view = table.view();
      const piece = pieces[0];
      if (!plan || !view || !piece) return;
      const lowest = plan.frame.hand.y + (piece.place?.zone.startsWith('hand') ? 0 : -plan.frame.ch);
      const slot = slotOf(piece);
      const target = Object.entries(plan.boxes).filter(([key]) => key.startsWith('attack ')).find(([, box]) => x >= box.x - 8 && x <= box.x + box.w + 30 && y >= box.y - 8 && y <= box.y + box.h + 30)?.[0].slice(7);
      const under = view.phase === 'swap' ? table.cards.all().find((one) => one !== piece && one.place?.up && Math.abs(one.place.x - x) < plan.frame.cw / 2 && Math.abs(one.place.y - y) < plan.frame.ch / 2)?.card : target;
      if (view.phase !== 'swap' && y > lowest) return;
      if (slot) return table.act(`blind ${slot}`, piece.element);
      const cards = pieces.map((one) => one.card);
      if (wanted(view) && cards.length < wanted(view)) return choose(new Set([...chosen, ...cards].slice(0, 3)));
      // Laid beside the attack rather than on it, a card of its rank forwards.
      const beside = view.game === 'durak' && !target && view.legal.some((action) => action.startsWith('forward') && cards.every((card) => action.includes(card)));
      play(cards, { ...(under ? { target: under } : {}), ...(beside ? { forward: true } : {}) });
    },
  });

  /** Mark every card: what can be played stands up, the rest is dimmed, what was chosen is pulled out. */
  function update() {
    const view = table.view(), seat = table.seat();
    const can = view && seat !== null ? playable(view) : new Set();
    const awaited = !!view && seat !== null && view.legal.some((action) => action !== 'slap');
    const got = new Set(list(view?.facts.got));
    const gone = new Set(list(view?.facts.choice));
    const mine = table.cards.all().filter(selectable).sort((a, b) => (a.place?.y ?? 0) - (b.place?.y ?? 0) > 60 ? 1 : (a.place?.x ?? 0) - (b.place?.x ?? 0));
    order = mine.map((piece) => piece.card).filter((card) => card !== HIDDEN);
    for (const card of chosen) if (!order.includes(card)) chosen.delete(card);
    if (cursor && !order.includes(cursor)) cursor = null;
    const first = cursor ?? order.find((card) => can.has(card)) ?? order[0];
    const selectables = new Set(mine);
    for (const piece of table.cards.all()) {
      const own = selectables.has(piece), { element } = piece;
      const blind = own && slotOf(piece) > 0;
      const playableNow = own && (can.has(piece.card) || (blind && !!view?.legal.includes(`blind ${slotOf(piece)}`)));
      const set = (/** @type {string} */ name, /** @type {boolean} */ on) => void (element.classList.contains(name) !== on && element.classList.toggle(name, on));
      set('own', own);
      set('playable', awaited && playableNow && !(view && wanted(view)));
      set('dim', own && awaited && !playableNow && !blind);
      set('chosen', own && chosen.has(piece.card));
      set('passed', own && gone.has(piece.card));
      set('got', own && got.has(piece.card) && view?.game === 'hearts' && view.facts.tricks === 0);
      set('points', own && view?.game === 'hearts' && scores(piece.card, view));
      set('trump', own && view?.game === 'durak' && piece.card[1] === String(view.facts.trump)[0]);
      set('hinted', hinted.has(piece.card) && piece.card !== HIDDEN);
      const hidden = own ? null : 'true';
      if (element.getAttribute('aria-hidden') !== hidden) own ? element.removeAttribute('aria-hidden') : element.setAttribute('aria-hidden', 'true');
      element.tabIndex = own && (blind || piece.card === first) ? 0 : -1;
      if (!own) {
        if (document.activeElement === element) element.blur();
        if (element.hasAttribute('aria-label')) element.removeAttribute('aria-label');
        continue;
      }
      const words = blind ? say('page.card.blind', { count: slotOf(piece) }) : cardInWords(piece.card);
      const label = [words, playableNow && awaited ? say('page.card.playable') : '', got.has(piece.card) && view?.facts.tricks === 0 ? say('page.card.got') : ''].filter(Boolean).join(', ');
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
      element.setAttribute('aria-pressed', String(chosen.has(piece.card)));
    }
  }

  /** @param {number} by @param {boolean} extend */
  function step(by, extend) {
    const view = table.view();
    if (!order.length || !view) return;
    const at = cursor ? order.indexOf(cursor) : by > 0 ? -1 : order.length;
    cursor = order[Math.max(0, Math.min(order.length - 1, at + by))] ?? null;
    if (!cursor) return;
    if (wanted(view) || view.phase === 'swap') update();
    else choose(extend ? [...chosen, cursor] : [cursor]);
    table.cards.find(cursor)?.element.focus({ preventScroll: true });
  }

  return {
    update,
    chosen: inOrder,
    clear: () => choose([]),
    /** @param {Set<string>} cards */
    hint(cards) {
      hinted = cards;
      update();
    },
    stop: drag.stop,

    /** A key that concerns the cards; true: it was used. @param {KeyboardEvent} event */
    key(event) {
      const view = table.view(), seat = table.seat();
      if (!view || seat === null) return false;
      const blinds = view.legal.filter((action) => action.startsWith('blind'));
      switch (event.key) {
        case 'ArrowLeft': step(-1, event.shiftKey); return true;
        case 'ArrowRight': step(1, event.shiftKey); return true;
        case 'Escape': if (!chosen.size) return false; choose([]); return true;
        case 'a': case 'A': {
          if (!event.ctrlKey && !event.metaKey) return false;
          const card = cursor ?? order.find((one) => playable(view).has(one));
          if (card) choose(wanted(view) ? chosen : together(view, card).length ? together(view, card) : [card]);
          return true;
        }
        case 'ArrowUp': case 'Enter': {
          if (wanted(view)) {
            if (chosen.size === wanted(view)) play(inOrder());
            else if (cursor && !chosen.has(cursor)) choose([...chosen, cursor]);
            return true;
          }
          if (view.phase === 'swap' && cursor) {
            const piece = table.cards.find(cursor);
            if (piece && !(chosen.has(cursor) && chosen.size === 1)) pressed(piece, false);
            return true;
          }
          if (chosen.size) play(inOrder());
          else {
            const only = sensible(view) ?? blinds[0];
            if (only) table.act(only, null);
          }
          return true;
        }
        case 'ArrowDown': {
          if (chosen.size) {
            if (wanted(view) && cursor && chosen.has(cursor)) choose([...chosen].filter((card) => card !== cursor));
            else choose([]);
            return true;
          }
          const take = taking(view);
          if (take) table.act(take, null);
          return true;
        }
        case '1': case '2': case '3': {
          if (!view.legal.includes(`blind ${event.key}`)) return false;
          table.act(`blind ${event.key}`, null);
          return true;
        }
        default: return false;
      }
    },

    /** The buttons that fit now. */
    buttons() {
      const view = table.view(), seat = table.seat();
      return view && seat !== null ? buttons(view, seat, inOrder()) : [];
    },

    /** The hand in words, for a screen reader. */
    words: () => {
      const view = table.view(), seat = table.seat();
      return view && seat !== null ? say('page.hand', { cards: cardsInShort(zone(view, 'hand', seat).filter((card) => card !== HIDDEN).join(' ')) }) : '';
    },
  };
}
