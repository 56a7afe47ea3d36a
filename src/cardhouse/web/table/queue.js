/**
 * @file One thing after another: what happened is shown in its order, and each for long enough to
 * be seen.
 */

import { pace } from '../state/settings.js';

/**
 * @typedef {(wait: (time: number) => Promise<void>) => number | Promise<number>} Job shows
 *   something and says how many milliseconds it wants to be seen; `wait` lets it wait meanwhile
 */

/** When so much waits, the rest is shown at once: somebody has just come back to the page. */
const TOO_MUCH = 12;

/** A queue of things to show. @param {() => void} idle called whenever everything has been shown */
export function createQueue(idle) {
  /** @type {Job[]} */
  const jobs = [];
  let busy = false,
    stopped = false,
    hurried = false;
  /** Ends what is waited for now. */
  let goOn = () => {};

  /** @param {number} time @returns {Promise<void>} */
  const wait = (time) =>
    hurried || time <= 0 || jobs.length >= TOO_MUCH || document.hidden
      ? Promise.resolve()
      : new Promise((done) => {
          const timer = setTimeout(done, time);
          goOn = () => {
            clearTimeout(timer);
            done();
          };
        });

  async function work() {
    busy = true;
    for (let job = jobs.shift(); job && !stopped; job = jobs.shift()) {
      // What is done at once is not put off: a face is to be seen at its moment.
      const done = job(wait);
      const seen = typeof done === 'number' ? done : await done;
      if (seen > 0) await wait(seen * pace());
      if (!jobs.length) hurried = false;
    }
    busy = false;
    hurried = false;
    if (!stopped) idle();
  }

  return {
    /** @param {Job} job */
    add(job) {
      jobs.push(job);
      if (!busy) void work();
    },
    /**
     * Put a job among those that come next.
     * @param {Job} job
     * @param {number} at 0: the very next
     */
    addNext: (job, at = 0) => void jobs.splice(at, 0, job),
    clear: () => void jobs.splice(0),
    /** Show all that waits without delay: something is coming that is to be seen in time. */
    hurry() {
      if (!busy) return;
      hurried = true;
      goOn();
    },
    waiting: () => jobs.length,
    busy: () => busy,
    stop() {
      stopped = true;
      jobs.splice(0);
    },
  };
}
