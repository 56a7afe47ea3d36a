/** @file A recorded game as a table, for the plates of its seats. */

import { cats, people } from '../art/cats.js';

/** @typedef {import('../types.js').Replay} Replay */

/** The face of somebody whose record came without one. @param {string} name @param {number} seat */
const faceOf = (name, seat) =>
  cats.find((cat) => name === cat.name || cat.name.startsWith(`${name} `))?.id ??
  people[seat % people.length]?.id ??
  'mouse';

/**
 * The table as its plates want it.
 * @param {Replay} replay
 * @returns {import('../types.js').TableInfo}
 */
export const tableOf = (replay) => ({
  code: '',
  game: replay.game,
  options: replay.options,
  status: 'playing',
  round: 1,
  pace: 'medium',
  paused: false,
  pause_votes: [],
  rematch_votes: [],
  open_cards: true,
  hints: false,
  watched_by: 0,
  host: false,
  commitment: '',
  next_commitment: '',
  reveal: 0,
  turn_clock: 0,
  best_of: 0,
  wins: [],
  match_won: [],
  room: null,
  starter: null,
  fork: null,
  undo: false,
  daily: false,
  ahead: {},
  seats: replay.names.map((name, seat) => ({
    kind: 'person',
    name,
    face: replay.faces?.[seat] || faceOf(name, seat),
    present: true,
  })),
});
