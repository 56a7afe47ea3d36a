/** @file The checked deal: the table bound itself to a deal before its first card, and afterwards anybody can check that it kept to it. */

import { icon } from '../art/icons.js';
import { drawn, el } from '../dom.js';
import { say } from '../words.js';

/** What binds a table to a seed: the SHA-256 of `seed salt`, in hexadecimal. @param {string} seed @param {string} salt */
async function commitment(seed, salt) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${seed} ${salt}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A line of a record's head. @param {string} record @param {string} name */
const field = (record, name) => record.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? '';

/** Whether the deal of a finished game is the one that was promised; null: it can't be checked here. @param {string} promised @param {string} record */
export async function dealKept(promised, record) {
  if (!promised || !globalThis.crypto?.subtle) return null;
  return (await commitment(field(record, 'seed'), field(record, 'salt'))) === promised;
}

/** A line that tells what came of the check, as soon as it is known. @param {string} promised what the table said before the first card @param {string} id the record */
export function checkedDeal(promised, id) {
  const line = el('p', { class: 'checked quiet', role: 'status' });
  const check = async () => {
    const answer = await fetch(`/api/records/${encodeURIComponent(id)}`);
    const record = answer.ok ? await answer.text() : '';
    const kept = record ? await dealKept(promised, record) : null;
    if (kept === null) return;
    line.classList.toggle('bad', !kept);
    line.title = `${promised} = SHA-256(${field(record, 'seed')} ${field(record, 'salt')})`;
    line.append(drawn(icon(kept ? 'check' : 'warning'), 'button-icon'), say(kept ? 'page.end.deal_kept' : 'page.end.deal_broken'));
  };
  void check().catch(() => null);
  return line;
}
