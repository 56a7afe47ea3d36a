/** @file How a table stands on this screen: who sits where, the views, and whose hand is seen. */

import { isSlapped, pageOf } from '../state/games.js';
import { say } from '../words.js';
import { onTurn } from './view.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/**
 * What everybody at a table is called here: who plays alone from this screen is "you".
 * @param {TableInfo} info
 * @returns {Names}
 */
export function namesAt({ seats }) {
  const mine = seats.flatMap((seat, at) => (seat.yours && seat.kind === 'person' ? [at] : []));
  const [you] = mine.length === 1 ? mine : [];
  const names = seats.map((seat, at) =>
    at === you ? say('page.you') : seat.name || say('page.seat.open'),
  );
  return Object.assign(names, { you });
}

export class TableState {
  /** @type {TableInfo | null} */
  #info = null;
  /**
   * Who sat at the game in play or just over: some may have left since.
   * @type {TableInfo['seats']}
   */
  played = [];
  /** The latest views, one for each seat of mine. @type {View[]} */
  latest = [];
  /** The view that is shown. @type {View | null} */
  shown = null;
  /** True if all hands that are known lie open in it. */
  showsAll = false;
  /** @type {import('./layout.js').Layout | null} */
  layout = null;
  /** One's own name in the room. */
  you = '';
  round = 0;
  step = 0;
  /** The seat at the bottom. */
  home = 0;
  /** The seat whose hand may be seen. @type {number | null} */
  open = null;
  /** What is left of the view's timer, in seconds, and which timer that is. */
  timerLeft = 0;
  timerKey = '';
  /** True if the table stands still only while somebody reads. */
  held = false;
  /** True if this person is throwing the table away. */
  leaving = false;
  /** What will be worth telling at the end. @type {import('../game/contract.js').Notes} */
  notes = {};

  /** The table as the house tells it. */
  get info() {
    return this.#info;
  }

  set info(info) {
    const over = info?.status === 'over' && info.round === this.#info?.round;
    if (info && !over) this.played = info.seats;
    this.#info = info;
  }

  /** What is shown: the game before, for as long as another one is only agreed on. */
  get game() {
    return (this.latest[0] ?? this.shown ?? this.info)?.game ?? '';
  }

  get page() {
    return pageOf(this.game);
  }

  get slapped() {
    return isSlapped(this.game);
  }

  /** The names at the table, by seat. */
  get names() {
    return this.info ? namesAt(this.info) : [];
  }

  /** The seats that are played from this screen. */
  get mine() {
    const seats = this.info?.seats ?? [];
    return seats.flatMap((seat, at) => (seat.yours && seat.kind === 'person' ? [at] : []));
  }

  /** True if several hands are played from this screen, so that each is covered for the others. */
  get shared() {
    return this.mine.length > 1 && !this.slapped;
  }

  /** True if others have to do with this table, so that nothing becomes of it without them. */
  get together() {
    const { seats = [], room } = this.info ?? {};
    const others = seats.some((seat) => !seat.yours && (seat.kind === 'person' || seat.stand_in));
    return (
      others || (room?.members.some((one) => one.here !== false && one.who !== this.you) ?? false)
    );
  }

  /** True if this person made the table, or plays cats alone. */
  get decides() {
    const people = this.info?.seats.filter((seat) => seat.kind === 'person') ?? [];
    return this.info?.host || (people.length > 0 && people.every((seat) => seat.yours === true));
  }

  /** A seat of mine where a cat plays on; -1: none. */
  get leftToCat() {
    return this.info?.seats.findIndex((seat) => seat.yours && seat.kind === 'cat') ?? -1;
  }

  /** The seat that is played now: the one at the bottom, if its hand is open. */
  get acting() {
    const mine = this.mine.includes(this.home) && (!this.shared || this.open === this.home);
    return mine ? this.home : null;
  }

  /** The view of the seat at the bottom. @param {View[]} [views] */
  viewOf(views = this.latest) {
    return views.find((view) => view.seat === this.home) ?? views[0];
  }

  /**
   * Choose who sits at the bottom: where a screen is shared, the person to move, and their hand is
   * covered until they are ready. True: it is another seat.
   */
  chooseHome() {
    const [first] = this.mine,
      view = this.viewOf();
    // Where a cat plays on for this person, they see their cards.
    if (first === undefined && this.leftToCat >= 0) this.home = this.open = this.leftToCat;
    if (first === undefined || !view) return false;
    if (!this.shared) {
      this.open = first;
      this.home = first;
      return false;
    }
    if (onTurn(view, this.home)) return false;
    const next = this.mine.find((seat) => onTurn(view, seat)) ?? this.home;
    if (next === this.home) return false;
    this.home = next;
    this.open = null;
    return true;
  }

  /**
   * What lies over the table, and a key that changes whenever it does.
   * @param {boolean} busy whether something is still to be shown
   */
  overlay(busy) {
    const { info, shown } = this;
    if (!info) return { kind: '', key: '' };
    const of = (/** @type {string} */ kind, /** @type {unknown} */ detail) => ({
      kind,
      key: `${kind} ${JSON.stringify(detail)}`,
    });
    const { arranged, host, waiting = [] } = info.room ?? {},
      awaited = waiting.filter(({ what }) => what !== 'move').map(({ who, what }) => [who, what]);
    if (info.status === 'waiting')
      return of('wait', [info.seats, info.rematch_votes, arranged, host, awaited]);
    if (info.paused && !this.held) return of('pause', info.pause_votes);
    if (info.pause_votes.length && info.status === 'playing') return of('wish', info.pause_votes);
    if (busy) return { kind: '', key: '' };
    if (shown?.outcome) {
      const { status, rematch_votes, best_of, wins } = info;
      return of('end', [this.round, status, rematch_votes, best_of, wins, awaited]);
    }
    const view = this.viewOf();
    const covered = this.shared && this.open !== this.home && view && onTurn(view, this.home);
    return covered ? of('ready', this.home) : { kind: '', key: '' };
  }
}
