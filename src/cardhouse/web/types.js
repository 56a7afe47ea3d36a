/**
 * @file All that crosses the border between the page and its house. Made from `contract/` by
 * `python -m tools.page_types`: change it there.
 */

/** @typedef {import('./table/view.js').Facts} Facts */

export const Reactions = /** @type {const} */ (['paw', 'purr', 'hiss', 'applause', 'sorry']);

/** @typedef {(typeof Reactions)[number]} Reactions */

export const Paces = /** @type {const} */ (['slow', 'medium', 'fast', 'instant']);

/** @typedef {(typeof Paces)[number]} Paces */

export const Status = /** @type {const} */ (['waiting', 'playing', 'over']);

/** @typedef {(typeof Status)[number]} Status */

export const Kind = /** @type {const} */ (['person', 'cat', 'open']);

/** @typedef {(typeof Kind)[number]} Kind */

export const Unit = /** @type {const} */ (['points', 'chance']);

/** @typedef {(typeof Unit)[number]} Unit */

/** @type {Record<string, number>} */
export const Strengths = { random: 0, greedy: 1, easy: 1, medium: 2, hard: 3, expert: 4 };

/** @typedef {'easy' | 'medium' | 'hard' | 'expert'} Levels */

/**
 * Why something is so, as a key of the catalogues and the facts for its places: to be said in any
 * language.
 * @typedef {object} Reason
 * @property {string} key
 * @property {Facts} facts
 */

/**
 * How a game ended, as it crosses a border.
 * @typedef {object} Outcome
 * @property {number[]} places
 * @property {number[]} scores
 * @property {string} reason
 * @property {number[]} [teams]
 */

/**
 * A view as it crosses a border: zones as name, seat and cards (``As Td ??``), actions as their
 * texts.
 * @typedef {object} View
 * @property {string} game
 * @property {number} seats
 * @property {number | null} seat
 * @property {number} step
 * @property {Record<string, boolean | number | string>} options
 * @property {string} phase
 * @property {number[]} turn
 * @property {([string, number | null, string])[]} zones
 * @property {Record<string, number>} roles
 * @property {number[]} scores
 * @property {Facts} facts
 * @property {string[]} legal
 * @property {[string, number] | null} timer
 * @property {Outcome | null} outcome
 */

/**
 * An event as it crosses a border, with the cards that its reader may see.
 * @typedef {object} GameEvent
 * @property {string} kind
 * @property {number | null} seat
 * @property {string} [cards]
 * @property {Facts} [facts]
 */

/**
 * A slap as it came in, in milliseconds: what it is judged by. ``trust`` is the connection's
 * trusted round trip.
 * @typedef {object} SlapClaim
 * @property {number} seat
 * @property {number} arrived
 * @property {number} reaction
 * @property {number} trust
 */

/**
 * How a slap was judged: its ``time``, by how much it was first or late, and what is odd about it.
 * @typedef {object} SlapFigures
 * @property {number} time
 * @property {SlapClaim[]} [claims]
 * @property {number | null} [margin]
 * @property {boolean} [tie]
 * @property {string[]} [flags]
 */

/**
 * What happened in one game to one seat: events by kind, and how long its good slaps took; -1: it
 * had no team.
 * @typedef {object} Notes
 * @property {Record<string, number>} [events]
 * @property {number} [steps]
 * @property {boolean} [draw]
 * @property {number} [deals]
 * @property {number[]} [slaps]
 * @property {number} [team]
 */

/**
 * How one round ended for one seat: what history and statistics are made of.
 * @typedef {object} Result
 * @property {number} seat
 * @property {string} person
 * @property {string} name
 * @property {string} level
 * @property {number} place
 * @property {number} score
 * @property {Notes} notes
 * @property {string} [face]
 */

/**
 * What somebody has done in one game against one kind of opponent.
 * @typedef {object} Statistics
 * @property {string} game
 * @property {string} against
 * @property {number} played
 * @property {number} won
 * @property {number} tied
 * @property {number} lost_last
 * @property {number} streak
 * @property {number} best_streak
 * @property {number} points
 * @property {number} deals
 * @property {number[]} slaps
 * @property {number[]} cat_slaps
 * @property {Record<string, number>} events
 */

/**
 * How a finished game ended for one seat, for who looks at their history; ``yours``: they played
 * it.
 * @typedef {object} FinishedSeat
 * @property {boolean} yours
 * @property {string} name
 * @property {string} level
 * @property {number} place
 * @property {number} score
 * @property {Notes} notes
 */

/**
 * A finished game in somebody's history: the name of its record, and when it ended in seconds since
 * the epoch.
 * @typedef {object} Finished
 * @property {string} record
 * @property {string} game
 * @property {number} at
 * @property {FinishedSeat[]} seats
 */

/**
 * What a record doesn't tell of a seat. ``yours``: it was played by whose archive this is.
 * @typedef {object} ArchivedSeat
 * @property {boolean} yours
 * @property {string} level
 * @property {string} face
 */

/**
 * A finished game to be taken elsewhere. How it ended, and what happened in it, is what its record
 * says.
 * @typedef {object} ArchivedGame
 * @property {number} at
 * @property {string} text
 * @property {ArchivedSeat[]} seats
 * @property {string} record
 * @property {string} game
 */

/**
 * Anything that crosses the wire.
 * @typedef {object} Message
 * @property {'Message'} t
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
 * @property {SlapFigures | null} [slap]
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
 * @property {number} [protocol]
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

/**
 *
 * @typedef {object} _Kind
 * @property {string} t
 */

/**
 * A step of a recorded game and how the game stood after it; ``seconds`` are since the deal.
 * @typedef {object} Frame
 * @property {number | null} seat
 * @property {string} action
 * @property {number} seconds
 * @property {GameEvent[]} events
 * @property {string[]} words
 * @property {View} view
 * @property {string[]} [notes]
 */

/**
 * A recorded game. ``faces`` are those of the seats where the house knows them; ``frames`` begin
 * with the deal.
 * @typedef {object} Replay
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, boolean | number | string>} options
 * @property {string[]} names
 * @property {string} seed
 * @property {string} commitment
 * @property {string} salt
 * @property {Outcome | null} outcome
 * @property {Frame[]} frames
 * @property {string[] | null} [faces]
 */

/**
 * Somebody who plays or watches: a random id that only their browser and the server know, a name
 * and a face.
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {string} face
 */

/**
 * A name and a face to be taken.
 * @typedef {object} Rename
 * @property {string} name
 * @property {string} face
 */

/**
 * A house rule: a ``switch``, a ``choice`` of ``choices``, or a ``number`` from ``low`` to
 * ``high``.
 * @typedef {object} OptionInfo
 * @property {string} name
 * @property {string} kind
 * @property {boolean | number | string} default
 * @property {(boolean | number | string)[]} choices
 * @property {number} low
 * @property {number} high
 */

/**
 * A game of the house, and what can be chosen for it.
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {number[]} seat_choices
 * @property {number} default_seats
 * @property {OptionInfo[]} options
 * @property {Record<number, Record<string, (boolean | number | string)[]>>} limited
 * @property {string[]} bots
 * @property {string[]} levels
 * @property {string} usual_level
 * @property {boolean} slaps
 * @property {string | null} page
 */

/**
 * Who is to sit on a seat: ``you``, somebody else ``here``, somebody by ``link``, or a ``cat``.
 * @typedef {object} SeatRequest
 * @property {string} kind
 * @property {string} [name]
 * @property {string} [face]
 * @property {string} [level]
 */

/**
 * A table that somebody wants. ``turn_clock``: seconds for a move, 0 for ever; None: as usual
 * there.
 * @typedef {object} CreateTable
 * @property {string} game
 * @property {SeatRequest[]} seats
 * @property {Record<string, boolean | number | string>} [options]
 * @property {string} [pace]
 * @property {boolean} [listed]
 * @property {boolean} [watchable]
 * @property {boolean} [open_cards]
 * @property {boolean} [hints]
 * @property {number | null} [turn_clock]
 * @property {number} [best_of]
 * @property {boolean} [lesson]
 */

/**
 * The code of a table that was made.
 * @typedef {object} Made
 * @property {string} code
 */

/**
 * A table that anybody may sit down at: who sits there, and how many seats are free.
 * @typedef {object} ListedTable
 * @property {string} code
 * @property {string} game
 * @property {Record<string, boolean | number | string>} options
 * @property {string[]} names
 * @property {number} free
 * @property {number} since
 */

/**
 * An unfinished table of one's own; a free seat has no name.
 * @typedef {object} OwnTable
 * @property {string} code
 * @property {string} game
 * @property {string[]} names
 * @property {Status} status
 * @property {number} step
 * @property {number} since
 * @property {boolean} counts
 * @property {number[]} yours
 * @property {number[]} turn
 * @property {boolean} lesson
 */

/**
 * A seat that somebody wants; None: any free one.
 * @typedef {object} SitRequest
 * @property {number | null} [seat]
 */

/**
 * The seat that somebody has taken.
 * @typedef {object} Seated
 * @property {number} seat
 */

/**
 * How many games of an archive were new, of how many.
 * @typedef {object} Brought
 * @property {number} added
 * @property {number} all
 */

/**
 * Why something was refused: a key of the catalogues with its facts, and the sentence in English.
 * @typedef {object} Why
 * @property {string} key
 * @property {string} text
 * @property {Record<string, string | number>} facts
 */

/**
 * A line of a review.
 * @typedef {object} Line
 * @property {'Line'} t
 */

/**
 * How many moves are weighed, and how many are left out because there are too many.
 * @typedef {object} ReviewBegun
 * @property {'begun'} t
 * @property {Unit} unit
 * @property {number} moves
 * @property {number} left_out
 */

/**
 * A move: what the best was, what it cost not to choose it, with its standard error, and why that
 * was better.
 * @typedef {object} WeighedMove
 * @property {number} number
 * @property {number} seat
 * @property {string} action
 * @property {string} best
 * @property {string[]} better
 * @property {number} cost
 * @property {number} error
 * @property {string} verdict
 * @property {string} sentence
 * @property {boolean} costly
 * @property {boolean} blunder
 * @property {boolean} near
 * @property {Reason | null} reason
 * @property {Reason | null} also
 */

/**
 * A move is weighed; None: there was nothing to weigh.
 * @typedef {object} MoveWeighed
 * @property {'move'} t
 * @property {number} number
 * @property {WeighedMove | null} move
 */

/**
 * All moves are weighed.
 * @typedef {object} ReviewDone
 * @property {'done'} t
 */

/**
 * The review can't go on, and why.
 * @typedef {object} ReviewFailed
 * @property {'failed'} t
 * @property {string} key
 * @property {string} text
 * @property {Record<string, string | number>} facts
 */

/**
 * @typedef {Act | Slap | Start | Sit | Leave | Pause | Pace | Match | Rematch | React | Hint |
 *   Remove | Contribute | Pong} FromPerson
 */

/**
 * @typedef {StepMessage | Welcome | News | Refusal | Reaction | Advice | Ping | Delay} ToPerson
 */

/**
 * @typedef {boolean | number | string} Value
 */

/**
 * @typedef {ReviewBegun | MoveWeighed | ReviewDone | ReviewFailed} ReviewLine
 */
