/**
 * @file The messages between the page and the server. Made from `contract/messages.py` by
 * `python -m tools.page_types`: change them there.
 */

/**
 * @typedef {import('./table/view.js').Facts} Facts
 * @typedef {import('./table/view.js').GameEvent} GameEvent
 * @typedef {import('./table/view.js').View} View
 */

export const Reactions = /** @type {const} */ (['paw', 'purr', 'hiss', 'applause', 'sorry']);

/** @typedef {(typeof Reactions)[number]} Reactions */

export const Paces = /** @type {const} */ (['slow', 'medium', 'fast', 'instant']);

/** @typedef {(typeof Paces)[number]} Paces */

export const Status = /** @type {const} */ (['waiting', 'playing', 'over']);

/** @typedef {(typeof Status)[number]} Status */

export const Kind = /** @type {const} */ (['person', 'cat', 'open']);

/** @typedef {(typeof Kind)[number]} Kind */

/**
 * Why something is so, as a key of the catalogues and the facts for its places: to be said in any
 * language.
 * @typedef {object} Reason
 * @property {string} key
 * @property {Facts} facts
 */

/**
 * Do something with a seat of yours. ``step`` is that of the view you saw; ``id`` comes back in a
 * refusal.
 * @typedef {object} Act
 * @property {'act'} t
 * @property {number} seat
 * @property {string} action
 * @property {number} step
 * @property {number} [id]
 */

/**
 * Slap the card that came with ``token``, ``reaction`` milliseconds after its face was painted on
 * your screen.
 * @typedef {object} Slap
 * @property {'slap'} t
 * @property {number} seat
 * @property {string} token
 * @property {number} reaction
 * @property {number} [id]
 */

/**
 * Begin although seats are open: cats take them. For the host.
 * @typedef {object} Start
 * @property {'start'} t
 */

/**
 * Take an open seat, or come back to one of yours that a cat has taken over.
 * @typedef {object} Sit
 * @property {'sit'} t
 * @property {number} seat
 */

/**
 * Give a seat up: a cat plays on.
 * @typedef {object} Leave
 * @property {'leave'} t
 * @property {number} seat
 */

/**
 * Stop or go on. It takes effect at once among cats, or when all people have said so.
 * @typedef {object} Pause
 * @property {'pause'} t
 * @property {boolean} on
 */

/**
 * Let the cats play at another pace, one of `Paces`. For the host, or one alone.
 * @typedef {object} Pace
 * @property {'pace'} t
 * @property {string} pace
 */

/**
 * Begin a match with the next deal: the best of so many games, 0 for none. For the host, or one
 * alone.
 * @typedef {object} Match
 * @property {'match'} t
 * @property {number} best_of
 */

/**
 * Play again with the same people and house rules, when everybody has said so.
 * @typedef {object} Rematch
 * @property {'rematch'} t
 */

/**
 * Show a reaction.
 * @typedef {object} React
 * @property {'react'} t
 * @property {number} seat
 * @property {Reactions} kind
 */

/**
 * Ask what a good cat would do.
 * @typedef {object} Hint
 * @property {'hint'} t
 * @property {number} seat
 */

/**
 * Take a person off a seat before the deal; they don't sit down here again. For the host.
 * @typedef {object} Remove
 * @property {'remove'} t
 * @property {number} seat
 */

/**
 * A number of your own for the deal of this round, 8 to 64 hexadecimal digits, once its commitment
 * is known.
 * @typedef {object} Contribute
 * @property {'contribute'} t
 * @property {number} round
 * @property {string} number
 */

/**
 * The answer to a `Ping`, at once.
 * @typedef {object} Pong
 * @property {'pong'} t
 * @property {number} n
 */

/**
 * Who sits where. ``present``: connected; ``gone_in``: seconds until a cat takes over from somebody
 * who is gone.
 * @typedef {object} Seat
 * @property {Kind} kind
 * @property {string} name
 * @property {string} face
 * @property {string} [level]
 * @property {boolean} [yours]
 * @property {boolean} [present]
 * @property {number | null} [gone_in]
 * @property {boolean} [stand_in]
 */

/**
 * A table as everybody at it sees it.
 * @typedef {object} TableInfo
 * @property {string} code
 * @property {string} game
 * @property {Record<string, boolean | number | string>} options
 * @property {Seat[]} seats
 * @property {Status} status
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
 * @property {number} reveal
 * @property {number} turn_clock
 * @property {string} next_commitment
 * @property {number} best_of
 * @property {number[]} wins
 * @property {number[]} match_won
 * @property {number | null} starter
 */

/**
 * An action was done, and this is what you may know of it and after it.
 * @typedef {object} StepMessage
 * @property {'step'} t
 * @property {number} round
 * @property {number} step
 * @property {number | null} seat
 * @property {string} did
 * @property {GameEvent[]} events
 * @property {View[]} views
 * @property {string} [token]
 * @property {Record<string, any> | null} [slap]
 * @property {number} [timer_left]
 * @property {Record<number, number>} [turn_left]
 */

/**
 * You are at the table: who sits there, how the game stands, and what happened since the last step
 * you saw.
 * @typedef {object} Welcome
 * @property {'welcome'} t
 * @property {TableInfo} table
 * @property {number} step
 * @property {View[]} views
 * @property {StepMessage[]} missed
 * @property {string} [token]
 * @property {number} [timer_left]
 * @property {Record<number, number>} [turn_left]
 */

/**
 * Something about the table itself changed: who sits there, a pause, a vote.
 * @typedef {object} News
 * @property {'table'} t
 * @property {TableInfo} table
 * @property {Record<number, number>} [turn_left]
 */

/**
 * What you asked for was not done, and why.
 * @typedef {object} Refusal
 * @property {'refusal'} t
 * @property {string} key
 * @property {string} text
 * @property {Facts} [facts]
 * @property {number} [id]
 */

/**
 * Somebody shows a reaction.
 * @typedef {object} Reaction
 * @property {'reaction'} t
 * @property {number} seat
 * @property {Reactions} kind
 */

/**
 * What a good cat would do with this seat; ``action`` is empty if it would do nothing.
 * @typedef {object} Advice
 * @property {'advice'} t
 * @property {number} seat
 * @property {number} step
 * @property {string} action
 * @property {string} [why]
 * @property {string} [verdict]
 * @property {Reason | null} [reason]
 * @property {Reason | null} [also]
 */

/**
 * Answer with a `Pong` of the same number at once: it measures how far away you are.
 * @typedef {object} Ping
 * @property {'ping'} t
 * @property {number} n
 */

/**
 * Your connection's delay in milliseconds is above what slaps can be credited with.
 * @typedef {object} Delay
 * @property {'delay'} t
 * @property {number} delay
 * @property {number} cap
 */
