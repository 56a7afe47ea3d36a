/** @file What is shown before the page's own house is open, or while another tab is in it. */

import { button, el } from '../dom.js';
import { openOwn } from '../transport/choose.js';
import { say } from '../words.js';

/**
 * Open the page's own house, and show how that goes; settled once it is open.
 * @param {HTMLElement} place
 * @returns {Promise<void>}
 */
export function opening(place) {
  return new Promise((done) => {
    /** @param {string} title @param {...import('../dom.js').Child} more */
    function show(title, ...more) {
      place.className = 'screen screen-open';
      place.replaceChildren(
        el('main', {}, el('h1', { tabindex: '-1' }, 'Cardhouse'), el('p', {}, title), ...more),
      );
    }
    // The house starts again when it comes back to this tab.
    const left = () => elsewhere(() => location.reload());
    /** @param {() => void} again */
    const elsewhere = (again) =>
      show(
        say('page.here.other_tab'),
        el('p', { class: 'quiet' }, say('page.here.other_tab_how')),
        el(
          'div',
          { class: 'row' },
          button(say('page.here.take_over'), again, { class: 'button-main' }),
        ),
      );
    /** @param {boolean} insist */
    async function open(insist) {
      show(say('page.here.opening'));
      try {
        if (await openOwn(insist, left)) return done();
        elsewhere(() => void open(true));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        show(say('page.here.failed', { why }));
      }
    }
    void open(false);
  });
}
