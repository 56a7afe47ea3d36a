/** @file The house of cards itself. */

import { catHead } from './head.js';
import { INK, line, moved, outlined, picture, shape } from './svg.js';

/**
 * The house of cards with its cat, 200 × 160; its lines are light enough for dark grounds and edged
 * for light ones.
 */
export function logo() {
  const red = '#b8283a',
    paper = '#fffaf0';
  const tent = (/** @type {number} */ x, /** @type {number} */ y) =>
    shape(`M${x} ${y}L${x + 7} ${y + 3}L${x - 17} ${y + 50}L${x - 24} ${y + 47}Z`, paper) +
    shape(`M${x} ${y}L${x - 7} ${y + 3}L${x + 17} ${y + 50}L${x + 24} ${y + 47}Z`, red);
  const floor = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) =>
    shape(`M${x} ${y}H${x + width}V${y + 7}H${x}Z`, paper);
  const look = {
    fur: '#f0973f',
    mark: '#bf5f1c',
    light: '#fff0d8',
    eye: '#8fbf4d',
    pattern: /** @type {const} */ ('tabby'),
  };
  return picture(
    200,
    160,
    moved(
      'translate(11 24)scale(.86)',
      outlined(
        tent(72, 104) +
          tent(128, 104) +
          floor(40, 98, 120) +
          tent(100, 47) +
          floor(66, 42, 68) +
          line('M128 40C150 44 160 30 150 20', INK, 10) +
          line('M128 40C150 44 160 30 150 20', '#f0973f', 5) +
          shape('M78 42C76 26 88 18 104 18C122 18 130 28 128 42Z', '#f0973f') +
          moved('translate(58-14)scale(.5)', catHead(look, 'happy')),
        3.5,
      ),
    ),
    'logo',
  );
}
