/** @file One table on the page: its parts, and what each gets of the others. */

import { el } from '../dom.js';
import { isSlow } from '../state/games.js';
import { change, onChange, settings } from '../state/settings.js';
import { connect } from '../wire.js';
import { say } from '../words.js';
import { createAhead } from './ahead.js';
import { createAnnouncer } from './announce.js';
import { createAsides } from './asides.js';
import { createBar, createSides, createTop } from './bar.js';
import { createBubbles } from './bubbles.js';
import { createCards } from './cards.js';
import { celebrate } from './celebration.js';
import { createCoach } from './coach.js';
import { createCommands } from './commands.js';
import { createConnectionStatus } from './connection.js';
import { createCues } from './cues.js';
import { createDrawing } from './drawing.js';
import { createEars } from './ears.js';
import { createHands } from './hands.js';
import { listen } from './keyboard.js';
import { createMarks } from './marks.js';
import { createMessages } from './messages.js';
import { onPanels, panelOpen } from './panels.js';
import { createQueue } from './queue.js';
import { createRest } from './rest.js';
import { createSeats } from './seats.js';
import { createSlaps } from './slaps.js';
import { sound, tremble } from './sounds.js';
import { TableState } from './state.js';
import { createStrip } from './strip.js';
import { createTurnClock, SHORT } from './turnclock.js';
import { between } from './view.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** How much more a match is worth celebrating than a game. */
const MATCH = 3;

/**
 * Open a table in a place; returns how to leave it.
 * @param {HTMLElement} place
 * @param {string} code
 * @param {{again: (info: TableInfo) => void, first: boolean}} screen `first`: somebody plays this
 *   for the first time
 */
export function openTable(place, code, screen) {
  const state = new TableState();
  const top = el('header', { class: 'top' });
  const felt = el('main', { class: 'felt', 'aria-label': say('page.table') });
  const prompt = el('p', { class: 'prompt', 'aria-live': 'polite' });
  const over = el('div', { class: 'over' });
  place.append(top);
  const strip = createStrip(place, {
    send: (message) => wire.send(message),
    alert: (words) => announcer.alert(words),
  });
  place.append(felt);
  const connection = createConnectionStatus(place, () => wire.retry());
  felt.append(prompt, over);

  const announcer = createAnnouncer(place);
  const cards = createCards(felt),
    seats = createSeats(felt),
    bubbles = createBubbles(felt),
    cues = createCues(felt);
  const wire = connect(code, {
    message(message, at) {
      hear(message, at);
      strip.follow(state.info, state.you);
      if (state.info?.status === 'playing') coach?.meet(state.info.game);
    },
    state(now) {
      connection.show(now);
      if (now === 'lost') announcer.alert(say('page.line.lost'));
    },
    seen: () => (state.round ? { round: state.round, step: state.step } : null),
  });
  const rest = createRest(state, wire.send),
    coach = screen.first ? createCoach(place, felt, rest) : null;
  /** @param {import('../types.js').FromPerson} message what a player does */
  const send = (message) => {
    if (message.t === 'act' || message.t === 'slap') coach?.acted();
    return wire.send(message);
  };
  const queue = createQueue(() => {
    if (!queue.waiting() && state.chooseHome()) {
      const view = state.viewOf();
      if (view) drawing.show(view, {});
    }
    drawing.refresh();
  });
  const ready = () => (state.shown && !queue.busy() ? state.shown : null);
  /** Between two views cards can be chosen, and nothing can be done with them. */
  const shown = () => ready() ?? (state.shown && between(state.shown));
  const slaps = createSlaps({
    send,
    layout: () => state.layout,
    cues,
    sound: sound.play,
    tremble,
    alert: announcer.alert,
    who: (seat) => state.info?.seats[seat] ?? { name: '', face: '' },
    allowed: () =>
      state.info?.status === 'playing' &&
      (!state.info.paused || state.held) &&
      wire.state() === 'open',
  });
  const hands = createHands({
    felt,
    cards,
    layout: () => state.layout,
    view: shown,
    seat: () => state.acting,
    act: (action, beside) => commands.act(action, beside),
    open: () => state.info?.status === 'playing' && !state.info.paused && wire.state() === 'open',
    changed: () => drawing.refresh(),
    asks: announcer.alert,
    kept: () => state.info !== null && isSlow(state.info),
  });
  const ahead = createAhead({ state, hands, send });
  const ears = createEars({
    felt,
    announcer,
    heard: () =>
      state.shown && {
        view: hands.view() ?? state.shown,
        seat: state.acting,
        names: state.names,
        page: state.page,
        hand: hands.cards(),
        question: hands.question(),
      },
  });
  const asides = createAsides({
    layout: () => state.layout,
    info: () => state.info,
    names: () => state.names,
    cues,
    bubbles,
    announcer,
    connection,
    hands,
    slaps,
    leaving: () => state.leaving,
    told: strip.tell,
  });
  const commands = createCommands({
    state,
    rest,
    send,
    cues,
    slaps,
    asked: asides.ask,
    again: screen.again,
  });
  const marks = createMarks(felt, { press: commands.press });
  const bar = createBar(felt, {
    act: hands.act,
    slap: (event) => slaps.slap(state.home, event),
    turn: () => commands.turnCard(0),
  });
  const sides = createSides(felt, {
    turn: (player) => void commands.turnCard(player),
    slap: (player, event) => void commands.slap(player, event),
  });
  const topBar = createTop(top, {
    menu: commands.menu,
    hint: commands.hint,
    pause: commands.pause,
    look: commands.look,
    scores: commands.scores,
    react: commands.react,
    keys: commands.keys,
    sound: () => change({ sound: !settings().sound }),
  });
  const drawing = createDrawing({
    state,
    elements: { felt, prompt, over },
    cards,
    seats,
    marks,
    hands,
    cues,
    bubbles,
    bar,
    sides,
    topBar,
    announcer,
    ready,
    busy: queue.busy,
    send: wire.send,
    pause: commands.pause,
    refused: connection.say,
    shown(view, seat) {
      coach?.see(view, seat);
      ahead.follow();
      ears.follow(`${code} ${state.round}`);
    },
    ended(won) {
      sound.play(won || !state.mine.length ? 'win' : 'lose');
      if (!won) return;
      const match = state.mine.some((seat) => state.info?.match_won?.includes(seat));
      celebrate(felt, match ? MATCH : 1);
    },
  });
  const clock = createTurnClock(
    (seat, left) => seats.clock(seat, left, left !== null && left <= SHORT),
    (seat, left) => state.mine.includes(seat) && asides.short(left),
  );
  const hear = createMessages({
    state,
    clock,
    cues,
    drawing,
    queue,
    cards,
    hands,
    seats,
    bubbles,
    slaps,
    announcer,
    asides,
    passed: ears.passed,
  });

  const resized = new ResizeObserver(() => {
    drawing.draw({ instant: true });
    coach?.move();
  });
  resized.observe(felt);
  const stopHearing = onChange(() => {
    cards.repaint();
    drawing.draw({ instant: true });
  });
  const stopResting = onPanels(() => {
    const panel = document.querySelector('dialog[open] .panel-head');
    if (!panelOpen()) rest.release('panel');
    else if (rest.hold('panel') && !panel?.nextElementSibling?.matches('.panel-waits'))
      panel?.after(el('p', { class: 'quiet panel-waits' }, say('page.panel.waits')));
  });
  const stopListening = listen({
    cards: hands.key,
    turn: commands.turnCard,
    slap: commands.slap,
    space: commands.space,
    ask: ears.ask,
    pause: commands.pause,
    menu: commands.menu,
    again: commands.again,
    hint: commands.hint,
    undo: commands.undo,
    look: commands.look,
    keys: commands.keys,
  });

  return () => {
    stopResting();
    coach?.stop();
    rest.release();
    wire.close();
    queue.stop();
    hands.stop();
    cues.stop();
    clock.stop();
    strip.stop();
    resized.disconnect();
    stopHearing();
    stopListening();
  };
}
