/** @file The line that says which house one is in, and what is special about it. */

import { button, el } from '../dom.js';
import { news } from '../transport/app.js';
import { backToServer, offersBoth, openedHere, playHere } from '../transport/choose.js';
import { say } from '../words.js';

/** Which house this is; nothing where there is only a server's, and it has nothing new to say. */
export function houseLine() {
  const opened = openedHere();
  const told = el('span', { role: 'status' });
  news((key) => {
    told.textContent = ` ${say(key)}`;
  });
  if (!opened) {
    if (!offersBoth()) return el('footer', { class: 'quiet house-line' }, told);
    const here = button(say('page.here.play_here'), playHere, { class: 'button-small' });
    return el(
      'footer',
      { class: 'quiet house-line' },
      say('page.here.server_line'),
      told,
      ' ',
      here,
    );
  }
  return el(
    'footer',
    { class: 'quiet house-line' },
    say('page.here.line'),
    opened.running === 'plain' ? ` ${say('page.here.plain')}` : '',
    told,
    ' ',
    offersBoth()
      ? button(say('page.here.back_to_server'), backToServer, { class: 'button-small' })
      : el('a', { href: 'licences.html' }, say('page.here.licences')),
  );
}
