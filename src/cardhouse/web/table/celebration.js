/** @file A game that was won: suits and paws rain for a moment, and a phone trembles. */

import { icon } from '../art/icons.js';
import { drawn } from '../dom.js';
import { still } from '../state/settings.js';
import { steady } from './layout.js';
import { tremble } from './sounds.js';

const PIECES = 36,
  LASTS = 2600,
  SIGNS = ['paw', 'heart', 'crown'];

/**
 * Quiet where motion is reduced.
 * @param {HTMLElement} felt
 * @param {number} [times] as much as for a single game
 */
export function celebrate(felt, times = 1) {
  if (still()) return;
  tremble('win');
  for (let at = 0; at < PIECES * times; at++) {
    const piece = drawn(icon(SIGNS[at % SIGNS.length] ?? 'paw'), 'confetti');
    piece.setAttribute('aria-hidden', 'true');
    const across = (felt.clientWidth * (1 + steady(`x${at}`))) / 2,
      late = (1 + steady(`t${at}`)) * 400 * times,
      turn = steady(`r${at}`) * 540;
    piece.style.color = `hsl(${(at * 47) % 360} 75% 62%)`;
    felt.append(piece);
    piece.animate(
      [
        // It comes from above the felt, where the bar is: it isn't seen while it waits there.
        { translate: `${across}px -40px`, rotate: '0deg', opacity: 0 },
        { opacity: 1, offset: 0.1 },
        { opacity: 1, offset: 0.75 },
        {
          translate: `${across + steady(`d${at}`) * 90}px ${felt.clientHeight - 30}px`,
          rotate: `${turn}deg`,
          opacity: 0,
        },
      ],
      { duration: LASTS, delay: late, fill: 'backwards', easing: 'cubic-bezier(.3,.2,.6,1)' },
    ).onfinish = () => piece.remove();
  }
}
