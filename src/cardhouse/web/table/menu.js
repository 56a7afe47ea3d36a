/** @file The menu of a table, its reactions, and what a table shows while it waits for people. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { go } from '../router.js';
import { say } from '../words.js';
import { openPanel } from './panels.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

export const REACTIONS = /** @type {const} */ (['paw', 'purr', 'hiss', 'applause', 'sorry']);

/** The link that invites to a table. @param {string} code */
export const invitation = (code) => `${location.origin}/#/table/${code}`;

/** The table's menu; on an iPhone nothing can fill the screen, and it is not offered. @param {TableInfo} info @param {{again: () => void, keys: () => void, leave: (() => void) | null, full: () => void}} does */
export function showMenu(info, does) {
  const panel = openPanel(say(`game.${info.game}`), [
    el('div', { class: 'menu' },
      item('play', 'page.menu.go_on', () => panel.close()),
      item('rematch', 'page.menu.new', () => then(does.again)),
      item('rules', 'page.menu.rules', () => then(() => window.dispatchEvent(new CustomEvent('cardhouse:rules', { detail: { game: info.game, options: info.options } })))),
      item('link', 'page.menu.invite', () => then(() => void copy(info.code))),
      item('keyboard', 'page.menu.keys', () => then(does.keys)),
      document.fullscreenEnabled ? item('fullscreen', 'page.menu.fullscreen', () => then(does.full)) : null,
      item('settings', 'page.menu.settings', () => then(() => go('/settings'))),
      does.leave ? item('cat', 'page.menu.leave', () => then(/** @type {() => void} */ (does.leave))) : null,
      item('home', 'page.menu.home', () => then(() => go('/'))),
    ),
    el('p', { class: 'quiet' }, `${say('page.menu.code')} `, el('code', {}, info.code)),
  ], { className: 'panel-menu' });
  const then = (/** @type {() => void} */ next) => {
    panel.close();
    next();
  };
}

/** @param {string} name @param {string} words @param {() => void} press */
const item = (name, words, press) => button(say(words), press, { icon: icon(name), class: 'menu-item' });

/** Copy the invitation, or show it where that is not allowed. @param {string} code */
export async function copy(code) {
  const link = invitation(code);
  try {
    await navigator.clipboard.writeText(link);
    openPanel(say('page.menu.copied'), [el('p', { class: 'link' }, link)]);
  } catch {
    openPanel(say('page.menu.link'), [el('p', { class: 'link' }, link)]);
  }
}

/** @param {(kind: typeof REACTIONS[number]) => void} react */
export function showReactions(react) {
  const panel = openPanel(say('page.top.react'), [el('div', { class: 'reactions' }, ...REACTIONS.map((kind) => button(say(`page.react.${kind}`), () => {
    panel.close();
    react(kind);
  }, { icon: icon(kind), class: 'reaction' })))], { className: 'panel-small' });
}

/**
 * What stands on the table before everybody is there.
 * @param {TableInfo} info @param {{start: () => void, sit: (seat: number) => void}} does
 */
export function waitingRoom(info, does) {
  const link = invitation(info.code);
  const plays = info.seats.some((seat) => seat.yours);
  const seats = info.seats.map((seat, at) => el('li', { class: seat.kind === 'open' ? 'free' : '' },
    drawn(icon(seat.kind === 'cat' ? 'cat' : 'friend'), 'button-icon'), el('span', {}, seat.name || say('page.seat.open')),
    seat.kind === 'open' && !plays ? button(say('page.wait.sit'), () => does.sit(at), { class: 'button-main' }) : null));
  return el('section', { class: 'waiting', 'aria-label': say('page.wait.title') },
    el('h2', {}, say('page.wait.title')), el('p', {}, say('page.wait.how')),
    el('p', { class: 'link' }, link),
    el('p', { class: 'code' }, `${say('page.menu.code')} `, el('code', {}, info.code)),
    el('div', { class: 'row' }, button(say('page.wait.copy'), () => void copy(info.code), { icon: icon('copy'), class: 'button-main' }),
      info.host ? button(say('page.wait.start'), does.start, { icon: icon('cat') }) : null),
    el('ul', { class: 'waiting-seats' }, ...seats));
}
