/**
 * @file Who sits before this screen. The first contact gives this browser its cookie, without which
 * no socket is opened.
 */

import { ask } from '../wire.js';

/** @typedef {{id: string, name: string, face: string}} Me */

/** @type {Promise<Me> | undefined} */
let asked;

/** This person, as the house knows them. @returns {Promise<Me>} */
export function me() {
  asked ??= ask('GET', 'api/me').catch((error) => {
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
  const now = await ask('PUT', 'api/me', change);
  asked = Promise.resolve(now);
  return now;
}
