/**
 * @file Solving puzzles one after another: singly, until one is missed, or as many as go into three
 * minutes.
 */

import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, el, setText } from '../dom.js';
import { problemLine } from '../parts/head.js';
import { back, go, query } from '../router.js';
import { settings } from '../state/settings.js';
import { entitle } from '../state/title.js';
import { listen } from '../table/keyboard.js';
import { showKeys } from '../table/keys.js';
import { say } from '../words.js';
import { askPuzzle, question } from './asked.js';

/** @typedef {import('../types.js').PuzzleTask} PuzzleTask */
/** @typedef {import('../types.js').PuzzleAnswer} PuzzleAnswer */
/** @typedef {'single' | 'streak' | 'storm'} Mode */

/** How long a storm lasts. */
const STORM = 180_000;
/** Where a run begins, and by how much the next puzzle is harder. */
const FIRST = 700,
  HARDER = 45;
/** How long it is seen in a storm whether it was right. */
const SEEN = 700;

/** @param {string} text @returns {Mode} */
const modeOf = (text) => (text === 'streak' || text === 'storm' ? text : 'single');

/** What the cats made of it. @param {PuzzleAnswer} answer */
function catsWords({ cats }) {
  const times = cats.some((cat) => cat.milliseconds);
  return say(times ? 'page.puzzle.cats_times' : 'page.puzzle.cats', {
    cats: cats
      .map((cat) =>
        say(times ? 'page.puzzle.cat_time' : 'page.puzzle.cat', {
          level: say(`page.level.${cat.level}`),
          found: cat.found,
          tries: cat.tries,
          count: cat.milliseconds,
        }),
      )
      .join(', '),
  });
}

/** True if it was right, in words. @param {PuzzleAnswer} answer @param {number} milliseconds */
function verdictWords({ right, late }, milliseconds) {
  const time = milliseconds ? ` ${say('page.cue.slap_time', { count: milliseconds })}` : '';
  if (late) return say('page.puzzle.late') + time;
  return say(right ? 'page.puzzle.right' : 'page.puzzle.wrong') + (right ? time : '');
}

/** The right action in words. @param {PuzzleAnswer} answer */
export const answerWords = ({ answers: [first] }) =>
  first ? say('page.puzzle.answer', { action: first }) : say('page.puzzle.leave');

/**
 * Solve puzzles of a game in a place; returns how to leave it.
 * @param {HTMLElement} place
 * @param {string} game
 */
export function solve(place, game) {
  const asked = query(),
    mode = modeOf(asked.get('mode') ?? ''),
    theme = asked.get('theme') ?? '';
  /** Those that are asked by name, one after the other. */
  const named = (asked.get('id') ?? '').split(',').filter(Boolean);
  place.classList.add('screen-table', 'screen-board');
  const felt = el('main', { class: 'felt', 'aria-label': say('page.table') });
  const middle = el('span', { class: 'top-middle puzzle-score', role: 'status' });
  const told = el('div', { class: 'puzzle-told', role: 'status' }),
    ways = el('div', { class: 'puzzle-ways' }),
    problem = problemLine();
  const small = (
    /** @type {string} */ words,
    /** @type {string} */ name,
    /** @type {() => void} */ press,
  ) => button(say(words), press, { icon: icon(name), plain: true, class: 'button-quiet' });
  place.append(
    el(
      'header',
      { class: 'top' },
      small('page.back', 'back', back),
      el('h1', { class: 'top-title' }, `${say('page.puzzle.title')}: ${say(`game.${game}`)}`),
      middle,
      small('page.menu.keys', 'keyboard', keys),
      small('page.end.home', 'home', () => go('/')),
    ),
    el('div', { class: 'puzzle-strip' }, problem, told, ways),
    felt,
  );
  entitle(`${say('page.puzzle.title')}: ${say(`game.${game}`)}`);

  /** @type {ReturnType<typeof askPuzzle> | null} */
  let puzzle = null;
  /** @type {PuzzleTask | null} */
  let task = null;
  /** What the main button does now. @type {(() => void) | null} */
  let main = null;
  let score = 0,
    left = false,
    ends = 0,
    over = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  const failed = (/** @type {unknown} */ error) => {
    problem.textContent = error instanceof Error ? error.message : String(error);
    offer([{ words: say('page.puzzle.next'), does: () => void next() }]);
  };

  function showScore() {
    if (mode === 'single')
      return setText(
        middle,
        task && !settings().zen ? say('page.puzzle.rated', { rating: task.rating }) : '',
      );
    const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const found = say('page.puzzle.score', { count: score });
    setText(middle, mode === 'storm' && ends ? `${found} · ${time}` : found);
  }

  /** @param {{words: string, does: () => void}[]} some the first is the main one */
  function offer(some) {
    main = some[0]?.does ?? null;
    ways.replaceChildren(
      ...some.map(({ words, does }, at) =>
        button(words, does, { class: at ? 'button-small' : 'button-main button-small' }),
      ),
    );
    ways.querySelector('button')?.focus({ preventScroll: true });
  }

  /** @param {...string} lines */
  const tell = (...lines) =>
    told.replaceChildren(...lines.filter(Boolean).map((line) => el('p', {}, line)));

  async function next() {
    problem.textContent = '';
    const id = named.shift();
    const wanted = mode === 'single' ? undefined : FIRST + HARDER * score;
    try {
      const found = id
        ? await asking.puzzle(id)
        : await asking.nextPuzzle({ game, theme: theme || undefined, rating: wanted });
      if (!left && !over) begin(found);
    } catch (error) {
      failed(error);
    }
  }

  /** @param {PuzzleTask} found */
  function begin(found) {
    task = found;
    puzzle?.stop();
    main = null;
    ways.replaceChildren();
    tell(question(found));
    place.dataset.verdict = '';
    puzzle = askPuzzle(felt, found, { done: (...what) => void attempt(...what), asks: tell });
    showScore();
  }

  /** @param {string} action @param {number} milliseconds */
  async function attempt(action, milliseconds) {
    if (!task) return;
    try {
      const body = { action, milliseconds, mode, score };
      const answer = await asking.tryPuzzle(task.id, body);
      if (!left) judged(answer, milliseconds);
    } catch (error) {
      failed(error);
    }
  }

  /** @param {PuzzleAnswer} answer @param {number} milliseconds */
  function judged(answer, milliseconds) {
    if (answer.right) score += 1;
    place.dataset.verdict = answer.right ? 'right' : 'wrong';
    showScore();
    if (over) return;
    if (mode === 'storm') {
      tell(verdictWords(answer, milliseconds));
      return void setTimeout(() => !left && !over && void next(), SEEN);
    }
    if (mode === 'streak' && !answer.right) return finish(answer);
    const again = { words: say('page.puzzle.again'), does: () => task && begin(task) };
    const on = { words: say('page.puzzle.next'), does: () => void next() };
    const show = { words: say('page.puzzle.show'), does: () => reveal(answer, milliseconds) };
    if (answer.right || task?.within) {
      reveal(answer, milliseconds);
      return;
    }
    tell(verdictWords(answer, milliseconds), ratingWords(answer));
    offer([again, show, on]);
  }

  /** @param {PuzzleAnswer} answer */
  const ratingWords = ({ rated, before, strength }) =>
    rated && strength.known && mode === 'single' && !settings().zen
      ? say('page.puzzle.moved', { before, after: strength.rating })
      : '';

  /** Tell all that there is to tell. @param {PuzzleAnswer} answer @param {number} milliseconds */
  function reveal(answer, milliseconds) {
    const [first = ''] = answer.answers;
    puzzle?.light(first);
    const themes = answer.themes.map((name) => say(`page.puzzle.theme.${name}`)).join(', ');
    tell(
      [verdictWords(answer, milliseconds), answerWords(answer)].join(' '),
      [ratingWords(answer), say('page.puzzle.about', { themes })].filter(Boolean).join(' '),
      catsWords(answer),
    );
    const on = { words: say('page.puzzle.next'), does: () => void next() };
    const again = { words: say('page.puzzle.again'), does: () => task && begin(task) };
    offer(mode === 'single' ? [on, again] : [on]);
  }

  /** A run is over. @param {PuzzleAnswer} [answer] */
  function finish(answer) {
    over = true;
    clearInterval(ticking);
    puzzle?.stop();
    if (answer) puzzle?.light(answer.answers[0] ?? '');
    tell(
      say(`page.puzzle.over_${mode}`, { count: score }),
      answer ? answerWords(answer) : '',
      answer ? catsWords(answer) : '',
    );
    offer([
      { words: say(`page.puzzle.${mode}`), does: start },
      { words: say('page.puzzle.title'), does: () => go('/puzzles') },
    ]);
  }

  function start() {
    over = false;
    score = 0;
    clearInterval(ticking);
    if (mode === 'storm') {
      ends = performance.now() + STORM;
      ticking = setInterval(() => {
        showScore();
        if (performance.now() >= ends) finish();
      }, 250);
    }
    void next();
  }

  function keys() {
    showKeys({ slapped: Boolean(task?.within), players: 1, numbered: false });
  }
  const slap = (/** @type {Event} */ event) => {
    if (!task?.within || main) return false;
    puzzle?.slap(event);
    return true;
  };
  const onward = () => {
    if (main) main();
    return Boolean(main);
  };
  const stopKeys = listen({
    cards: (event) => (main ? event.key === 'Enter' && onward() : (puzzle?.key(event) ?? false)),
    slap: (_, event) => slap(event),
    turn: () => false,
    space: (event) => void (slap(event) || onward()),
    ask: () => false,
    pause: () => {},
    menu: back,
    again: () => void onward(),
    undo: () => {},
    hint: () => {},
    look: () => {},
    keys,
  });
  start();

  return () => {
    left = true;
    clearInterval(ticking);
    puzzle?.stop();
    stopKeys();
  };
}
