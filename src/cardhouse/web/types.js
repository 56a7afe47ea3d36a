/**
 * @file The shapes that cross the wire, as the page knows them. The server's `messages.py` and `view.py` say what they mean.
 *
 * @typedef {string} CardText a card as written on the wire: `As`, `Td`, `W1`
 * @typedef {Record<string, any>} Facts
 *
 * @typedef {object} View
 * @property {string} game
 * @property {number} seats
 * @property {number | null} seat
 * @property {number} step
 * @property {Record<string, boolean | number | string>} options
 * @property {string} phase
 * @property {number[]} turn
 * @property {[string, number | null, string][]} zones name, seat, cards; a hidden card is `??`
 * @property {Record<string, number>} roles
 * @property {number[]} scores
 * @property {Facts} facts
 * @property {string[]} legal
 * @property {[string, number] | null} timer
 * @property {{places: number[], scores: number[], reason: string} | null} outcome
 *
 * @typedef {object} GameEvent
 * @property {string} kind
 * @property {number | null} seat
 * @property {string} [cards]
 * @property {Facts} [facts]
 *
 * @typedef {object} SeatInfo
 * @property {'person' | 'cat' | 'open'} kind
 * @property {string} name
 * @property {string} face
 * @property {string} [level]
 * @property {boolean} [yours]
 * @property {boolean} [present]
 * @property {number | null} [gone_in]
 *
 * @typedef {object} TableInfo
 * @property {string} code
 * @property {string} game
 * @property {Record<string, boolean | number | string>} options
 * @property {SeatInfo[]} seats
 * @property {'waiting' | 'playing' | 'over'} status
 * @property {number} round
 * @property {string} pace
 * @property {boolean} paused
 * @property {number[]} pause_votes
 * @property {number[]} rematch_votes
 * @property {boolean} open_cards
 * @property {boolean} hints
 * @property {number} watched_by
 * @property {boolean} host
 * @property {string} commitment
 *
 * @typedef {object} Happened
 * @property {number} round
 * @property {number} step
 * @property {number | null} seat
 * @property {string} did
 * @property {GameEvent[]} events
 * @property {View[]} views
 * @property {string} [token]
 * @property {Facts | null} [slap]
 *
 * @typedef {object} Welcome
 * @property {TableInfo} table
 * @property {number} step
 * @property {View[]} views
 * @property {Happened[]} missed
 * @property {string} [token]
 *
 * @typedef {object} Refusal
 * @property {string} key
 * @property {string} text
 * @property {Facts} [facts]
 * @property {number} [id]
 *
 * @typedef {object} Advice what a good cat would do with a seat, how sure that is, and why
 * @property {number} seat
 * @property {string} action empty: nothing
 * @property {string} [verdict]
 * @property {{key: string, facts?: Facts} | null} [reason]
 */

export {};
