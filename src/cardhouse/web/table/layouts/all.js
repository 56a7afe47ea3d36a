/** @file The layout of each game. */

import { durak } from './durak.js';
import { hearts } from './hearts.js';
import { ratscrew } from './ratscrew.js';
import { slapjack } from './slapjack.js';
import { threes } from './threes.js';

/** @type {Record<string, (view: import('../../types.js').View, size: import('../layout.js').Size, eyes: import('../layout.js').Eyes) => import('../layout.js').Plan>} */
export const layouts = { ratscrew, slapjack, hearts, threes, durak };
