/**
 * @file All that crosses the border between the page and its house. Made from `contract/` by
 * `python -m tools.page_types`: change it there.
 */

/** @typedef {import('./table/view.js').Facts} Facts */

export const Unit = /** @type {const} */ (['points', 'chance']);

/** @typedef {(typeof Unit)[number]} Unit */

export const Reactions = /** @type {const} */ (['paw', 'purr', 'hiss', 'applause', 'sorry']);

/** @typedef {(typeof Reactions)[number]} Reactions */

export const Phrases = /** @type {const} */ ([
  'hello',
  'good_game',
  'well_played',
  'one_more',
  'my_fault',
  'hurry_up',
  'back_soon',
  'thanks',
]);

/** @typedef {(typeof Phrases)[number]} Phrases */

export const Awaiting = /** @type {const} */ (['move', 'ready', 'pause', 'seat', 'come']);

/** @typedef {(typeof Awaiting)[number]} Awaiting */

export const Paces = /** @type {const} */ (['slow', 'medium', 'fast', 'instant']);

/** @typedef {(typeof Paces)[number]} Paces */

export const Status = /** @type {const} */ (['waiting', 'playing', 'over']);

/** @typedef {(typeof Status)[number]} Status */

export const Kind = /** @type {const} */ (['person', 'cat', 'open']);

/** @typedef {(typeof Kind)[number]} Kind */

export const PuzzleMode = /** @type {const} */ (['single', 'streak', 'storm']);

/** @typedef {(typeof PuzzleMode)[number]} PuzzleMode */

/** @type {Record<string, number>} */
export const Strengths = { random: 0, greedy: 1, easy: 1, medium: 2, hard: 3, expert: 4 };

/** @typedef {'easy' | 'medium' | 'hard' | 'expert'} Levels */

export const BEST_OF = /** @type {const} */ ([0, 3, 5, 7]);

export const TURN_CLOCKS = /** @type {const} */ ([0, 15, 30, 60, 120, 300]);

export const DAY = 86400;

export const SLOW_CLOCKS = /** @type {const} */ ([86400, 172800, 259200, 604800]);

export const LISTED_TURN_CLOCK = 60;

export const GONE_AFTER = 20;

export const GONE_CHOICES = /** @type {const} */ ([20, 60, 180, 600]);

export const LONGEST_NAME = 24;

export const LONGEST_LINE = 200;

/** @satisfies {TableSettings} */
export const USUAL_SETTINGS = {
  pace: 'medium',
  listed: false,
  watchable: true,
  open_cards: false,
  hints: true,
  best_of: 0,
  lesson: false,
  rated: false,
  gone_after: 20,
};

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
 * A move of one's own to be found better: where it is, what it cost, and when it comes back.
 * @typedef {object} Exercise
 * @property {string} id
 * @property {string} record
 * @property {number} number
 * @property {number} seat
 * @property {string} game
 * @property {string} theme
 * @property {Unit} unit
 * @property {number} cost
 * @property {number} due
 * @property {number} [tried]
 * @property {number} [found]
 */

/**
 * The exercises that wait now, the dearest first, and how many come back later.
 * @typedef {object} Exercises
 * @property {Exercise[]} waiting
 * @property {number} later
 * @property {number | null} next
 */

/**
 * Cards of a seat, or of nobody, and how many more lie face down.
 * @typedef {object} Held
 * @property {number | null} seat
 * @property {string} cards
 * @property {number} [hidden]
 */

/**
 * An action with its worth, the standard error of that, and in how many deals it was tried.
 * @typedef {object} WeighedAction
 * @property {string} action
 * @property {number} value
 * @property {number} error
 * @property {number} worlds
 * @property {boolean} [proven]
 */

/**
 * What a cat thinks of a position, from the view of its seat alone.
 * @typedef {object} GlassCat
 * @property {number} number
 * @property {number} seat
 * @property {string} action
 * @property {string} level
 * @property {boolean} cat
 * @property {number} choices
 * @property {Unit} unit
 * @property {Held[]} seen
 * @property {Held[][]} worlds
 * @property {WeighedAction[]} weighed
 * @property {string | null} chosen
 */

/**
 * Makes a browser a person's: a ``device`` of theirs, a ``code`` for another one, ``words``, or a
 * ``passkey``.
 * @typedef {object} Key
 * @property {string} id
 * @property {string} person
 * @property {string} kind
 * @property {string} name
 * @property {number} at
 * @property {string} public
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
 * The notes of one seat in one game: events by kind, and how long its good slaps took.
 * @typedef {object} Notes
 * @property {Record<string, number>} [events]
 * @property {number} [steps]
 * @property {boolean} [draw]
 * @property {number} [deals]
 * @property {number[]} [slaps]
 * @property {number} [team]
 * @property {boolean} [stand_in]
 * @property {boolean} [rated]
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
 * The statistics of a person in one game against one kind of opponent.
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
 * The facts about a seat that no record tells. ``yours``: the owner of this archive played it.
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
 * A rating after a rated game: when that ended, in seconds since the epoch, and how far off it may
 * be.
 * @typedef {object} RatedGame
 * @property {number} at
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * A rating as it is kept: of how many ``games``, and what it was after the latest of them.
 * @typedef {object} KeptRating
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 * @property {number} [games]
 * @property {RatedGame[]} [points]
 */

/**
 * Where the cats of a level stand: between ``low`` and ``high`` with 95%.
 * @typedef {object} LadderCat
 * @property {string} level
 * @property {number} rating
 * @property {number} low
 * @property {number} high
 */

/**
 * Somebody's rating in a game after so many rated ``games``.
 * @typedef {object} LadderGame
 * @property {string} game
 * @property {number} games
 * @property {number} left
 * @property {Strength | null} strength
 * @property {RatedGame[]} points
 * @property {LadderCat[]} cats
 */

/**
 * On how many days in a row somebody played a deal of the day or a puzzle; one missed day a week is
 * forgiven.
 * @typedef {object} DayStreak
 * @property {number} days
 * @property {boolean} today
 * @property {boolean} spare
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
 * Choose what a seat of yours does when its turn comes, at a table whose clock is in days; empty:
 * nothing any more.
 * @typedef {object} Ahead
 * @property {'ahead'} t
 * @property {number} seat
 * @property {string} [action]
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
 * Deal now: cats take the seats that are open, and nobody's yes is awaited. For who decides.
 * @typedef {object} Start
 * @property {'start'} t
 */

/**
 * Take an open seat or, where the room allows it, a cat's; or come back to one where a cat plays
 * for you.
 * @typedef {object} Sit
 * @property {'sit'} t
 * @property {number} seat
 */

/**
 * Let a cat play on for you; you see its cards, and come back with `Sit`.
 * @typedef {object} Leave
 * @property {'leave'} t
 * @property {number} seat
 */

/**
 * Leave the room: your seats are the room's again. If you come back within the game, they are
 * yours.
 * @typedef {object} Go
 * @property {'go'} t
 */

/**
 * Want a seat at the next deal, or no longer.
 * @typedef {object} Queue
 * @property {'queue'} t
 * @property {boolean} on
 */

/**
 * Who is to sit on a seat: a person of the room by their `who`, a cat of a level, or who comes by
 * the link.
 * @typedef {object} Place
 * @property {Kind} kind
 * @property {string} [who]
 * @property {string} [level]
 * @property {string} [name]
 */

/**
 * A game to be played next; empty or None: as it is now (the usual options where the game is
 * another).
 * @typedef {object} Setup
 * @property {string} [game]
 * @property {Record<string, boolean | number | string> | null} [options]
 * @property {Place[] | null} [seats]
 */

/**
 * Say what to play next: the host decides it, others put it to the vote. It takes effect between
 * games.
 * @typedef {object} Propose
 * @property {'propose'} t
 * @property {Setup} next
 * @property {boolean} [now]
 */

/**
 * Let a cat play for a person that everybody waits for. The host does it, others vote.
 * @typedef {object} Cover
 * @property {'cover'} t
 * @property {number} seat
 */

/**
 * Give everybody this many seconds for a move from now on, 0 for ever. The host does it, others
 * vote.
 * @typedef {object} Clock
 * @property {'clock'} t
 * @property {number} seconds
 */

/**
 * Hand the host's role over to a person of the room. For who decides.
 * @typedef {object} Host
 * @property {'host'} t
 * @property {string} who
 */

/**
 * Change how the room is; None: as it is. For who decides.
 * @typedef {object} Adjust
 * @property {'adjust'} t
 * @property {boolean | null} [chat]
 * @property {boolean | null} [takeover]
 * @property {number | null} [gone_after]
 */

/**
 * Say yes or no to a motion.
 * @typedef {object} Vote
 * @property {'vote'} t
 * @property {number} motion
 * @property {boolean} yes
 */

/**
 * Remind the person on this seat that everybody waits for them.
 * @typedef {object} Nudge
 * @property {'nudge'} t
 * @property {number} seat
 */

/**
 * Say one of the `Phrases` or, where people may write, a line of text.
 * @typedef {object} Say
 * @property {'say'} t
 * @property {Phrases | null} [phrase]
 * @property {string} [text]
 */

/**
 * Stop or go on. It takes effect at once among cats, or when all people have said so.
 * @typedef {object} Pause
 * @property {'pause'} t
 * @property {boolean} on
 */

/**
 * Let the cats play at another pace, one of `Paces`. For the host, or one alone.
 * @typedef {object} SetPace
 * @property {'pace'} t
 * @property {string} pace
 */

/**
 * Begin a match with the next deal: the best of this many games, 0 for none. For the host, or one
 * alone.
 * @typedef {object} BeginMatch
 * @property {'match'} t
 * @property {number} best_of
 */

/**
 * Be ready for the next deal; it begins when everybody who plays and is here has said so.
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
 * Take your last move back: the game goes on before it, with all you didn't know then dealt again.
 * @typedef {object} Undo
 * @property {'undo'} t
 * @property {number} seat
 */

/**
 * Take a person off a seat; they don't sit down here again. For who decides.
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
 * @property {boolean} [left]
 * @property {boolean} [silent]
 * @property {string} [who]
 */

/**
 * A person in the room: ``who`` names them in messages, in this room only.
 * @typedef {object} Member
 * @property {string} who
 * @property {string} name
 * @property {string} face
 * @property {number[]} [seats]
 * @property {boolean} [here]
 * @property {boolean} [silent]
 * @property {boolean} [host]
 * @property {number} [place]
 */

/**
 * For whom and what the table waits, and for how many seconds already.
 * @typedef {object} Awaited
 * @property {Awaiting} what
 * @property {number} since
 * @property {string} [who]
 * @property {number | null} [seat]
 * @property {number | null} [cover_in]
 */

/**
 * A motion of one person that others have to agree to; ``needed`` is how many must say yes.
 * @typedef {object} Motion
 * @property {number} id
 * @property {string} by
 * @property {Propose | Cover | Clock | Start | Remove | SetPace | BeginMatch | Host | Adjust} what
 * @property {string[]} yes
 * @property {string[]} no
 * @property {string[]} awaits
 * @property {number} needed
 */

/**
 * Games played and won by a person or a cat in this room. ``who`` is empty for a cat.
 * @typedef {object} Tally
 * @property {string} game
 * @property {string} name
 * @property {number} played
 * @property {number} won
 * @property {string} [who]
 */

/**
 * The room around a table: who is there, whom it waits for, what is to be voted on, the score of
 * the evening.
 * @typedef {object} Room
 * @property {Member[]} members
 * @property {Awaited[]} waiting
 * @property {Motion[]} motions
 * @property {Tally[]} scores
 * @property {string} [host]
 * @property {boolean} [arranged]
 * @property {boolean} [chat]
 * @property {boolean} [takeover]
 * @property {number} [gone_after]
 * @property {boolean} [listed]
 */

/**
 * Where a game was taken up again: after this many actions of another one. It counts nowhere.
 * @typedef {object} Forked
 * @property {number} step
 * @property {number} seat
 * @property {boolean} [ask]
 * @property {number} [left]
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
 * @property {Room | null} room
 * @property {Forked | null} fork
 * @property {boolean} undo
 * @property {boolean} daily
 * @property {boolean} rated
 * @property {Record<number, string>} ahead
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
 * @property {string} [you]
 */

/**
 * Something about the table itself changed: who sits there, a pause, a vote.
 * @typedef {object} News
 * @property {'table'} t
 * @property {TableInfo} table
 * @property {Record<number, number>} [turn_left]
 */

/**
 * A command of yours was not carried out, and why.
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
 * Something happened in the room, and who did it: ``text`` says it in English.
 * @typedef {object} Notice
 * @property {'notice'} t
 * @property {string} key
 * @property {string} text
 * @property {Facts} [facts]
 */

/**
 * A person says one of the `Phrases`, or a line of text. It is kept nowhere.
 * @typedef {object} Said
 * @property {'said'} t
 * @property {string} who
 * @property {string} name
 * @property {Phrases | null} [phrase]
 * @property {string} [text]
 */

/**
 * Everybody waits for you, says a person of the room.
 * @typedef {object} Nudged
 * @property {'nudged'} t
 * @property {string} who
 * @property {string} name
 * @property {number} seat
 */

/**
 * A hint: the action that a good cat would choose; ``action`` is empty if it would do nothing.
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
 * The worth of a move that you tried; ``found``: it was good, and is made.
 * @typedef {object} Tried
 * @property {'tried'} t
 * @property {number} seat
 * @property {number} step
 * @property {string} action
 * @property {boolean} found
 * @property {number} left
 * @property {Unit} unit
 * @property {WeighedMove | null} [move]
 * @property {number} [id]
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
 * How strong somebody or something is: between ``low`` and ``high`` with 95%; ``known``: that says
 * something.
 * @typedef {object} Strength
 * @property {number} rating
 * @property {number} low
 * @property {number} high
 * @property {boolean} known
 */

/**
 * The puzzles of a game, and what somebody has done with them. ``themes``: how many each has, the
 * most first.
 * @typedef {object} PuzzleGame
 * @property {string} game
 * @property {number} count
 * @property {Record<string, number>} themes
 * @property {string} today
 * @property {Strength} strength
 * @property {number} tried
 * @property {number} found
 * @property {number} missed
 * @property {number} streak
 * @property {number} storm
 */

/**
 * A puzzle without its answer: what is seen of the last steps, and then of the position, with what
 * may be done.
 * @typedef {object} PuzzleTask
 * @property {string} id
 * @property {string} game
 * @property {number} seats
 * @property {number} seat
 * @property {Record<string, boolean | number | string>} options
 * @property {boolean} open
 * @property {string} proof
 * @property {number} within
 * @property {number} turns
 * @property {string[]} patterns
 * @property {number} rating
 * @property {Frame[]} frames
 */

/**
 * A try at a puzzle; an empty ``action``: nothing is done. ``milliseconds``: how long a slap took.
 * @typedef {object} PuzzleTry
 * @property {string} action
 * @property {number} milliseconds
 * @property {PuzzleMode} mode
 * @property {number} score
 */

/**
 * How often the cats of a level found a puzzle's answer; ``milliseconds``: the middle of their
 * slaps, if any.
 * @typedef {object} CatsFound
 * @property {string} level
 * @property {number} found
 * @property {number} tries
 * @property {number} milliseconds
 */

/**
 * The result of a try. ``late``: it was the right slap, but a cat was faster. ``rated``: it was the
 * first try.
 * @typedef {object} PuzzleAnswer
 * @property {boolean} right
 * @property {boolean} late
 * @property {string[]} answers
 * @property {string} proof
 * @property {string[]} themes
 * @property {CatsFound[]} cats
 * @property {Strength} strength
 * @property {number} before
 * @property {boolean} rated
 */

/**
 * A puzzle that somebody tried and has not found since.
 * @typedef {object} Missed
 * @property {string} id
 * @property {string} game
 * @property {string[]} themes
 * @property {number} rating
 * @property {number} at
 */

/**
 * The deal of a day. ``code``: the table of one's rated try, if there is one; ``points``: what it
 * brought, of 100; ``week``: the five best days of this week together.
 * @typedef {object} DailyDeal
 * @property {string} day
 * @property {string} game
 * @property {string} code
 * @property {boolean} over
 * @property {number | null} points
 * @property {number} week
 */

/**
 * How games of a level of cat ended in the same seat; `result` is in the game's own unit.
 * @typedef {object} LevelResults
 * @property {string} level
 * @property {number[]} results
 */

/**
 * Where somebody stands among those who played a deal here.
 * @typedef {object} DailyPlace
 * @property {number} place
 * @property {string} name
 * @property {string} face
 * @property {number} result
 * @property {number} points
 * @property {number} week
 * @property {boolean} yours
 */

/**
 * The result of a deal of the day, for those who have played it: nobody else learns how it went.
 * @typedef {object} DailyStanding
 * @property {string} day
 * @property {string} game
 * @property {string} unit
 * @property {boolean} over
 * @property {string} code
 * @property {string} record
 * @property {number | null} result
 * @property {number | null} points
 * @property {LevelResults[]} levels
 * @property {DailyPlace[]} places
 * @property {number} played
 * @property {number} week
 */

/**
 * A person's stored tries of a puzzle: whether the first was right, whether one was since, and
 * when.
 * @typedef {object} KeptTry
 * @property {boolean} first
 * @property {boolean} found
 * @property {number} at
 * @property {number} [rating]
 */

/**
 * A strength as it is kept, with the best streak and the best storm.
 * @typedef {object} KeptStrength
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 * @property {number} [streak]
 * @property {number} [storm]
 */

/**
 * A stored rated try: its table, and its end once there is one.
 * @typedef {object} KeptDaily
 * @property {string} code
 * @property {number | null} [result]
 * @property {number | null} [points]
 * @property {string} [name]
 * @property {string} [face]
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
 * @property {boolean} slow
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
 * @property {string} [pace]
 * @property {boolean} [listed]
 * @property {boolean} [watchable]
 * @property {boolean} [open_cards]
 * @property {boolean} [hints]
 * @property {number} [best_of]
 * @property {boolean} [lesson]
 * @property {boolean} [rated]
 * @property {number} [gone_after]
 * @property {string} game
 * @property {SeatRequest[]} seats
 * @property {Record<string, boolean | number | string>} [options]
 * @property {number | null} [turn_clock]
 * @property {boolean | null} [chat]
 * @property {boolean | null} [takeover]
 */

/**
 * A game to be taken up again by ``seat`` after ``step`` actions, against cats.
 * @typedef {object} ForkRequest
 * @property {number} step
 * @property {number} seat
 * @property {boolean} [ask]
 * @property {string} [level]
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
 * @property {boolean} forked
 * @property {boolean} slow
 */

/**
 * A device of yours, your recovery words (``words``), or a ``passkey``.
 * @typedef {object} Device
 * @property {string} id
 * @property {string} name
 * @property {number} since
 * @property {boolean} here
 * @property {boolean} words
 * @property {boolean} passkey
 */

/**
 * The name of the asking device in the list of devices.
 * @typedef {object} ThisDevice
 * @property {string} [device]
 */

/**
 * A code that makes one other device yours, within this many seconds.
 * @typedef {object} DeviceCode
 * @property {string} code
 * @property {number} seconds
 */

/**
 * A device's code or a person's recovery words, and what this device is called.
 * @typedef {object} JoinRequest
 * @property {string} code
 * @property {string} [device]
 */

/**
 * Whose code it is, as their friends know them.
 * @typedef {object} CodeOwner
 * @property {string} name
 * @property {string} face
 */

/**
 * Words that make any device yours. They are shown once and kept nowhere but in your hands.
 * @typedef {object} RecoveryWords
 * @property {string} words
 */

/**
 * What a passkey signs next, once; ``person`` stands for you in the passkey, and for nothing
 * anywhere else.
 * @typedef {object} PasskeyChallenge
 * @property {string} challenge
 * @property {string} person
 */

/**
 * A passkey as a browser has made it: its ``id``, its public ``key``, and what was said about it.
 * @typedef {object} NewPasskey
 * @property {string} id
 * @property {string} key
 * @property {string} client
 * @property {string} authenticator
 * @property {string} [device]
 */

/**
 * What a passkey has signed, by which this device becomes one of its person's.
 * @typedef {object} PasskeySignature
 * @property {string} id
 * @property {string} client
 * @property {string} authenticator
 * @property {string} signature
 * @property {string} [device]
 */

/**
 * From where others reach the house: ``links`` in the same networks. ``local``: nobody does but
 * this machine.
 * @typedef {object} ReachInfo
 * @property {boolean} local
 * @property {boolean} opens
 * @property {string[]} links
 */

/**
 * How a house tells of your turn while its page is closed: by its public ``key``, empty where it
 * can't.
 * @typedef {object} PushInfo
 * @property {string} key
 * @property {boolean} on
 */

/**
 * Where and how a browser is told something, as its ``PushSubscription`` says, and in which
 * language.
 * @typedef {object} Subscription
 * @property {string} endpoint
 * @property {string} p256dh
 * @property {string} auth
 * @property {string} language
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
 * The settings that a table is asked for with and has from then on.
 * @typedef {object} TableSettings
 * @property {string} [pace]
 * @property {boolean} [listed]
 * @property {boolean} [watchable]
 * @property {boolean} [open_cards]
 * @property {boolean} [hints]
 * @property {number} [best_of]
 * @property {boolean} [lesson]
 * @property {boolean} [rated]
 * @property {number} [gone_after]
 */

/**
 * @typedef {Propose | Cover | Clock | Start | Remove | SetPace | BeginMatch | Host | Adjust}
 *   Decision
 */

/**
 * @typedef {Act | Ahead | Slap | Start | Sit | Leave | Go | Queue | Propose | Cover | Clock | Host
 *   | Adjust | Vote | Nudge | Say | Pause | SetPace | BeginMatch | Rematch | React | Hint | Undo |
 *   Remove | Contribute | Pong} FromPerson
 */

/**
 * @typedef {StepMessage | Welcome | News | Refusal | Reaction | Notice | Said | Nudged | Advice |
 *   Tried | Ping | Delay} ToPerson
 */

/**
 * @typedef {boolean | number | string} Value
 */

/**
 * @typedef {ReviewBegun | MoveWeighed | ReviewDone | ReviewFailed} ReviewLine
 */
