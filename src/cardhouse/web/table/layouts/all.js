/** @file The layout of each game. */

import { durak } from './durak.js';
import { hearts } from './hearts.js';
import { plain } from './plain.js';
import { ratscrew } from './ratscrew.js';
import { slapjack } from './slapjack.js';
import { threes } from './threes.js';

/** @type {Record<string, (view: import('../../types.js').View, size: import('../layout.js').Size, eyes: import('../layout.js').Eyes) => import('../layout.js').Plan>} */
export const layouts = { ratscrew, slapjack, hearts, threes, durak };

/** The layout of a game; one that has none of its own gets a plain table. @param {string} game */
export const layoutOf = (game) => layouts[game] ?? plain;
