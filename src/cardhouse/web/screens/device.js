/** @file What a scanned code opens: this device becomes one of the person who showed it. */

import { button, el } from '../dom.js';
import { joinWith } from '../parts/devices.js';
import { head, problemLine } from '../parts/head.js';
import { me } from '../state/me.js';
import { say } from '../words.js';

/** @type {import('../router.js').Screen} */
export default async function device(place, [code = '']) {
  const problem = problemLine();
  const join = () =>
    void joinWith(code).catch((error) => {
      problem.textContent = error instanceof Error ? error.message : String(error);
    });
  place.append(
    head(say('page.devices.title')),
    el(
      'main',
      {},
      el('p', {}, say('page.devices.how')),
      problem,
      el('p', {}, button(say('page.devices.use'), join, { class: 'button-main' })),
    ),
  );
  // The first contact gives this browser its secret.
  await me();
  join();
  return () => {};
}
