/** @file The slaps of a game: what there is to say where nothing can be searched. */

/** @typedef {import('../replay/turning.js').Frame} Frame */
/** @typedef {{number: number, seat: number, verdict: string, time: number | null}} Slap */

/** Every slap with its time, if one was measured. @param {Frame[]} frames @returns {Slap[]} */
export function slapsOf(frames) {
  return frames.flatMap((frame, number) => frame.events.flatMap((event) => {
    if (event.kind !== 'slap' || event.seat === null) return [];
    return [{ number, seat: event.seat, verdict: String(event.facts?.verdict ?? ''), time: timeIn(frame.notes ?? []) }];
  }));
}

/** @param {string[]} notes */
function timeIn(notes) {
  for (const note of notes) {
    if (!note.startsWith('slap {')) continue;
    try {
      const time = JSON.parse(note.slice(5)).time;
      if (typeof time === 'number') return time;
    } catch {
      // A note of somebody else's making: it says no time.
    }
  }
  return null;
}
