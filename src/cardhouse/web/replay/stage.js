/** @file A table that only shows: the cards, plates and counts of the table itself, without hands to play with. */

import { el, setText } from '../dom.js';
import { onChange, settings } from '../state/settings.js';
import { FLIGHT, createCards } from '../table/cards.js';
import { layoutOf } from '../table/layouts/all.js';
import { lookAtPile } from '../table/looks.js';
import { createMarks } from '../table/marks.js';
import { createSeats } from '../table/seats.js';
import { SLAP_GAMES, zone } from '../table/view.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').View} View */

/** @param {HTMLElement} felt @param {import('../types.js').TableInfo} info */
export function createStage(felt, info) {
  const line = el('p', { class: 'prompt', 'aria-live': 'polite' });
  felt.append(line);
  const cards = createCards(felt), seats = createSeats(felt);
  const marks = createMarks(felt, { press: (what, event) => {
    if (!shown || (event.type === 'pointerdown' && /** @type {PointerEvent} */ (event).button > 0)) return;
    lookAtPile(say(what === 'away' ? 'page.look.away' : 'page.look.pile'), zone(shown, SLAP_GAMES.has(shown.game) ? 'pile' : 'discard'));
  } });
  const names = info.seats.map((seat) => seat.name);
  /** @type {View | null} */
  let shown = null;
  /** The seat from which it is seen; none: all hands lie open. @type {number | null} */
  let eyes = null;
  let words = '';

  /** @param {{instant?: boolean, actor?: number | null, time?: number}} how */
  function draw(how) {
    const layout = shown && layoutOf(shown.game);
    if (!shown || !layout || !felt.clientWidth) return;
    const home = eyes ?? 0;
    const plan = layout(shown, { w: felt.clientWidth, h: felt.clientHeight }, { home, mine: [home], open: home, all: eyes === null, large: settings().cardSize === 'large', left: settings().hand === 'left' });
    felt.dataset.shape = plan.frame.shape;
    cards.show(plan, how);
    seats.update(info, shown, plan);
    marks.update(shown, plan, names, []);
    const { prompt: box } = plan.frame;
    Object.assign(line.style, { translate: `${box.x}px ${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });
    setText(line, words);
  }

  const resized = new ResizeObserver(() => draw({ instant: true }));
  resized.observe(felt);
  const unhear = onChange(() => {
    cards.repaint();
    draw({ instant: true });
  });

  return {
    /** Show a view and say what happened. @param {View} view @param {string} said @param {{instant?: boolean, actor?: number | null, speed?: number}} [how] */
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
    stop() {
      resized.disconnect();
      unhear();
    },
  };
}
