/**
 * @file Who sits before this screen. The first contact gives this browser its cookie, without which
 * no socket is opened.
 */

import { me as askMe, rename } from '../asking.js';

/** @typedef {import('../types.js').Person} Me */

/** @type {Promise<Me> | undefined} */
let asked;

/** This person, as the house knows them. @returns {Promise<Me>} */
export function me() {
  asked ??= askMe().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/**
 * Take another name or face.
 * @param {{name: string, face: string}} change
 * @returns {Promise<Me>}
 */
export async function become(change) {
  const now = await rename(change);
  asked = Promise.resolve(now);
  return now;
}
