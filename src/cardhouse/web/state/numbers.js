/**
 * @file A number of one's own for every deal: given once the table has bound itself to its secret,
 * it goes into the seed, so that nobody can choose the cards.
 */

/** @typedef {import('../types.js').TableInfo} TableInfo */

/** Bytes in hexadecimal. @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What gives one number for each deal of a table where somebody here has a seat. */
export function giver() {
  let given = '';
  return (/** @type {TableInfo | undefined} */ table) => {
    const bound = table?.next_commitment;
    if (!table || !bound || bound === given || !table.seats.some((seat) => seat.yours)) return null;
    given = bound;
    const number = hex(crypto.getRandomValues(new Uint8Array(16)));
    return /** @type {const} */ ({ t: 'contribute', round: table.round + 1, number });
  };
}
