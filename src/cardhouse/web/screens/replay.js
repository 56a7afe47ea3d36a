/**
 * @file Any finished game again: a bar to go anywhere in it, all hands open or from one seat, a
 * link, the record.
 */

import * as asking from '../asking.js';
import { el } from '../dom.js';
import { ago } from '../parts/going_on.js';
import { head, problemLine } from '../parts/head.js';
import { showReplay } from '../replay/show.js';
import { games } from '../state/games.js';
import { say } from '../words.js';

/** @typedef {import('../types.js').Replay} Replay */

/**
 * Choose a game of one's own, or a record from a file.
 * @param {HTMLElement} place
 * @param {(replay: Replay, text: string) => void} opened
 */
async function choose(place, opened) {
  place.classList.add('screen-open');
  const problem = problemLine();
  const file = el('input', {
    type: 'file',
    accept: '.txt,text/plain',
    class: 'file',
    onchange: async () => {
      problem.textContent = '';
      try {
        const text = await file.files?.[0]?.text();
        if (text !== undefined) opened(await asking.replayFile(text), text);
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  });
  const history = await asking.history().catch(() => []);
  const lines = history.map((game) =>
    el(
      'li',
      {},
      el(
        'a',
        { class: 'button button-small', href: `#/replay/${game.record}` },
        say('page.end.watch'),
      ),
      el(
        'span',
        {},
        el('strong', {}, say(`game.${game.game}`)),
        ` · ${game.seats.map((seat) => seat.name).join(', ')}`,
      ),
      el('span', { class: 'quiet' }, ago(game.at)),
    ),
  );
  place.append(
    head(say('page.replay.title')),
    el(
      'main',
      {},
      problem,
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.replay.yours')),
        lines.length
          ? el('ul', { class: 'lines' }, ...lines)
          : el('p', { class: 'quiet' }, say('page.replay.none')),
      ),
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.replay.file')),
        el('label', { class: 'field-line' }, el('span', {}, say('page.replay.file_how')), file),
      ),
    ),
  );
}

/** @type {import('../router.js').Screen} */
export default async function screen(place, [id = '']) {
  let leave = () => {};
  const open = (/** @type {Replay} */ replay, text = '') => {
    place.classList.remove('screen-open');
    place.replaceChildren();
    leave = showReplay(place, replay, { id, text });
  };
  // Without the games' own pages a replay is still shown, as any game.
  await games().catch(() => null);
  if (!id) await choose(place, open);
  else {
    place.append(el('p', { class: 'loading', role: 'status' }, say('page.replay.loading')));
    try {
      open(await asking.replay(id));
    } catch (error) {
      place.classList.add('screen-open');
      const problem = problemLine();
      place.replaceChildren(head(say('page.replay.title')), el('main', {}, problem));
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  return () => leave();
}
