/**
 * @file What is played next, in full: the game, its house rules, and who sits where. The people of
 * the room stay; seats are swapped by giving one of them another.
 */

import { button, el } from '../dom.js';
import { optionFields } from '../parts/options.js';
import { games } from '../state/games.js';
import { mended, reconciled } from '../state/plans.js';
import { say } from '../words.js';
import { openPanel } from './panels.js';
import { leads } from './room.js';

/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('../types.js').Place} Place */
/** @typedef {import('../state/games.js').Game} Game */
/** @typedef {import('../state/games.js').Value} Value */
/** @typedef {{key: string, words: string, place: Place}} Choice somebody who can have a seat */

/**
 * Everybody of the room who can have a seat: who sits, each seat of theirs, and who else is here.
 * @param {TableInfo} info
 * @returns {Choice[]}
 */
function people({ seats, room }) {
  const you = seats.find(({ yours }) => yours)?.who;
  /** @type {Choice[]} */
  const found = [];
  /** @param {string} who @param {string} name */
  const add = (who, name) => {
    const mine = who === you && !found.some(({ place }) => place.who === who);
    const words = mine ? `${name} (${say('page.you')})` : name || say('page.room.somebody');
    found.push({ key: `person ${found.length}`, words, place: { kind: 'person', who, name } });
  };
  for (const { who, name, left } of seats) if (who && !left) add(who, name);
  for (const { who, name, here } of room?.members ?? [])
    if (here !== false && !found.some(({ place }) => place.who === who)) add(who, name);
  return found;
}

/**
 * Who sits where as it is now, on this many seats: people stay before cats.
 * @param {Game} game
 * @param {TableInfo} info
 * @param {Choice[]} known
 * @param {number} count
 */
function seated(game, { seats }, known, count) {
  const cat = `cat ${game.usual_level}`;
  /** @param {number} at */
  const now = (at) => {
    const sits = seats[at];
    if (sits?.who && !sits.left)
      return (
        known.find(({ place }) => place.who === sits.who && place.name === sits.name)?.key ?? cat
      );
    if (sits?.kind === 'open') return 'open';
    return sits && game.levels.includes(sits.level ?? '') ? `cat ${sits.level}` : cat;
  };
  const found = seats.map((_, at) => now(at));
  while (found.length > count) {
    const free = found.filter((key) => !key.startsWith('person')).at(-1);
    found.splice(free ? found.lastIndexOf(free) : found.length - 1, 1);
  }
  while (found.length < count) found.push(cat);
  return found;
}

/**
 * Ask what is played next, with everything that can be chosen about it.
 * @param {TableInfo} info
 * @param {(message: import('../types.js').FromPerson) => unknown} send
 */
export async function arrangeNext(info, send) {
  const all = await games();
  const known = people(info);
  let game = all.find(({ name }) => name === info.game) ?? all[0];
  if (!game) return;
  let options = { ...info.options };
  let seats = seated(game, info, known, info.seats.length);
  const form = el('div', { class: 'arrange' });

  /**
   * @param {Game} chosen
   * @param {Record<string, Value>} wanted
   * @param {'seats' | 'options'} what
   */
  function settle(chosen, wanted, what) {
    const plan = mended(chosen, { options: wanted });
    const sat = { ...plan, seats: seats.map(() => ({ kind: /** @type {'cat'} */ ('cat') })) };
    const settled = reconciled(chosen, sat, what);
    game = chosen;
    options = settled.options;
    if (settled.seats.length !== seats.length)
      seats = seated(chosen, info, known, settled.seats.length);
    show();
  }

  /** Give a seat to somebody else; who had it gets the seat that they leave. */
  function give(/** @type {number} */ at, /** @type {string} */ key) {
    const from = key.startsWith('person') ? seats.indexOf(key) : -1;
    if (from >= 0) seats[from] = seats[at] ?? 'open';
    seats[at] = key;
    show();
  }

  /** @param {Game} chosen @param {string} key @param {number} at */
  function seatLine(chosen, key, at) {
    const choices = [
      ...known.map((one) => [one.key, one.words]),
      ...chosen.levels.map((level) => [
        `cat ${level}`,
        say('page.house.cat', { level: say(`page.level.${level}`) }),
      ]),
      ['open', say('page.house.link')],
    ];
    const select = el(
      'select',
      { class: 'select', name: `next-seat-${at}`, onchange: () => give(at, select.value) },
      ...choices.map(([value = '', words = '']) => el('option', { value }, words)),
    );
    select.value = key;
    return el(
      'label',
      { class: 'field-line' },
      el('span', {}, say('page.house.seat', { count: at + 1 })),
      select,
    );
  }

  /** @param {string} key @returns {Place} */
  const placeOf = (key) =>
    known.find((one) => one.key === key)?.place ??
    (key === 'open' ? { kind: 'open' } : { kind: 'cat', level: key.slice('cat '.length) });

  function show() {
    const chosen = /** @type {Game} */ (game);
    const focused = document.activeElement?.getAttribute('name');
    const which = el(
      'select',
      {
        class: 'select',
        name: 'next-game',
        onchange() {
          const other = all.find(({ name }) => name === which.value) ?? chosen;
          const choices = [...other.seat_choices].sort((one, two) => one - two);
          const sitting = seats.filter((key) => key.startsWith('person')).length;
          const wanted = choices.includes(seats.length) ? seats.length : sitting;
          const count = choices.find((choice) => choice >= wanted) ?? choices.at(-1) ?? 2;
          seats = seated(other, info, known, count);
          settle(other, other.name === info.game ? { ...info.options } : {}, 'seats');
        },
      },
      ...all.map(({ name }) => el('option', { value: name }, say(`game.${name}`))),
    );
    which.value = chosen.name;
    const many = el(
      'select',
      {
        class: 'select',
        name: 'next-count',
        onchange() {
          seats = seated(chosen, info, known, Number(many.value));
          settle(chosen, options, 'seats');
        },
      },
      ...chosen.seat_choices.map((count) => el('option', { value: count }, String(count))),
    );
    many.value = String(seats.length);
    const rules = form.querySelector('details')?.open === true;
    form.replaceChildren(
      el('label', { class: 'field-line' }, el('span', {}, say('page.room.game')), which),
      el('label', { class: 'field-line' }, el('span', {}, say('page.house.how_many')), many),
      ...seats.map((key, at) => seatLine(chosen, key, at)),
      el(
        'details',
        { open: rules },
        el('summary', {}, say('page.house.rules')),
        optionFields(chosen, options, (now) => settle(chosen, now, 'options')),
      ),
    );
    if (focused) {
      const again = form.querySelector(`[name="${CSS.escape(focused)}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  show();
  const panel = openPanel(
    say('page.room.arrange'),
    [
      el('p', { class: 'quiet' }, say(leads(info) ? 'page.room.next_host' : 'page.room.next_how')),
      form,
      button(
        say('page.room.arrange_go'),
        () => {
          panel.close();
          const next = {
            game: /** @type {Game} */ (game).name,
            options,
            seats: seats.map(placeOf),
          };
          send({ t: 'propose', next });
        },
        { class: 'button-main' },
      ),
    ],
    { className: 'panel-room' },
  );
}
