/**
 * @file The cats wait while somebody reads: a panel or a lesson stops the table where only cats
 * play along, and lets it go on afterwards.
 */

/**
 * @param {import('./state.js').TableState} state
 * @param {(message: import('../types.js').FromPerson) => boolean} send
 */
export function createRest(state, send) {
  /** Why the table should stand still. @type {Set<string>} */
  const why = new Set();

  /** True if nobody but cats would have to wait. */
  const alone = () =>
    state.mine.length > 0 &&
    (state.info?.seats.every((seat) => seat.kind === 'cat' || seat.yours) ?? false);

  return {
    /** Let the table stand still, if it may; whether it does. @param {string} reason */
    hold(reason) {
      const { info } = state;
      if (!state.held && (info?.status !== 'playing' || info.paused || !alone())) return false;
      why.add(reason);
      if (!state.held) state.held = send({ t: 'pause', on: true });
      return state.held;
    },
    /** What was read is read: go on, unless there is more. @param {string} [reason] none: all */
    release(reason) {
      if (reason) why.delete(reason);
      else why.clear();
      if (!state.held || why.size) return;
      state.held = false;
      // What the table will say: until it does, no pause is to be seen.
      if (state.info) state.info = { ...state.info, paused: false };
      send({ t: 'pause', on: false });
    },
  };
}

/** @typedef {ReturnType<typeof createRest>} Rest */
