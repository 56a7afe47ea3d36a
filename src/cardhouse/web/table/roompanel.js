/** @file The panel of a room: who is here, what is said, what is played next, and who leads. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { clocksOf, clockWords, games } from '../state/games.js';
import { GONE_AFTER, GONE_CHOICES, LONGEST_LINE, Phrases } from '../types.js';
import { say } from '../words.js';
import { arrangeNext } from './nextpanel.js';
import { openPanel } from './panels.js';
import { eveningLines, leads } from './room.js';
import { safeFace } from './seats.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {(message: import('../types.js').FromPerson) => unknown} Send */

/** Whose words are not shown here. @type {Set<string>} */
const muted = new Set();

/** True if somebody's words are shown. @param {string} who */
export const isHeard = (who) => !muted.has(who);

/**
 * A person of the room, with what can be done about them.
 * @param {TableInfo} info
 * @param {import('../types.js').Member} member
 * @param {string} you
 * @param {Send} send
 * @param {() => void} close
 */
function memberLine(info, member, you, send, close) {
  const self = member.who === you;
  const state = [
    member.host ? say('page.room.is_host') : '',
    member.place ? say('page.room.in_queue', { place: member.place }) : '',
    member.here === false ? say('page.room.away') : '',
    !member.seats?.length && member.here !== false && !member.place ? say('page.room.watches') : '',
  ].filter(Boolean);
  const mute = button(say(muted.has(member.who) ? 'page.room.unmute' : 'page.room.mute'), () => {
    if (!muted.delete(member.who)) muted.add(member.who);
    close();
  });
  return el(
    'li',
    {},
    drawn(safeFace(member.face), 'face-small'),
    el('strong', {}, self ? say('page.you') : member.name || say('page.room.somebody')),
    el('span', { class: 'quiet' }, state.join(', ')),
    self ? null : mute,
    info.host && !self && member.here !== false
      ? button(say('page.room.make_host'), () => {
          send({ t: 'host', who: member.who });
          close();
        })
      : null,
  );
}

/**
 * Choose what is played next, with the same people.
 * @param {TableInfo} info
 * @param {Send} send
 */
export async function proposeNext(info, send) {
  const known = await games();
  const panel = openPanel(
    say('page.room.next'),
    [
      el('p', { class: 'quiet' }, say(leads(info) ? 'page.room.next_host' : 'page.room.next_how')),
      el(
        'div',
        { class: 'menu' },
        ...known.map(({ name }) =>
          button(
            say(`game.${name}`),
            () => {
              panel.close();
              send({ t: 'propose', next: { game: name } });
            },
            { icon: icon(name === info.game ? 'rematch' : 'play'), class: 'menu-item' },
          ),
        ),
        button(
          say('page.room.arrange'),
          () => {
            panel.close();
            void arrangeNext(info, send);
          },
          { icon: icon('settings'), class: 'menu-item' },
        ),
      ),
    ],
    { className: 'panel-small' },
  );
}

/**
 * What is said with a press, and a line of one's own where the room allows it.
 * @param {TableInfo} info
 * @param {Send} send
 */
export function showTalk(info, send) {
  const field = el('input', {
    type: 'text',
    class: 'text',
    name: 'say',
    maxlength: LONGEST_LINE,
    autocomplete: 'off',
    'aria-label': say('page.room.write'),
  });
  const form = el(
    'form',
    {
      class: 'row',
      onsubmit: (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (text) send({ t: 'say', text });
        panel.close();
      },
    },
    field,
    el('button', { type: 'submit', class: 'button' }, say('page.room.send')),
  );
  const panel = openPanel(
    say('page.room.talk'),
    [
      el(
        'div',
        { class: 'phrases' },
        ...Phrases.map((phrase) =>
          button(say(`phrase.${phrase}`), () => {
            panel.close();
            send({ t: 'say', phrase });
          }),
        ),
      ),
      info.room?.chat ? form : null,
    ],
    { className: 'panel-small' },
  );
}

/**
 * The room: its people, the evening, and its switches.
 * @param {TableInfo} info
 * @param {string} you
 * @param {Send} send
 */
export function showRoom(info, you, send) {
  const { room } = info;
  if (!room) return;
  const close = () => panel.close();
  /** @param {'chat' | 'takeover'} name */
  const toggle = (name) => {
    const box = el('input', {
      type: 'checkbox',
      name,
      checked: room[name] === true,
      onchange: () =>
        send(
          name === 'chat'
            ? { t: 'adjust', chat: box.checked }
            : { t: 'adjust', takeover: box.checked },
        ),
    });
    return el('label', { class: 'field-line' }, box, el('span', {}, say(`page.room.${name}`)));
  };
  /**
   * A number of seconds, one of several.
   * @param {string} title
   * @param {readonly number[]} choices
   * @param {number} chosen
   * @param {(count: number) => void} choose
   */
  const seconds = (title, choices, chosen, choose) =>
    el(
      'div',
      { class: 'row row-start', role: 'group', 'aria-label': say(title) },
      el('span', {}, say(title)),
      ...choices.map((count) => {
        const press = button(
          count ? clockWords(count, 'page.room.seconds') : say('page.room.off'),
          () => {
            close();
            choose(count);
          },
          { class: count === chosen ? 'button-main' : '' },
        );
        press.setAttribute('aria-pressed', String(count === chosen));
        return press;
      }),
    );
  const evening = eveningLines(info);
  const panel = openPanel(
    say('page.room.title'),
    [
      el(
        'ul',
        { class: 'lines room-people' },
        ...room.members.map((member) => memberLine(info, member, you, send, close)),
      ),
      evening.length ? el('h3', {}, say('page.room.evening')) : null,
      ...evening.map((line) => el('p', {}, line)),
      el(
        'div',
        { class: 'row row-start' },
        button(say('page.room.talk'), () => {
          close();
          showTalk(info, send);
        }),
        button(say('page.room.next'), () => {
          close();
          void proposeNext(info, send);
        }),
      ),
      ...(info.seats.some((seat) => seat.yours)
        ? [
            seconds('page.room.clock_title', clocksOf(info.game), info.turn_clock, (count) =>
              send({ t: 'clock', seconds: count }),
            ),
          ]
        : []),
      ...(leads(info)
        ? [
            seconds('page.room.gone_title', GONE_CHOICES, room.gone_after ?? GONE_AFTER, (count) =>
              send({ t: 'adjust', gone_after: count }),
            ),
          ]
        : []),
      ...(leads(info) && !room.listed ? [toggle('chat'), toggle('takeover')] : []),
    ],
    { className: 'panel-room' },
  );
}
