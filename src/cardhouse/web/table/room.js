/**
 * @file The room around a table, in words: for whom everybody waits, what is voted on, who watches,
 * and what can be done about it. `lineOf` chooses what the strip above the table says.
 */

import { isSlow } from '../state/games.js';
import { DAY } from '../types.js';
import { listed, say } from '../words.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('../types.js').Motion} Motion */
/** @typedef {import('../types.js').Awaited} Awaited */
/** @typedef {import('../types.js').FromPerson} FromPerson */

/** From how many seconds on it is worth saying that somebody is awaited for a move. */
const WORTH_SAYING = 5;
/** What a clock is, where one is switched on in the middle of a game. */
const CLOCK = 60;

/**
 * @typedef {{words: string, message: FromPerson}} Way what can be done, as a button
 * @typedef {{words: string, ways: Way[], counts: boolean}} Line `counts`: it has seconds in it
 */

/** True if this person says how things go on: the host or, where none is here, who plays. */
const leads = (/** @type {TableInfo} */ info) =>
  info.host || (info.room?.host === '' && info.seats.some((seat) => seat.yours));

/** The name of somebody in the room. @param {TableInfo} info @param {string} who */
export const nameOf = ({ room }, who) =>
  room?.members.find((member) => member.who === who)?.name || say('page.room.somebody');

/**
 * What is voted on, in words.
 * @param {TableInfo} info
 * @param {Motion} motion
 */
export function motionWords(info, { by, what }) {
  const who = nameOf(info, by);
  switch (what.t) {
    case 'propose':
      return what.next.game && what.next.game !== info.game
        ? say('page.room.propose', { who, game: what.next.game })
        : say('page.room.propose_same', { who });
    case 'cover':
      return say('page.room.cover_asked', { who, name: info.seats[what.seat]?.name ?? '' });
    case 'remove':
      return say('page.room.remove_asked', { who, name: info.seats[what.seat]?.name ?? '' });
    case 'clock':
      if (!what.seconds) return say('page.room.no_clock_asked', { who });
      return isSlow({ turn_clock: what.seconds })
        ? say('page.room.slow_clock_asked', { who, count: what.seconds / DAY })
        : say('page.room.clock_asked', { who, seconds: what.seconds });
    case 'start':
      return say('page.room.start_asked', { who });
    default:
      return say('page.room.change_asked', { who });
  }
}

/**
 * Who is awaited, in words.
 * @param {TableInfo} info
 * @param {Awaited[]} waiting
 * @param {number} since seconds
 */
function waitingWords(info, waiting, since) {
  const [first] = waiting;
  if (!first) return '';
  const names = listed([
    ...new Set(
      waiting.map((one) =>
        one.who ? nameOf(info, one.who) : info.seats[one.seat ?? -1]?.name || say('page.seat.open'),
      ),
    ),
  ]);
  return say(`page.room.waiting.${first.what}`, { names, count: Math.round(since) });
}

/**
 * What the strip says now, and what can be done; null: nothing.
 * @param {TableInfo | null} info
 * @param {string} you one's own name in the room
 * @param {number} age seconds since the table said so
 * @returns {Line | null}
 */
export function lineOf(info, you, age) {
  const room = info?.room;
  if (!info || !room) return null;
  const motion = room.motions.find((one) => one.awaits.includes(you));
  if (motion)
    return {
      words: motionWords(info, motion),
      ways: [
        { words: say('page.room.yes'), message: { t: 'vote', motion: motion.id, yes: true } },
        { words: say('page.room.no'), message: { t: 'vote', motion: motion.id, yes: false } },
      ],
      counts: false,
    };
  const plays = info.seats.some((seat) => seat.yours);
  if (!plays && info.status !== 'waiting') return watching(info, you);
  const others = room.waiting.filter((one) => one.who !== you);
  const [first] = others;
  if (first && !room.waiting.some((one) => one.who === you && one.what === first.what))
    return awaiting(info, others, first, age);
  const [own] = room.motions.filter((one) => one.by === you && one.awaits.length);
  if (own)
    return {
      words: say('page.room.asked', { names: listed(own.awaits.map((who) => nameOf(info, who))) }),
      ways: [],
      counts: false,
    };
  return null;
}

/**
 * Somebody watches: they are told so, and how they get in.
 * @param {TableInfo} info
 * @param {string} you
 * @returns {Line}
 */
function watching(info, you) {
  const place = info.room?.members.find((member) => member.who === you)?.place ?? 0;
  const cats = info.seats.flatMap((seat, at) =>
    seat.kind === 'cat' && !seat.stand_in ? [{ seat: at, name: seat.name }] : [],
  );
  const open = info.seats.findIndex((seat) => seat.kind === 'open');
  /** @type {Way[]} */
  const ways = [];
  if (open >= 0) ways.push({ words: say('page.wait.sit'), message: { t: 'sit', seat: open } });
  else if (info.room?.takeover && cats[0])
    ways.push({
      words: say('page.room.take', { name: cats[0].name }),
      message: { t: 'sit', seat: cats[0].seat },
    });
  if (place) ways.push({ words: say('page.room.unqueue'), message: { t: 'queue', on: false } });
  else if (open < 0)
    ways.push({ words: say('page.room.queue'), message: { t: 'queue', on: true } });
  const words = place ? say('page.room.queued', { place }) : say('page.room.watching');
  return { words, ways, counts: false };
}

/**
 * Others are awaited.
 * @param {TableInfo} info
 * @param {Awaited[]} others
 * @param {Awaited} first
 * @param {number} age
 * @returns {Line | null}
 */
function awaiting(info, others, first, age) {
  const same = others.filter((one) => one.what === first.what),
    since = first.since + age;
  if (first.what === 'move' && since < WORTH_SAYING) return null;
  // Who waits for a free seat has the whole waiting room to say so.
  if (first.what === 'seat' && info.status === 'waiting') return null;
  /** @type {Way[]} */
  const ways = [];
  if (first.seat !== null && first.seat !== undefined && first.who && first.what !== 'come')
    ways.push({ words: say('page.room.nudge'), message: { t: 'nudge', seat: first.seat } });
  if (first.what === 'move' && first.seat !== null && first.seat !== undefined && !isSlow(info)) {
    if ((first.cover_in ?? 0) - age <= 0)
      ways.push({
        words: say('page.room.cover', { name: nameOf(info, first.who ?? '') }),
        message: { t: 'cover', seat: first.seat },
      });
    else if (!info.turn_clock)
      ways.push({ words: say('page.room.clock'), message: { t: 'clock', seconds: CLOCK } });
  }
  if (first.what === 'ready' || first.what === 'come')
    ways.push({ words: say('page.room.start'), message: { t: 'start' } });
  return { words: waitingWords(info, same, since), ways, counts: true };
}

/** The score of the evening, a line for each game. @param {TableInfo} info @returns {string[]} */
export function eveningLines({ room }) {
  const games = [...new Set((room?.scores ?? []).map((tally) => tally.game))];
  return games.map((game) => {
    const rows = (room?.scores ?? []).filter((tally) => tally.game === game);
    const told = rows
      .sort((one, other) => other.won - one.won)
      .map((tally) => `${tally.name} ${tally.won}`);
    return `${say(`game.${game}`)}: ${told.join(' · ')}`;
  });
}

export { leads };
