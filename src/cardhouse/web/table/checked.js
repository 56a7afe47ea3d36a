/**
 * @file The checked deal: the table bound itself to a deal before its first card, and afterwards
 * anybody can check that it kept to it.
 */

import { icon } from '../art/icons.js';
import { record as askRecord } from '../asking.js';
import { drawn, el } from '../dom.js';
import { hex } from '../state/numbers.js';
import { say } from '../words.js';

/** The SHA-256 of a text, in hexadecimal. @param {string} text */
async function sha256(text) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** A line of a record's head. @param {string} record @param {string} name */
const field = (record, name) => record.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? '';

/**
 * What the table was bound to: its secret or, in older records, the seed itself.
 * @param {string} record
 */
const boundTo = (record) =>
  `${field(record, 'secret') || field(record, 'seed')} ${field(record, 'salt')}`;

/** What marks a seed whose stream is cryptographic. */
const HASHED = 1n << 256n;

/** True if the secret and the numbers of the seats make the seed. @param {string} record */
async function seedFits(record) {
  const secret = field(record, 'secret');
  if (!secret) return true;
  const numbers = [...record.matchAll(/^number (\d+): (.*)$/gm)].map(
    ([, seat, number]) => `${seat}:${number}`,
  );
  const made = await sha256([secret, field(record, 'round'), ...numbers].join(' '));
  return (HASHED | BigInt(`0x${made}`)).toString() === field(record, 'seed');
}

/**
 * True if the deal of a finished game is the one that was promised; null: it can't be checked here.
 * @param {string} promised
 * @param {string} record
 */
export async function dealKept(promised, record) {
  if (!promised || !globalThis.crypto?.subtle) return null;
  return (await sha256(boundTo(record))) === promised && (await seedFits(record));
}

/**
 * A line that tells what came of the check, as soon as it is known.
 * @param {string} promised what the table said before the first card
 * @param {string} id the record
 */
export function checkedDeal(promised, id) {
  const line = el('p', { class: 'checked quiet', role: 'status' });
  const check = async () => {
    const record = await askRecord(id);
    const kept = record ? await dealKept(promised, record) : null;
    if (kept === null) return;
    line.classList.toggle('bad', !kept);
    line.title = `${promised} = SHA-256(${boundTo(record)})`;
    line.append(
      drawn(icon(kept ? 'check' : 'warning'), 'button-icon'),
      say(kept ? 'page.end.deal_kept' : 'page.end.deal_broken'),
    );
  };
  void check().catch(() => null);
  return line;
}
