/** @file One's finished games and statistics as one file, from any house and into any other. */

import { button, el } from '../dom.js';
import { ask } from '../wire.js';
import { say } from '../words.js';
import { saveFile } from './head.js';

const FORM = 'cardhouse-games',
  AT_ONCE = 50,
  // What a house takes at a time, with room for what is around it.
  MOST_SENT = 1_500_000;

/** All finished games of this person, latest first. @returns {Promise<any[]>} */
async function allGames() {
  /** @type {any[]} */
  const found = [];
  for (;;) {
    const before = found.length ? `&before=${found.at(-1).at}` : '';
    const more = await ask('GET', `api/archive?limit=${AT_ONCE}${before}`);
    found.push(...more);
    if (more.length < AT_ONCE) return found;
  }
}

/** Bring games to this house, the oldest first; gives how many were new. @param {any[]} games */
async function bring(games) {
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
    added += (await ask('POST', 'api/archive', part)).added;
    at += part.length;
  }
  return added;
}

/** The two buttons: save to a file, and add from one. */
export function archiveField() {
  const told = el('p', { class: 'told', role: 'status' });
  const failed = (/** @type {unknown} */ error) => {
    told.textContent = error instanceof Error ? error.message : String(error);
  };
  const save = async () => {
    const games = await allGames();
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
    told.textContent = say('page.archive.added', { count: await bring(kept.games) });
  };
  const file = el('input', {
    type: 'file',
    accept: '.json,application/json',
    class: 'file',
    name: 'archive',
    onchange: () => void read().catch(failed),
  });
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
    told,
  );
}
