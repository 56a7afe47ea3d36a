/** @file One table on the page: what the server says becomes cards, plates, cues and words; what the player does becomes messages. */

import { el, setText } from '../dom.js';
import { change, onChange, settings } from '../state/settings.js';
import { connect } from '../wire.js';
import { say } from '../words.js';
import { createAnnouncer } from './announce.js';
import { createAsides } from './asides.js';
import { createBar, createTop } from './bar.js';
import { createBubbles, thoughts } from './bubbles.js';
import { FLIGHT, createCards } from './cards.js';
import { createCues } from './cues.js';
import { endPanel, noNotes, remark } from './end.js';
import { frames } from './frames.js';
import { createHands } from './hands.js';
import { listen } from './keyboard.js';
import { createLine } from './line.js';
import { showKeys } from './keys.js';
import { layoutOf } from './layouts/all.js';
import { lookAtLastTrick, lookAtPile, lookAtScores } from './looks.js';
import { createMarks } from './marks.js';
import { showMenu, showReactions } from './menu.js';
import { prompt } from './prompt.js';
import { createQueue } from './queue.js';
import { createSeats } from './seats.js';
import { createSlaps } from './slaps.js';
import { sound, soundOf } from './sounds.js';
import { layVeil } from './veil.js';
import { SLAP_GAMES, zone } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('../types.js').Happened} Happened */

/**
 * Open a table in a place; returns how to leave it. @param {HTMLElement} place @param {string} code
 * @param {{again: (info: TableInfo) => void, shown?: (view: View, seat: number | null) => void}} house `shown`: hears of everything that is shown
 */
export function openTable(place, code, house) {
  const top = el('header', { class: 'top' });
  const felt = el('main', { class: 'felt', 'aria-label': say('page.table') });
  const promptLine = el('p', { class: 'prompt', 'aria-live': 'polite' });
  const over = el('div', { class: 'over' });
  place.append(top, felt);
  const line = createLine(place, () => wire.retry());
  felt.append(promptLine, over);

  /** @type {TableInfo | null} */
  let info = null;
  /** The latest views, and the one that is shown. @type {View[]} */
  let latest = [];
  /** @type {View | null} */
  let shown = null;
  /** @type {import('./layout.js').Plan | null} */
  let plan = null;
  let round = 0, step = 0, home = 0, sent = 0, ended = '', overlay = '';
  /** The seat whose hand may be seen. @type {number | null} */
  let open = null;
  let timerLeft = 0, timerKey = '';
  /** @type {import('./end.js').Notes} */
  let notes = noNotes();

  const names = () => info?.seats.map((seat) => seat.name || say('page.seat.open')) ?? [];
  const mine = () => info?.seats.flatMap((seat, at) => (seat.yours && seat.kind === 'person' ? [at] : [])) ?? [];
  const slapGame = () => SLAP_GAMES.has(info?.game ?? '');
  const shared = () => mine().length > 1 && !slapGame();
  /** A seat of mine where a cat plays on. */
  const leftToCat = () => info?.seats.findIndex((seat) => seat.yours && seat.kind === 'cat') ?? -1;
  const acting = () => (mine().includes(home) && (!shared() || open === home) ? home : null);
  const ready = () => (shown && !queue.busy() ? shown : null);

  const announcer = createAnnouncer(place);
  const cards = createCards(felt), seats = createSeats(felt), bubbles = createBubbles(felt), cues = createCues(felt);
  const wire = connect(code, { message: hear, line: showLine, seen: () => (round ? { round, step } : null) });
  const queue = createQueue(() => {
    chooseHome();
    refresh();
  });
  const slaps = createSlaps({
    send: wire.send, plan: () => plan, cues, sound: (name) => sound.play(name), alert: announcer.alert,
    who: (seat) => info?.seats[seat] ?? { name: '', face: '' },
    allowed: () => !!info && info.status === 'playing' && !info.paused && wire.line() === 'open',
  });
  const hands = createHands({ felt, cards, plan: () => plan, view: ready, seat: acting, act, changed: () => refresh() });
  const asides = createAsides({ plan: () => plan, info: () => info, names, cues, bubbles, announcer, line, hands, slaps });
  const marks = createMarks(felt, { press });
  const bar = createBar(felt, { act: (action) => act(action, null), slap: (event) => slaps.slap(home, event), turn: () => turnCard(0) });
  const topBar = createTop(top, {
    menu, hint, pause, keys: showKeys, sound: () => change({ sound: !settings().sound }), look, scores: () => shown && lookAtScores(shown, names()),
    react: () => showReactions((kind) => wire.send({ t: 'react', seat: mine()[0] ?? 0, kind })),
  });

  /** Send an action of the seat that is played now. @param {string} action @param {HTMLElement | null} beside @param {number} [seat] */
  function act(action, beside, seat = home) {
    cues.untip();
    if (action === 'sit') return void wire.send({ t: 'sit', seat: leftToCat() });
    const id = ++sent;
    if (wire.send({ t: 'act', seat, action, step, id })) asides.ask(id, beside);
    else cues.tip(say('page.line.lost'), beside?.getBoundingClientRect() ?? null, /** @type {import('./layout.js').Plan} */ (plan));
  }

  /** Turn the top card of the first or second player here. @param {number} player */
  function turnCard(player) {
    const own = mine(), seat = own[player] ?? (own.length === 1 ? own[0] : undefined);
    if (!slapGame() || seat === undefined) return false;
    act('turn', null, seat);
    return true;
  }

  /** A place on the table was pressed. @param {string} what @param {Event} event */
  function press(what, event) {
    const view = shown, own = mine();
    if (!view) return;
    const [name, seat] = what.split(' ');
    if (name === 'deck' && seat !== undefined) return act('turn', null, Number(seat));
    if (name === 'pile' && slapGame()) {
      if (!own.length) return lookAtPile(say('page.look.pile'), zone(view, 'pile'));
      const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
      const upper = own.length > 1 && event instanceof PointerEvent && event.clientY < box.top + box.height / 2;
      return void slaps.slap((upper ? own.find((one) => one !== home) : home) ?? home, event);
    }
    if (event.type === 'pointerdown') return void event.currentTarget?.addEventListener('pointerup', () => pressed(name ?? ''), { once: true });
    pressed(name ?? '');
  }

  /** @param {string} name */
  function pressed(name) {
    const view = shown;
    if (!view) return;
    if (name === 'pile' && view.legal.includes('pickup') && acting() !== null && !view.legal.some((action) => action.startsWith('play'))) return act('pickup', null);
    lookAtPile(say(name === 'away' ? 'page.look.away' : 'page.look.pile'), zone(view, 'discard'));
  }

  function menu() {
    if (!info) return;
    const seat = mine()[0];
    showMenu(info, { again: again, keys: showKeys, full: () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
      leave: seat !== undefined && info.status === 'playing' ? () => wire.send({ t: 'leave', seat }) : null });
  }
  function again() {
    if (!info) return;
    if (info.status === 'over' && mine().length) wire.send({ t: 'rematch' });
    else house.again(info);
  }
  function hint() {
    const seat = acting();
    if (seat !== null && info?.hints && info.status === 'playing') wire.send({ t: 'hint', seat });
  }
  function pause() {
    if (info?.status === 'playing') wire.send({ t: 'pause', on: !info.paused });
  }
  function look() {
    if (!shown) return;
    if (shown.game === 'hearts') lookAtLastTrick(shown, names());
    else lookAtPile(say('page.look.pile'), zone(shown, shown.game === 'threes' || shown.game === 'durak' ? 'discard' : 'pile'));
  }

  /** @param {import('../wire.js').Line} state */
  function showLine(state) {
    line.show(state);
    if (state === 'lost') announcer.alert(say('page.line.lost'));
  }

  /** @param {any} message */
  function hear(message) {
    if (message.t === 'welcome') return welcome(message);
    if (message.t === 'happened') return happened(message);
    if (message.t === 'table') {
      const before = info;
      info = /** @type {TableInfo} */ (message.table);
      if (info.pause_votes.length > (before?.pause_votes.length ?? 0)) asides.wished(info);
      return refresh();
    }
    asides.hear(message);
  }

  /** @param {import('../types.js').Welcome & {timer_left?: number}} message */
  function welcome(message) {
    const first = message.table.round !== round;
    info = message.table;
    latest = message.views;
    step = message.step;
    round = info.round;
    timerLeft = message.timer_left ?? 0;
    timerKey = `${round} ${step}`;
    queue.clear();
    if (first) {
      notes = noNotes();
      ended = '';
      open = null;
      home = mine()[0] ?? 0;
    }
    if (!mine().includes(home)) home = mine()[0] ?? home;
    chooseHome(true);
    if (message.missed.length) announcer.events(info.game, message.missed.flatMap((one) => one.events), names());
    queue.add(() => {
      const view = viewOf(latest);
      if (!view) return 0;
      const deal = first && step === 0;
      const lasts = deal && shown ? cards.gather() : 0;
      if (deal) sound.play('shuffle');
      setTimeout(() => {
        show(view, { deal, instant: first && !deal });
        cards.turnedOver(() => slaps.shown(message.token ?? ''));
      }, lasts);
      return deal ? lasts + 52 * 11 + FLIGHT : 0;
    });
    refresh();
  }

  /** @param {Happened & {timer_left?: number}} message */
  function happened(message) {
    round = message.round;
    step = message.step;
    latest = message.views.length ? message.views : latest;
    const views = message.views;
    slaps.judged(message);
    remark(notes, info?.game ?? '', message);
    queue.add(() => {
      const view = viewOf(views);
      if (!view) return 0;
      const steps = frames(shown ?? undefined, message.events, view);
      const [now, ...later] = steps.map((frame, at) => () => {
        const last = at === steps.length - 1;
        let lasts = 0;
        if (frame.gather) lasts = cards.gather();
        if (last) {
          timerLeft = message.timer_left ?? 0;
          timerKey = `${message.round} ${message.step}`;
        }
        const play = () => {
          show(frame.view, { actor: message.seat, deal: frame.deal === true });
          soundOf(frame.events);
          announcer.events(frame.view.game, frame.events, names());
          think(frame.events, frame.view);
        };
        if (lasts) setTimeout(play, lasts);
        else play();
        const { token } = message;
        if (last && token) cards.turnedOver(() => slaps.shown(token));
        return frame.hold + lasts + (frame.deal ? 700 : 0);
      });
      later.forEach((job, at) => queue.addNext(job, at));
      return now?.() ?? 0;
    });
  }

  /** @param {import('../types.js').GameEvent[]} events @param {View} view */
  function think(events, view) {
    for (const thought of thoughts(view.game, events, view)) {
      seats.mood(thought.seat, thought.mood);
      const who = info?.seats[thought.seat];
      if (who?.kind !== 'cat' || !plan) continue;
      bubbles.show(thought, plan);
      if (thought.sound) sound.play(thought.sound, { volume: 0.5 });
    }
  }

  /** @param {View[]} views */
  const viewOf = (views) => views.find((view) => view.seat === home) ?? views[0];

  /** Who sits at the bottom: where a screen is shared, whoever is to move, and their hand is covered until they are ready. @param {boolean} [quiet] */
  function chooseHome(quiet = false) {
    const own = mine(), view = viewOf(latest);
    if (!own.length || !view || queue.waiting()) return;
    if (!shared()) {
      open = own[0] ?? null;
      home = own[0] ?? home;
      return;
    }
    const next = view.turn.includes(home) ? home : own.find((seat) => view.turn.includes(seat)) ?? home;
    if (next === home) return;
    home = next;
    open = null;
    const other = viewOf(latest);
    if (other && !quiet) show(other, {});
  }

  /** @param {View} view @param {{actor?: number | null, deal?: boolean, instant?: boolean}} how */
  function show(view, how) {
    shown = view;
    draw(how);
  }

  /** @param {{actor?: number | null, deal?: boolean, instant?: boolean}} how */
  function draw(how) {
    if (!shown || !info) return refresh();
    const layout = layoutOf(shown.game);
    const size = { w: felt.clientWidth, h: felt.clientHeight };
    const eyes = { home, mine: mine(), open: shared() ? open : home, all: info.open_cards || !!shown.facts.showing, large: settings().cardSize === 'large', left: settings().hand === 'left' };
    plan = layout(shown, size, eyes);
    felt.dataset.shape = plan.frame.shape;
    cards.show(plan, { ...how, time: slapGame() ? 130 : FLIGHT });
    refresh();
  }

  /** Bring everything but the cards up to date. */
  function refresh() {
    if (!info) return;
    document.title = `${say(`game.${info.game}`)} · Cardhouse`;
    topBar.update({ title: say(`game.${info.game}`), watched: info.watched_by - (mine().length ? 0 : 1), paused: info.paused, sound: settings().sound, hints: info.hints, hearts: info.game === 'hearts', plays: mine().length > 0 });
    veil();
    if (!shown || !plan || info.status === 'waiting') return;
    seats.update(info, shown, plan);
    marks.update(shown, plan, names(), mine());
    hands.update();
    const seat = acting();
    const words = prompt(shown, mine().includes(home) ? home : null, names(), hands.chosen().length);
    setText(promptLine, shared() && open !== home ? '' : words);
    promptLine.classList.toggle('mine', seat !== null && shown.turn.includes(seat));
    const { prompt: box } = plan.frame;
    Object.assign(promptLine.style, { translate: `${box.x}px ${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });
    (plan.frame.shape === 'low' ? topBar.middle : felt).append(announcer.line);
    Object.assign(announcer.line.style, plan.frame.shape === 'low' ? { translate: '', width: '' } : { translate: `${box.x}px calc(${box.y}px - 1.2em)`, width: `${box.w}px` });
    bar.update(plan.frame.bar, leftToCat() >= 0 && !shown.outcome ? [{ key: 'page.do.sit', action: 'sit', main: true }] : ready() ? hands.buttons() : [], slapGame() && mine().length && !shown.outcome ? { slaps: true, turn: shown.turn.includes(home) } : null);
    if (ready()) house.shown?.(shown, seat);
    const pile = plan.boxes.pile ?? plan.boxes.stock ?? plan.frame.middle;
    cues.timer(shown.timer && shown.timer[1] >= 2 ? shown.timer : null, timerLeft, shown.game === 'durak' && plan.boxes.away ? { x: plan.boxes.away.x + plan.boxes.away.w / 2, y: plan.boxes.away.y + plan.boxes.away.h + 44 } : { x: pile.x + pile.w + 34, y: pile.y + 20 }, info.paused, `${shown.timer?.[0]} ${timerKey}`);
  }

  /** What lies over the table: waiting, a pause, a covered hand, the end. */
  function veil() {
    if (!info) return;
    const kind = info.status === 'waiting' ? `wait ${JSON.stringify(info.seats)}`
      : info.paused ? `pause ${JSON.stringify(info.pause_votes)}`
      : shown?.outcome && !queue.busy() ? `end ${round} ${info.status} ${JSON.stringify(info.rematch_votes)}`
      : shared() && open !== home && viewOf(latest)?.turn.includes(home) && !queue.busy() ? `ready ${home}` : '';
    if (kind === overlay) return;
    overlay = kind;
    const [name = ''] = kind.split(' ');
    layVeil(over, name, {
      info, shown, notes, name: names()[home] ?? '', plays: mine().length > 0, send: wire.send, pause,
      uncover() {
        open = home;
        const view = viewOf(latest);
        if (view) show(view, {});
      },
    });
    if (name !== 'end' || ended === String(round)) return;
    ended = String(round);
    const won = mine().some((seat) => shown?.outcome?.places[seat] === 1);
    sound.play(won || !mine().length ? 'win' : 'lose');
    announcer.tell(over.querySelector('h2')?.textContent ?? '');
  }

  const resized = new ResizeObserver(() => draw({ instant: true }));
  resized.observe(felt);
  const unhear = onChange(() => {
    cards.repaint();
    draw({ instant: true });
  });
  const unlisten = listen({
    cards: hands.key, turn: turnCard, pause, menu, again, hint, look, keys: showKeys,
    slap(player, event) {
      const own = mine(), seat = own[player] ?? (own.length === 1 ? own[0] : undefined);
      if (!slapGame() || seat === undefined) return false;
      slaps.slap(seat, event);
      return true;
    },
  });

  return () => {
    wire.close();
    queue.stop();
    hands.stop();
    cues.stop();
    resized.disconnect();
    unhear();
    unlisten();
  };
}
