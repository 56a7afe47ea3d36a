/** @file Thought bubbles: what a cat makes of it, for five seconds. */

import { bubble } from '../art/cats.js';
import { drawn, el } from '../dom.js';
import { knows, say } from '../words.js';
import { within } from './layout.js';
import { boxOn, endBox, overlap } from './under.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {import('../game/contract.js').Thought} Thought */
/** @typedef {import('./layout.js').Box} Box */

const LASTS = 5000;

/**
 * What the seats make of what happened, and of the end.
 * @param {import('../game/contract.js').GamePage} page
 * @param {GameEvent[]} events
 * @param {View} view
 * @returns {Thought[]}
 */
export const thoughts = (page, events, view) => [
  ...page.moods(events, view),
  ...(view.outcome?.places ?? []).map((place, seat, places) => {
    const mood = moodAtEnd(place, places);
    return { seat, mood, kind: place === 1 ? 'won' : mood === 'happy' ? 'home' : 'lost' };
  }),
];

/**
 * The first is glad, and so is everybody who isn't last.
 * @param {number} place
 * @param {readonly number[]} places
 */
export const moodAtEnd = (place, places) =>
  place === 1 || place < Math.max(...places) ? 'happy' : 'sulky';

/**
 * What is said next: the ways are gone through in turn, without the words that somebody says just
 * now or that were said last. Nothing if none are left.
 * @param {readonly string[]} ways
 * @param {number} turn
 * @param {ReadonlySet<string>} taken
 */
export const nextWords = (ways, turn, taken) =>
  ways.map((_, at) => ways[(turn + at) % ways.length]).find((words) => words && !taken.has(words));

/** How large a bubble is, and how large where there is little room. */
const SIZES = [
  { w: 150, h: 104, small: false },
  { w: 112, h: 78, small: true },
];
/** How much of the room above a pile is kept for words over it. */
const OVER_PILE = 38;

/**
 * A place near a seat where a bubble covers no words, no pile, no deck and, if there is one, no
 * card.
 * @param {HTMLElement} felt
 * @param {import('./layout.js').Spot} spot
 * @param {import('./layout.js').Layout} layout
 * @param {Box[]} others where other bubbles are
 */
function freePlace(felt, spot, { geometry, boxes }, others) {
  const words = [...felt.querySelectorAll('.plate, .plate-role, .plate-note, .mark, .bar > *')]
    .map((each) => boxOn(felt, each))
    .filter((box) => box.w);
  const pile = boxes.pile,
    end = endBox(felt);
  const kept = [
    ...words,
    ...others,
    geometry.prompt,
    geometry.hand,
    ...(end ? [end] : []),
    ...(pile ? [{ ...pile, y: pile.y - OVER_PILE, h: pile.h + OVER_PILE }] : []),
    ...Object.entries(boxes).flatMap(([key, box]) => (key.startsWith('deck') ? [box] : [])),
  ];
  const found = SIZES.flatMap(({ w, h, small }) => {
    const across = [spot.x + 14, spot.x - w - 14, spot.x - w / 2, spot.x + 90, spot.x - w - 90];
    const down = [spot.y - h * 0.35, spot.y + 44, spot.y - h - 34, spot.cardsY - h / 2];
    return across.flatMap((x) =>
      [...down, spot.cardsY + 30, geometry.middle.y].map((y) => ({
        x: within(4, x, geometry.w - w - 4),
        y: within(2, y, geometry.h - h - 2),
        w,
        h,
        small,
      })),
    );
  });
  const free = found.filter((place) => !kept.some((box) => overlap(place, box)));
  const cards = [...felt.querySelectorAll('.card')].map((each) => boxOn(felt, each));
  return free.find((place) => !cards.some((box) => overlap(place, box))) ?? free[0];
}

/** @param {HTMLElement} felt */
export function createBubbles(felt) {
  /** @type {Map<number, {element: HTMLElement, place: Box, words: string}>} */
  const shown = new Map();
  let turn = 0;
  let last = '';

  /** What the others think that can be seen now. @param {number} seat */
  const others = (seat) =>
    [...shown].flatMap(([who, one]) => (who !== seat && one.element.isConnected ? [one] : []));

  /**
   * Bring a bubble to a free place; false: there is none, and the face alone tells.
   * @param {number} seat
   * @param {HTMLElement} element
   * @param {string} words
   * @param {import('./layout.js').Layout} layout
   */
  function put(seat, element, words, layout) {
    const spot = layout.geometry.spots[seat];
    const places = others(seat).map((one) => one.place);
    const place = spot && freePlace(felt, spot, layout, places);
    if (!place) {
      element.remove();
      shown.delete(seat);
      return false;
    }
    element.classList.toggle('left', place.x + place.w / 2 < spot.x);
    element.classList.toggle('below', place.y > spot.y);
    element.classList.toggle('small', place.small);
    element.style.translate = `${Math.round(place.x)}px ${Math.round(place.y)}px`;
    shown.set(seat, { element, place, words });
    return true;
  }

  return {
    /**
     * Take away what has come to lie over the prompt, and bring what lies under the panel at the
     * end to another place.
     * @param {import('./layout.js').Layout} layout
     */
    clear(layout) {
      const end = endBox(felt);
      for (const [seat, { element, place, words }] of [...shown]) {
        if (overlap(place, layout.geometry.prompt)) {
          element.remove();
          shown.delete(seat);
        } else if (end && overlap(place, end) && element.isConnected)
          put(seat, element, words, layout);
      }
    },

    /** @param {Thought} thought @param {import('./layout.js').Layout} layout */
    show(thought, layout) {
      const ways = [1, 2, 3]
        .map((way) => `page.bubble.${thought.kind}.${way}`)
        .filter(knows)
        .map((key) => say(key));
      const taken = new Set([last, ...others(thought.seat).map((one) => one.words)]);
      const words = nextWords(ways, turn++, taken);
      // Where all that could be said is said already, the face alone tells.
      if (words && this.say(thought.seat, words, layout)) last = words;
    },

    /**
     * True if there was room for it.
     * @param {number} seat
     * @param {string} words
     * @param {import('./layout.js').Layout} layout
     * @param {string} [drawing]
     */
    say(seat, words, layout, drawing) {
      shown.get(seat)?.element.remove();
      const element = el(
        'div',
        { class: 'bubble-box', 'aria-hidden': 'true' },
        drawn(bubble(), 'bubble-art'),
        drawing ? drawn(drawing, 'bubble-icon') : el('span', { class: 'bubble-words' }, words),
      );
      felt.append(element);
      if (!put(seat, element, words, layout)) return false;
      element.animate(
        [
          { opacity: 0, scale: '0.6' },
          { opacity: 1, scale: '1', offset: 0.05 },
          { opacity: 1, offset: 0.8 },
          { opacity: 0 },
        ],
        { duration: LASTS },
      ).onfinish = () => element.remove();
      return true;
    },
  };
}
