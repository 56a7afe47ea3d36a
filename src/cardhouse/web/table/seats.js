/** @file Who sits where: name plates with faces, counts, roles and what somebody is up to. */

import { face, moods } from '../art/cats.js';
import { icon } from '../art/icons.js';
import { centred, el, redraw, setText } from '../dom.js';
import { isSlapped, pageOf } from '../state/games.js';
import { Strengths } from '../types.js';
import { knows, say } from '../words.js';
import { namesAt } from './state.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

const MOOD_LASTS = 5000,
  THINKS_AFTER = 450;

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
 * @param {number} age seconds since the table said so
 * @returns {{icon?: string, text: string, short?: string} | null} `short`: where that is too long
 */
function note(view, seat, info, age) {
  const who = info.seats[seat];
  if (who?.stand_in)
    return {
      icon: 'cat',
      text: who.yours
        ? say('page.seat.stand_in_you')
        : say('page.seat.stand_in', { name: who.name }),
      ...(who.yours ? {} : { short: say('page.seat.stand_in_short') }),
    };
  if (who?.kind === 'person' && who.present === false)
    return {
      icon: 'wifi-lost',
      text:
        who.gone_in != null
          ? say('page.seat.gone_in', { count: Math.max(0, Math.ceil(who.gone_in - age)) })
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
  const words = element.lastElementChild,
    { whole, short } = element.dataset;
  if (words && whole) words.textContent = whole;
  if (words && short && element.offsetWidth > room) words.textContent = short;
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
const across = ({ x }, { geometry }) => x >= geometry.w * 0.2 && x <= geometry.w * 0.8;

/** @param {HTMLElement} felt */
export function createSeats(felt) {
  /**
   * @type {Map<number, {element: HTMLElement, face: HTMLElement, name: HTMLElement, line:
   *   HTMLElement, role: HTMLElement, note: HTMLElement, clock: HTMLElement, level: HTMLElement}>}
   */
  const plates = new Map();
  /** @type {Map<number, {mood: string, until: number}>} */
  const tempers = new Map();
  /** @type {Map<number, number>} */
  const waits = new Map();
  /** @type {(() => void) | null} */
  let again = null;
  // What the table said last, and when: who is gone has a while that runs down.
  let told = /** @type {TableInfo | null} */ (null),
    came = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let counting;

  /** @param {number} seat */
  function plate(seat) {
    const known = plates.get(seat);
    if (known) return known;
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
      { class: 'plate', 'data-seat': seat },
      parts.face,
      parts.level,
      el('span', { class: 'plate-text' }, parts.name, parts.line),
      el('span', { class: 'plate-marks' }, parts.clock, parts.role, parts.note),
    );
    felt.append(element);
    const made = { element, ...parts };
    plates.set(seat, made);
    return made;
  }

  /**
   * @param {HTMLElement} element
   * @param {{icon?: string, text: string, short?: string} | null} mark
   */
  function mark(element, mark) {
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
    Object.assign(element.dataset, { whole: mark.text, short: mark.short ?? '' });
  }

  return {
    /**
     * Show who sits there and how they are.
     * @param {TableInfo} info
     * @param {View} view
     * @param {import('./layout.js').Layout} layout
     */
    update(info, view, layout) {
      again = () => this.update(info, view, layout);
      const now = performance.now(),
        names = namesAt(info);
      if (info !== told) came = now;
      told = info;
      clearTimeout(counting);
      if (info.seats.some(({ gone_in }) => gone_in != null))
        counting = setTimeout(() => felt.isConnected && again?.(), 1000);
      for (const spot of layout.geometry.spots) {
        const who = info.seats[spot.seat];
        if (!who) continue;
        const parts = plate(spot.seat),
          { element } = parts;
        const turn = view.turn.includes(spot.seat) && info.status === 'playing';
        const role = view.outcome ? undefined : roleOf(view, spot.seat);
        const looks = [
          `plate plate-${spot.shape} table-${layout.geometry.shape}`,
          spot.room < 80 ? 'narrow' : '',
          spot.shape === 'wide' && spot.x > layout.geometry.w * 0.8 ? 'at-right' : '',
          turn ? 'turn' : '',
          role ? `role-${role}` : '',
          who.yours ? 'yours' : '',
          who.yours && spot.shape !== 'home' && across(spot, layout) ? 'across' : '',
        ];
        element.className = looks.filter(Boolean).join(' ');
        element.style.setProperty('--room', `${Math.round(spot.room)}px`);
        element.style.translate = centred(spot.x, spot.y);
        const temper = tempers.get(spot.seat);
        if (turn && who.kind === 'cat' && !waits.has(spot.seat)) waits.set(spot.seat, now);
        if (!turn) waits.delete(spot.seat);
        const thinks =
          who.kind === 'cat' &&
          turn &&
          !isSlapped(view.game) &&
          now - (waits.get(spot.seat) ?? now) > THINKS_AFTER - 20;
        if (waits.get(spot.seat) === now) setTimeout(() => again?.(), THINKS_AFTER);
        element.classList.toggle('thinks', thinks);
        const usual = who.kind === 'person' && who.present === false ? 'asleep' : 'calm';
        const mood = temper && temper.until > now ? temper.mood : thinks ? 'thinking' : usual;
        redraw(parts.face, safeFace(who.face, mood));
        const { marks } = pageOf(view.game),
          line = marks.line(view, spot.seat);
        const does = role ? say(`page.role.${role}`, { seat: spot.seat }, names) : '';
        setText(parts.name, names[spot.seat] ?? '');
        setText(parts.line, line);
        mark(parts.role, role ? { icon: marks.roles[role] ?? 'next', text: does } : null);
        const level = who.kind === 'cat' ? (who.level ?? '') : '',
          shown = knows(`page.level.${level}`) ? say(`page.level.${level}`) : '';
        const dots = Strengths[level] ?? 0;
        setText(parts.level, dots ? '●'.repeat(dots) + '○'.repeat(STRONGEST - dots) : '');
        parts.level.title = shown;
        const noted = note(view, spot.seat, info, (now - came) / 1000);
        mark(parts.note, noted);
        parts.note.classList.toggle('counts', /\d/.test(noted?.text ?? ''));
        if (spot.shape !== 'home') {
          const both = role && noted && (spot.shape === 'tall' || layout.geometry.tiny) ? 0.7 : 1;
          fit(parts.role, spot.room * both + 4);
          fit(parts.note, spot.room + 4);
        }
        element.setAttribute(
          'aria-label',
          [
            names[spot.seat],
            shown,
            line,
            does,
            turn ? say('page.seat.turn', { seat: spot.seat }, names) : '',
            thinks ? say('page.seat.thinks') : '',
            noted?.text,
          ]
            .filter(Boolean)
            .join(', '),
        );
        element.setAttribute('role', 'group');
      }
    },

    /** Let a face show a mood for a while. @param {number} seat @param {string} mood */
    mood(seat, mood) {
      tempers.set(seat, { mood, until: performance.now() + MOOD_LASTS });
      again?.();
      setTimeout(() => again?.(), MOOD_LASTS + 30);
    },

    /**
     * What a seat has left of the turn clock.
     * @param {number} seat
     * @param {number | null} left seconds; null: it doesn't run
     * @param {boolean} short whether that is little
     */
    clock(seat, left, short) {
      const { clock } = plate(seat);
      clock.hidden = left === null;
      clock.classList.toggle('short', short);
      if (left === null) return;
      setText(clock, String(left));
      clock.setAttribute('aria-label', say('page.clock.left', { count: left }));
    },

    /** The plate of a seat. @param {number} seat */
    plate: (seat) => plates.get(seat)?.element,
  };
}

/** @typedef {ReturnType<typeof createSeats>} Seats */
