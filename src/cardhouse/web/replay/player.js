/** @file Going through a game: step by step, by itself at a speed, or anywhere at once. */

import { pageOf } from '../state/games.js';
import { framesBetween } from '../table/frames.js';

/** @typedef {import('./turning.js').RecordedStep} RecordedStep */
/** @typedef {import('../types.js').View} View */

const GAP = 900,
  SLAP_GAP = 380;

/**
 * @param {RecordedStep[]} steps
 * @param {{show: (view: View, at: number, how: {instant?: boolean, actor?: number | null, speed?:
 *   number}) => void, moved: (at: number, playing: boolean) => void}} stage
 * @param {boolean} quick whether a step is as short as in the slap games
 */
export function createPlayer(steps, stage, quick) {
  const last = steps.length - 1;
  let at = 0,
    playing = false,
    speed = 1,
    run = 0;
  const wait = (/** @type {number} */ time) =>
    new Promise((done) => setTimeout(done, time / speed));

  /** Go one step on, seeing what lies between. @param {number} mine @returns {Promise<boolean>} */
  async function step(mine) {
    const before = steps[at],
      after = steps[at + 1];
    if (!before || !after) return false;
    at += 1;
    stage.moved(at, playing);
    const page = pageOf(after.view.game);
    for (const frame of framesBetween(page, before.view, after.events, after.view)) {
      stage.show(frame.view, at, { actor: after.seat, speed });
      if (frame.hold) await wait(frame.hold);
      if (mine !== run) return false;
    }
    return true;
  }

  async function play() {
    const mine = ++run;
    playing = true;
    if (at === last) jump(0, true);
    stage.moved(at, true);
    while (playing && mine === run && at < last) {
      if (!(await step(mine))) return;
      await wait(quick ? SLAP_GAP : GAP);
    }
    if (mine === run) pause();
  }

  function pause() {
    run += 1;
    playing = false;
    stage.moved(at, false);
  }

  /** @param {number} wanted @param {boolean} [going] */
  function jump(wanted, going = false) {
    if (!going) {
      run += 1;
      playing = false;
    }
    at = Math.max(0, Math.min(last, wanted));
    const now = steps[at];
    if (now) stage.show(now.view, at, { instant: true });
    stage.moved(at, playing);
  }

  return {
    play: () => void play(),
    pause,
    toggle: () => (playing ? pause() : void play()),
    jump,
    on() {
      pause();
      void step(run);
    },
    back: () => jump(at - 1),
    /** @param {number} wanted */
    setSpeed(wanted) {
      speed = wanted;
    },
    at: () => at,
  };
}
