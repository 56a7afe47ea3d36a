/**
 * @file The table that somebody wants, game by game: house rules, who sits where, how fast. Kept in
 * this browser, and
 * written into a link that opens the same in another.
 */

import { cats } from '../art/cats.js';
import { make } from '../asking.js';
import { linkTo } from '../router.js';
import { isHere } from '../transport/transport.js';
import { BEST_OF, LISTED_TURN_CLOCK, LONGEST_NAME, Paces, USUAL_SETTINGS } from '../types.js';
import { say } from '../words.js';
import { clocksOf } from './games.js';
import { me } from './me.js';
import { recall, remember } from './settings.js';

/** @typedef {import('./games.js').Game} Game */
/** @typedef {import('./games.js').Value} Value */
/** @typedef {'you' | 'here' | 'link' | 'cat'} Kind */
/** @typedef {{kind: Kind, level?: string, name?: string, cat?: string}} Sitter */

/**
 * @typedef {object} Plan
 * @property {Record<string, Value>} options every option of the game
 * @property {Sitter[]} seats
 * @property {string} pace
 * @property {boolean} listed
 * @property {boolean} watchable
 * @property {boolean} open_cards
 * @property {boolean} hints
 * @property {boolean} rated
 * @property {number | null} turn_clock seconds for a move, 0: for ever; null: as usual
 * @property {number} best_of of how many games a match is; 0: there is none
 */

export const SWITCHES = /** @type {const} */ ([
  'listed',
  'watchable',
  'open_cards',
  'hints',
  'rated',
]);

/** What a rated table goes without. */
const NOT_RATED = /** @type {const} */ (['open_cards', 'hints']);

/**
 * What one switch of a plan changes with it: no table is rated and helps.
 * @param {typeof SWITCHES[number]} name
 * @param {boolean} on
 * @returns {Partial<Plan>}
 */
export function switched(name, on) {
  const helps = NOT_RATED.some((one) => one === name);
  if (name === 'rated' && on) return { rated: on, open_cards: false, hints: false };
  return { [name]: on, ...(on && helps ? { rated: false } : {}) };
}

/** A match in words. @param {number} count of how many games; 0: none */
export const matchWords = (count) =>
  count ? say('page.match.best_of', { count }) : say('page.match.none');

/** True if people sit down who are not at this screen. @param {Plan} plan */
export const hasOthers = (plan) => plan.listed || plan.seats.some((one) => one.kind === 'link');

/** The turn clock of a plan: friends wait for each other, strangers don't. @param {Plan} plan */
export function turnClock(plan) {
  if (!hasOthers(plan)) return 0;
  return plan.turn_clock ?? (plan.listed ? LISTED_TURN_CLOCK : 0);
}

/** The usual table of a game. @param {Game} game @returns {Plan} */
export function usualPlan(game) {
  const level = game.usual_level;
  const { pace, best_of, listed, watchable, open_cards, hints, rated } = USUAL_SETTINGS;
  return {
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    seats: Array.from({ length: game.default_seats }, (_, at) =>
      at ? { kind: /** @type {Kind} */ ('cat'), level } : { kind: /** @type {Kind} */ ('you') },
    ),
    turn_clock: null,
    ...{ pace, best_of, listed, watchable, open_cards, hints, rated },
  };
}

/**
 * True if an option can have this value.
 * @param {import('./games.js').Option} option
 * @param {unknown} value
 */
function fits(option, value) {
  if (option.kind === 'switch') return typeof value === 'boolean';
  if (option.kind === 'number')
    return Number.isInteger(value) && Number(value) >= option.low && Number(value) <= option.high;
  return option.choices.includes(/** @type {Value} */ (value));
}

/** @param {Game} game @param {any} sitter @returns {Sitter} */
function sitter(game, sitter) {
  const kind = /** @type {Kind} */ (
    ['you', 'here', 'link', 'cat'].includes(sitter?.kind) ? sitter.kind : 'cat'
  );
  // Nobody can be invited into a house that is in one page.
  if (kind === 'cat' || (kind === 'link' && isHere()))
    return {
      kind: 'cat',
      level: game.levels.includes(sitter?.level) ? sitter.level : game.usual_level,
      ...(cats.some((cat) => cat.id === sitter?.cat) ? { cat: sitter.cat } : {}),
    };
  return kind === 'here'
    ? { kind, name: String(sitter?.name ?? '').slice(0, LONGEST_NAME) }
    : { kind };
}

/**
 * A plan out of what was kept or sent: whatever can't be is as usual.
 * @param {Game} game
 * @param {any} kept
 * @returns {Plan}
 */
export function mended(game, kept) {
  const plan = usualPlan(game);
  for (const option of game.options)
    if (fits(option, kept?.options?.[option.name]))
      plan.options[option.name] = kept.options[option.name];
  if (Array.isArray(kept?.seats) && game.seat_choices.includes(kept.seats.length))
    plan.seats = kept.seats.map((/** @type {any} */ one) => sitter(game, one));
  if (Paces.includes(kept?.pace)) plan.pace = kept.pace;
  if (clocksOf(game.name).includes(kept?.turn_clock)) plan.turn_clock = kept.turn_clock;
  if (BEST_OF.includes(kept?.best_of)) plan.best_of = kept.best_of;
  for (const name of SWITCHES) if (typeof kept?.[name] === 'boolean') plan[name] = kept[name];
  if (plan.rated) Object.assign(plan, switched('rated', true));
  return plan;
}

/** The plan as it was last. @param {Game} game */
export const keptPlan = (game) => mended(game, recall(`plan.${game.name}`, {}));

/** @param {string} game @param {Plan} plan */
export const keepPlan = (game, plan) => remember(`plan.${game}`, plan);

/**
 * As many seats, the new ones taken by cats.
 * @param {Game} game
 * @param {Sitter[]} seats
 * @param {number} count
 * @returns {Sitter[]}
 */
export function resized(game, seats, count) {
  const level = seats.find((one) => one.kind === 'cat')?.level ?? game.usual_level;
  return Array.from({ length: count }, (_, at) => seats[at] ?? { kind: 'cat', level });
}

/**
 * A plan whose seats and options go together: what was not changed gives way.
 * @param {Game} game
 * @param {Plan} plan
 * @param {'seats' | 'options'} changed
 * @returns {Plan}
 */
export function reconciled(game, plan, changed) {
  const conflicts = (/** @type {number} */ seats) =>
    Object.entries(game.limited[seats] ?? {}).filter(
      ([option, values]) => !values.includes(/** @type {Value} */ (plan.options[option])),
    );
  if (!conflicts(plan.seats.length).length) return plan;
  if (changed === 'options') {
    const count = game.seat_choices.filter((seats) => !conflicts(seats).length).at(-1);
    return count === undefined ? plan : { ...plan, seats: resized(game, plan.seats, count) };
  }
  const options = { ...plan.options };
  for (const [option, values] of conflicts(plan.seats.length))
    if (values[0] !== undefined) options[option] = values[0];
  return { ...plan, options };
}

/** @param {Value} value */
const written = (value) => (value === true ? 'on' : value === false ? 'off' : String(value));

/**
 * Everything about a plan that is not as usual, for a link.
 * @param {Game} game
 * @param {Plan} plan
 */
export function planQuery(game, plan) {
  const usual = usualPlan(game),
    query = new URLSearchParams();
  for (const option of game.options)
    if (plan.options[option.name] !== option.default)
      query.set(option.name, written(plan.options[option.name] ?? option.default));
  query.set(
    'seats',
    plan.seats.map((one) => (one.kind === 'cat' ? `cat-${one.level}` : one.kind)).join('.'),
  );
  if (plan.pace !== usual.pace) query.set('pace', plan.pace);
  if (plan.turn_clock !== null) query.set('turn_clock', String(plan.turn_clock));
  if (plan.best_of) query.set('best_of', String(plan.best_of));
  for (const name of SWITCHES) if (plan[name] !== usual[name]) query.set(name, written(plan[name]));
  return query.toString();
}

/** The link to a plan. @param {Game} game @param {Plan} plan */
export const planLink = (game, plan) => linkTo(`/house/${game.name}?${planQuery(game, plan)}`);

/**
 * The plan that a link tells of.
 * @param {Game} game
 * @param {URLSearchParams} query
 * @returns {Plan}
 */
export function readPlan(game, query) {
  const read = (/** @type {string | null} */ text) =>
    text === 'on' ? true : text === 'off' ? false : undefined;
  const options = Object.fromEntries(
    game.options.map((option) => {
      const text = query.get(option.name);
      if (text === null) return [option.name, option.default];
      if (option.kind === 'switch') return [option.name, read(text)];
      return [
        option.name,
        option.kind === 'number'
          ? Number(text)
          : option.choices.find((choice) => String(choice) === text),
      ];
    }),
  );
  const seats = (query.get('seats') ?? '')
    .split('.')
    .filter(Boolean)
    .map((text) => {
      const [kind, level] = text.split('-');
      return { kind, level };
    });
  return mended(game, {
    options,
    seats,
    pace: query.get('pace'),
    turn_clock: query.has('turn_clock') ? Number(query.get('turn_clock')) : null,
    best_of: Number(query.get('best_of')),
    ...Object.fromEntries(SWITCHES.map((name) => [name, read(query.get(name))])),
  });
}

/** @typedef {'cats' | 'here' | 'link' | 'watch'} Way */

/**
 * A plan's seats for one of the quick ways to play.
 * @param {Game} game
 * @param {Plan} plan
 * @param {Way} way
 * @returns {Sitter[]}
 */
export function seatsFor(game, plan, way) {
  const cats = plan.seats.map((one) =>
    one.kind === 'cat'
      ? one
      : {
          kind: /** @type {Kind} */ ('cat'),
          level: plan.seats.find((other) => other.kind === 'cat')?.level ?? game.usual_level,
        },
  );
  if (way === 'watch') return cats;
  return cats.map((cat, at) =>
    at === 0
      ? { kind: 'you' }
      : way === 'link'
        ? { kind: 'link' }
        : way === 'here' && at === 1
          ? { kind: 'here' }
          : cat,
  );
}

/**
 * Have a table made; gives its code.
 * @param {Game} game
 * @param {Plan} plan
 * @param {boolean} [lesson] a first game, which counts for nothing
 * @returns {Promise<string>}
 */
export async function makeTable(game, plan, lesson = false) {
  const self = await me();
  let friends = 0;
  const seats = plan.seats.map((one) => {
    const cat = cats.find(({ id }) => id === one.cat);
    if (one.kind === 'cat')
      return {
        kind: 'cat',
        level: one.level ?? game.usual_level,
        ...(cat ? { name: cat.name, face: cat.id } : {}),
      };
    if (one.kind === 'you')
      return { kind: 'you', name: self.name || say('page.home.guest'), face: self.face || 'fox' };
    if (one.kind === 'link') return { kind: 'link' };
    friends += 1;
    return {
      kind: 'here',
      name:
        one.name ||
        (friends > 1 ? `${say('page.home.friend')} ${friends}` : say('page.home.friend')),
      face: ['rabbit', 'owl', 'dog', 'mouse', 'robot'][(friends - 1) % 5],
    };
  });
  const made = await make({
    game: game.name,
    options: plan.options,
    seats,
    pace: plan.pace,
    listed: plan.listed,
    watchable: plan.watchable,
    open_cards: plan.open_cards,
    hints: plan.hints,
    rated: plan.rated,
    turn_clock: turnClock(plan),
    best_of: plan.best_of,
    ...(lesson ? { lesson } : {}),
  });
  // Home keeps room for it.
  if (!lesson) remember('going_on', Number(recall('going_on', 0)) + 1);
  return made.code;
}
