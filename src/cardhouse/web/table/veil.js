/** @file What lies over the table: a table that waits, a pause, a covered hand, the end. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { say } from '../words.js';
import { endPanel } from './end.js';
import { waitingRoom } from './menu.js';

/**
 * @typedef {object} Below what lies under the veil
 * @property {import('../types.js').TableInfo} info
 * @property {import('../types.js').View | null} shown
 * @property {import('./end.js').Notes} notes
 * @property {string} name whose turn it is at a shared screen
 * @property {boolean} plays
 * @property {(message: Record<string, unknown>) => void} send
 * @property {() => void} pause
 * @property {() => void} uncover
 */

/** Who would like a pause, or to go on after one. @param {import('../types.js').TableInfo} info */
export const wishes = (info) => say(info.paused ? 'page.pause.go_on' : 'page.pause.wanted', { names: info.pause_votes.map((seat) => info.seats[seat]?.name ?? '').join(', ') });

/** Lay a veil of a kind over the table, or none. @param {HTMLElement} over @param {string} kind @param {Below} below */
export function layVeil(over, kind, { info, shown, notes, name, plays, send, pause, uncover }) {
  over.className = `over over-${kind}`;
  over.replaceChildren();
  if (kind === 'wait') over.append(waitingRoom(info, { start: () => send({ t: 'start' }), sit: (seat) => send({ t: 'sit', seat }) }));
  if (kind === 'pause')
    over.append(el('section', { class: 'paused' }, el('h2', {}, say('page.paused')), info.pause_votes.length ? el('p', {}, wishes(info)) : null, button(say('page.top.go_on'), pause, { icon: icon('play'), class: 'button-main' })));
  if (kind === 'ready') {
    const press = button(say('page.ready', { name }), uncover, { icon: icon('eye'), class: 'button-main button-ready' });
    over.append(el('section', { class: 'cover' }, el('h2', {}, say('page.cover', { name })), press));
    press.focus();
  }
  if (kind === 'end' && shown) over.append(endPanel(shown, info, notes, { rematch: () => send({ t: 'rematch' }), plays }));
}
