/**
 * @file All that the page can ask its house. Made from `contract/requests.py` by
 * `python -m tools.page_types`: change it there.
 */

import { ask, askText, listen, sendText } from './wire.js';

/**
 * @typedef {import('./types.js').ArchivedGame} ArchivedGame
 * @typedef {import('./types.js').Brought} Brought
 * @typedef {import('./types.js').CodeOwner} CodeOwner
 * @typedef {import('./types.js').CreateTable} CreateTable
 * @typedef {import('./types.js').DailyDeal} DailyDeal
 * @typedef {import('./types.js').DailyStanding} DailyStanding
 * @typedef {import('./types.js').DayStreak} DayStreak
 * @typedef {import('./types.js').Device} Device
 * @typedef {import('./types.js').DeviceCode} DeviceCode
 * @typedef {import('./types.js').Exercises} Exercises
 * @typedef {import('./types.js').Finished} Finished
 * @typedef {import('./types.js').ForkRequest} ForkRequest
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./types.js').GlassCat} GlassCat
 * @typedef {import('./types.js').JoinRequest} JoinRequest
 * @typedef {import('./types.js').LadderGame} LadderGame
 * @typedef {import('./types.js').ListedTable} ListedTable
 * @typedef {import('./types.js').Made} Made
 * @typedef {import('./types.js').Missed} Missed
 * @typedef {import('./types.js').NewPasskey} NewPasskey
 * @typedef {import('./types.js').OwnTable} OwnTable
 * @typedef {import('./types.js').PasskeyChallenge} PasskeyChallenge
 * @typedef {import('./types.js').PasskeySignature} PasskeySignature
 * @typedef {import('./types.js').Person} Person
 * @typedef {import('./types.js').PushInfo} PushInfo
 * @typedef {import('./types.js').PuzzleAnswer} PuzzleAnswer
 * @typedef {import('./types.js').PuzzleGame} PuzzleGame
 * @typedef {import('./types.js').PuzzleTask} PuzzleTask
 * @typedef {import('./types.js').PuzzleTry} PuzzleTry
 * @typedef {import('./types.js').ReachInfo} ReachInfo
 * @typedef {import('./types.js').RecoveryWords} RecoveryWords
 * @typedef {import('./types.js').Rename} Rename
 * @typedef {import('./types.js').Replay} Replay
 * @typedef {import('./types.js').ReviewLine} ReviewLine
 * @typedef {import('./types.js').Seated} Seated
 * @typedef {import('./types.js').SitRequest} SitRequest
 * @typedef {import('./types.js').Statistics} Statistics
 * @typedef {import('./types.js').Subscription} Subscription
 * @typedef {import('./types.js').TableInfo} TableInfo
 * @typedef {import('./types.js').ThisDevice} ThisDevice
 */

/** @typedef {import('./transport/transport.js').Transport} House */

/** @param {Record<string, string | number | undefined>} asked */
function query(asked) {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length ? `?${given.join('&')}` : '';
}

/**
 * Who you are.
 * @param {House} [house]
 * @returns {Promise<Person>}
 */
export const me = (house) => ask('GET', 'api/me', undefined, house);

/**
 * Take a name and a face.
 * @param {Rename} body
 * @param {House} [house]
 * @returns {Promise<Person>}
 */
export const rename = (body, house) => ask('PUT', 'api/me', body, house);

/**
 * Your devices.
 * @param {House} [house]
 * @returns {Promise<Device[]>}
 */
export const devices = (house) => ask('GET', 'api/devices', undefined, house);

/**
 * A code for another device.
 * @param {ThisDevice} body
 * @param {House} [house]
 * @returns {Promise<DeviceCode>}
 */
export const deviceCode = (body, house) => ask('POST', 'api/devices/code', body, house);

/**
 * Whose code it is.
 * @param {string} code
 * @param {House} [house]
 * @returns {Promise<CodeOwner>}
 */
export const codeOwner = (code, house) =>
  ask('GET', `api/devices/code/${encodeURIComponent(code)}`, undefined, house);

/**
 * Make this device one of another's.
 * @param {JoinRequest} body
 * @param {House} [house]
 * @returns {Promise<Person>}
 */
export const joinDevice = (body, house) => ask('POST', 'api/devices', body, house);

/**
 * New recovery words; older ones end.
 * @param {House} [house]
 * @returns {Promise<RecoveryWords>}
 */
export const recoveryWords = (house) => ask('POST', 'api/devices/words', undefined, house);

/**
 * What a passkey is to sign.
 * @param {House} [house]
 * @returns {Promise<PasskeyChallenge>}
 */
export const passkeyChallenge = (house) => ask('POST', 'api/passkeys/challenge', undefined, house);

/**
 * Let a passkey bring you back.
 * @param {NewPasskey} body
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const addPasskey = (body, house) => ask('POST', 'api/passkeys', body, house);

/**
 * Make this device a passkey's.
 * @param {PasskeySignature} body
 * @param {House} [house]
 * @returns {Promise<Person>}
 */
export const usePasskey = (body, house) => ask('POST', 'api/passkeys/use', body, house);

/**
 * Let a device be yours no longer.
 * @param {string} device
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const dropDevice = (device, house) =>
  ask('DELETE', `api/devices/${encodeURIComponent(device)}`, undefined, house);

/**
 * From where others reach the house.
 * @param {House} [house]
 * @returns {Promise<ReachInfo>}
 */
export const reach = (house) => ask('GET', 'api/reach', undefined, house);

/**
 * Let the same networks in.
 * @param {House} [house]
 * @returns {Promise<ReachInfo>}
 */
export const openReach = (house) => ask('POST', 'api/reach', undefined, house);

/**
 * How you are told of your turn while the page is closed.
 * @param {House} [house]
 * @returns {Promise<PushInfo>}
 */
export const push = (house) => ask('GET', 'api/push', undefined, house);

/**
 * Be told of your turn on this device.
 * @param {Subscription} body
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const pushHere = (body, house) => ask('POST', 'api/push', body, house);

/**
 * Be told on this device no longer.
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const noPush = (house) => ask('DELETE', 'api/push', undefined, house);

/**
 * The games of the house, with their house rules.
 * @param {House} [house]
 * @returns {Promise<GameInfo[]>}
 */
export const games = (house) => ask('GET', 'api/games', undefined, house);

/**
 * Make a table.
 * @param {CreateTable} body
 * @param {House} [house]
 * @returns {Promise<Made>}
 */
export const make = (body, house) => ask('POST', 'api/tables', body, house);

/**
 * The tables that anybody may sit down at.
 * @param {{before?: string | number, limit?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<ListedTable[]>}
 */
export const listed = (asked = {}, house) =>
  ask('GET', `api/tables${query(asked)}`, undefined, house);

/**
 * Your unfinished tables.
 * @param {{before?: string | number, limit?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<OwnTable[]>}
 */
export const mine = (asked = {}, house) => ask('GET', `api/mine${query(asked)}`, undefined, house);

/**
 * How a table stands.
 * @param {string} code
 * @param {House} [house]
 * @returns {Promise<TableInfo>}
 */
export const table = (code, house) =>
  ask('GET', `api/tables/${encodeURIComponent(code)}`, undefined, house);

/**
 * Throw a table away.
 * @param {string} code
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const discard = (code, house) =>
  ask('DELETE', `api/tables/${encodeURIComponent(code)}`, undefined, house);

/**
 * Take a seat.
 * @param {string} code
 * @param {SitRequest} body
 * @param {House} [house]
 * @returns {Promise<Seated>}
 */
export const sit = (code, body, house) =>
  ask('POST', `api/tables/${encodeURIComponent(code)}/sit`, body, house);

/**
 * Your finished games, latest first.
 * @param {{before?: string | number, limit?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<Finished[]>}
 */
export const history = (asked = {}, house) =>
  ask('GET', `api/history${query(asked)}`, undefined, house);

/**
 * A finished game as a text.
 * @param {string} record
 * @returns {Promise<string>}
 */
export const record = (record) => askText(`api/records/${encodeURIComponent(record)}`);

/**
 * A finished game step by step.
 * @param {string} record
 * @param {House} [house]
 * @returns {Promise<Replay>}
 */
export const replay = (record, house) =>
  ask('GET', `api/records/${encodeURIComponent(record)}/replay`, undefined, house);

/**
 * What its moves cost.
 * @param {string} record
 * @param {AbortSignal} signal
 * @param {{seat?: string | number}} [asked]
 * @returns {AsyncGenerator<ReviewLine>}
 */
export const review = (record, signal, asked = {}) =>
  listen(`api/records/${encodeURIComponent(record)}/review${query(asked)}`, null, signal);

/**
 * What the cat of a move could see and thought.
 * @param {string} record
 * @param {{at?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<GlassCat>}
 */
export const glass = (record, asked = {}, house) =>
  ask('GET', `api/records/${encodeURIComponent(record)}/glass${query(asked)}`, undefined, house);

/**
 * Play on from the middle of a finished game.
 * @param {string} record
 * @param {ForkRequest} body
 * @param {House} [house]
 * @returns {Promise<Made>}
 */
export const fork = (record, body, house) =>
  ask('POST', `api/records/${encodeURIComponent(record)}/fork`, body, house);

/**
 * Play on from the middle of a finished game of a record of yours.
 * @param {string} body
 * @param {{step?: string | number, seat?: string | number, ask?: string | number}} [asked]
 * @returns {Promise<Made>}
 */
export const forkFile = (body, asked = {}) => sendText(`api/fork${query(asked)}`, body);

/**
 * Play on from your own view of a game that goes on.
 * @param {string} code
 * @param {ForkRequest} body
 * @param {House} [house]
 * @returns {Promise<Made>}
 */
export const forkTable = (code, body, house) =>
  ask('POST', `api/tables/${encodeURIComponent(code)}/fork`, body, house);

/**
 * A record of yours step by step.
 * @param {string} body
 * @returns {Promise<Replay>}
 */
export const replayFile = (body) => sendText('api/replay', body);

/**
 * What the moves of a record of yours cost.
 * @param {string} body
 * @param {AbortSignal} signal
 * @param {{seat?: string | number}} [asked]
 * @returns {AsyncGenerator<ReviewLine>}
 */
export const reviewFile = (body, signal, asked = {}) =>
  listen(`api/review${query(asked)}`, body, signal);

/**
 * What a cat could see and think at a move of a record of yours.
 * @param {string} body
 * @param {{at?: string | number}} [asked]
 * @returns {Promise<GlassCat>}
 */
export const glassFile = (body, asked = {}) => sendText(`api/glass${query(asked)}`, body);

/**
 * Your statistics.
 * @param {House} [house]
 * @returns {Promise<Statistics[]>}
 */
export const stats = (house) => ask('GET', 'api/stats', undefined, house);

/**
 * Your ratings, and the cats' on the same scale.
 * @param {House} [house]
 * @returns {Promise<LadderGame[]>}
 */
export const ladder = (house) => ask('GET', 'api/ladder', undefined, house);

/**
 * Clear your statistics.
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const clearStats = (house) => ask('DELETE', 'api/stats', undefined, house);

/**
 * Your own mistakes that come back as exercises.
 * @param {House} [house]
 * @returns {Promise<Exercises>}
 */
export const exercises = (house) => ask('GET', 'api/exercises', undefined, house);

/**
 * Sit down at an exercise.
 * @param {string} exercise
 * @param {House} [house]
 * @returns {Promise<Made>}
 */
export const exercise = (exercise, house) =>
  ask('POST', `api/exercises/${encodeURIComponent(exercise)}`, undefined, house);

/**
 * Leave an exercise out for good.
 * @param {string} exercise
 * @param {House} [house]
 * @returns {Promise<void>}
 */
export const noExercise = (exercise, house) =>
  ask('DELETE', `api/exercises/${encodeURIComponent(exercise)}`, undefined, house);

/**
 * The puzzles, and what you did with them.
 * @param {House} [house]
 * @returns {Promise<PuzzleGame[]>}
 */
export const puzzles = (house) => ask('GET', 'api/puzzles', undefined, house);

/**
 * A puzzle that you have not tried.
 * @param {{game?: string | number, theme?: string | number, rating?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<PuzzleTask>}
 */
export const nextPuzzle = (asked = {}, house) =>
  ask('GET', `api/puzzles/next${query(asked)}`, undefined, house);

/**
 * Puzzles that you have not found yet.
 * @param {House} [house]
 * @returns {Promise<Missed[]>}
 */
export const missed = (house) => ask('GET', 'api/puzzles/missed', undefined, house);

/**
 * A puzzle.
 * @param {string} puzzle
 * @param {House} [house]
 * @returns {Promise<PuzzleTask>}
 */
export const puzzle = (puzzle, house) =>
  ask('GET', `api/puzzles/${encodeURIComponent(puzzle)}`, undefined, house);

/**
 * Try a puzzle.
 * @param {string} puzzle
 * @param {PuzzleTry} body
 * @param {House} [house]
 * @returns {Promise<PuzzleAnswer>}
 */
export const tryPuzzle = (puzzle, body, house) =>
  ask('POST', `api/puzzles/${encodeURIComponent(puzzle)}/try`, body, house);

/**
 * On how many days in a row you played.
 * @param {House} [house]
 * @returns {Promise<DayStreak>}
 */
export const streak = (house) => ask('GET', 'api/streak', undefined, house);

/**
 * Today's deals.
 * @param {House} [house]
 * @returns {Promise<DailyDeal[]>}
 */
export const dailies = (house) => ask('GET', 'api/daily', undefined, house);

/**
 * A table with today's deal of a game.
 * @param {string} game
 * @param {House} [house]
 * @returns {Promise<Made>}
 */
export const beginDaily = (game, house) =>
  ask('POST', `api/daily/${encodeURIComponent(game)}`, undefined, house);

/**
 * What came of a day's deal of a game.
 * @param {string} game
 * @param {{day?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<DailyStanding>}
 */
export const daily = (game, asked = {}, house) =>
  ask('GET', `api/daily/${encodeURIComponent(game)}${query(asked)}`, undefined, house);

/**
 * Your finished games, to be taken elsewhere.
 * @param {{before?: string | number, limit?: string | number}} [asked]
 * @param {House} [house]
 * @returns {Promise<ArchivedGame[]>}
 */
export const archive = (asked = {}, house) =>
  ask('GET', `api/archive${query(asked)}`, undefined, house);

/**
 * Bring finished games along.
 * @param {ArchivedGame[]} body
 * @param {House} [house]
 * @returns {Promise<Brought>}
 */
export const bring = (body, house) => ask('POST', 'api/archive', body, house);
