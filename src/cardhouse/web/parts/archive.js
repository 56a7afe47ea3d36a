/** @file One's finished games and statistics as one file, from any house and into any other. */

import { archive, bring as bringTo } from '../asking.js';
import { button, el } from '../dom.js';
import { otherHouse } from '../transport/choose.js';
import { transport } from '../transport/transport.js';
import { say } from '../words.js';
import { saveFile } from './head.js';

const FORM = 'cardhouse-games',
  AT_ONCE = 50,
  // What a house takes at a time, with room for what is around it.
  MOST_SENT = 1_500_000;

/** @typedef {import('../transport/transport.js').Transport} House */
/** @typedef {import('../types.js').ArchivedGame} ArchivedGame */

/**
 * All finished games of this person in a house, latest first. @param {House} house
 * @returns {Promise<ArchivedGame[]>}
 */
async function allGames(house) {
  /** @type {ArchivedGame[]} */
  const found = [];
  for (;;) {
    const more = await archive({ limit: AT_ONCE, before: found.at(-1)?.at }, house);
    found.push(...more);
    // A house gives fewer at a time where they are long.
    if (!more.length) return found;
  }
}

/**
 * Bring games to a house, the oldest first; gives how many were new.
 * @param {ArchivedGame[]} games
 * @param {House} house
 */
async function bring(games, house) {
  const sorted = [...games].sort((one, other) => one.at - other.at);
  let added = 0;
  for (let at = 0; at < sorted.length; ) {
    let size = 0,
      next = at;
    while (next < sorted.length && (next === at || size < MOST_SENT)) {
      size += JSON.stringify(sorted[next]).length;
      next += 1;
    }
    const part = sorted.slice(at, size > MOST_SENT && next - at > 1 ? next - 1 : next);
    added += (await bringTo(part, house)).added;
    at += part.length;
  }
  return added;
}

/** How one's games are taken elsewhere: by a file and, where the page has both, to a server. */
export function archiveField() {
  const told = el('p', { class: 'told', role: 'status' });
  const failed = (/** @type {unknown} */ error) => {
    const words = error instanceof Error ? error.message : String(error);
    told.textContent = error instanceof TypeError ? say('page.home.no_server') : words;
  };
  const save = async () => {
    const games = await allGames(transport());
    saveFile('cardhouse-games.json', JSON.stringify({ form: FORM, version: 1, games }));
  };
  const read = async () => {
    const text = (await file.files?.[0]?.text()) ?? '';
    let kept;
    try {
      kept = JSON.parse(text);
    } catch {
      kept = null;
    }
    if (kept?.form !== FORM || !Array.isArray(kept.games))
      throw new Error(say('page.archive.not_one'));
    told.textContent = say('page.archive.added', { count: await bring(kept.games, transport()) });
  };
  /** @param {House} from @param {House} to */
  const move = async (from, to) => {
    told.textContent = say('page.archive.added', { count: await bring(await allGames(from), to) });
  };
  const file = el('input', {
    type: 'file',
    accept: '.json,application/json',
    class: 'file',
    name: 'archive',
    onchange: () => void read().catch(failed),
  });
  /** @param {House} server */
  const withServer = (server) => [
    el('p', { class: 'quiet' }, say('page.archive.how_server')),
    el(
      'div',
      { class: 'row row-start' },
      button(say('page.archive.to_server'), () => void move(transport(), server).catch(failed), {
        class: 'button-small',
      }),
      button(say('page.archive.from_server'), () => void move(server, transport()).catch(failed), {
        class: 'button-small',
      }),
    ),
  ];
  const server = otherHouse();
  return el(
    'div',
    {},
    el('p', { class: 'quiet' }, say('page.archive.how')),
    el(
      'div',
      { class: 'row row-start' },
      button(say('page.archive.save'), () => void save().catch(failed), { class: 'button-small' }),
      el('label', { class: 'field-line' }, el('span', {}, say('page.archive.read')), file),
    ),
    ...(server ? withServer(server) : []),
    told,
  );
}
