/** @file Who sits where: name plates with faces, counts, roles and what somebody is up to. */

import { face, moods } from '../art/cats.js';
import { icon } from '../art/icons.js';
import { el, redraw, setText } from '../dom.js';
import { say } from '../words.js';
import { SLAP_GAMES, heartPoints, held, placeOf, zone } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableInfo} TableInfo */

/** Each role has a shape and a word besides its colour. */
const ROLES = /** @type {Record<string, string>} */ ({ attacker: 'sword', defender: 'shield', co_attacker: 'co-attacker', challenger: 'crown', taker: 'paw', leader: 'next' });
const MOOD_LASTS = 5000, THINKS_AFTER = 450;

/** @type {Map<string, string>} */
const drawings = new Map();

/** A face with a mood, drawn once; somebody whose face is not known here is a mouse. @param {string} id @param {string} mood */
export function safeFace(id, mood = 'calm') {
  const key = `${id} ${mood}`;
  const known = drawings.get(key) ?? drawFace(id, mood);
  drawings.set(key, known);
  return known;
}

/** @param {string} id @param {string} mood */
function drawFace(id, mood) {
  const how = /** @type {import('../art/cats.js').Mood} */ (moods.includes(/** @type {any} */ (mood)) ? mood : 'calm');
  try {
    return face(id || 'mouse', how);
  } catch {
    return face('mouse', how);
  }
}

/** @param {View} view @param {number} seat */
function counts(view, seat) {
  const cards = held(view, seat);
  if (view.game !== 'hearts') return { count: cards, line: say('page.count.cards', { count: cards }) };
  const points = view.scores[seat] ?? 0;
  return { count: cards, line: say('page.count.points', { count: points }) };
}

/** What marks a seat beyond its role. @param {View} view @param {number} seat @param {TableInfo} info @returns {{icon?: string, text: string} | null} */
function note(view, seat, info) {
  const who = info.seats[seat];
  if (who?.kind === 'person' && who.present === false) return { icon: 'wifi-lost', text: who.gone_in != null ? say('page.seat.gone_in', { count: Math.ceil(who.gone_in) }) : say('page.seat.gone') };
  const place = placeOf(view, seat);
  if (place) return { icon: place === 1 ? 'crown' : 'check', text: say('page.seat.place', { place }) };
  const locked = view.facts.lockouts?.[seat];
  if (locked) return { icon: 'no', text: say('page.seat.locked', { count: locked }) };
  if (view.facts.waiting?.includes?.(seat)) return { icon: 'clock', text: say('page.seat.last_chance') };
  if (view.game === 'hearts' && view.phase === 'pass' && view.facts.chosen?.[seat]) return { icon: 'check', text: say('page.seat.chosen') };
  if (view.phase === 'swap' && view.facts.ready?.[seat]) return { icon: 'check', text: say('page.seat.ready') };
  if (view.facts.done?.includes?.(seat)) return { icon: 'check', text: say('page.seat.done') };
  if (view.game === 'hearts') {
    const points = heartPoints(zone(view, 'taken', seat));
    if (points) return { icon: 'heart', text: `+${points}` };
  }
  return null;
}

/** @param {HTMLElement} felt */
export function createSeats(felt) {
  /** @type {Map<number, {element: HTMLElement, face: HTMLElement, name: HTMLElement, line: HTMLElement, role: HTMLElement, note: HTMLElement}>} */
  const plates = new Map();
  /** @type {Map<number, {mood: string, until: number}>} */
  const tempers = new Map();
  /** @type {Map<number, number>} */
  const waits = new Map();
  /** @type {(() => void) | null} */
  let again = null;

  /** @param {number} seat */
  function plate(seat) {
    const known = plates.get(seat);
    if (known) return known;
    const parts = {
      face: el('span', { class: 'plate-face', 'aria-hidden': 'true' }), name: el('span', { class: 'plate-name' }), line: el('span', { class: 'plate-line' }),
      role: el('span', { class: 'plate-role' }), note: el('span', { class: 'plate-note' }),
    };
    const element = el('div', { class: 'plate', 'data-seat': seat }, parts.face, el('span', { class: 'plate-text' }, parts.name, parts.line), el('span', { class: 'plate-marks' }, parts.role, parts.note));
    felt.append(element);
    const made = { element, ...parts };
    plates.set(seat, made);
    return made;
  }

  /** @param {HTMLElement} element @param {{icon?: string, text: string} | null} mark */
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
  }

  return {
    /** Show who sits there and how they are. @param {TableInfo} info @param {View} view @param {import('./layout.js').Plan} plan */
    update(info, view, plan) {
      again = () => this.update(info, view, plan);
      const now = performance.now();
      for (const spot of plan.frame.spots) {
        const who = info.seats[spot.seat];
        if (!who) continue;
        const parts = plate(spot.seat), { element } = parts;
        const turn = view.turn.includes(spot.seat) && info.status === 'playing';
        const role = view.outcome ? undefined : Object.keys(ROLES).find((name) => view.roles[name] === spot.seat && !(name === 'leader' && zone(view, 'trick').length === 0));
        element.className = `plate plate-${spot.shape} table-${plan.frame.shape}${spot.room < 80 ? ' narrow' : ''}${turn ? ' turn' : ''}${role ? ` role-${role}` : ''}${who.yours ? ' yours' : ''}`;
        element.style.setProperty('--room', `${Math.round(spot.room)}px`);
        element.style.translate = `calc(${Math.round(spot.x)}px - 50%) calc(${Math.round(spot.y)}px - 50%)`;
        const temper = tempers.get(spot.seat);
        if (turn && who.kind === 'cat' && !waits.has(spot.seat)) waits.set(spot.seat, now);
        if (!turn) waits.delete(spot.seat);
        const thinks = who.kind === 'cat' && turn && !SLAP_GAMES.has(view.game) && now - (waits.get(spot.seat) ?? now) > THINKS_AFTER - 20;
        if (waits.get(spot.seat) === now) setTimeout(() => again?.(), THINKS_AFTER);
        element.classList.toggle('thinks', thinks);
        redraw(parts.face, safeFace(who.face, temper && temper.until > now ? temper.mood : thinks ? 'thinking' : who.kind === 'person' && who.present === false ? 'asleep' : 'calm'));
        const { line } = counts(view, spot.seat);
        setText(parts.name, who.name || say('page.seat.open'));
        setText(parts.line, line);
        mark(parts.role, role ? { icon: ROLES[role] ?? 'next', text: say(`page.role.${role}`) } : null);
        mark(parts.note, note(view, spot.seat, info));
        element.setAttribute('aria-label', [who.name, line, role ? say(`page.role.${role}`) : '', turn ? say('page.seat.turn') : '', thinks ? say('page.seat.thinks') : ''].filter(Boolean).join(', '));
        element.setAttribute('role', 'group');
      }
    },

    /** Let a face show a mood for a while. @param {number} seat @param {string} mood */
    mood(seat, mood) {
      tempers.set(seat, { mood, until: performance.now() + MOOD_LASTS });
      again?.();
      setTimeout(() => again?.(), MOOD_LASTS + 30);
    },

    /** The plate of a seat. @param {number} seat */
    plate: (seat) => plates.get(seat)?.element,
  };
}

/** @typedef {ReturnType<typeof createSeats>} Seats */
