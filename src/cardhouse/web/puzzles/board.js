/**
 * @file A table for one position: the cards, plates and counts of the table itself, with a hand
 * that can be played once. What may be done is what the house says; nothing is decided here.
 */

import { cats } from '../art/cats.js';
import { el, setText } from '../dom.js';
import { isSlapped, pageOf } from '../state/games.js';
import { onChange, settings } from '../state/settings.js';
import { createBar } from '../table/bar.js';
import { FLIGHT } from '../table/card/flight.js';
import { createCards } from '../table/cards.js';
import { createHands } from '../table/hands.js';
import { lookAtPile } from '../table/looks.js';
import { createMarks } from '../table/marks.js';
import { noTable } from '../table/no_table.js';
import { createSeats } from '../table/seats.js';
import { namesAt } from '../table/state.js';
import { between } from '../table/view.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').PuzzleTask} PuzzleTask */

/** How long a turned card takes to show its face, in milliseconds. */
export const REVEAL = 160;

/** The position as a table. @param {PuzzleTask} task */
const tableOf = (task) =>
  noTable({
    game: task.game,
    options: task.options,
    open_cards: task.open,
    seats: Array.from({ length: task.seats }, (_, seat) => ({
      kind: 'person',
      name: say('page.puzzle.player', { number: seat + 1 }),
      face: cats[seat % cats.length]?.id ?? 'mouse',
      present: true,
      yours: seat === task.seat,
    })),
  });

/**
 * @param {HTMLElement} felt
 * @param {PuzzleTask} task
 * @param {{act: (action: string) => void, slap: (event: Event) => void,
 *   asks: (words: string) => void}} does
 */
export function createBoard(felt, task, does) {
  const info = tableOf(task),
    names = namesAt(info),
    page = pageOf(task.game),
    slapped = isSlapped(task.game);
  const prompt = el('p', { class: 'prompt', 'aria-live': 'polite' });
  felt.append(prompt);
  const cards = createCards(felt),
    seats = createSeats(felt);
  /** @type {View | null} */
  let shown = null;
  /** @type {import('../table/layout.js').Layout | null} */
  let layout = null;
  let open = false;
  /** @type {Set<string>} */
  let lit = new Set();

  const marks = createMarks(felt, {
    press(hit, event) {
      if (hit.slap && slapped) does.slap(event);
      else if (hit.action && open) does.act(hit.action);
      else if (hit.look) lookAtPile(hit.look.title, hit.look.cards);
    },
  });
  const bar = createBar(felt, {
    act: (action) => hands.act(action),
    slap: does.slap,
    turn: () => {},
  });
  const hands = createHands({
    felt,
    cards,
    layout: () => layout,
    view: () => (shown && open ? shown : shown && between(shown)),
    seat: () => task.seat,
    act: (action) => open && does.act(action),
    open: () => open,
    changed: refresh,
    asks: does.asks,
  });

  function refresh() {
    if (!shown || !layout) return;
    seats.update(info, shown, layout);
    marks.update(shown, layout, names, [task.seat]);
    hands.update();
    for (const { element, card } of cards.all()) element.classList.toggle('hinted', lit.has(card));
    const { prompt: box } = layout.geometry;
    Object.assign(prompt.style, {
      translate: `${box.x}px ${box.y}px`,
      width: `${box.w}px`,
      height: `${box.h}px`,
    });
    setText(prompt, hands.question());
    prompt.classList.toggle('mine', open);
    const buttons = open && !slapped ? hands.buttons() : [];
    bar.update(layout.geometry.bar, buttons, null);
  }

  /** @param {{instant?: boolean, actor?: number | null, time?: number,
   *   reveal?: import('../table/cards.js').Reveal}} how */
  function draw(how) {
    if (!shown || !felt.clientWidth) return;
    layout = page.layout(
      shown,
      { w: felt.clientWidth, h: felt.clientHeight },
      {
        home: task.seat,
        mine: [task.seat],
        open: task.seat,
        all: task.open,
        large: settings().cardSize === 'large',
        left: settings().hand === 'left',
      },
    );
    felt.dataset.shape = layout.geometry.shape;
    cards.show(layout, how);
    refresh();
  }

  const resized = new ResizeObserver(() => draw({ instant: true }));
  resized.observe(felt);
  const stopHearing = onChange(() => {
    cards.repaint();
    draw({ instant: true });
  });

  return {
    names,
    /**
     * @param {View} view
     * @param {{instant?: boolean, actor?: number | null, reveal?:
     *   import('../table/cards.js').Reveal}} [how]
     */
    show(view, { instant = false, actor = null, reveal } = {}) {
      shown = slapped ? { ...view, timer: null } : view;
      const time = slapped ? Math.min(FLIGHT, REVEAL) : FLIGHT;
      draw({ instant, actor, time, ...(reveal ? { reveal } : {}) });
    },
    /** From now on, or no longer, something can be done. @param {boolean} now */
    allow(now) {
      open = now;
      if (!now) hands.forget();
      refresh();
    },
    /** Light up these cards, and no others. @param {string[]} which */
    light(which) {
      lit = new Set(which);
      refresh();
    },
    key: hands.key,
    stop() {
      hands.stop();
      resized.disconnect();
      stopHearing();
    },
  };
}
