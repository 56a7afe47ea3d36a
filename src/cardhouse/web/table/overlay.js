/** @file What lies over the table: a table that waits, a pause, a covered hand, the end. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { go } from '../router.js';
import { listed, say } from '../words.js';
import { endPanel } from './end.js';
import { sitDown, waitingRoom } from './menu.js';
import { proposeNext } from './roompanel.js';
import { namesAt } from './state.js';

/**
 * @typedef {object} Below what lies under it
 * @property {import('../types.js').TableInfo} info
 * @property {import('../types.js').TableInfo['seats']} played who sat at the game that is over
 * @property {import('../types.js').View | null} shown
 * @property {import('../game/contract.js').Notes} notes
 * @property {string} name whose turn it is at a shared screen
 * @property {boolean} plays
 * @property {boolean} decides whether this person says how the table goes on
 * @property {(message: import('../types.js').FromPerson) => void} send
 * @property {() => void} pause
 * @property {() => void} uncover
 * @property {(error: Error) => void} refused hears why a seat could not be had
 */

/** Who would like a pause, or to go on after one. @param {import('../types.js').TableInfo} info */
export const pauseWords = (info) =>
  say(info.paused ? 'page.pause.go_on' : 'page.pause.wanted', {
    names: listed(info.pause_votes.map((seat) => namesAt(info)[seat] ?? '')),
  });

/**
 * Lay an overlay of a kind over the table, or none.
 * @param {HTMLElement} over
 * @param {string} kind
 * @param {Below} below
 */
export function layOverlay(over, kind, below) {
  const { info, played, shown, notes, name, plays, decides, send, pause, uncover, refused } = below;
  // Who let a cat play to the end has a say in what comes next.
  const takesPart = plays || info.seats.some((seat) => seat.yours);
  over.className = `over over-${kind}`;
  over.replaceChildren();
  if (kind === 'wait')
    over.append(
      waitingRoom(info, {
        start: () => send({ t: 'start' }),
        sit: (seat) => void sitDown(info.code, seat).catch(refused),
        remove: (seat) => send({ t: 'remove', seat }),
        ready: () => send({ t: 'rematch' }),
        part() {
          send({ t: 'go' });
          go('/');
        },
      }),
    );
  if (kind === 'wish')
    over.append(
      el(
        'section',
        { class: 'wish', role: 'status' },
        el('p', {}, pauseWords(info)),
        plays && !info.pause_votes.some((seat) => info.seats[seat]?.yours)
          ? button(say('page.top.pause'), pause, { icon: icon('pause'), class: 'button-small' })
          : null,
      ),
    );
  if (kind === 'pause')
    over.append(
      el(
        'section',
        { class: 'paused' },
        el('h2', {}, say('page.paused')),
        info.pause_votes.length ? el('p', {}, pauseWords(info)) : null,
        button(say('page.top.go_on'), pause, { icon: icon('play'), class: 'button-main' }),
      ),
    );
  if (kind === 'ready') {
    const press = button(say('page.ready', { name }), uncover, {
      icon: icon('eye'),
      class: 'button-main button-ready',
    });
    over.append(
      el('section', { class: 'cover' }, el('h2', {}, say('page.cover', { name })), press),
    );
    press.focus();
  }
  if (kind === 'end' && shown)
    over.append(
      endPanel(shown, info, played, notes, {
        rematch: () => send({ t: 'rematch' }),
        next: takesPart && info.room ? () => void proposeNext(info, send) : null,
        match: decides ? (best_of) => send({ t: 'match', best_of }) : null,
        plays: takesPart,
      }),
    );
}
