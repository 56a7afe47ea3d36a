/** @file The slaps of a game: what there is to say where nothing can be searched. */

/** @typedef {import('../replay/turning.js').RecordedStep} RecordedStep */
/** @typedef {{number: number, seat: number, verdict: string, time: number | null}} Slap */

/**
 * Every slap with its time, if one was measured.
 * @param {RecordedStep[]} steps
 * @returns {Slap[]}
 */
export function slapsOf(steps) {
  return steps.flatMap((step, number) =>
    step.events.flatMap((event) => {
      if (event.kind !== 'slap' || event.seat === null) return [];
      return [
        {
          number,
          seat: event.seat,
          verdict: String(event.facts?.verdict ?? ''),
          time: timeIn(step.notes ?? []),
        },
      ];
    }),
  );
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
