/** @file Cards on the move: laying out, flying, gathering. */

import { pace, still } from '../../state/settings.js';
import { CARD_SHAPE } from '../layout.js';
import { HIDDEN } from '../view.js';
import { along, FLIGHT, flightFrames, same, spelt } from './flight.js';
import { match } from './match.js';
import { makePiece, paint, SHUFFLED } from './piece.js';
import { turnOver, turnOverAt } from './turning.js';

/** @typedef {import('./flight.js').Pose} Pose */
/** @typedef {import('./piece.js').Piece} Piece */
/** @typedef {import('./state.js').CardState} CardState */
/** @typedef {import('../layout.js').Place} Place */
/** @typedef {import('../layout.js').Layout} Layout */

/**
 * How a piece goes to its place.
 * @typedef {object} Way
 * @property {number} time how long it flies, in milliseconds; 0: it is there at once
 * @property {number} [delay] how long it waits before
 * @property {import('./state.js').Reveal} [reveal]
 */

/**
 * @typedef {object} How
 * @property {number | null} [actor] the seat whose action is shown
 * @property {boolean} [instant] nothing moves
 * @property {boolean} [deal] one card flies after another
 * @property {number} [time]
 * @property {import('./state.js').Reveal} [reveal]
 */

/** How long after one another cards are dealt, in milliseconds. */
const DEALT_AFTER = 11;
/** Cards that go elsewhere fly over the others. */
const ABOVE = 2000;
/** Where on the table's height the cards are gathered. */
const GATHERED_AT = 0.46;

/** @param {Place} place @param {Layout} layout @returns {Pose} */
const poseAt = (place, layout) => ({
  x: Number((place.x - layout.geometry.cw / 2).toFixed(1)),
  y: Number((place.y - layout.geometry.ch / 2).toFixed(1)),
  turn: Number((place.turn ?? 0).toFixed(2)),
  scale: Number((place.scale ?? 1).toFixed(3)),
});

/** Where a piece is just now. @param {Piece} piece @returns {Pose | null} */
function now({ pose, flight }) {
  const done = flight?.animation.effect?.getComputedTiming().progress;
  if (!pose || !flight || typeof done !== 'number') return pose;
  return along(flight.from, pose, done);
}

/**
 * Let a piece fly to a pose, from where it is now.
 * @param {Piece} piece @param {Pose} goal @param {number} z @param {Way} way
 */
function fly(piece, goal, z, { time, delay = 0 }) {
  const { element } = piece,
    from = now(piece);
  piece.flight?.animation.cancel();
  piece.flight = null;
  piece.pose = goal;
  element.style.transform = spelt(goal);
  if (!time || !from) return;
  const animation = element.animate(flightFrames(from, goal), {
    duration: time,
    delay,
    easing: 'cubic-bezier(.3,.7,.3,1)',
    fill: 'backwards',
  });
  const flight = { animation, from };
  piece.flight = flight;
  element.style.zIndex = String(z);
  animation.onfinish = animation.oncancel = () => {
    if (piece.flight !== flight) return;
    piece.flight = null;
    element.style.zIndex = String(piece.z);
  };
}

/**
 * Bring a piece to its place.
 * @param {CardState} state
 * @param {Piece} piece
 * @param {Place} place
 * @param {Pose} goal
 * @param {number} z
 * @param {Way} way
 */
function move(state, piece, place, goal, z, way) {
  const { element } = piece,
    stays = piece.place?.zone === place.zone,
    turns = piece.up !== place.up;
  // What goes elsewhere flies over the others; what only makes room stays in its order.
  if (!piece.pose || !same(piece.pose, goal)) fly(piece, goal, stays ? z : ABOVE + z, way);
  piece.place = place;
  piece.z = z;
  if (!piece.flight && element.style.zIndex !== String(z)) element.style.zIndex = String(z);
  if (!stays) element.dataset.zone = place.zone;
  element.classList.toggle('lit', place.lit === true);
  if (!turns) return paint(piece);
  const { time, delay, reveal } = way;
  piece.up = place.up;
  piece.turning += 1;
  if (reveal && place.up) turnOverAt(state, piece, time, reveal);
  else if (delay && time) setTimeout(() => turnOver(state, piece, time), delay);
  else turnOver(state, piece, time);
}

/**
 * Put a new piece into the middle.
 * @param {Piece} piece
 * @param {Layout} layout
 * @param {number} z
 */
function start(piece, layout, z) {
  const { w, h } = layout.geometry,
    place = { zone: SHUFFLED, card: piece.card, x: w / 2, y: h / 2, up: false };
  piece.place = place;
  piece.pose = poseAt(place, layout);
  Object.assign(piece.element.style, { transform: spelt(piece.pose), zIndex: String(z) });
}

/**
 * Find a piece for each place; the others leave the table.
 * @param {CardState} state @param {Layout} layout @param {number | null} actor
 */
function assign(state, { places }, actor) {
  while (state.pieces.length < places.length) state.pieces.push(makePiece(state.felt, HIDDEN));
  const found = match(state.pieces, places, actor),
    used = new Set(found.values());
  for (const piece of state.pieces) if (!used.has(piece)) piece.element.remove();
  state.pieces = state.pieces.filter((piece) => used.has(piece));
  return found;
}

/** How long a flight takes on this screen. @param {number} time @param {boolean} [instant] */
const flightTime = (time, instant) => (instant || still() || document.hidden ? 0 : time * pace());

/**
 * Lay the cards out as planned; returns how long that takes.
 * @param {CardState} state
 * @param {Layout} layout
 * @param {How} [how]
 */
export function show(state, layout, how = {}) {
  const { actor = null, instant, deal, reveal } = how,
    { cw } = layout.geometry;
  state.felt.style.setProperty('--cw', `${cw}px`);
  state.felt.style.setProperty('--ch', `${Math.round(cw * CARD_SHAPE)}px`);
  const found = assign(state, layout, actor),
    time = flightTime(how.time ?? FLIGHT, instant);
  let late = 0;
  if (reveal && !layout.places.some((place) => place.up && !found.get(place)?.up)) reveal.drawn();
  layout.places.forEach((place, z) => {
    const piece = found.get(place);
    if (!piece) return;
    piece.card = place.card;
    if (!piece.place) start(piece, layout, z);
    const delay = deal && time ? z * DEALT_AFTER * pace() : 0;
    late = Math.max(late, delay);
    move(state, piece, place, poseAt(place, layout), z + 1, { time, delay, reveal });
  });
  state.shown = layout;
  return time + late;
}

/**
 * Forget which card is which and bring all of them to the middle; returns how long that takes.
 * @param {CardState} state
 */
export function gather(state) {
  const layout = state.shown;
  if (!layout) return 0;
  const time = flightTime(FLIGHT),
    { w, h } = layout.geometry;
  state.pieces.forEach((piece, z) => {
    piece.card = HIDDEN;
    // A pile that was pushed together by hand: hardly any two cards lie alike.
    const place = {
      zone: SHUFFLED,
      card: HIDDEN,
      x: w / 2 + (z % 5) - 2,
      y: h * GATHERED_AT - z * 0.3,
      turn: (z % 7) - 3,
      scale: 0.9,
      up: false,
    };
    move(state, piece, place, poseAt(place, layout), z + 1, { time });
  });
  return time;
}
