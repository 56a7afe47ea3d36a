/** @file What a player does at the table, and the messages that come of it. */

import { discard } from '../asking.js';

import { defaults } from '../game/defaults.js';

import { choose } from '../parts/confirm.js';
import { sureToDiscard } from '../parts/discard.js';
import { go } from '../router.js';
import { say } from '../words.js';
import { showKeys } from './keys.js';
import { lookAtPile } from './looks.js';
import { showMenu, showReactions } from './menu.js';
import { proposeNext, showRoom, showTalk } from './roompanel.js';

/**
 * @typedef {object} Ground what commands need from their table
 * @property {import('./state.js').TableState} state
 * @property {import('./rest.js').Rest} rest
 * @property {(message: import('../types.js').FromPerson) => boolean} send
 * @property {import('./cues.js').Cues} cues
 * @property {ReturnType<typeof import('./slaps.js').createSlaps>} slaps
 * @property {(id: number, beside: HTMLElement | null) => void} asked hears of what was asked for,
 *   and next to what a refusal is said
 * @property {(info: import('../types.js').TableInfo) => void} again makes another such table
 */

/** @param {Ground} ground */
export function createCommands({ state, rest, send, cues, slaps, asked, again: anotherTable }) {
  let sent = 0;

  /**
   * Send an action of the seat that is played now.
   * @param {string} action
   * @param {HTMLElement | null} beside
   * @param {number} [seat]
   */
  function act(action, beside, seat = state.home) {
    cues.untip();
    if (action === 'sit') return void send({ t: 'sit', seat: state.leftToCat });
    const id = ++sent;
    if (send({ t: 'act', seat, action, step: state.step, id })) asked(id, beside);
    else if (state.layout)
      cues.tip(say('page.line.lost'), beside?.getBoundingClientRect() ?? null, state.layout);
  }

  /** The seat of a player at this screen; one alone has the keys of two. @param {number} player */
  const seatOf = (player) =>
    state.mine[player] ?? (state.mine.length === 1 && player === 1 ? state.mine[0] : undefined);

  /** Turn the top card of a player here. @param {number} player */
  function turnCard(player) {
    const seat = seatOf(player);
    if (!state.slapped || seat === undefined) return false;
    act('turn', null, seat);
    return true;
  }

  /** Slap for a player here. @param {number} player @param {Event} event */
  function slap(player, event) {
    const seat = seatOf(player);
    if (!state.slapped || seat === undefined) return false;
    slaps.slap(seat, event);
    return true;
  }

  /**
   * A place on the table was pressed.
   * @param {import('../game/contract.js').Hit} hit
   * @param {Event} event
   */
  function press(hit, event) {
    if (!state.shown) return;
    if (hit.slap && state.mine.length) return slapAt(event);
    if (hit.action && hit.seat !== undefined) return act(hit.action, null, hit.seat);
    if (event.type !== 'pointerdown' || hit.slap) return look(hit);
    event.currentTarget?.addEventListener('pointerup', () => look(hit), { once: true });
  }

  /** Those who share a screen slap from their sides of it. @param {Event} event */
  function slapAt(event) {
    const spots = state.layout?.geometry.spots ?? [],
      pile = state.layout?.boxes.pile;
    if (!(event instanceof PointerEvent) || event.type === 'click' || !pile)
      return void slaps.slap(state.home, event);
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const from = (/** @type {number} */ x, /** @type {number} */ y) => Math.atan2(y, x);
    const touched = from(
      event.clientX - (box.left + box.width / 2),
      event.clientY - (box.top + box.height / 2),
    );
    const away = (/** @type {number} */ seat) => {
      const spot = spots[seat];
      if (!spot) return Number.POSITIVE_INFINITY;
      const side =
        spot.shape === 'home'
          ? Math.PI / 2
          : from(spot.x - (pile.x + pile.w / 2), spot.y - (pile.y + pile.h / 2));
      return Math.abs(Math.atan2(Math.sin(side - touched), Math.cos(side - touched)));
    };
    const [nearest = state.home] = [...state.mine].sort((a, b) => away(a) - away(b));
    slaps.slap(nearest, event);
  }

  /** @param {import('../game/contract.js').Hit} hit */
  function look(hit) {
    if (hit.action && state.acting !== null) act(hit.action, null);
    else if (hit.look) lookAtPile(hit.look.title, hit.look.cards);
  }

  /** Play again or, while a game runs, ask what becomes of it. */
  async function again() {
    const { info } = state;
    if (!info) return;
    if (info.status === 'over' && state.mine.length) return void send({ t: 'rematch' });
    // With others at the table, what is next is a matter for all of them, behind the same link.
    if (plays() && several() && info.room) return void proposeNext(info, send);
    if (!plays() || info.status === 'over') return void anotherTable(info);
    const chosen = await choose(say('page.new.title'), say('page.new.sure'), [
      { words: say('page.new.discard'), value: 'discard' },
      { words: say('page.new.later'), value: 'later' },
    ]);
    if (!chosen) return;
    if (chosen === 'discard') await leaveForGood(info.code);
    anotherTable(info);
  }

  /** True if somebody at this screen has a seat, be it left to a cat. */
  const plays = () => state.info?.seats.some((seat) => seat.yours) ?? false;

  /** True if more than one person plays here, be it at one screen. */
  const several = () => state.together || state.mine.length > 1;

  /** True if this person may say how fast the cats play. */
  const setsPace = () => {
    return state.decides && state.info?.seats.some((seat) => seat.kind === 'cat');
  };

  /** @param {string} code */
  async function leaveForGood(code) {
    state.leaving = true;
    await discard(code);
  }

  /** @param {import('../types.js').TableInfo} info */
  async function throwAway(info) {
    if (!(await sureToDiscard(info.game))) return;
    await leaveForGood(info.code);
    go('/');
  }

  function pause() {
    if (state.info?.status === 'playing') send({ t: 'pause', on: !state.info.paused });
  }

  /** Take the last move back, where that can be done. */
  function undo() {
    const [seat] = state.mine;
    if (seat !== undefined && state.info?.undo) send({ t: 'undo', seat });
  }

  const keys = () =>
    showKeys({
      slapped: state.slapped,
      players: state.mine.length,
      numbered: state.page.actions.faceDown !== defaults.actions.faceDown,
    });

  const fullScreen = () =>
    void (
      document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen()
    ).catch(() => {});

  return {
    act,
    turnCard,
    slap,
    press,
    again: () => void again(),
    menu() {
      const { info } = state;
      if (!info) return;
      const [seat] = state.mine;
      showMenu(info, {
        again: () => void again(),
        room: info.room && several() ? () => showRoom(info, state.you, send) : null,
        part:
          info.room && state.together
            ? () => {
                send({ t: 'go' });
                go('/');
              }
            : null,
        discard:
          !state.together && info.status !== 'over' && (info.host || plays())
            ? () => void throwAway(info)
            : null,
        keys,
        undo: state.info?.undo ? undo : null,
        full: fullScreen,
        pace: setsPace() ? (pace) => void send({ t: 'pace', pace }) : null,
        leave:
          seat !== undefined && info.status === 'playing'
            ? () => {
                // A person who has left can't let the table go on any more.
                rest.release();
                send({ t: 'leave', seat });
              }
            : null,
      });
    },
    hint() {
      const seat = state.acting;
      if (seat !== null && state.info?.hints && state.info.status === 'playing')
        send({ t: 'hint', seat });
    },
    undo,
    pause,
    /** Pause or go on; where slaps count, a person alone here slaps. @param {Event} event */
    space(event) {
      if (state.slapped && state.mine.length && !state.info?.paused) {
        if (state.mine.length === 1) slap(0, event);
      } else pause();
    },
    keys,
    look: () => state.shown && state.page.marks.look(state.shown, state.names),
    scores: () => state.shown && state.page.marks.scores?.(state.shown, state.names),
    react() {
      const { info } = state;
      showReactions(
        (kind) => void send({ t: 'react', seat: state.mine[0] ?? 0, kind }),
        info?.room && state.together ? () => showTalk(info, send) : null,
      );
    },
  };
}
