/**
 * @file The cards on the table. Each is one element that moves for as long as the table is open.
 *
 * A view doesn't say which of its hidden cards is which. So a card that was known stays the same
 * element, and a card
 * that comes to light was one of the hidden ones of the place it came from.
 */

import { cardBack, cardFace } from '../art/deck.js';
import { el, redraw } from '../dom.js';
import { pace, settings, still } from '../state/settings.js';
import { CARD_SHAPE } from './layout.js';
import { HIDDEN } from './view.js';

/** @typedef {import('./layout.js').Place} Place */
/** @typedef {import('./layout.js').Layout} Layout */

/**
 * @typedef {object} Piece
 * @property {HTMLButtonElement} element
 * @property {HTMLElement} lift
 * @property {HTMLElement} flip
 * @property {HTMLElement} face
 * @property {HTMLElement} back
 * @property {string} card
 * @property {Place | null} place
 * @property {boolean} up
 * @property {number} turning how often it is still to be turned over before it lies as it should
 * @property {number} z
 * @property {Pose | null} pose
 * @property {Flight | null} flight
 */

/**
 * Where a card lies, how it is turned and how large it is.
 * @typedef {{x: number, y: number, turn: number, scale: number}} Pose
 */

/** @typedef {{animation: Animation, from: Pose}} Flight */

/**
 * When the faces that come to light are seen, by the page's clock, and who hears that they are.
 * @typedef {{at: number, drawn: () => void}} Reveal
 */

/**
 * As one property: three that move on their own would be three times the work in every frame.
 * @param {Pose} pose
 */
const spelt = ({ x, y, turn, scale }) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;

/** @param {Pose} a @param {Pose} b */
const same = (a, b) => a.x === b.x && a.y === b.y && a.turn === b.turn && a.scale === b.scale;

/**
 * Where a card is after this share of its way. A card that lies at a slight angle flies straight
 * and comes to rest at an
 * angle again: while many fly, straight ones are drawn in half the time.
 * @param {Pose} from @param {Pose} to @param {number} share @returns {Pose}
 */
function along(from, to, share) {
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

export const FLIGHT = 210;
/**
 * How slight an angle is, in degrees, and the shares of its way at which a card is straight and
 * turns again.
 */
const SLIGHT = 20,
  OFF = 0.3,
  ON = 0.98;
const STEPS = [0, OFF, ON, 1];
const SHUFFLED = 'middle';
/** What is drawn is on the screen a frame later: so much sooner it is drawn, in milliseconds. */
const AHEAD = 12;
/** How wide a face that must be read at once is from its first frame on, and how long it opens. */
const READABLE = 0.7,
  OPENS = 70;

/** @type {Map<string, string>} */
const faces = new Map();

/** A card's face, drawn once. @param {string} card */
function drawnFace(card) {
  const key = `${card}${settings().fourColour}`;
  const known = faces.get(key) ?? cardFace(card, { fourColour: settings().fourColour });
  faces.set(key, known);
  return known;
}

/**
 * Where pieces should go: each piece with its place.
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {number | null} actor
 * @returns {Map<Place, Piece>}
 */
export function match(pieces, places, actor) {
  /** @type {Map<Place, Piece>} */
  const found = new Map();
  const free = new Set(pieces);
  const give = (/** @type {Place} */ place, /** @type {Piece | undefined} */ piece) => {
    if (!piece) return false;
    free.delete(piece);
    found.set(place, piece);
    return true;
  };
  const named = new Map(
    pieces.filter((piece) => piece.card !== HIDDEN).map((piece) => [piece.card, piece]),
  );
  for (const place of places) if (place.card !== HIDDEN) give(place, named.get(place.card));
  const left = () => places.filter((place) => !found.has(place));
  /** @param {string} zone @param {(piece: Piece) => boolean} fits */
  const lying = (zone, fits) =>
    [...free]
      .filter((piece) => piece.place?.zone === zone && fits(piece))
      .sort((a, b) => a.z - b.z);
  for (const zone of new Set(
    left()
      .filter((place) => place.card === HIDDEN)
      .map((place) => place.zone),
  )) {
    const here = [
      ...lying(zone, (piece) => piece.card === HIDDEN),
      ...lying(zone, (piece) => piece.card !== HIDDEN),
    ];
    left()
      .filter((place) => place.zone === zone && place.card === HIDDEN)
      .forEach((place, at) => {
        give(place, here[at]);
      });
  }
  for (const place of left().filter((one) => one.card !== HIDDEN)) {
    const unknown = [...free].filter((piece) => piece.card === HIDDEN);
    const from = [place.zone, `hand ${actor}`, `down ${actor}`, 'draw', 'stock', SHUFFLED];
    const nearest = from
      .map(
        (zone) =>
          unknown.filter((piece) => piece.place?.zone === zone).sort((a, b) => b.z - a.z)[0],
      )
      .find(Boolean);
    give(place, nearest ?? unknown[unknown.length - 1]);
  }
  for (const place of left()) {
    const rest = [...free].sort((a, b) => b.z - a.z);
    give(
      place,
      rest.find((piece) => piece.place?.zone === 'draw' || piece.place?.zone === 'stock') ??
        rest[0],
    );
  }
  return found;
}

/** The cards of one table. @param {HTMLElement} felt */
export function createCards(felt) {
  /** @type {Piece[]} */
  let pieces = [];
  /** @type {Layout | null} */
  let shown = null;
  /** Who waits until no card is halfway round. @type {(() => void)[]} */
  let waiting = [];

  /** @param {string} card @returns {Piece} */
  function make(card) {
    const face = el('span', { class: 'card-front' }),
      back = el('span', { class: 'card-rear' });
    const flip = el('span', { class: 'card-flip' }, face, back),
      lift = el('span', { class: 'card-lift' }, flip);
    const element = el(
      'button',
      { type: 'button', class: 'card', tabindex: '-1', 'aria-hidden': 'true' },
      lift,
    );
    redraw(back, cardBack(settings().back));
    felt.append(element);
    return {
      element,
      lift,
      flip,
      face,
      back,
      card,
      place: null,
      up: false,
      turning: 0,
      z: 0,
      pose: null,
      flight: null,
    };
  }

  /**
   * Show a piece as it lies; one that is being turned over is shown when it has been.
   * @param {Piece} piece
   */
  function paint(piece) {
    if (piece.turning) return;
    if (piece.card !== HIDDEN && piece.up) redraw(piece.face, drawnFace(piece.card));
    const { element } = piece,
      open = piece.up && piece.card !== HIDDEN ? piece.card : undefined;
    if (element.classList.contains('up') !== piece.up) element.classList.toggle('up', piece.up);
    if (element.dataset.card === open) return;
    if (open) element.dataset.card = open;
    else delete element.dataset.card;
  }

  /** Turn a piece over, halfway through its flight. @param {Piece} piece @param {number} time */
  function turnOver(piece, time) {
    if (time === 0) return turned(piece);
    const half = { duration: time / 2, easing: 'ease-in' };
    const away = piece.flip.animate([{ scale: '1 1' }, { scale: '0.02 1' }], half);
    away.onfinish = () => {
      turned(piece);
      piece.flip.animate([{ scale: '0.02 1' }, { scale: '1 1' }], {
        duration: time / 2,
        easing: 'ease-out',
      });
    };
    away.oncancel = () => turned(piece);
  }

  /**
   * Turn a piece over so that its face is seen at a moment, whatever moves on this screen: the
   * frames decide, not an animation's end.
   * @param {Piece} piece
   * @param {number} time how long it usually takes; 0: nothing moves
   * @param {Reveal} reveal
   */
  function turnOverAt(piece, time, { at, drawn }) {
    const left = at - performance.now();
    const away =
      time > 0 && left > 0
        ? piece.flip.animate([{ scale: '1 1' }, { scale: '0.02 1' }], {
            duration: left,
            easing: 'ease-in',
            fill: 'forwards',
          })
        : null;
    const open = () => {
      away?.cancel();
      turned(piece);
      if (away)
        piece.flip.animate([{ scale: `${READABLE} 1` }, { scale: '1 1' }], { duration: OPENS });
      drawn();
    };
    const frame = (/** @type {number} */ now) =>
      now >= at - AHEAD ? open() : requestAnimationFrame(frame);
    // A page that nobody sees has no frames.
    if (document.hidden) open();
    else requestAnimationFrame(frame);
  }

  const turning = () => pieces.some((piece) => piece.turning > 0);

  /** A piece lies as it should: tell who waited for it. @param {Piece} piece */
  function turned(piece) {
    piece.turning -= 1;
    paint(piece);
    if (turning()) return;
    const told = waiting;
    waiting = [];
    for (const then of told) then();
  }

  /** @param {Place} place @param {Layout} layout @returns {Pose} */
  const pose = (place, layout) => ({
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
   * @param {Piece} piece
   * @param {Place} place
   * @param {Layout} layout
   * @param {number} z
   * @param {number} time
   * @param {number} delay
   * @param {Reveal} [reveal]
   */
  function move(piece, place, layout, z, time, delay, reveal) {
    const { element } = piece,
      goal = pose(place, layout),
      old = piece.place;
    const turns = piece.up !== place.up;
    piece.place = place;
    piece.z = z;
    if (!piece.pose || !same(piece.pose, goal)) {
      const from = now(piece);
      piece.flight?.animation.cancel();
      piece.flight = null;
      piece.pose = goal;
      element.style.transform = spelt(goal);
      if (time > 0 && old && from) {
        const animation = element.animate(
          { offset: STEPS, transform: STEPS.map((share) => spelt(along(from, goal, share))) },
          { duration: time, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'backwards' },
        );
        const flight = { animation, from };
        piece.flight = flight;
        // What goes elsewhere flies over the others; what only makes room stays in its order.
        element.style.zIndex = String(old.zone === place.zone ? z : 2000 + z);
        animation.onfinish = animation.oncancel = () => {
          if (piece.flight !== flight) return;
          piece.flight = null;
          element.style.zIndex = String(piece.z);
        };
      }
    }
    if (!piece.flight && element.style.zIndex !== String(z)) element.style.zIndex = String(z);
    if (old?.zone !== place.zone) element.dataset.zone = place.zone;
    element.classList.toggle('lit', place.lit === true);
    if (turns) {
      piece.up = place.up;
      piece.turning += 1;
      if (reveal && place.up) turnOverAt(piece, time, reveal);
      else if (delay && time) setTimeout(() => turnOver(piece, time), delay);
      else turnOver(piece, time);
    } else paint(piece);
  }

  return {
    /** The pieces, to be marked and pressed. */
    all: () => pieces,

    /** The piece that shows this card. @param {string} card */
    find: (card) => pieces.find((piece) => piece.card === card && card !== HIDDEN),

    /** The piece an element belongs to. @param {EventTarget | null} target */
    of: (target) =>
      pieces.find((piece) => target instanceof Node && piece.element.contains(target)),

    /**
     * Do something as soon as no card is halfway round: every face that is to be seen is there.
     * @param {() => void} then
     */
    turnedOver(then) {
      if (turning()) waiting.push(then);
      else then();
    },

    /**
     * Lay the cards out as planned; returns how long that takes.
     * @param {Layout} layout
     * @param {{actor?: number | null, instant?: boolean, deal?: boolean, time?: number, reveal?:
     *   Reveal}} [how]
     */
    show(layout, { actor = null, instant = false, deal = false, time = FLIGHT, reveal } = {}) {
      const { cw, w, h } = layout.geometry;
      felt.style.setProperty('--cw', `${cw}px`);
      felt.style.setProperty('--ch', `${Math.round(cw * CARD_SHAPE)}px`);
      while (pieces.length < layout.places.length) pieces.push(make(HIDDEN));
      const found = match(pieces, layout.places, actor);
      const used = new Set(found.values());
      for (const piece of pieces) if (!used.has(piece)) piece.element.remove();
      pieces = pieces.filter((piece) => used.has(piece));
      const flight = instant || still() || document.hidden ? 0 : time * pace();
      let late = 0;
      if (reveal && !layout.places.some((place) => place.up && !found.get(place)?.up))
        reveal.drawn();
      layout.places.forEach((place, z) => {
        const piece = found.get(place);
        if (!piece) return;
        piece.card = place.card;
        if (!piece.place) {
          const start = { zone: SHUFFLED, card: place.card, x: w / 2, y: h / 2, up: false };
          piece.place = start;
          piece.pose = pose(start, layout);
          Object.assign(piece.element.style, { transform: spelt(piece.pose), zIndex: String(z) });
        }
        const delay = deal && flight ? z * 11 * pace() : 0;
        late = Math.max(late, delay);
        move(piece, place, layout, z + 1, flight, delay, reveal);
      });
      shown = layout;
      return flight + late;
    },

    /**
     * Forget which card is which and bring all of them to the middle; returns how long that takes.
     */
    gather() {
      if (!shown) return 0;
      const layout = shown,
        flight = still() || document.hidden ? 0 : FLIGHT * pace();
      pieces.forEach((piece, z) => {
        piece.card = HIDDEN;
        move(
          piece,
          {
            zone: SHUFFLED,
            card: HIDDEN,
            x: layout.geometry.w / 2 + (z % 5) - 2,
            y: layout.geometry.h * 0.46 - z * 0.3,
            turn: (z % 7) - 3,
            scale: 0.9,
            up: false,
          },
          layout,
          z + 1,
          flight,
          0,
        );
      });
      return flight;
    },

    /** Draw all of them again, after another deck was chosen. */
    repaint() {
      for (const piece of pieces) {
        redraw(piece.back, cardBack(settings().back));
        paint(piece);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createCards>} Cards */
