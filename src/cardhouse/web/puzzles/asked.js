/**
 * @file One puzzle on the felt: what led to it is shown, then it is asked, and what is done counts
 * once.
 */

import { pageOf } from '../state/games.js';
import { settings, still } from '../state/settings.js';
import { framesBetween } from '../table/frames.js';
import { cardsOf } from '../table/view.js';
import { capital, say } from '../words.js';
import { createBoard, REVEAL } from './board.js';

/** @typedef {import('../types.js').PuzzleTask} PuzzleTask */

/** How long a step before the puzzle is seen, in milliseconds. */
const STEP = 750;
/** What is done before the card that counts lies open is never right. */
const EARLY = 'early';

/** Which piles may be slapped here, in words. @param {PuzzleTask} task */
const patternWords = (task) =>
  task.patterns.map((name) => say(`page.puzzle.theme.${name}`)).join(', ');

/** What is asked. @param {PuzzleTask} task */
export const question = (task) =>
  task.within
    ? capital(say('page.puzzle.watch', { rules: patternWords(task) }))
    : say(`page.puzzle.proof.${task.proof}`);

/**
 * Show a puzzle and ask it.
 * @param {HTMLElement} felt
 * @param {PuzzleTask} task
 * @param {{done: (action: string, milliseconds: number) => void, asks: (words: string) => void}}
 *   does
 */
export function askPuzzle(felt, task, does) {
  felt.replaceChildren();
  let stopped = false,
    answered = false,
    painted = 0;
  /** @type {ReturnType<typeof setTimeout>[]} */
  const timers = [];
  const wait = (/** @type {number} */ time) =>
    new Promise((done) => timers.push(setTimeout(done, time)));

  /** @param {string} action @param {number} [milliseconds] */
  function answer(action, milliseconds = 0) {
    if (answered || stopped) return;
    answered = true;
    board.allow(false);
    does.done(action, milliseconds);
  }

  const board = createBoard(felt, task, {
    act(action) {
      if (last?.legal.includes(action)) answer(action);
      else does.asks(say('page.puzzle.not_here'));
    },
    slap,
    asks: does.asks,
  });
  const last = task.frames.at(-1)?.view;

  /** Only what a person really did counts. @param {Event} event */
  function slap(event) {
    if (!event.isTrusted || !task.within) return;
    const time = painted ? Math.round(event.timeStamp - painted) : 0;
    if (painted && time > 0) answer('slap', time);
    else answer(EARLY);
  }

  /** Show a card that is turned; the time runs from when its face is seen. */
  function turned(/** @type {number} */ at) {
    const frame = task.frames[at];
    if (!frame) return;
    const final = at === task.frames.length - 1;
    const drawn = () => {
      if (final && !painted)
        requestAnimationFrame((now) => {
          painted = now;
          timers.push(setTimeout(() => answer(''), Math.max(task.turns, task.within + 300)));
        });
    };
    const reveal = { at: performance.now() + REVEAL, drawn };
    board.show(frame.view, { actor: frame.seat, reveal });
  }

  async function pile() {
    board.allow(false);
    for (let at = 1; at < task.frames.length; at++) {
      await wait(task.turns);
      if (stopped || answered) return;
      turned(at);
    }
  }

  async function position() {
    const quick = settings().speed === 'instant' || still();
    for (let at = 1; at < task.frames.length; at++) {
      const before = task.frames[at - 1],
        after = task.frames[at];
      if (!before || !after) continue;
      if (!quick) await wait(STEP);
      const frames = framesBetween(pageOf(task.game), before.view, after.events, after.view);
      for (const frame of frames) {
        if (stopped) return;
        board.show(frame.view, { actor: after.seat, instant: quick });
        if (frame.hold && !quick) await wait(frame.hold);
      }
    }
    if (stopped || !last) return;
    board.show(last, { instant: quick });
    board.allow(true);
  }

  const [first] = task.frames;
  if (first) board.show(first.view, { instant: true });
  void (task.within ? pile() : position());

  return {
    slap,
    key: board.key,
    names: board.names,
    /** Light up what the right action names. @param {string} action */
    light: (action) => board.light(cardsOf(action)),
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      board.stop();
    },
  };
}
