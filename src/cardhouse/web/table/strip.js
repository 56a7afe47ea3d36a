/** @file The strip above the felt: what the room says, with the buttons that help. */

import { button, el, setText } from '../dom.js';
import { keptWords } from '../parts/kept.js';
import { isSlapped } from '../state/games.js';
import { awaitServer, backToServer } from '../transport/choose.js';
import { keeping, onKeeping } from '../transport/keeping.js';
import { say } from '../words.js';
import { lineOf } from './room.js';

/** How long what happened in the room can be read. */
const TOLD = 7000;
/** How much of it at once. */
const AT_ONCE = 2;

/** @typedef {import('../types.js').TableInfo} TableInfo */

/**
 * @param {HTMLElement} place
 * @param {{send: (message: import('../types.js').FromPerson) => unknown,
 *   alert: (words: string) => void}} does
 */
export function createStrip(place, { send, alert }) {
  const words = el('p', { class: 'strip-words' });
  // What happened and what is said comes and goes above who is awaited, and hides nothing of it.
  // Among several people its line stays: the table must not move whenever somebody says something.
  const news = el('p', { class: 'strip-news' });
  const ways = el('div', { class: 'strip-ways' });
  const notice = el('p', { class: 'strip-notice', hidden: true });
  const element = el('div', { class: 'strip', hidden: true }, news, words, ways, notice);
  place.append(element);
  /** @type {TableInfo | null} */
  let info = null;
  let you = '',
    came = 0,
    shown = '',
    stays = false;
  /** @type {string[]} */
  let told = [];
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  const untelling = new Set();

  function show() {
    const line = lineOf(info, you, (performance.now() - came) / 1000);
    stays ||= told.length > 0 && (info?.room?.members.length ?? 0) > 1;
    element.hidden = !line && !told.length && notice.hidden && !stays;
    element.classList.toggle('strip-steady', isSlapped(info?.game ?? ''));
    news.hidden = !told.length && (!stays || line !== null);
    words.hidden = !line;
    setText(news, told.slice(-AT_ONCE).join(' · '));
    setText(words, line?.words ?? '');
    const key = JSON.stringify(line?.ways ?? []);
    if (key === shown) return;
    shown = key;
    ways.replaceChildren(
      ...(line?.ways ?? []).map((way) =>
        button(way.words, () => way.messages.forEach(send), { class: 'button-small' }),
      ),
    );
    // What is asked of this person is read out once; who is awaited is on every screen anyway.
    if (line && !line.counts && line.ways.length) alert(line.words);
  }

  /**
   * Say something of the house until somebody has read it.
   * @param {string} text nothing: no more
   * @param {...HTMLElement} more
   */
  function inform(text, ...more) {
    const seen = button(say('page.first.got_it'), () => inform(''), { class: 'button-small' });
    notice.hidden = !text;
    notice.replaceChildren(...(text ? [text, ' ', ...more, ' ', seen] : []));
    show();
  }
  const stopHearing = onKeeping(() => {
    const why = keptWords();
    inform(why);
    if (why) alert(why);
    if (keeping().state === 'kept') tell(say('page.kept.again'));
  });
  const stopAwaiting = awaitServer(() => {
    const words = say('page.here.server_back');
    inform(words, button(say('page.here.back_to_server'), backToServer, { class: 'button-small' }));
    alert(words);
  });

  /** Something happened in the room. @param {string} text */
  function tell(text) {
    told.push(text);
    const over = setTimeout(() => {
      untelling.delete(over);
      told = told.slice(1);
      show();
    }, TOLD);
    untelling.add(over);
    show();
  }
  inform(keptWords());
  const ticking = setInterval(() => {
    if (info?.room?.waiting.length) show();
  }, 1000);

  return {
    element,
    /** The table stands like this now. @param {TableInfo | null} now @param {string} self */
    follow(now, self) {
      if (now !== info) came = performance.now();
      info = now;
      you = self;
      show();
    },
    tell,
    stop() {
      stopHearing();
      stopAwaiting();
      clearInterval(ticking);
      for (const over of untelling) clearTimeout(over);
    },
  };
}
