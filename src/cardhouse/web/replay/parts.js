/** @file The elements of a replay: the bar above, the moves beside the table, the buttons below. */

import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { back, go } from '../router.js';
import { isHere } from '../transport/transport.js';
import { say } from '../words.js';

/** @typedef {import('./turning.js').Point} TurningPoint */
/** @typedef {import('../words.js').Names} Names */
/** @typedef {ReturnType<typeof createParts>} Parts */

/**
 * @typedef {object} Presses
 * @property {(at: number) => void} jump
 * @property {(way: number) => void} turning to the next turning point, or with -1 to the one before
 * @property {() => void} back
 * @property {() => void} on
 * @property {() => void} toggle
 * @property {(times: number) => void} speed
 * @property {(seat: number | null) => void} eyes a seat, or null: all hands are open
 * @property {() => void} review
 * @property {() => void} glass what the cat of the move shown could see and thought
 * @property {() => void} fork
 * @property {() => void} share
 * @property {() => void} save
 */

const SPEEDS = [0.5, 1, 2, 4, 10];

/** @param {string} words @param {string} name @param {() => void} press */
const small = (words, name, press) =>
  button(say(words), press, { icon: icon(name), plain: true, class: 'button-quiet' });

/** The moves in words. @param {string[]} said @param {TurningPoint[]} points @param {Presses} on */
function movesParts(said, points, on) {
  const signs = new Map(points.map((point) => [point.at, point.icon]));
  const moves = said.flatMap((words, at) => {
    if (!words) return [];
    const sign = signs.get(at);
    const press = el(
      'button',
      {
        type: 'button',
        class: `move ${sign ? 'move-turning' : ''}`,
        'data-at': at,
        onclick: () => on.jump(at),
      },
      sign ? drawn(icon(sign), 'button-icon') : null,
      el('span', {}, words),
    );
    return [press];
  });
  const list = el(
    'aside',
    { class: 'moves', 'aria-label': say('page.replay.moves') },
    el('h2', {}, say('page.replay.moves')),
    el('ol', {}, ...moves.map((move) => el('li', {}, move))),
  );
  return { moves, list };
}

/**
 * The bar to go anywhere.
 * @param {number} last
 * @param {TurningPoint[]} points
 * @param {Presses} on
 */
function scrubParts(last, points, on) {
  const bar = el('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: last,
    value: 0,
    step: 1,
    'aria-label': say('page.replay.where'),
    oninput: () => on.jump(Number(bar.value)),
  });
  const ticks = points.map((point) => {
    const tick = el('span', { class: 'scrub-mark', 'data-at': point.at });
    tick.style.left = `${(100 * point.at) / Math.max(1, last)}%`;
    return tick;
  });
  const marks = el('div', { class: 'scrub-marks', 'aria-hidden': 'true' }, ...ticks);
  return { bar, scrub: el('div', { class: 'scrub-box' }, bar, marks) };
}

/** How fast it plays. @param {Presses} on */
function speedField(on) {
  const speed = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.settings.speed'),
      onchange: () => on.speed(Number(speed.value)),
    },
    ...SPEEDS.map((times) => el('option', { value: times }, `${times}×`)),
  );
  speed.value = '1';
  return speed;
}

/** Whose cards are seen. @param {Names} names @param {Presses} on */
function eyesField(names, on) {
  const eyes = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.replay.eyes'),
      onchange: () => on.eyes(eyes.value === '' ? null : Number(eyes.value)),
    },
    el('option', { value: '' }, say('page.replay.open')),
    ...names.map((_, seat) =>
      el('option', { value: seat }, say('page.replay.from', { seat }, names)),
    ),
  );
  return eyes;
}

/** What is below the table. @param {HTMLElement} scrub @param {Names} names @param {Presses} on */
function footerParts(scrub, names, on) {
  const count = el('span', { class: 'replay-count' });
  const toggle = button(say('page.replay.play'), on.toggle, {
    icon: icon('play'),
    plain: true,
    class: 'button-main replay-play',
  });
  const middle = el(
    'span',
    { class: 'replay-middle' },
    small('page.replay.turning_back', 'step-back', () => on.turning(-1)),
    small('page.replay.step_back', 'back', on.back),
    toggle,
    small('page.replay.step_on', 'next', on.on),
    small('page.replay.turning_on', 'step-forward', () => on.turning(1)),
    small('page.glass.ask', 'cat', on.glass),
  );
  const buttons = [eyesField(names, on), middle, count, speedField(on)];
  const footer = el(
    'footer',
    { class: 'replay-bar' },
    scrub,
    el('div', { class: 'replay-buttons' }, ...buttons),
  );
  return { count, toggle, footer };
}

/**
 * What is above the table.
 * @param {string} game
 * @param {Names} names
 * @param {boolean} kept
 * @param {Presses} on
 */
function headerParts(game, names, kept, on) {
  const reviewing = el(
    'button',
    {
      type: 'button',
      class: 'button button-quiet',
      'aria-pressed': 'false',
      'aria-label': say('page.review.title'),
      title: say('page.review.title'),
      onclick: on.review,
    },
    drawn(icon('stats'), 'button-icon'),
    el('span', { class: 'replay-word' }, say('page.review.title')),
  );
  const link = kept && !isHere() ? [small('page.replay.link', 'link', on.share)] : [],
    download = kept ? [small('page.replay.download', 'download', on.save)] : [];
  const header = el(
    'header',
    { class: 'top' },
    small('page.back', 'back', back),
    el('h1', { class: 'top-title' }, say(`game.${game}`)),
    el('span', { class: 'top-middle replay-names' }, names.join(', ')),
    small('page.fork.play_on', 'fork', on.fork),
    reviewing,
    ...link,
    ...download,
    small('page.end.home', 'home', () => go('/')),
  );
  return { reviewing, header };
}

/**
 * @param {{game: string, names: Names, last: number, said: string[], points: TurningPoint[], kept:
 *   boolean}} about `last`: the last step; `kept`: the house has its record
 * @param {Presses} on
 */
export function createParts({ game, names, last, said, points, kept }, on) {
  const felt = el('main', { class: 'felt', 'aria-label': say('page.table') }),
    { scrub, bar } = scrubParts(last, points, on),
    { moves, list } = movesParts(said, points, on);
  return {
    felt,
    bar,
    moves,
    list,
    body: el('div', { class: 'replay-body' }, felt, list),
    ...footerParts(scrub, names, on),
    ...headerParts(game, names, kept, on),
  };
}
