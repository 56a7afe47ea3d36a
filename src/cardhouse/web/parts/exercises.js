/** @file One's own mistakes as exercises: sitting down at one, and at the next. */

import * as asking from '../asking.js';
import { go } from '../router.js';

/** Sit down at an exercise. @param {string} id */
export async function practise(id) {
  const { code } = await asking.exercise(id);
  go(`/table/${code}`);
}

/** Sit down at the next exercise or, where none waits, see what comes back when. */
export async function nextExercise() {
  const { waiting } = await asking.exercises().catch(() => ({ waiting: [] }));
  const [first] = waiting;
  if (first) await practise(first.id).catch(() => go('/exercises'));
  else go('/exercises');
}
