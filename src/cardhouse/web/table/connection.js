/** @file How the connection is: lost, coming back, back. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { go } from '../router.js';
import { offersBoth, playHere } from '../transport/choose.js';
import { isHere } from '../transport/transport.js';
import { say } from '../words.js';

const BACK_SHOWS = 2200;

/** @param {HTMLElement} place @param {() => void} retry */
export function createConnectionStatus(place, retry) {
  const element = el('p', { class: 'line', role: 'status', hidden: true });
  place.append(element);
  return {
    /** @param {import('../wire.js').ConnectionState} state */
    show(state) {
      const was = element.dataset.state;
      element.dataset.state = state;
      element.hidden = state === 'open' && was !== 'lost';
      // The refusal has said already why the table can't be had.
      if (state !== 'gone' || !element.textContent)
        element.replaceChildren(say(state === 'open' ? 'page.line.back' : `page.line.${state}`));
      if (state === 'lost')
        element.append(button(say('page.line.retry'), retry, { class: 'button-small' }));
      if (state === 'lost' && offersBoth() && !isHere())
        element.append(button(say('page.here.play_here'), playHere, { class: 'button-small' }));
      if (state === 'gone')
        element.append(
          button(say('page.end.home'), () => go('/'), {
            class: 'button-small',
            icon: icon('home'),
          }),
        );
      if (state === 'open' && was === 'lost')
        setTimeout(() => {
          if (element.dataset.state === 'open') element.hidden = true;
        }, BACK_SHOWS);
    },
    /** Say something else there. @param {string} words */
    say(words) {
      element.replaceChildren(words);
      element.hidden = false;
    },
  };
}
