/** @file Scenes on felt, one for each game, and the house of cards itself. They are made of the cards, cats and paws of the house. */

import { backArt } from './backs.js';
import { pawArt } from './cats.js';
import { cardArt } from './deck.js';
import { catHead } from './head.js';
import { INK, dot, line, moved, outlined, picture, shape } from './svg.js';

/** A drawing 250 × 350 laid on the felt with its middle at a point, with its shadow. @param {string} art @param {number} x @param {number} y @param {number} angle @param {number} scale */
const laid = (art, x, y, angle, scale) =>
  moved(`translate(${x} ${y})rotate(${angle})scale(${scale})translate(-125-175)`, `<rect x="6" y="12" width="248" height="348" rx="20" opacity=".3"/>${art}`);

/** @param {string} card @param {number} x @param {number} y @param {number} [angle] @param {number} [scale] */
const card = (card, x, y, angle = 0, scale = 0.34) => laid(cardArt(card), x, y, angle, scale);

/** @param {number} x @param {number} y @param {number} [angle] @param {number} [scale] @param {string} [name] */
const back = (x, y, angle = 0, scale = 0.34, name = 'paws') => laid(backArt(name), x, y, angle, scale);

/** A paw whose palm is at a point. @param {string} id @param {number} x @param {number} y @param {number} angle @param {number} scale */
const reach = (id, x, y, angle, scale) => moved(`translate(${x} ${y})rotate(${angle})scale(${scale})translate(-50-62)`, pawArt(id));

/** Felt under a lamp. @param {string} felt @param {string} lit */
const table = (felt, lit) =>
  `<rect width="320" height="200" fill="${felt}"/><ellipse cx="160" cy="96" rx="170" ry="110" fill="${lit}" opacity=".45"/><ellipse cx="160" cy="92" rx="110" ry="72" fill="${lit}" opacity=".6"/>`;

const rays = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ count) => {
  const spokes = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI, at = (/** @type {number} */ r) => `${Math.round(x + r * Math.cos(turn))} ${Math.round(y + r * Math.sin(turn))}`;
    return `M${at(from)}L${at(to)}`;
  });
  return line(spokes.join(''), '#ffe9a8', 5, 'stroke-linecap="round"');
};

const SWORD = 'M4-11H11V-4L-2 8L-8 2ZM-11-1L1 11M-5 5L-11 11';

/** @type {Record<string, () => string>} */
const SCENES = {
  ratscrew: () => table('#1d5443', '#34806a') +
    back(160, 104, 24) + card('Kd', 150, 100, -34) + card('4c', 172, 98, 15) + card('7h', 136, 100, -12, 0.36) + card('7s', 182, 102, 9, 0.36) +
    reach('marmalade', 66, 128, 58, 0.95) + reach('domino', 262, 84, -66, 0.95),
  slapjack: () => table('#7d2f3a', '#b85a58') +
    rays(150, 104, 92, 112, 20) + back(150, 104, -22) + card('5d', 158, 106, 18) + card('9c', 146, 102, -10) + card('Jc', 148, 104, 3, 0.42) +
    reach('patches', 236, 112, -48, 1.25) + line('M262 46Q274 56 280 70M240 34Q262 38 274 48', '#ffe9a8', 5, 'stroke-linecap="round"'),
  hearts: () => table('#27355f', '#4d62a0') +
    shape('M274 14A27 27 0 1 0 300 56A24 24 0 0 1 274 14Z', '#f6e3a4') + line('M30 36h.1M62 20h.1M226 24h.1M296 96h.1M24 92h.1M200 14h.1', '#f6e3a4', 4, 'stroke-linecap="round"') +
    card('Th', 78, 132, -32, 0.36) + card('Jh', 114, 114, -16, 0.36) + card('Ah', 206, 114, 16, 0.36) + card('Kh', 242, 132, 32, 0.36) + card('Qs', 160, 100, 0, 0.44),
  threes: () => table('#5a4a22', '#9a8240') + flame(160, 68) +
    card('9s', 138, 68, -16, 0.21) + card('3s', 158, 63, -4, 0.21) + card('Th', 180, 67, 9, 0.21) +
    [62, 160, 258].map((x) => back(x - 9, 148, -9, 0.25, 'night')).join('') + card('3h', 66, 151, 4, 0.25) + card('3d', 164, 151, 3, 0.25) + card('3c', 262, 151, 4, 0.25),
  durak: () => table('#1f4f5c', '#3d8795') +
    card('Ad', 78, 104, 90, 0.3) + back(46, 105, 5, 0.3, 'stripes') + back(44, 101, 0, 0.3, 'stripes') +
    card('9s', 168, 84, 0, 0.31) + card('Js', 184, 112, 12, 0.31) + card('9h', 254, 84, 0, 0.31) + card('6d', 270, 112, 12, 0.31) +
    badge(140, 38, '#2f8a49', SWORD) + badge(296, 166, '#c8394a', 'M0-10L9-7V0Q9 8 0 11Q-9 8-9 0V-7Z'),
};

/** A game that has no scene of its own. */
const anyGame = () => table('#1d5443', '#34806a') + back(96, 104, -8) + card('Ac', 164, 106, -12) + card('Kd', 196, 102, 4) + card('Qs', 228, 108, 18);

/** @param {number} x @param {number} y */
function flame(x, y) {
  return moved(`translate(${x} ${y})`, outlined(
    shape('M-84 38C-104 4-66-6-74-40C-50-30-46-16-44-6C-36-24-46-40-30-58C-14-48-10-32-12-20C0-34-2-50 8-62C24-48 26-30 22-18C32-26 32-38 38-48C56-34 52-16 50-6C60-12 64-22 72-34C74-8 104 6 84 38Z', '#f08a2c') +
    shape('M-62 38C-76 12-50 6-52-12C-36-4-34 8-30 14C-26-4-30-16-20-28C-8-18-8-4-6 4C4-8 4-18 10-30C22-18 22-4 18 6C28 0 32-8 34-18C46-6 42 8 40 14C50 8 52 2 58-6C60 12 74 18 62 38Z', '#f9cf55', 'stroke="none"'), 3));
}

/** @param {number} x @param {number} y @param {string} fill @param {string} d */
function badge(x, y, fill, d) {
  return moved(`translate(${x} ${y})`, outlined(dot(0, 0, 20, fill) + line(d, '#fff', 3.5)));
}

/** The games that have a picture. @type {readonly string[]} */
export const pictureNames = Object.keys(SCENES);

/** The picture of a game for its tile, 320 × 200. @param {string} game */
export function gamePicture(game) {
  return picture(320, 200, (SCENES[game] ?? anyGame)(), 'game-picture');
}

/** The house of cards with its cat, 200 × 160; its lines are light enough for dark grounds and edged for light ones. */
export function logo() {
  const red = '#b8283a', paper = '#fffaf0';
  const tent = (/** @type {number} */ x, /** @type {number} */ y) =>
    shape(`M${x} ${y}L${x + 7} ${y + 3}L${x - 17} ${y + 50}L${x - 24} ${y + 47}Z`, paper) + shape(`M${x} ${y}L${x - 7} ${y + 3}L${x + 17} ${y + 50}L${x + 24} ${y + 47}Z`, red);
  const floor = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) => shape(`M${x} ${y}H${x + width}V${y + 7}H${x}Z`, paper);
  const look = { fur: '#f0973f', mark: '#bf5f1c', light: '#fff0d8', eye: '#8fbf4d', pattern: /** @type {const} */ ('tabby') };
  return picture(200, 160, moved('translate(11 24)scale(.86)', outlined(
    tent(72, 104) + tent(128, 104) + floor(40, 98, 120) + tent(100, 47) + floor(66, 42, 68) +
    line('M128 40C150 44 160 30 150 20', INK, 10) + line('M128 40C150 44 160 30 150 20', '#f0973f', 5) +
    shape('M78 42C76 26 88 18 104 18C122 18 130 28 128 42Z', '#f0973f') + moved('translate(58-14)scale(.5)', catHead(look, 'happy')), 3.5)), 'logo');
}
