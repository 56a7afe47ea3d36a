/**
 * @file The table in words, for who plays by ear: what lies there, trump, stock, scores, whose turn
 * it is, who holds how much, one's own cards. Each is told when its key is pressed, and all of them
 * stand in the page to be read at any time.
 */

import { el, setText } from '../dom.js';
import { change, settings, VERBOSITIES } from '../state/settings.js';
import { cardsInWords, say } from '../words.js';
import { prompt } from './prompt.js';
import { isBetween, onTurn } from './view.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('./view.js').View} View */

/**
 * @typedef {object} Heard the table as it stands for who asks
 * @property {View} view
 * @property {number | null} seat that is played from here, if any
 * @property {Names} names
 * @property {import('../game/contract.js').GamePage} page
 * @property {string[]} hand one's own open cards, as they lie
 * @property {string} question what has to be said first; empty: nothing
 */

/** @param {Heard} heard */
function turn({ view, seat, names, page, question }) {
  if (view.outcome) return say('page.ears.over');
  const roles = Object.keys(page.marks.roles).flatMap((role) => {
    const who = view.roles[role] ?? -1;
    if (!names[who] || !page.marks.hasRole(view, role)) return [];
    return `${names[who]} ${say(`page.role.${role}`, { seat: who }, names)}.`;
  });
  if (isBetween(view)) return say('page.ears.moment');
  const mine = seat !== null && onTurn(view, seat);
  const others = view.turn.filter((one) => one !== seat);
  const told = mine
    ? [`${say('page.prompt.yours')}.`, question || prompt(page, view, seat, names, 0)]
    : others.map((one) => `${say('page.prompt.waiting', { seat: one }, names)}.`);
  return [...roles, ...told].join(' ');
}

/** @param {Heard} heard */
const counts = ({ view, names, page }) =>
  names.map((name, seat) => `${name}: ${page.ears.counts(view, seat)}.`).join(' ');

/** @param {Heard} heard */
const hand = ({ hand }) =>
  hand.length
    ? say('page.ears.hand', { all: cardsInWords(hand.join(' ')) })
    : say('page.ears.no_hand');

/**
 * What can be asked, each by its key, and the answer.
 * @type {Record<string, {name: string, answer: (heard: Heard) => string}>}
 */
export const QUESTIONS = {
  w: { name: 'turn', answer: turn },
  t: {
    name: 'table',
    answer: ({ view, names, page }) => page.ears.table(view, names) || say('page.ears.no_table'),
  },
  r: {
    name: 'trump',
    answer: ({ view, page }) => page.ears.trump(view) || say('page.ears.no_trump'),
  },
  d: {
    name: 'stock',
    answer: ({ view, page }) => page.ears.stock(view) || say('page.ears.no_stock'),
  },
  y: { name: 'hand', answer: hand },
  k: { name: 'counts', answer: counts },
  s: {
    name: 'score',
    answer: ({ view, names, page }) => page.ears.score(view, names) || say('page.ears.no_score'),
  },
};

/** The keys that tell all of it, what happened last, and change how much is told. */
export const ALL = 'i',
  LAST = 'e',
  MORE = 'v';

/** Every answer, one after another. @param {Heard} heard */
export const everything = (heard) => Object.values(QUESTIONS).map(({ answer }) => answer(heard));

/**
 * @param {object} table
 * @param {HTMLElement} table.felt
 * @param {() => Heard | null} table.heard
 * @param {import('./announce.js').Announcer} table.announcer
 */
export function createEars({ felt, heard, announcer }) {
  const lines = Object.entries(QUESTIONS).map(([key, { name }]) => ({
    key,
    line: el('li', { 'data-answer': name }),
  }));
  felt.append(
    el(
      'section',
      { class: 'sr', 'aria-label': say('page.ears.title') },
      el('ul', {}, ...lines.map(({ line }) => line)),
    ),
  );
  /** How many events before the last one are told next. */
  let back = 0;
  /** The game that was told as it stood, and the step at which one's own turn was. */
  let told = '',
    turned = '';

  /** @param {string} words */
  const answer = (words) => {
    announcer.answer(words);
    return true;
  };

  /** What happened last; asked again, what was before that. */
  function last() {
    const said = announcer.heard();
    const words = said[said.length - 1 - back];
    if (words === undefined) return answer(say('page.ears.no_event'));
    back += 1;
    return answer(words);
  }

  function more() {
    const at = VERBOSITIES.indexOf(settings().spoken);
    const spoken = VERBOSITIES[(at + 1) % VERBOSITIES.length] ?? 'usual';
    change({ spoken });
    return answer(`${say('page.settings.spoken')}: ${say(`page.settings.spoken.${spoken}`)}`);
  }

  return {
    /** A key that asks something; true: it was used. @param {string} key */
    ask(key) {
      if (key === MORE) return more();
      if (key === LAST) return last();
      const now = heard();
      if (!now) return false;
      if (key === ALL) return answer(everything(now).join(' '));
      const question = QUESTIONS[key];
      return question ? answer(question.answer(now)) : false;
    },

    /** Something happened: the last event is another one. */
    passed() {
      back = 0;
    },

    /**
     * The table shows this now.
     * @param {string} game which one of this table
     */
    follow(game) {
      const now = heard();
      if (!now) return;
      for (const { key, line } of lines) setText(line, QUESTIONS[key]?.answer(now) ?? '');
      const { view, seat } = now;
      // A page that was just opened tells what is there, so that nobody begins with silence.
      if (told !== game) announcer.answer(everything(now).join(' '));
      told = game;
      const mine = `${game} ${view.step}`;
      if (seat === null || !onTurn(view, seat) || turned === mine) return;
      turned = mine;
      const [table, own] = [QUESTIONS.t, QUESTIONS.y].map((one) => one?.answer(now) ?? '');
      if (settings().spoken === 'all') announcer.tell(`${table} ${own}`);
    },
  };
}

/** @typedef {ReturnType<typeof createEars>} Ears */
