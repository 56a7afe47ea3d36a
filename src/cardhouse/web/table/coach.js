/**
 * @file The first time: what the game is about, then a few words at the right moment of a real
 * game, each told once. The cats wait until a lesson is understood or acted upon; all of it can be
 * skipped.
 */

import { catFace } from '../art/cats.js';
import { button, drawn, el } from '../dom.js';
import { isSlapped, pageOf } from '../state/games.js';
import { keyName, playerKeys } from '../state/keys.js';
import { knows, say } from '../words.js';
import { leastCovering, standing } from './free_place.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('../game/contract.js').Lesson} Lesson */

/** How bad it is that a lesson covers something: words least of all, then one's own cards. */
const COVERS = [
  { of: '.plate, .plate-role, .plate-note, .mark, .prompt, .bar > *', weight: 1000 },
  { of: '.card.own, .card[data-zone^="deck"]', weight: 30 },
  { of: '.card:not(.own)', weight: 3 },
  { of: '.ticker', weight: 1 },
];

/** The words of a lesson, as they are said to who plays with a finger or with a mouse. */
function words(/** @type {string} */ key) {
  const touch = `${key}.touch`;
  return say(knows(touch) && matchMedia('(pointer: coarse)').matches ? touch : key);
}

/** With which keys a game is played: a lesson that is heard has no picture. @param {string} game */
function keyWords(game) {
  if (!isSlapped(game)) return say('page.first.keys');
  const [{ turn = '', slap = '' } = {}] = playerKeys();
  return say('page.first.keys.slap', { turn: keyName(turn), slap: keyName(slap) });
}

/**
 * A coach who tells how to play while it is played.
 * @param {HTMLElement} place
 * @param {HTMLElement} felt
 * @param {import('./rest.js').Rest} rest
 */
export function createCoach(place, felt, rest) {
  const box = el('aside', { class: 'coach', role: 'status', hidden: true });
  place.append(box);
  /** @type {Set<string>} */
  const told = new Set();
  /** What is told now; the goal of the game holds at any moment. @type {Lesson | null} */
  let telling = null;
  /** What the table shows. @type {{view: View, seat: number} | null} */
  let last = null;
  let over = false,
    met = false,
    placed = false;

  function finish() {
    over = true;
    box.remove();
    rest.release('lesson');
  }

  function hide() {
    telling = null;
    box.hidden = true;
    rest.release('lesson');
  }

  /** @param {string} game @param {Lesson} lesson @param {string} text */
  function tell(game, lesson, text) {
    telling = lesson;
    told.add(lesson.name);
    const understood = () => {
      hide();
      if (last) see(last.view, last.seat);
    };
    box.replaceChildren(
      drawn(catFace('professor', 'happy'), 'coach-face'),
      el('p', {}, text),
      el('p', { class: 'sr' }, keyWords(game)),
      el(
        'span',
        { class: 'coach-buttons' },
        button(say('page.first.got_it'), understood, { class: 'button-main button-small' }),
        button(say('page.first.skip'), finish, { class: 'button-small' }),
      ),
    );
    box.hidden = false;
    rest.hold('lesson');
    placed = false;
    move();
  }

  /** Stand where the least is covered. */
  function move() {
    if (box.hidden) return;
    const base = felt.getBoundingClientRect(),
      { width: w, height: h } = box.getBoundingClientRect();
    const around = { x: base.x, y: base.y, w: base.width, h: base.height };
    const { x, y } = leastCovering({ w, h }, around, standing(felt, COVERS));
    box.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  /** @param {View} view @param {number | null} seat */
  function see(view, seat) {
    if (over || seat === null) return;
    last = { view, seat };
    const { lessons } = pageOf(view.game);
    const left = lessons.filter((lesson) => !told.has(lesson.name));
    if (view.outcome || (!left.length && !telling)) return finish();
    if (telling && !telling.when(view, seat)) hide();
    const next = telling ? undefined : left.find((lesson) => lesson.when(view, seat));
    if (next) tell(view.game, next, words(`page.first.${view.game}.${next.name}`));
    else if (!placed) move();
    // Only now do the cards lie where they stay.
    placed = true;
  }

  return {
    /** A game is on: what it is about comes before the first card. @param {string} game */
    meet(game) {
      if (met || over) return;
      met = true;
      const goal = `page.rules.${game}.goal`;
      if (knows(goal)) tell(game, { name: '', when: () => true }, say(goal));
    },
    /** The table shows this now. */
    see,
    /** The person has done something: the lesson is learnt, or not wanted. */
    acted: () => telling && hide(),
    move,
    stop: () => box.remove(),
  };
}
