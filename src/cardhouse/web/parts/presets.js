/** @file Sets of house rules with a name. What a set doesn't name is as usual. */

/** @typedef {import('../state/games.js').Value} Value */

/** @type {Record<string, Record<string, Record<string, Value>>>} */
export const presets = {
  ratscrew: {
    classic: {},
    slaps: { sandwiches: true, runs: true, flushes: true, tens: true, marriages: true, divorces: true },
    family: { sandwiches: true, penalty: 'none' },
    tournament: { sandwiches: true, stoppers: true, penalty: 'lockout' },
  },
  slapjack: { classic: {}, wild: { wilds: true } },
  hearts: {
    classic: {},
    family: { limit: 50, first_trick_points: true },
    tournament: { jack: true, queen_breaks: true },
  },
  threes: { classic: {}, family: { pickup: 'free' }, tournament: { swap: true } },
  durak: {
    classic: {},
    simple: { forwarding: false },
    family: { deck: 36, limit: true },
    tournament: { deck: 36, first: 'lowest_trump', limit: true, pile_on: true },
  },
};
