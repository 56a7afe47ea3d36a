/** @file A recorded game as a table, for the plates of its seats. */

import { cats, people } from '../art/cats.js';
import { noTable } from '../table/no_table.js';

/** @typedef {import('../types.js').Replay} Replay */

/** The face of somebody whose record came without one. @param {string} name @param {number} seat */
const faceOf = (name, seat) =>
  cats.find((cat) => name === cat.name || cat.name.startsWith(`${name} `))?.id ??
  people[seat % people.length]?.id ??
  'mouse';

/** @param {Replay} replay */
export const tableOf = (replay) =>
  noTable({
    game: replay.game,
    options: replay.options,
    open_cards: true,
    seats: replay.names.map((name, seat) => ({
      kind: 'person',
      name,
      face: replay.faces?.[seat] || faceOf(name, seat),
      present: true,
    })),
  });
