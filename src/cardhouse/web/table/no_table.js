/** @file What is shown as a table without being one: a game of a record, a position of a puzzle. */

/** @typedef {import('../types.js').TableInfo} TableInfo */

/**
 * The table as its plates want it.
 * @param {Pick<TableInfo, 'game' | 'options' | 'open_cards' | 'seats'>} shown
 * @returns {TableInfo}
 */
export const noTable = (shown) => ({
  code: '',
  status: 'playing',
  round: 1,
  pace: 'medium',
  paused: false,
  pause_votes: [],
  rematch_votes: [],
  hints: false,
  rated: false,
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
  ...shown,
});
