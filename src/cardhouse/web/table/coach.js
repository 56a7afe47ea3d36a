/** @file The first time: a few words at the right moment of a real game, each told once. They can be skipped. */

import { button, drawn, el } from '../dom.js';
import { catFace } from '../art/cats.js';
import { say } from '../words.js';
import { rank, scores, zone } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {{name: string, when: (view: View, seat: number) => boolean}} Lesson */

/** @type {(view: View, seat: number) => boolean} */
const myTurn = (view, seat) => view.turn.includes(seat);

/** @param {View} view */
const double = (view) => {
  const pile = zone(view, 'pile'), top = pile[pile.length - 1] ?? '', below = pile[pile.length - 2] ?? '';
  return pile.length > 1 && rank(top) === rank(below);
};

/** @param {View} view @param {string} verb */
const may = (view, verb) => view.legal.some((action) => action.startsWith(verb));

/** What there is to learn in each game, the first that fits is told first. @type {Record<string, Lesson[]>} */
const LESSONS = {
  ratscrew: [
    { name: 'double', when: double },
    { name: 'challenge', when: (view, seat) => view.phase === 'challenge' && myTurn(view, seat) },
    { name: 'turn', when: myTurn },
  ],
  slapjack: [
    { name: 'jack', when: (view) => rank(zone(view, 'pile').pop() ?? '') === 9 },
    { name: 'double', when: double },
    { name: 'turn', when: myTurn },
  ],
  hearts: [
    { name: 'pass', when: (view) => may(view, 'pass') },
    { name: 'points', when: (view, seat) => myTurn(view, seat) && zone(view, 'trick').some((card) => scores(card, view)) },
    { name: 'lead', when: (view, seat) => myTurn(view, seat) && may(view, 'play') && !zone(view, 'trick').length },
    { name: 'follow', when: (view, seat) => myTurn(view, seat) && may(view, 'play') && zone(view, 'trick').length > 0 },
  ],
  threes: [
    { name: 'pickup', when: (view) => may(view, 'pickup') && !may(view, 'play') },
    { name: 'special', when: (view, seat) => myTurn(view, seat) && zone(view, 'hand', seat).some((card) => [0, 1, 5, 8].includes(rank(card))) },
    { name: 'table', when: (view, seat) => myTurn(view, seat) && !zone(view, 'hand', seat).length },
    { name: 'play', when: (view) => may(view, 'play') },
  ],
  durak: [
    { name: 'add', when: (view, seat) => view.roles.attacker === seat && may(view, 'done') },
    { name: 'attack', when: (view, seat) => view.roles.attacker === seat && may(view, 'attack') },
    { name: 'forward', when: (view) => may(view, 'forward') },
    { name: 'defend', when: (view, seat) => view.roles.defender === seat && (may(view, 'beat') || may(view, 'take')) },
  ],
};

/** The names of all lessons of a game. @param {string} game */
export const lessonsOf = (game) => (LESSONS[game] ?? []).map((lesson) => lesson.name);

/** Somebody who tells how to play while it is played. @param {HTMLElement} place @param {() => void} done called when there is nothing more to tell */
export function createCoach(place, done) {
  const box = el('aside', { class: 'coach', role: 'status', hidden: true });
  place.append(box);
  /** @type {Set<string>} */
  const told = new Set();
  /** @type {Lesson | null} */
  let telling = null;
  let over = false;

  function finish() {
    over = true;
    box.remove();
    done();
  }

  function hide() {
    telling = null;
    box.hidden = true;
  }

  return {
    /** The table shows this now. @param {View} view @param {number | null} seat */
    see(view, seat) {
      const lessons = LESSONS[view.game] ?? [];
      if (over || seat === null) return;
      if (view.outcome || told.size === lessons.length && !telling) return finish();
      if (telling && !telling.when(view, seat)) hide();
      const next = lessons.find((lesson) => !told.has(lesson.name) && lesson.when(view, seat));
      if (!next || telling) return;
      telling = next;
      told.add(next.name);
      box.replaceChildren(drawn(catFace('professor', 'happy'), 'coach-face'), el('p', {}, say(`page.first.${view.game}.${next.name}`)),
        el('span', { class: 'coach-buttons' }, button(say('page.first.got_it'), hide, { class: 'button-main button-small' }), button(say('page.first.skip'), finish, { class: 'button-small' })));
      box.hidden = false;
    },
    stop: () => box.remove(),
  };
}
