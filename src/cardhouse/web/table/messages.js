/** @file What the server says, shown in its order and each for long enough to be seen. */

import { say } from '../words.js';
import { eventWords } from './announce.js';
import { thoughts } from './bubbles.js';
import { FLIGHT } from './card/flight.js';
import { framesBetween } from './frames.js';
import { sound, soundOf } from './sounds.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../types.js').StepMessage} StepMessage */
/** @typedef {import('../types.js').Welcome} Welcome */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/** How long dealing takes for each card, and how long a new deal within a game is seen. */
const DEALT = 11,
  DEAL_SEEN = 700,
  DECK = 52;

/**
 * @typedef {object} Ground what messages need from their table
 * @property {import('./state.js').TableState} state
 * @property {ReturnType<typeof import('./drawing.js').createDrawing>} drawing
 * @property {ReturnType<typeof import('./queue.js').createQueue>} queue
 * @property {import('./cards.js').Cards} cards
 * @property {ReturnType<typeof import('./hands.js').createHands>} hands
 * @property {import('./seats.js').Seats} seats
 * @property {ReturnType<typeof import('./bubbles.js').createBubbles>} bubbles
 * @property {ReturnType<typeof import('./slaps.js').createSlaps>} slaps
 * @property {import('./announce.js').Announcer} announcer
 * @property {ReturnType<typeof import('./asides.js').createAsides>} asides
 * @property {ReturnType<typeof import('./turnclock.js').createTurnClock>} clock
 * @property {import('./cues.js').Cues} cues
 * @property {() => void} passed hears that something has happened
 */

/** @param {Ground} ground */
export function createMessages({
  state,
  drawing,
  queue,
  cards,
  hands,
  seats,
  bubbles,
  slaps,
  announcer,
  asides,
  clock,
  cues,
  passed,
}) {
  /** The token of the card that lies on top, in the slap games. */
  let top = '';

  /** @param {Welcome} message */
  function welcome(message) {
    top = message.token ?? '';
    const first = message.table.round !== state.round;
    state.info = message.table;
    state.latest = message.views;
    state.you = message.you ?? '';
    state.step = message.step;
    state.round = message.table.round;
    state.timerLeft = message.timer_left ?? 0;
    state.timerKey = `${state.round} ${state.step}`;
    clock.follow(message.turn_left ?? {});
    queue.clear();
    hands.forget();
    if (first) {
      state.notes = state.page.end.start();
      state.open = null;
      state.home = state.mine[0] ?? 0;
      drawing.restart();
      announcer.clear();
      const { starter: seat = null } = message.table;
      if (seat !== null && state.step === 0)
        announcer.note(say('page.starter', { seat }, state.names));
    }
    if (!state.mine.includes(state.home)) state.home = state.mine[0] ?? state.home;
    state.chooseHome();
    const missed = message.missed.flatMap((one) => one.events);
    if (missed.length) announcer.events(message.table.game, missed, state.names, state.mine);
    queue.add((wait) => showFirst(message, first, wait));
    drawing.refresh();
  }

  /**
   * Show how a game stands: dealt, if it begins.
   * @param {Welcome} message
   * @param {boolean} first
   * @param {(time: number) => Promise<void>} wait
   */
  async function showFirst(message, first, wait) {
    const view = state.viewOf();
    if (!view) return 0;
    const deal = first && state.step === 0;
    const gathering = deal && state.shown ? cards.gather() : 0;
    if (deal) sound.play('shuffle');
    if (gathering) await wait(gathering);
    drawing.show(view, { deal, instant: first && !deal });
    cards.turnedOver(() => slaps.shown(message.token ?? ''));
    return deal ? DECK * DEALT + FLIGHT : 0;
  }

  /** @param {StepMessage} message @param {number} at when it came */
  function happened(message, at) {
    state.round = message.round;
    state.step = message.step;
    if (message.views.length) state.latest = message.views;
    clock.follow(message.turn_left ?? {});
    asides.passed();
    slaps.judged(message);
    state.page.end.remark(state.notes, message);
    const { token = '' } = message;
    const turned = token !== '' && token !== top;
    if (message.views.length) top = token;
    if (turned) queue.hurry();
    const reveal = { at: at + (state.info?.reveal ?? 0), drawn: () => slaps.shown(token) };
    queue.add((wait) => {
      const view = state.viewOf(message.views);
      if (!view) return 0;
      const frames = framesBetween(state.page, state.shown, message.events, view);
      const [now, ...later] = frames.map((frame, number) => () => {
        const last = number === frames.length - 1;
        return showFrame(frame, message, last, wait, last && turned ? { reveal } : {});
      });
      later.forEach((job, at) => {
        queue.addNext(job, at);
      });
      return now?.() ?? 0;
    });
  }

  /**
   * @param {import('../game/contract.js').Frame} frame
   * @param {StepMessage} message
   * @param {boolean} last
   * @param {(time: number) => Promise<void>} wait
   * @param {{reveal?: import('./cards.js').Reveal}} face
   */
  function showFrame(frame, message, last, wait, face) {
    const gathering = frame.gather ? cards.gather() : 0;
    if (last) {
      state.timerLeft = message.timer_left ?? 0;
      state.timerKey = `${message.round} ${message.step}`;
    }
    const play = () => {
      const how = { actor: message.seat, deal: frame.deal === true, ...face };
      drawing.show(frame.view, how, frame.open);
      soundOf(frame.events);
      announcer.events(frame.view.game, frame.events, state.names, state.mine);
      passed();
      if (frame.loud) {
        const words = frame.events.map((one) => eventWords(frame.view.game, one, state.names));
        cues.banner(words.filter(Boolean).join(' '), frame.hold);
      }
      think(frame.events, frame.view);
      if (state.mine.length) state.page.marks.after(frame.events, frame.view, state.names);
    };
    const seen = frame.hold + (frame.deal ? DEAL_SEEN : 0);
    if (gathering)
      return wait(gathering).then(() => {
        play();
        return seen;
      });
    play();
    return seen;
  }

  /** @param {import('./view.js').GameEvent[]} events @param {View} view */
  function think(events, view) {
    for (const thought of thoughts(state.page, events, view)) {
      seats.mood(thought.seat, thought.mood);
      if (state.info?.seats[thought.seat]?.kind !== 'cat' || !state.layout) continue;
      bubbles.show(thought, state.layout);
      if (thought.sound) sound.play(thought.sound, { volume: 0.5 });
    }
  }

  /**
   * Somebody's seat is played by a cat now, or is not theirs any more: say so where nobody asked
   * for it.
   * @param {TableInfo} before
   * @param {TableInfo} now
   */
  function changedSeats(before, now) {
    now.seats.forEach((seat, at) => {
      const was = before.seats[at];
      if (seat.stand_in && !was?.stand_in && clock.ranOut(at))
        asides.ranOut(at, seat.yours === true);
    });
  }

  /** @param {import('../types.js').ToPerson} message @param {number} at when it came */
  return function hear(message, at) {
    if (message.t === 'welcome') return welcome(message);
    if (message.t === 'step') return happened(message, at);
    if (message.t !== 'table') return asides.hear(message);
    const before = state.info,
      votes = before?.pause_votes.length ?? 0;
    const info = message.table;
    state.info = info;
    if (before) changedSeats(before, info);
    clock.follow(message.turn_left ?? {});
    if (info.pause_votes.length > votes) asides.wished(info);
    drawing.refresh();
  };
}
