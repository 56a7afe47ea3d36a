/** @file A table's state becomes cards, plates, marks, words and buttons. */

import { setText } from '../dom.js';
import { settings } from '../state/settings.js';
import { entitle } from '../state/title.js';
import { say } from '../words.js';
import { FLIGHT } from './card/flight.js';
import { layOverlay } from './overlay.js';
import { askedFor, prompt } from './prompt.js';
import { endBox, hideUnder } from './under.js';
import { onTurn } from './view.js';

/** @typedef {import('./view.js').View} View */
/**
 * @typedef {{actor?: number | null, deal?: boolean, instant?: boolean, reveal?:
 *   import('./cards.js').Reveal}} How a view is shown
 */

/** How long a card flies where slaps count, and from how many seconds on a timer has a ring. */
const QUICK_FLIGHT = 130,
  LONG_TIMER = 2;

/**
 * @typedef {object} Ground what drawing needs from its table
 * @property {import('./state.js').TableState} state
 * @property {{felt: HTMLElement, prompt: HTMLElement, over: HTMLElement}} elements
 * @property {import('./cards.js').Cards} cards
 * @property {import('./seats.js').Seats} seats
 * @property {ReturnType<typeof import('./marks.js').createMarks>} marks
 * @property {ReturnType<typeof import('./hands.js').createHands>} hands
 * @property {import('./cues.js').Cues} cues
 * @property {ReturnType<typeof import('./bubbles.js').createBubbles>} bubbles
 * @property {ReturnType<typeof import('./bar.js').createBar>} bar
 * @property {ReturnType<typeof import('./bar.js').createSides>} sides
 * @property {ReturnType<typeof import('./bar.js').createTop>} topBar
 * @property {import('./announce.js').Announcer} announcer
 * @property {() => boolean} busy whether something is still to be shown
 * @property {() => View | null} ready the view that is shown, once nothing more is to be shown
 * @property {(message: import('../types.js').FromPerson) => void} send
 * @property {() => void} pause
 * @property {(words: string) => void} refused says why a seat could not be had
 * @property {(view: View, seat: number | null) => void} shown hears of everything that is shown
 * @property {(won: boolean) => void} ended hears of the end
 */

/** How long after the end of a slap game a press is a slap that comes too late, in ms. */
const LATE_SLAP = 500;

/** @param {Ground} ground */
export function createDrawing(ground) {
  const { state, elements, cards, seats, marks, hands, cues, bar, topBar, announcer } = ground;
  const { felt, over } = elements;
  let overlay = '',
    // The rounds that were last shown in play, and at their end.
    begun = 0,
    ended = 0;
  // Lines that come later, as whether the shuffle was fair, make the end higher.
  const grown = new ResizeObserver(clearEnd);

  /** @param {View} view @param {How} how @param {boolean} [showsAll] */
  function show(view, how, showsAll = false) {
    state.shown = view;
    state.showsAll = showsAll;
    draw(how);
  }

  /** @param {How} how */
  function draw(how) {
    const { shown, info, home } = state;
    if (!shown || !info) return refresh();
    if (how.deal) hands.forget();
    const size = { w: felt.clientWidth, h: felt.clientHeight };
    state.layout = state.page.layout(shown, size, {
      home,
      mine: state.mine,
      open: state.shared ? state.open : home,
      all: info.open_cards || state.showsAll,
      large: settings().cardSize === 'large',
      left: settings().hand === 'left',
    });
    felt.dataset.shape = state.layout.geometry.shape;
    felt.classList.toggle('tiny', state.layout.geometry.tiny);
    cards.show(state.layout, { ...how, time: state.slapped ? QUICK_FLIGHT : FLIGHT });
    refresh();
  }

  /** Bring everything but the cards up to date. */
  function refresh() {
    const { info, shown, layout } = state;
    if (!info) return;
    showTop(info);
    showOverlay(info);
    if (!shown || !layout || info.status === 'waiting') return;
    seats.update(info, shown, layout);
    marks.update(shown, layout, state.names, state.mine);
    hands.update();
    if (ground.ready()) hands.playEarly();
    showPrompt(shown, layout);
    showBar(shown, layout);
    clearEnd();
    if (ground.ready()) ground.shown(shown, state.acting);
    const timer = shown.timer && shown.timer[1] >= LONG_TIMER ? shown.timer : null;
    cues.timer(
      timer,
      state.timerLeft,
      state.page.marks.timer(layout),
      info.paused,
      `${shown.timer?.[0]} ${state.timerKey}`,
    );
  }

  /** Let nothing cover the prompt or stick out from under the end. */
  function clearEnd() {
    if (!state.layout) return;
    ground.bubbles.clear(state.layout);
    hideUnder(felt, cards.all(), state.layout.geometry, endBox(felt));
  }

  /** @param {import('../types.js').TableInfo} info */
  function showTop(info) {
    const title = say(`game.${info.game}`),
      plays = state.mine.length > 0,
      { marks: own } = state.page;
    entitle(title);
    const wins = info.best_of && info.wins ? ` · ${info.wins.join('–')}` : '';
    topBar.update({
      title: title + wins,
      watched: info.watched_by - (plays ? 0 : 1),
      paused: info.paused,
      sound: settings().sound,
      hints: info.hints,
      plays,
      look: own.lookWords,
      scores: own.scores !== null,
    });
  }

  /** @param {View} shown @param {import('./layout.js').Layout} layout */
  function showPrompt(shown, { geometry }) {
    const { home, acting } = state;
    const seat = state.mine.includes(home) ? home : null;
    const early = hands.early();
    const words = early.length
      ? say('page.prompt.early', { cards: early.join(' '), count: early.length })
      : hands.question() ||
        askedFor(state.info) ||
        prompt(state.page, shown, seat, state.names, hands.chosen().length);
    setText(elements.prompt, state.shared && state.open !== home ? '' : words);
    elements.prompt.classList.toggle('mine', acting !== null && onTurn(shown, acting));
    const { x, y, w, h } = geometry.prompt;
    Object.assign(elements.prompt.style, {
      translate: `${x}px ${y}px`,
      width: `${w}px`,
      height: `${h}px`,
    });
    // What happened last stands above the prompt or, where there is no height, in the bar at the
    // top.
    const low = geometry.shape === 'low';
    (low ? topBar.middle : felt).append(announcer.line);
    Object.assign(
      announcer.line.style,
      low
        ? { translate: '', width: '' }
        : { translate: `${x}px calc(${y}px - 1.2em)`, width: `${w}px` },
    );
  }

  /** @param {View} shown @param {import('./layout.js').Layout} layout */
  function showBar(shown, layout) {
    const { geometry } = layout;
    const playing = !shown.outcome;
    const sit = { key: 'page.do.sit', action: 'sit', main: true };
    const usual = ground.ready() ? hands.buttons() : [];
    const slapping = state.slapped && state.mine.length > 0 && playing;
    bar.update(
      geometry.bar,
      state.leftToCat >= 0 && playing ? [sit] : usual,
      slapping ? { turn: onTurn(shown, state.home) } : null,
    );
    if (state.slapped)
      ground.sides.update(layout, playing ? state.mine : [], state.names, shown.turn);
  }

  /** A last slap that comes too late presses nothing of the end. */
  function catchLateSlaps() {
    over.classList.add('over-late');
    setTimeout(() => over.classList.remove('over-late'), LATE_SLAP);
  }

  /**
   * What lies over the table: waiting, a pause, a covered hand, the end.
   * @param {import('../types.js').TableInfo} info
   */
  function showOverlay(info) {
    const { kind, key } = state.overlay(ground.busy());
    if (state.shown && !state.shown.outcome) begun = state.round;
    if (key === overlay) return;
    overlay = key;
    layOverlay(over, kind, {
      info,
      played: state.played,
      shown: state.shown,
      notes: state.notes,
      name: state.names[state.home] ?? '',
      plays: state.mine.length > 0,
      decides: state.decides,
      send: ground.send,
      pause: ground.pause,
      refused: ({ message }) => ground.refused(message),
      uncover() {
        state.open = state.home;
        const view = state.viewOf();
        if (view) show(view, {});
      },
    });
    grown.disconnect();
    if (kind !== 'end') return;
    if (over.firstElementChild) grown.observe(over.firstElementChild);
    if (ended === state.round) return;
    ended = state.round;
    if (begun === ended && state.slapped) catchLateSlaps();
    ground.ended(state.mine.some((seat) => state.shown?.outcome?.places[seat] === 1));
    announcer.tell(over.querySelector('h2')?.textContent ?? '');
  }

  return {
    show,
    draw,
    refresh,
    /** Another game begins: its end has not been told yet. */
    restart() {
      ended = 0;
    },
  };
}
