/**
 * @file A table that only shows: the cards, plates and counts of the table itself, without hands to
 * play with.
 */

import { el, setText } from '../dom.js';
import { pageOf } from '../state/games.js';
import { onChange, settings } from '../state/settings.js';
import { FLIGHT } from '../table/card/flight.js';
import { createCards } from '../table/cards.js';
import { lookAtPile } from '../table/looks.js';
import { createMarks } from '../table/marks.js';
import { createSeats } from '../table/seats.js';

/** @typedef {import('../types.js').View} View */

/** @param {HTMLElement} felt @param {import('../types.js').TableInfo} info */
export function createStage(felt, info) {
  const caption = el('p', { class: 'prompt', 'aria-live': 'polite' });
  felt.append(caption);
  const cards = createCards(felt),
    seats = createSeats(felt);
  const marks = createMarks(felt, {
    press({ look }, event) {
      const other = event instanceof PointerEvent && event.button > 0;
      if (look && !other) lookAtPile(look.title, look.cards);
    },
  });
  const names = info.seats.map((seat) => seat.name);
  /** @type {View | null} */
  let shown = null;
  /** The seat from which it is seen; none: all hands lie open. @type {number | null} */
  let eyes = null;
  let words = '';
  /** The cards that are lit up. @type {Set<string>} */
  let lit = new Set();

  function light() {
    for (const { element, card } of cards.all()) element.classList.toggle('hinted', lit.has(card));
  }

  /** @param {{instant?: boolean, actor?: number | null, time?: number}} how */
  function draw(how) {
    if (!shown || !felt.clientWidth) return;
    const home = eyes ?? 0;
    const layout = pageOf(shown.game).layout(
      shown,
      { w: felt.clientWidth, h: felt.clientHeight },
      {
        home,
        mine: [home],
        open: home,
        all: eyes === null,
        large: settings().cardSize === 'large',
        left: settings().hand === 'left',
      },
    );
    felt.dataset.shape = layout.geometry.shape;
    felt.classList.toggle('tiny', layout.geometry.tiny);
    cards.show(layout, how);
    light();
    seats.update(info, shown, layout);
    marks.update(shown, layout, names, []);
    const { prompt: box } = layout.geometry;
    Object.assign(caption.style, {
      translate: `${box.x}px ${box.y}px`,
      width: `${box.w}px`,
      height: `${box.h}px`,
    });
    setText(caption, words);
  }

  const resized = new ResizeObserver(() => draw({ instant: true }));
  resized.observe(felt);
  const stopHearing = onChange(() => {
    cards.repaint();
    draw({ instant: true });
  });

  return {
    /**
     * Show a view and say what happened.
     * @param {View} view
     * @param {string} said
     * @param {{instant?: boolean, actor?: number | null, speed?: number}} [how]
     */
    show(view, said, { instant = false, actor = null, speed = 1 } = {}) {
      shown = { ...view, legal: [], timer: null };
      words = said;
      draw({ instant, actor, time: FLIGHT / Math.max(1, speed) });
    },
    /** See it from a seat, or with all hands open. @param {number | null} seat */
    seeFrom(seat) {
      eyes = seat;
      draw({ instant: true });
    },
    /** Light up these cards, and no others. @param {string[]} which */
    light(which) {
      lit = new Set(which);
      light();
    },
    stop() {
      resized.disconnect();
      stopHearing();
    },
  };
}
