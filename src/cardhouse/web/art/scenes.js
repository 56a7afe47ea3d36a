/** @file What scenes on felt are made of: the cards, backs and paws of the house. */

import { backArt } from './backs.js';
import { pawArt } from './cats.js';
import { cardArt } from './deck.js';
import { line, moved, picture } from './svg.js';

/**
 * A drawing 250 × 350 laid on the felt with its middle at a point, with its shadow.
 * @param {string} art
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} scale
 */
const laid = (art, x, y, angle, scale) =>
  moved(
    `translate(${x} ${y})rotate(${angle})scale(${scale})translate(-125-175)`,
    `<rect x="6" y="12" width="248" height="348" rx="20" opacity=".3"/>${art}`,
  );

/**
 * A card.
 * @param {string} card
 * @param {number} x
 * @param {number} y
 * @param {number} [angle]
 * @param {number} [scale]
 */
export const card = (card, x, y, angle = 0, scale = 0.34) =>
  laid(cardArt(card), x, y, angle, scale);

/**
 * A card face down.
 * @param {number} x
 * @param {number} y
 * @param {number} [angle]
 * @param {number} [scale]
 * @param {string} [name]
 */
export const back = (x, y, angle = 0, scale = 0.34, name = 'paws') =>
  laid(backArt(name), x, y, angle, scale);

/**
 * A paw whose palm is at a point.
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} scale
 */
export const reach = (id, x, y, angle, scale) =>
  moved(`translate(${x} ${y})rotate(${angle})scale(${scale})translate(-50-62)`, pawArt(id));

/** Felt under a lamp. @param {string} cloth @param {string} lit */
export const felt = (cloth, lit) =>
  `<rect width="320" height="200" fill="${cloth}"/><ellipse cx="160" cy="96" rx="170" ry="110" fill="${lit}" opacity=".45"/><ellipse cx="160" cy="92" rx="110" ry="72" fill="${lit}" opacity=".6"/>`;

/** Light around a point. */
export const rays = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ from,
  /** @type {number} */ to,
  /** @type {number} */ count,
) => {
  const spokes = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI,
      at = (/** @type {number} */ r) =>
        `${Math.round(x + r * Math.cos(turn))} ${Math.round(y + r * Math.sin(turn))}`;
    return `M${at(from)}L${at(to)}`;
  });
  return line(spokes.join(''), '#ffe9a8', 5, 'stroke-linecap="round"');
};

/** The picture of a game for its tile. @param {string} scene 320 × 200 */
export const gamePicture = (scene) => picture(320, 200, scene, 'game-picture');
