/**
 * @file What stands on the table besides the cards: counts, glow, chances, trump, the card that
 * counts, and what can be pressed.
 */

import { icon } from '../art/icons.js';
import { drawn, el, setText } from '../dom.js';
import { pageOf } from '../state/games.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../types.js').View} View */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Box} Box */
/** @typedef {import('../game/contract.js').Label} Label */
/** @typedef {import('../game/contract.js').Hit} Hit */
/** @typedef {import('../game/contract.js').Halo} Halo */

/** @param {Box} box */
const placed = ({ x, y, w, h }) => ({
  translate: `${x}px ${y}px`,
  width: `${w}px`,
  height: `${h}px`,
});

/** @param {HTMLElement} felt @param {{press: (hit: Hit, event: Event) => void}} does */
export function createMarks(felt, does) {
  /** @type {Map<string, HTMLElement>} */
  const marks = new Map();
  /** @type {Map<string, HTMLElement>} */
  const halos = new Map();
  /** @type {Map<string, {element: HTMLButtonElement, hit: Hit}>} */
  const buttons = new Map();
  /** @type {Map<string, number>} */
  const numbers = new Map();

  /** @param {string} key @param {Label} label @param {import('./layout.js').Geometry} geometry */
  function place(key, label, { shape, tiny, w: wide }) {
    const low = shape === 'low';
    let element = marks.get(key);
    if (!element) {
      element = el(
        'span',
        { 'aria-hidden': 'true' },
        label.icon ? drawn(icon(label.icon), 'mark-icon') : null,
        el('span', { class: 'mark-text' }),
      );
      marks.set(key, element);
      felt.append(element);
    }
    element.className = `mark ${label.className ?? ''}`;
    const text = element.querySelector('.mark-text');
    if (text) setText(text, label.text);
    const number = Number(label.text),
      old = numbers.get(key);
    if (!Number.isNaN(number)) {
      if (old !== undefined && old !== number)
        element.animate([{ scale: number > old ? '1.25' : '0.7' }, { scale: '1' }], {
          duration: 350,
          easing: 'ease-out',
        });
      numbers.set(key, number);
    }
    const { x, y, w, h } = label.box;
    if (label.at === 'beside') {
      const across = `${Math.round(x + w + (tiny ? 6 : 18))}px`;
      // Beside a pile at the edge it still stands on the felt.
      const within = `min(${across}, calc(${Math.round(wide) - 4}px - 100%))`;
      element.style.translate = `${within} calc(${Math.round(y + h / 2)}px - 50%)`;
      return;
    }
    const top = { middle: y + h / 2, above: y - 2, below: y + h - (low ? 13 : 4) }[label.at],
      up = label.at === 'above' ? '100%' : '50%';
    const across = `calc(${Math.round(x + w / 2)}px - 50%)`;
    element.style.translate = `${across} calc(${Math.round(top)}px - ${up})`;
  }

  /** @param {Halo} halo */
  function glow({ key, box, share, looks }) {
    let element = halos.get(key);
    if (!element) {
      element = felt.appendChild(el('span', { 'aria-hidden': 'true' }));
      halos.set(key, element);
    }
    element.className = ['halo', ...looks].join(' ');
    element.style.setProperty('--share', share.toFixed(3));
    Object.assign(element.style, placed(box));
  }

  /** A place that can be pressed. @param {Hit} hit */
  function pressable(hit) {
    const { key, box, words, grow = 4 } = hit;
    const element = buttons.get(key)?.element ?? makeButton(key, box);
    if (!element) return;
    buttons.set(key, { element, hit });
    element.hidden = !box;
    if (!box) return;
    if (element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
    Object.assign(
      element.style,
      placed({ x: box.x - grow, y: box.y - grow, w: box.w + 2 * grow, h: box.h + 2 * grow }),
    );
  }

  /** @param {string} key @param {Box | undefined} box */
  function makeButton(key, box) {
    if (!box) return null;
    const element = el('button', {
      type: 'button',
      class: `hit hit-${key.split(' ')[0]}`,
      'data-hit': key,
    });
    const press = (/** @type {Event} */ event) => {
      const known = buttons.get(key);
      if (known) does.press(known.hit, event);
    };
    element.addEventListener('pointerdown', press);
    // What is only clicked doesn't take the focus: Space goes on to pause.
    element.addEventListener('mousedown', (event) => event.preventDefault());
    element.addEventListener('click', (event) => event.detail === 0 && press(event));
    felt.append(element);
    return element;
  }

  return {
    /**
     * @param {View} view
     * @param {Layout} layout
     * @param {Names} names
     * @param {number[]} mine
     */
    update(view, layout, names, mine) {
      const page = pageOf(view.game).marks;
      const found = page.labels(view, layout, names);
      for (const [key, element] of marks) {
        if (found[key]) continue;
        element.remove();
        marks.delete(key);
        numbers.delete(key);
      }
      for (const [key, label] of Object.entries(found)) place(key, label, layout.geometry);
      for (const halo of page.halos(view, layout)) glow(halo);
      for (const hit of page.hits(view, layout, names, mine)) pressable(hit);
    },
  };
}
