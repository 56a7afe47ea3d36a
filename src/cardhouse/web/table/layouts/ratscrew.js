/** @file The table of Ratscrew. */

export { slapTable as ratscrew } from './slaps.js';
