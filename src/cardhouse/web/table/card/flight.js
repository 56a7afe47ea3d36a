/** @file Where a card is on its way from one pose to another. */

/**
 * Where a card lies, how it is turned and how large it is.
 * @typedef {{x: number, y: number, turn: number, scale: number}} Pose
 */

/** How long a card flies, in milliseconds. */
export const FLIGHT = 210;
/** How slight an angle is, in degrees. */
const SLIGHT = 20;
/** The shares of its way at which a card is straight, and turns again. */
const OFF = 0.3,
  ON = 0.98;
/** A flight goes through the places at these shares of the way. */
const STEPS = [0, OFF, ON, 1];

/**
 * As one property: three that move on their own would be three times the work in every frame.
 * @param {Pose} pose
 */
export const spelt = ({ x, y, turn, scale }) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;

/** @param {Pose} a @param {Pose} b */
export const same = (a, b) =>
  a.x === b.x && a.y === b.y && a.turn === b.turn && a.scale === b.scale;

/**
 * Where a card is after this share of its way. A card that lies at a slight angle flies straight
 * and comes to rest at an angle again: while many fly, straight ones are drawn in half the time.
 * @param {Pose} from @param {Pose} to @param {number} share @returns {Pose}
 */
export function along(from, to, share) {
  const between = (/** @type {keyof Pose} */ part) => from[part] + (to[part] - from[part]) * share;
  const slight = Math.abs(from.turn) < SLIGHT && Math.abs(to.turn) < SLIGHT;
  const turn = !slight
    ? between('turn')
    : share < OFF
      ? from.turn * (1 - share / OFF)
      : share > ON
        ? (to.turn * (share - ON)) / (1 - ON)
        : 0;
  return { x: between('x'), y: between('y'), turn, scale: between('scale') };
}

/** The frames of a flight. @param {Pose} from @param {Pose} to */
export const flightFrames = (from, to) => ({
  offset: STEPS,
  transform: STEPS.map((share) => spelt(along(from, to, share))),
});
