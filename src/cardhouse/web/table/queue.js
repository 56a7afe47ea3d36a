/** @file One thing after another: what happened is shown in its order, and each for long enough to be seen. */

import { pace } from '../state/settings.js';

/** @typedef {() => number | Promise<number>} Job shows something and says how many milliseconds it wants to be seen */

/** When so much waits, the rest is shown at once: somebody has just come back to the page. */
const TOO_MUCH = 12;

/** A queue of things to show. @param {() => void} idle called whenever everything has been shown */
export function createQueue(idle) {
  /** @type {Job[]} */
  const jobs = [];
  let busy = false, stopped = false;

  async function work() {
    busy = true;
    while (jobs.length && !stopped) {
      const job = jobs.shift();
      const wait = (await job?.()) ?? 0;
      if (wait > 0 && jobs.length < TOO_MUCH && !document.hidden) await new Promise((done) => setTimeout(done, wait * pace()));
    }
    busy = false;
    if (!stopped) idle();
  }

  return {
    /** @param {Job} job */
    add(job) {
      jobs.push(job);
      if (!busy) void work();
    },
    /** Put a job among those that come next. @param {Job} job @param {number} at 0: the very next */
    addNext: (job, at = 0) => void jobs.splice(at, 0, job),
    clear: () => void jobs.splice(0),
    waiting: () => jobs.length,
    busy: () => busy,
    stop() {
      stopped = true;
      jobs.splice(0);
    },
  };
}
