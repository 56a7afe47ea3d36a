/** @file The table of Slapjack. */

export { slapTable as slapjack } from './slaps.js';
