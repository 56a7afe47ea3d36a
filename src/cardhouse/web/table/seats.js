/** @file Who sits where: name plates with faces, counts, roles and what somebody is up to. */

import { face, moods } from '../art/cats.js';
import { icon } from '../art/icons.js';
import { centred, el, redraw, setText } from '../dom.js';
import { isSlapped, pageOf } from '../state/games.js';
import { Strengths } from '../types.js';
import { knows, say } from '../words.js';
import { namesAt } from './state.js';
import { LONG, timeWords } from './turnclock.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/** How long a face shows a mood, in milliseconds. */
const MOOD_LASTS = 5000;
/** How long it is a cat's turn before it is seen to think, in milliseconds. */
const THINKS_AFTER = 450;
/** Timers fire a little early or late, in milliseconds. */
const ABOUT = 20;
/** A plate with less room than this, in pixels, is drawn narrow. */
const NARROW = 80;
/** Seats nearer to an edge than this share of the width are at a side. */
const AT_SIDE = 0.2;
/** The share of a plate's room that its role has, where a note stands next to it. */
const SHARED = 0.7;

const STRONGEST = Math.max(...Object.values(Strengths));

/** @type {Map<string, string>} */
const drawings = new Map();

/**
 * A face with a mood, drawn once; somebody whose face is not known here is a mouse.
 * @param {string} id
 * @param {string} mood
 */
export function safeFace(id, mood = 'calm') {
  const key = `${id} ${mood}`;
  const known = drawings.get(key) ?? drawFace(id, mood);
  drawings.set(key, known);
  return known;
}

/** @param {string} id @param {string} mood */
function drawFace(id, mood) {
  const how = /** @type {import('../art/cats.js').Mood} */ (
    moods.includes(/** @type {any} */ (mood)) ? mood : 'calm'
  );
  try {
    return face(id || 'mouse', how);
  } catch {
    return face('mouse', how);
  }
}

/**
 * What marks a seat beyond its role.
 * @param {View} view
 * @param {number} seat
 * @param {TableInfo} info
 * @returns {{icon?: string, text: string} | null}
 */
function note(view, seat, info) {
  const who = info.seats[seat];
  if (who?.stand_in)
    return {
      icon: 'cat',
      text: who.yours
        ? say('page.seat.stand_in_you')
        : say('page.seat.stand_in', { name: who.name }),
    };
  if (who?.kind === 'person' && who.present === false)
    return {
      icon: 'wifi-lost',
      text:
        who.gone_in != null
          ? say('page.seat.gone_in', { count: Math.ceil(who.gone_in) })
          : say('page.seat.gone'),
    };
  const { marks } = pageOf(view.game),
    place = marks.place(view, seat);
  if (place)
    return { icon: place === 1 ? 'crown' : 'check', text: say('page.seat.place', { place }) };
  return marks.note(view, seat);
}

/** The role of a seat that is worth a mark now. @param {View} view @param {number} seat */
function roleOf(view, seat) {
  const { roles, hasRole } = pageOf(view.game).marks;
  return Object.keys(roles).find((role) => view.roles[role] === seat && hasRole(view, role));
}

/** How small words on a plate get at least, in pixels, so that they stay on it. */
const SMALLEST = 5;

/**
 * Let words be no wider than this, whatever the language and the font.
 * @param {HTMLElement} element
 * @param {number} room
 */
function fit(element, room) {
  const key = `${element.dataset.key} ${Math.round(room)}`;
  if (element.hidden || element.dataset.fitted === key) return;
  element.dataset.fitted = key;
  element.style.fontSize = '';
  const wide = element.offsetWidth;
  if (wide <= room) return;
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  element.style.fontSize = `${Math.max(SMALLEST, (size * room) / wide).toFixed(1)}px`;
}

/**
 * True if somebody at this screen sits opposite, and neither left nor right.
 * @param {import('./layout.js').Spot} spot
 * @param {import('./layout.js').Layout} layout
 */
const across = ({ x }, { geometry: { w } }) => x >= w * AT_SIDE && x <= w * (1 - AT_SIDE);

/**
 * @typedef {object} SeatState
 * @property {HTMLElement} felt
 * @property {Map<number, Plate>} plates
 * @property {Map<number, {mood: string, until: number}>} tempers the moods that pass, by seat
 * @property {Map<number, number>} waits since when it is a cat's turn, by the page's clock
 * @property {(() => void) | null} again shows all of them once more, as they were shown last
 */

/**
 * What is shown of one seat.
 * @typedef {object} Shown
 * @property {TableInfo} info
 * @property {TableInfo['seats'][number]} who
 * @property {View} view
 * @property {import('./layout.js').Layout} layout
 * @property {import('./layout.js').Spot} spot
 * @property {boolean} turn the table waits for this seat
 * @property {string | undefined} role
 */

/** @typedef {ReturnType<typeof makePlate>} Plate */

/** @param {number} seat */
function makePlate(seat) {
  const parts = {
    face: el('span', { class: 'plate-face', 'aria-hidden': 'true' }),
    name: el('span', { class: 'plate-name' }),
    line: el('span', { class: 'plate-line' }),
    role: el('span', { class: 'plate-role' }),
    note: el('span', { class: 'plate-note' }),
    clock: el('span', { class: 'plate-clock', role: 'timer', hidden: true }),
    level: el('span', { class: 'plate-level', 'aria-hidden': 'true' }),
  };
  const element = el(
    'div',
    { class: 'plate', 'data-seat': seat, role: 'group' },
    parts.face,
    parts.level,
    el('span', { class: 'plate-text' }, parts.name, parts.line),
    el('span', { class: 'plate-marks' }, parts.clock, parts.role, parts.note),
  );
  return { element, ...parts };
}

/**
 * The plate of a seat, made when it is first wanted.
 * @param {SeatState} state @param {number} seat
 */
function plateOf({ plates, felt }, seat) {
  const plate = plates.get(seat) ?? makePlate(seat);
  if (!plates.has(seat)) felt.append(plate.element);
  plates.set(seat, plate);
  return plate;
}

/** @param {HTMLElement} element @param {{icon?: string, text: string} | null} mark */
function showMark(element, mark) {
  element.hidden = !mark;
  const key = mark ? `${mark.icon}|${mark.text}` : '';
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.replaceChildren();
  if (!mark) return;
  if (mark.icon) {
    const sign = el('span', { class: 'mark-icon', 'aria-hidden': 'true' });
    redraw(sign, icon(mark.icon));
    element.append(sign);
  }
  element.append(el('span', {}, mark.text));
}

/**
 * Put a plate where it belongs, as it looks now.
 * @param {HTMLElement} element @param {Shown} shown
 */
function place(element, { who, layout, spot, turn, role }) {
  const { shape, w } = layout.geometry;
  const looks = [
    `plate plate-${spot.shape} table-${shape}`,
    spot.room < NARROW ? 'narrow' : '',
    spot.shape === 'wide' && spot.x > w * (1 - AT_SIDE) ? 'at-right' : '',
    turn ? 'turn' : '',
    role ? `role-${role}` : '',
    who.yours ? 'yours' : '',
    who.yours && spot.shape !== 'home' && across(spot, layout) ? 'across' : '',
  ];
  element.className = looks.filter(Boolean).join(' ');
  element.style.setProperty('--room', `${Math.round(spot.room)}px`);
  element.style.translate = centred(spot.x, spot.y);
}

/** True while a cat is seen to think. @param {SeatState} state @param {Shown} shown */
function isThinking(state, { who, spot, turn, view }) {
  const { waits } = state;
  if (!turn) waits.delete(spot.seat);
  if (!turn || who.kind !== 'cat') return false;
  const now = performance.now(),
    since = waits.get(spot.seat) ?? now;
  waits.set(spot.seat, since);
  if (since === now) setTimeout(() => state.again?.(), THINKS_AFTER);
  return !isSlapped(view.game) && now - since > THINKS_AFTER - ABOUT;
}

/** @param {SeatState} state @param {Shown} shown @param {boolean} thinks */
function moodOf({ tempers }, { who, spot }, thinks) {
  const temper = tempers.get(spot.seat);
  if (temper && temper.until > performance.now()) return temper.mood;
  if (thinks) return 'thinking';
  return who.kind === 'person' && who.present === false ? 'asleep' : 'calm';
}

/**
 * Show how well a cat plays; returns the words for it.
 * @param {Plate} plate @param {Shown} shown
 */
function showLevel({ level }, { who }) {
  const name = who.kind === 'cat' ? (who.level ?? '') : '',
    dots = Strengths[name] ?? 0;
  setText(level, dots ? '●'.repeat(dots) + '○'.repeat(STRONGEST - dots) : '');
  level.title = knows(`page.level.${name}`) ? say(`page.level.${name}`) : '';
  return level.title;
}

/**
 * Show the role of a seat and what else there is to note; returns the words for both.
 * @param {Plate} plate @param {Shown} shown @param {import('../words.js').Names} names
 */
function showMarks(plate, { info, view, layout, spot, role }, names) {
  const { marks } = pageOf(view.game),
    does = role ? say(`page.role.${role}`, { seat: spot.seat }, names) : '',
    noted = note(view, spot.seat, info);
  showMark(plate.role, role ? { icon: marks.roles[role] ?? 'next', text: does } : null);
  showMark(plate.note, noted);
  plate.note.classList.toggle('counts', /\d/.test(noted?.text ?? ''));
  if (spot.shape !== 'home') {
    const shared = role && noted && (spot.shape === 'tall' || layout.geometry.tiny);
    fit(plate.role, spot.room * (shared ? SHARED : 1) + 4);
    fit(plate.note, spot.room + 4);
  }
  return { does, noted: noted?.text };
}

/** Show who sits at one seat and how they are. @param {SeatState} state @param {Shown} shown */
function show(state, shown) {
  const { info, who, view, spot, turn } = shown,
    { seat } = spot,
    names = namesAt(info),
    plate = plateOf(state, seat);
  place(plate.element, shown);
  const thinks = isThinking(state, shown);
  plate.element.classList.toggle('thinks', thinks);
  redraw(plate.face, safeFace(who.face, moodOf(state, shown, thinks)));
  const line = pageOf(view.game).marks.line(view, seat),
    level = showLevel(plate, shown);
  setText(plate.name, names[seat] ?? '');
  setText(plate.line, line);
  const { does, noted } = showMarks(plate, shown, names);
  const said = [
    names[seat],
    level,
    line,
    does,
    turn ? say('page.seat.turn', { seat }, names) : '',
    thinks ? say('page.seat.thinks') : '',
    noted,
  ];
  plate.element.setAttribute('aria-label', said.filter(Boolean).join(', '));
}

/** @param {HTMLElement} felt */
export function createSeats(felt) {
  /** @type {SeatState} */
  const state = { felt, plates: new Map(), tempers: new Map(), waits: new Map(), again: null };
  return {
    /**
     * Show who sits there and how they are.
     * @param {TableInfo} info
     * @param {View} view
     * @param {import('./layout.js').Layout} layout
     */
    update(info, view, layout) {
      state.again = () => this.update(info, view, layout);
      for (const spot of layout.geometry.spots) {
        const who = info.seats[spot.seat],
          turn = view.turn.includes(spot.seat) && info.status === 'playing',
          role = view.outcome ? undefined : roleOf(view, spot.seat);
        if (who) show(state, { info, who, view, layout, spot, turn, role });
      }
    },

    /** Let a face show a mood for a while. @param {number} seat @param {string} mood */
    mood(seat, mood) {
      state.tempers.set(seat, { mood, until: performance.now() + MOOD_LASTS });
      state.again?.();
      setTimeout(() => state.again?.(), MOOD_LASTS + ABOUT);
    },

    /**
     * What a seat has left of the turn clock.
     * @param {number} seat
     * @param {number | null} left seconds; null: it doesn't run
     * @param {boolean} short whether that is little
     */
    clock(seat, left, short) {
      const { clock } = plateOf(state, seat);
      clock.hidden = left === null;
      clock.classList.toggle('short', short);
      if (left === null) return;
      setText(clock, timeWords(left));
      const spoken =
        left < LONG ? say('page.clock.left', { count: left }) : timeWords(left, 'long');
      clock.setAttribute('aria-label', spoken);
    },

    /** The plate of a seat. @param {number} seat */
    plate: (seat) => state.plates.get(seat)?.element,
  };
}

/** @typedef {ReturnType<typeof createSeats>} Seats */
