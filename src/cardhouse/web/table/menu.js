/** @file The menu of a table, its reactions, and what a table shows while it waits for people. */

import { icon } from '../art/icons.js';
import { qrCode } from '../art/qr.js';
import { sit as takeSeat } from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { choose } from '../parts/confirm.js';
import { choiceField } from '../parts/fields.js';
import { withName } from '../parts/who.js';
import { go, linkTo } from '../router.js';
import { nobodyReaches, openHouse } from '../state/reach.js';
import { change, SPEEDS, settings } from '../state/settings.js';
import { Paces, Reactions } from '../types.js';
import { knows, say } from '../words.js';
import { openPanel } from './panels.js';
import { leads } from './room.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** The link that invites to a table. @param {string} code */
export const invitation = (code) => linkTo(`/table/${code}`);

/**
 * The table's menu; on an iPhone nothing can fill the screen, and it is not offered.
 * @param {TableInfo} info
 * @param {{again: () => void, keys: () => void, leave: (() => void) | null, discard: (() => void) |
 *   null, full: () => void, undo: (() => void) | null, pace: ((pace: string) => void) | null,
 *   room: (() => void) | null, part: (() => void) | null}} does `part`: leave the room
 */
export function showMenu(info, does) {
  const panel = openPanel(
    say(`game.${info.game}`),
    [
      el(
        'div',
        { class: 'menu' },
        item('play', 'page.menu.go_on', () => panel.close()),
        does.undo
          ? item('undo', 'page.menu.undo', () => then(/** @type {() => void} */ (does.undo)))
          : null,
        item('rematch', 'page.menu.new', () => then(does.again)),
        item('rules', 'page.menu.rules', () => then(() => showRules(info))),
        does.room
          ? item('friends', 'page.room.title', () => then(/** @type {() => void} */ (does.room)))
          : null,
        item('link', 'page.menu.invite', () => then(() => void copy(info.code))),
        item('keyboard', 'page.menu.keys', () => then(does.keys)),
        document.fullscreenEnabled
          ? item('fullscreen', 'page.menu.fullscreen', () => then(does.full))
          : null,
        item('settings', 'page.menu.settings', () => then(() => go('/settings'))),
        does.leave
          ? item('cat', 'page.menu.leave', () => then(/** @type {() => void} */ (does.leave)))
          : null,
        does.discard
          ? item('trash', 'page.menu.discard', () => then(/** @type {() => void} */ (does.discard)))
          : null,
        does.part
          ? item('close', 'page.room.leave', () => then(/** @type {() => void} */ (does.part)))
          : null,
        item('home', 'page.menu.home', () => then(() => go('/'))),
      ),
      does.pace
        ? choiceField(
            say('page.house.pace'),
            Paces.map((pace) => ({ value: pace, words: say(`page.pace.${pace}`) })),
            /** @type {typeof Paces[number]} */ (info.pace),
            does.pace,
            { name: 'pace', class: 'choice-short' },
          )
        : null,
      choiceField(
        say('page.menu.speed'),
        SPEEDS.map((speed) => ({ value: speed, words: say(`page.settings.speed.${speed}`) })),
        settings().speed,
        (speed) => change({ speed }),
        { name: 'speed', class: 'choice-short' },
      ),
      el('p', { class: 'quiet' }, `${say('page.menu.code')} `, el('code', {}, info.code)),
    ],
    { className: 'panel-menu', key: 'm' },
  );
  const then = (/** @type {() => void} */ next) => {
    panel.close();
    next();
  };
}

/** @param {string} name @param {string} words @param {() => void} press */
const item = (name, words, press) =>
  button(say(words), press, { icon: icon(name), class: 'menu-item' });

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

/**
 * @param {(kind: typeof Reactions[number]) => void} react
 * @param {(() => void) | null} talk says something instead
 */
export function showReactions(react, talk) {
  const panel = openPanel(
    say('page.top.react'),
    [
      el(
        'div',
        { class: 'reactions' },
        ...Reactions.map((kind) =>
          button(
            say(`page.react.${kind}`),
            () => {
              panel.close();
              react(kind);
            },
            { icon: icon(kind), class: 'reaction' },
          ),
        ),
      ),
      talk
        ? button(say('page.room.talk'), () => {
            panel.close();
            talk();
          })
        : null,
    ],
    { className: 'panel-small' },
  );
}

/** True if somebody can still sit down. @param {TableInfo} info */
const hasFree = ({ seats }) => seats.some(({ kind }) => kind === 'open');

/** Hand the invitation to the device's own way of sharing. @param {TableInfo} info */
async function share(info) {
  const title = say('page.wait.invited', { game: info.game });
  // Closing the sheet without sharing is no error.
  await navigator.share({ title, url: invitation(info.code) }).catch(() => null);
}

/**
 * What somebody reads who came by link, or who is here between two games: what is played, and what
 * it is about.
 * @param {TableInfo} info
 * @param {boolean} plays
 * @param {HTMLElement} seats
 * @param {HTMLElement} going
 */
function invited(info, plays, seats, going) {
  const next = plays && info.room?.arranged === true;
  const title = say(next ? 'page.room.next_title' : 'page.wait.invited', { game: info.game }),
    goal = `page.rules.${info.game}.goal`;
  const seated = next && !hasFree(info) ? 'page.room.next_ready' : 'page.wait.seated_how';
  return el(
    'section',
    { class: 'waiting', 'aria-label': title },
    el('h2', {}, title),
    knows(goal) ? el('p', { class: 'waiting-goal' }, say(goal)) : null,
    el('p', { class: 'quiet' }, say(plays ? seated : 'page.wait.invited_how')),
    seats,
    going,
    button(say('page.menu.rules'), () => showRules(info), { icon: icon('rules') }),
  );
}

/** The rules as they are played here. @param {TableInfo} info */
const showRules = ({ game, options }) =>
  void window.dispatchEvent(new CustomEvent('cardhouse:rules', { detail: { game, options } }));

/**
 * Sit down, with a name: a person without one is asked for it first.
 * @param {string} code
 * @param {number} seat
 */
export async function sitDown(code, seat) {
  if (await withName()) await takeSeat(code, { seat });
}

/**
 * Nobody can follow an invitation: why, and what opens the house to others.
 * @param {() => void} opened
 */
export function closedHouse(opened) {
  const closed = nobodyReaches();
  if (!closed) return null;
  const told = el('p', {}, say('page.reach.local'));
  const open = () =>
    openHouse().then(opened, (error) => {
      told.textContent = error instanceof Error ? error.message : String(error);
    });
  return el(
    'div',
    { class: 'reach', role: 'note' },
    told,
    closed.opens ? button(say('page.reach.open'), () => void open(), { icon: icon('link') }) : null,
    el(
      'p',
      { class: 'quiet' },
      say('page.reach.how'),
      ' ',
      el('code', {}, 'cardhouse serve --lan'),
    ),
  );
}

/**
 * What stands on the table before everybody is there.
 * @param {TableInfo} info
 * @param {{start: () => void, sit: (seat: number) => void, remove: (seat: number) => void,
 *   ready: () => void, part: () => void}} does
 */
export function waitingRoom(info, does) {
  const link = invitation(info.code);
  const takeOff = async (/** @type {string} */ name, /** @type {number} */ seat) => {
    const words = say('page.wait.remove', { name });
    const sure = await choose(words, say('page.wait.remove_sure', { name }), [
      { words, value: true },
    ]);
    if (sure) does.remove(seat);
  };
  const plays = info.seats.some((seat) => seat.yours),
    leading = leads(info);
  const seats = info.seats.map((seat, at) =>
    el(
      'li',
      { class: seat.kind === 'open' ? 'free' : '' },
      drawn(icon(seat.kind === 'cat' ? 'cat' : 'friend'), 'button-icon'),
      el('span', {}, seat.name || say('page.seat.open')),
      info.room?.arranged && info.rematch_votes.includes(at)
        ? el('span', { class: 'quiet' }, say('page.room.is_ready'))
        : null,
      seat.kind === 'open' && !plays
        ? button(say('page.wait.sit'), () => does.sit(at), { class: 'button-main' })
        : null,
      leading && seat.kind === 'person' && !seat.yours
        ? button(say('page.wait.remove', { name: seat.name }), () => void takeOff(seat.name, at), {
            icon: icon('close'),
            plain: true,
            class: 'button-quiet',
          })
        : null,
    ),
  );
  const list = el('ul', { class: 'waiting-seats' }, ...seats);
  const said = info.rematch_votes.some((seat) => info.seats[seat]?.yours);
  const going = el(
    'div',
    { class: 'row' },
    info.room?.arranged && plays && !said
      ? button(say('page.room.ready'), does.ready, { icon: icon('play'), class: 'button-main' })
      : null,
    leading && (plays || info.host)
      ? button(say(hasFree(info) ? 'page.wait.start' : 'page.room.start'), does.start, {
          icon: icon(hasFree(info) ? 'cat' : 'play'),
        })
      : null,
    plays ? button(say('page.room.leave'), does.part, { icon: icon('close') }) : null,
  );
  // Between two games everybody is here: there is nobody to invite but for a free seat.
  if (!info.host || (info.room?.arranged && !hasFree(info)))
    return invited(info, plays, list, going);
  const code = qrCode(link);
  const section = el(
    'section',
    { class: 'waiting', 'aria-label': say('page.wait.title') },
    el('h2', {}, say('page.wait.title')),
    el('p', {}, say('page.wait.how')),
    el('p', { class: 'link' }, link),
    closedHouse(() => section.replaceWith(waitingRoom(info, does))),
    el('p', { class: 'code' }, `${say('page.menu.code')} `, el('code', {}, info.code)),
    el(
      'div',
      { class: 'row' },
      button(say('page.wait.copy'), () => void copy(info.code), {
        icon: icon('copy'),
        class: 'button-main',
      }),
      typeof navigator.share === 'function'
        ? button(say('page.wait.share'), () => void share(info), { icon: icon('link') })
        : null,
    ),
    going,
    code
      ? el(
          'figure',
          { class: 'waiting-qr', role: 'img', 'aria-label': say('page.wait.qr') },
          drawn(code),
        )
      : null,
    list,
  );
  return section;
}
