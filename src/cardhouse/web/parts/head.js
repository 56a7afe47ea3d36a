/**
 * @file The head of a screen beside the table: the way back, its name, and what else can be done
 * there.
 */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { back, go } from '../router.js';
import { entitle } from '../state/title.js';
import { say } from '../words.js';

/** @param {string} title @param {...import('../dom.js').Child} more */
export function head(title, ...more) {
  entitle(title);
  return el(
    'header',
    { class: 'head' },
    button(say('page.back'), back, { icon: icon('back'), plain: true, class: 'button-quiet' }),
    el('h1', { tabindex: '-1' }, title),
    el(
      'div',
      { class: 'head-more' },
      ...more,
      button(say('page.end.home'), () => go('/'), {
        icon: icon('home'),
        plain: true,
        class: 'button-quiet',
      }),
    ),
  );
}

/** A line for what went wrong; empty it takes no room. */
export const problemLine = () => el('p', { class: 'problem', role: 'alert' });

/** Copy a text; true if the browser allows it. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Give somebody a text as a file. @param {string} name @param {string} text */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
