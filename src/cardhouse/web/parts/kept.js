/** @file Says that what is played is not kept, and why, wherever somebody plays. */

import { el, setText } from '../dom.js';
import { keeping, onKeeping } from '../transport/keeping.js';
import { say } from '../words.js';

const MEGABYTE = 1e6;

/** What isn't kept and what can be done about it; empty: all is kept. */
export function keptWords() {
  const { state, wanted } = keeping();
  if (state === 'full') return say('page.kept.full', { size: Math.ceil(wanted / MEGABYTE) });
  if (state === 'cleared') return say('page.kept.cleared');
  return state === 'never' ? say('page.here.not_kept') : '';
}

/** A banner for a screen; returns it, and how to leave it. */
export function keptBanner() {
  const words = el('p', { class: 'strip-words' });
  const element = el('div', { class: 'strip', role: 'status' }, words);
  const show = () => {
    setText(words, keptWords());
    element.hidden = !words.textContent;
  };
  show();
  return { element, stop: onKeeping(show) };
}
