/**
 * @file The hand: which cards are chosen, which can be played, and what clicking, dragging and keys
 * do with them.
 */

import { pageOf } from '../state/games.js';
import { settings } from '../state/settings.js';
import { cardInWords, say } from '../words.js';
import {
  buttons,
  instead,
  numbered,
  onlyPlay,
  playable,
  plays,
  sensible,
  together,
} from './choices.js';
import { createDrag } from './drag.js';
import { between, HIDDEN, isBetween } from './view.js';

/** @typedef {import('./cards.js').Piece} Piece */
/** @typedef {import('./view.js').View} View */

/**
 * @typedef {object} Table what the hand needs from its table
 * @property {HTMLElement} felt
 * @property {import('./cards.js').Cards} cards
 * @property {() => import('./layout.js').Layout | null} layout
 * @property {() => View | null} view as it is shown, of the seat whose hand is open; while
 *   something is still to be shown, nothing is awaited in it
 * @property {() => number | null} seat whose hand is open
 * @property {(action: string, beside: HTMLElement | null) => void} act
 * @property {() => boolean} open whether the table would hear of an action now
 * @property {() => void} changed the choice is another one
 */

/** How near to a card on the table one is dropped onto it, in pixels. */
const BEFORE = 8,
  BEHIND = 30;
/** Cards further apart than this from top to bottom lie in different rows. */
const ROW = 60;

/** Whether something can be done by who sees this view. @param {View} view */
const awaits = (view) => view.legal.some((action) => action !== 'slap');

/** @param {Piece} a @param {Piece} b */
const byRow = (a, b) =>
  (a.place?.y ?? 0) - (b.place?.y ?? 0) > ROW ? 1 : (a.place?.x ?? 0) - (b.place?.x ?? 0);

/** @param {HTMLElement} element @param {string} name @param {string | null} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** @param {Table} table */
export function createHands(table) {
  /** @type {Set<string>} */
  const chosen = new Set();
  /** The cards that can be chosen, as they lie. @type {string[]} */
  let order = [];
  /** @type {string | null} */
  let cursor = null;
  /** @type {Set<string>} */
  let hinted = new Set();
  /** Whether what is chosen is to be played as soon as that is asked for. */
  let early = false;
  /** The view for which something was played, until the table has heard of it. */
  let played = /** @type {View | null} */ (null);
  /** The classes that the game gave each card. @type {WeakMap<HTMLElement, string[]>} */
  const marked = new WeakMap();

  const inOrder = () => order.filter((card) => chosen.has(card));

  /** What can be done now, and by whom; null: nothing. */
  function now() {
    const shown = table.view(),
      seat = table.seat();
    if (!shown || seat === null) return null;
    const view = shown === played ? between(shown) : shown;
    const page = pageOf(view.game),
      { exactly = 0, pair = false, one = false } = page.actions.picking(view);
    return { view, seat, page, actions: page.actions, exactly, pair, one };
  }

  /** @typedef {NonNullable<ReturnType<typeof now>>} Now */

  /** @param {Piece} piece */
  function selectable(piece) {
    const here = now();
    if (!here || !piece.place) return false;
    const [name, whose] = piece.place.zone.split(' ');
    return (
      Number(whose) === here.seat && here.actions.sources(here.view, here.seat).includes(name ?? '')
    );
  }

  /** What pressing one's own face-down card does; empty: nothing. @param {Piece} piece */
  function faceDown(piece) {
    const here = now();
    const [name = '', whose] = piece.place?.zone.split(' ') ?? [];
    if (!here || Number(whose) !== here.seat) return '';
    const row = table.cards
      .all()
      .filter((one) => one.place?.zone === piece.place?.zone)
      .sort((a, b) => (a.place?.x ?? 0) - (b.place?.x ?? 0));
    return here.actions.faceDown(here.view, here.seat, name, row.indexOf(piece));
  }

  /** @param {Iterable<string>} cards @param {boolean} [ahead] to be played when it is asked for */
  function choose(cards, ahead = false) {
    const next = [...cards];
    chosen.clear();
    for (const card of next) chosen.add(card);
    early = ahead && chosen.size > 0;
    update();
    table.changed();
  }

  /** @param {Now} here @param {string} card @param {boolean} [ahead] */
  function toggle(here, card, ahead = false) {
    const next = new Set(chosen);
    if (next.has(card)) next.delete(card);
    else if (here.exactly) {
      // One too many takes the place of the first.
      const [first] = next;
      if (first && next.size >= here.exactly) next.delete(first);
      next.add(card);
    } else {
      // A card that can't go with those chosen takes their place.
      const set = together(here.view, card, order);
      const fits =
        here.pair ||
        (!here.one && [...next].every((other) => set.includes(other) || other[0] === card[0]));
      if (!fits) next.clear();
      next.add(card);
    }
    cursor = card;
    choose(next, ahead);
  }

  /**
   * Play cards, legal or not: why not is said next to them.
   * @param {Now} here
   * @param {string[]} cards
   * @param {import('../game/contract.js').Drop} [drop]
   */
  function play({ view, seat, actions }, cards, drop) {
    const action = cards.length ? actions.meant(view, seat, cards, drop) : undefined;
    if (action) send(action, cards.at(-1));
  }

  /**
   * Until the table has heard of it, nothing else can be played.
   * @param {string} action
   * @param {string} [card] what it is played with
   * @param {HTMLElement | null} [beside]
   */
  function send(action, card = '', beside = table.cards.find(card)?.element ?? null) {
    played = table.view();
    table.act(action, beside);
    update();
  }

  /** Whether the chosen cards can be played. @param {Now} here */
  const canPlay = ({ view, seat, actions }) =>
    chosen.size > 0 && view.legal.includes(actions.meant(view, seat, inOrder()) ?? '');

  /**
   * A card of one's own was pressed; whether that settled it, so that pressing it once more is
   * another matter.
   * @param {Piece} piece
   * @param {boolean} twice
   */
  function pressed(piece, twice) {
    const here = now();
    if (!here) return false;
    const blind = faceDown(piece);
    if (blind) return pressedBlind(here, blind, piece);
    if (piece.card === HIDDEN || here.view.outcome) return false;
    if (here.pair) {
      // The second of two that is pressed while something else is shown waits until that was seen.
      toggle(here, piece.card, chosen.size === 1 && !awaits(here.view));
      if (chosen.size === 2 && canPlay(here)) play(here, inOrder());
      return false;
    }
    if (!awaits(here.view)) {
      if (early || !chosen.has(piece.card)) toggle(here, piece.card, true);
      else choose(chosen, true);
      return early;
    }
    return pressedInTurn(here, piece.card, twice);
  }

  /** @param {Now} here @param {string} blind @param {Piece} piece */
  function pressedBlind({ view }, blind, piece) {
    if (isBetween(view)) return false;
    send(blind, '', piece.element);
    return true;
  }

  /** @param {Now} here @param {string} card @param {boolean} twice */
  function pressedInTurn(here, card, twice) {
    if (here.exactly) {
      toggle(here, card);
      return false;
    }
    const was = chosen.has(card),
      only = settings().oneTap ? onlyPlay(here.view, card, order) : undefined;
    if (only && !(was && chosen.size > 1)) send(only, card);
    // Whoever is asked and presses what can't be played is told why, by who refuses it.
    else if (!was && !playable(here.view).has(card)) play(here, [card]);
    else if (was && canPlay(here)) play(here, inOrder());
    else if (twice) play(here, was && chosen.size > 1 ? inOrder() : [card]);
    else {
      toggle(here, card);
      return false;
    }
    return true;
  }

  /**
   * What was chosen before one was asked is played now that one is: if it can be, and means one
   * thing. What can't be is refused, with the reason.
   */
  function playEarly() {
    const here = now();
    if (!early || !here || !awaits(here.view) || !table.open()) return;
    early = false;
    const cards = inOrder(),
      [action, other] = plays(here.view, cards, order);
    if (action && !other) send(action, cards.at(-1));
    else if (!action) {
      choose([]);
      play(here, cards);
    } else update();
  }

  /**
   * The card on the table onto which something was dropped.
   * @param {Piece} piece
   * @param {boolean} pair
   * @param {number} x
   * @param {number} y
   */
  function under(piece, pair, x, y) {
    const layout = table.layout();
    if (!layout) return undefined;
    const { boxes, geometry } = layout;
    if (pair)
      return table.cards
        .all()
        .find(
          ({ place, card }) =>
            card !== piece.card &&
            place?.up &&
            Math.abs(place.x - x) < geometry.cw / 2 &&
            Math.abs(place.y - y) < geometry.ch / 2,
        )?.card;
    return Object.entries(boxes)
      .find(
        ([key, box]) =>
          key.startsWith('card ') &&
          x >= box.x - BEFORE &&
          x <= box.x + box.w + BEHIND &&
          y >= box.y - BEFORE &&
          y <= box.y + box.h + BEHIND,
      )?.[0]
      .slice('card '.length);
  }

  /** @param {Piece[]} pieces @param {number} x @param {number} y */
  function dropped(pieces, x, y) {
    const here = now(),
      geometry = table.layout()?.geometry,
      piece = pieces[0];
    if (!here || !geometry || !piece) return;
    const lowest = geometry.hand.y + (piece.place?.zone.startsWith('hand') ? 0 : -geometry.ch);
    if (!here.pair && y > lowest) return;
    const blind = faceDown(piece);
    if (blind) return void pressedBlind(here, blind, piece);
    const cards = pieces.map((one) => one.card);
    if (!awaits(here.view) && !here.pair) return choose(cards, true);
    if (cards.length < here.exactly)
      return choose([...new Set([...chosen, ...cards])].slice(0, here.exactly));
    const target = under(piece, here.pair, x, y);
    play(here, cards, target ? { target } : {});
  }

  const drag = createDrag({
    felt: table.felt,
    pieces: (piece) =>
      chosen.has(piece.card)
        ? inOrder()
            .map((card) => table.cards.find(card))
            .filter((one) => one !== undefined)
        : [piece],
    of: (target) => {
      const piece = table.cards.of(target);
      return piece && selectable(piece) ? piece : undefined;
    },
    pressed,
    dropped,
  });

  /**
   * Mark every card: what can be played stands up, the rest is dimmed, what was chosen is pulled
   * out.
   */
  function update() {
    const here = now();
    const can = here ? playable(here.view) : new Set();
    const awaited = here ? awaits(here.view) : false;
    const mine = table.cards.all().filter(selectable).sort(byRow);
    order = mine.map((piece) => piece.card).filter((card) => card !== HIDDEN);
    for (const card of chosen) if (!order.includes(card)) chosen.delete(card);
    if (!chosen.size) early = false;
    if (cursor && !order.includes(cursor)) cursor = null;
    const first = cursor ?? order.find((card) => can.has(card)) ?? order[0];
    const own = new Set(mine);
    for (const piece of table.cards.all()) {
      if (here && own.has(piece)) markOwn(here, piece, can, awaited, first);
      else markOther(piece);
    }
  }

  /**
   * @param {Now} here
   * @param {Piece} piece
   * @param {Set<unknown>} can
   * @param {boolean} awaited
   * @param {string | undefined} first the card that the keyboard comes to first
   */
  function markOwn(here, piece, can, awaited, first) {
    const { view, page, exactly } = here,
      { element, card } = piece,
      blind = faceDown(piece);
    const playableNow = blind ? view.legal.includes(blind) : can.has(card);
    setLooks(element, {
      own: true,
      playable: awaited && playableNow && !exactly,
      dim: awaited && !playableNow && !blind,
      chosen: chosen.has(card),
      early: early && chosen.has(card),
      hinted: hinted.has(card) && card !== HIDDEN,
    });
    setMarks(element, blind ? [] : page.marks.card(view, card));
    setAttribute(element, 'aria-hidden', null);
    element.tabIndex = blind || card === first ? 0 : -1;
    const words = blind
      ? say('page.card.blind', { count: blind.split(' ').pop() })
      : cardInWords(card);
    const label = [
      words,
      playableNow && awaited ? say('page.card.playable') : '',
      early && chosen.has(card) ? say('page.card.early') : '',
      blind ? '' : page.marks.cardWords(view, card),
    ];
    setAttribute(element, 'aria-label', label.filter(Boolean).join(', '));
    setAttribute(element, 'aria-pressed', String(chosen.has(card)));
  }

  /** @param {Piece} piece */
  function markOther({ element, card }) {
    setLooks(element, {
      own: false,
      playable: false,
      dim: false,
      chosen: false,
      early: false,
      hinted: hinted.has(card) && card !== HIDDEN,
    });
    setMarks(element, []);
    setAttribute(element, 'aria-hidden', 'true');
    element.tabIndex = -1;
    if (document.activeElement === element) element.blur();
    setAttribute(element, 'aria-label', null);
  }

  /** @param {HTMLElement} element @param {Record<string, boolean>} looks */
  function setLooks(element, looks) {
    for (const [name, on] of Object.entries(looks))
      if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
  }

  /** @param {HTMLElement} element @param {string[]} names */
  function setMarks(element, names) {
    const before = marked.get(element) ?? [];
    for (const name of before) if (!names.includes(name)) element.classList.remove(name);
    for (const name of names) if (!before.includes(name)) element.classList.add(name);
    marked.set(element, names);
  }

  /** @param {Now} here @param {number} by @param {boolean} extend */
  function step(here, by, extend) {
    if (!order.length) return;
    const at = cursor ? order.indexOf(cursor) : by > 0 ? -1 : order.length;
    cursor = order[Math.max(0, Math.min(order.length - 1, at + by))] ?? null;
    if (!cursor) return;
    if (here.exactly || here.pair) update();
    else choose(extend ? [...chosen, cursor] : [cursor]);
    table.cards.find(cursor)?.element.focus({ preventScroll: true });
  }

  /** Choose all that can go along with a card. @param {Now} here */
  function chooseAll({ view, exactly, pair }) {
    const card = cursor ?? order.find((one) => playable(view).has(one));
    if (!card || exactly) return;
    const set = pair ? [] : together(view, card, order);
    choose(set.length ? set : [card]);
  }

  /** Play what is chosen, or what there is to do. @param {Now} here */
  function confirm(here) {
    const { view, actions, exactly, pair } = here;
    if (exactly) {
      if (chosen.size === exactly) play(here, inOrder());
      else if (cursor && !chosen.has(cursor)) choose([...chosen, cursor]);
    } else if (pair && cursor) {
      const piece = table.cards.find(cursor);
      if (piece && !(chosen.has(cursor) && chosen.size === 1)) pressed(piece, false);
    } else if (chosen.size) {
      if (awaits(view)) play(here, inOrder());
      else choose(chosen, true);
    } else {
      const action = sensible(actions, view) ?? firstBlind(view);
      if (action) send(action);
    }
  }

  /** The first action on a face-down card of one's own. @param {View} view */
  function firstBlind(view) {
    const blinds = table.cards.all().filter(selectable).sort(byRow).map(faceDown);
    return blinds.find((action) => view.legal.includes(action));
  }

  /** Take a choice back or, where there is none, take, pass or end. @param {Now} here */
  function decline({ view, actions, exactly }) {
    if (exactly && cursor && chosen.has(cursor))
      return choose([...chosen].filter((card) => card !== cursor));
    if (chosen.size) return choose([]);
    const action = instead(actions, view);
    if (action) send(action);
  }

  return {
    update,
    chosen: inOrder,
    /** The cards that are to be played as soon as that is asked for. */
    early: () => (early ? inOrder() : []),
    playEarly,
    /** What was chosen was for another moment. */
    forget() {
      chosen.clear();
      early = false;
      played = null;
    },
    /** What was asked for will not be done. */
    refused() {
      played = null;
      update();
    },
    clear: () => choose([]),
    /** @param {Set<string>} cards */
    hint(cards) {
      hinted = cards;
      update();
    },
    stop: drag.stop,

    /** A key that concerns the cards; true: it was used. @param {KeyboardEvent} event */
    key(event) {
      const here = now();
      if (!here) return false;
      const action = /^\d$/.test(event.key) ? numbered(here.view, event.key) : undefined;
      if (action) send(action);
      else if (event.key === 'ArrowLeft') step(here, -1, event.shiftKey);
      else if (event.key === 'ArrowRight') step(here, 1, event.shiftKey);
      else if (event.key === 'Escape' && chosen.size) choose([]);
      else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) chooseAll(here);
      else if (event.key === 'ArrowUp' || event.key === 'Enter') confirm(here);
      else if (event.key === 'ArrowDown') decline(here);
      else return false;
      return true;
    },

    /** The buttons that fit now. */
    buttons() {
      const here = now();
      return here ? buttons(here.actions, here.view, here.seat, inOrder()) : [];
    },
  };
}
