/**
 * @file What shows for a moment: the clock's ring, a paw, a no-sign, a slap's time, why something
 * was refused.
 */

import { cats, paw as pawOf } from '../art/cats.js';
import { icon } from '../art/icons.js';
import { picture } from '../art/svg.js';
import { centred, drawn, el, setText } from '../dom.js';
import { still } from '../state/settings.js';
import { leastCovering, standing } from './free_place.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Box} Box */

const ROUND = 2 * Math.PI * 20;
/** How much width words over the pile have at least: with less they need more height. */
const WIDE = 150;
/** How wide a tip is at most. */
const TIP = 340;
/** How bad it is that a tip covers something: worst what is pressed because of it. */
const UNCOVERED = [
  { of: '.bar .button, .side .button', weight: 5000 },
  { of: '.prompt', weight: 1000 },
  { of: '.plate, .plate-role, .plate-note, .mark', weight: 300 },
  { of: '.card.hinted, .card.aim, .card.chosen', weight: 100 },
  { of: '.card.own', weight: 30 },
  {
    of: '.card[data-zone="trick"], .card[data-zone="pile"], .card[data-zone="discard"]',
    weight: 10,
  },
  { of: '.card[data-zone="attacks"], .card[data-zone="defences"]', weight: 10 },
  { of: '.card', weight: 2 },
];
/** After how many milliseconds what a tip must not cover lies where it stays. */
const SETTLED = 100;
/** How long words in the middle stand at least. */
const BANNER = 2600;

/** The paw that goes with a face; those who are no cats borrow one. @param {string} face */
export function pawFor(face) {
  const own =
    cats.find((cat) => cat.id === face) ??
    cats[[...face].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % cats.length];
  return own ? pawOf(own.id) : '';
}

/** @param {HTMLElement} felt */
export function createCues(felt) {
  const ring = el('div', { class: 'ring', hidden: true, role: 'timer' });
  const circle = (/** @type {string} */ part) =>
    `<circle class="ring-${part}" cx="24" cy="24" r="20"/>`;
  ring.innerHTML = picture(48, 48, circle('track') + circle('hand'), '');
  const seconds = el('span', { class: 'ring-seconds' });
  ring.append(seconds);
  const tip = el('div', { class: 'tip', hidden: true, role: 'status' });
  felt.append(ring, tip);
  /** @type {Animation | undefined} */
  let turning;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  let running = '';
  /** What lies over the pile for a moment. @type {Set<HTMLElement>} */
  const overPile = new Set();

  /** @param {HTMLElement} element @param {number} lasts @param {Keyframe[]} [how] */
  function brief(
    element,
    lasts,
    how = [
      { opacity: 0, scale: '0.8' },
      { opacity: 1, scale: '1', offset: 0.08 },
      { opacity: 1, offset: 0.75 },
      { opacity: 0 },
    ],
  ) {
    felt.append(element);
    element.animate(how, { duration: lasts }).onfinish = () => {
      overPile.delete(element);
      element.remove();
    };
  }

  /** @param {HTMLElement} element @param {number} x @param {number} y */
  function at(element, x, y) {
    element.style.translate = centred(x, y);
  }

  /**
   * Put something onto a place, so that it doesn't reach what stands around it.
   * @param {HTMLElement} element @param {Box} box
   */
  function inside(element, box) {
    at(element, box.x + box.w / 2, box.y + box.h / 2);
    const wide = Math.min(felt.clientWidth - 8, Math.max(WIDE, box.w + 16));
    element.style.setProperty('--wide', `${Math.round(wide)}px`);
  }

  const cues = {
    /**
     * Run the ring for a timer, or stop it.
     * @param {[string, number] | null} timer
     * @param {number} left seconds
     * @param {{x: number, y: number}} where
     * @param {boolean} paused
     * @param {string} key what runs: the same key goes on
     */
    timer(timer, left, where, paused, key) {
      ring.hidden = !timer;
      at(ring, where.x, where.y);
      if (!timer) {
        running = '';
        turning?.cancel();
        return clearInterval(ticking);
      }
      if (running !== key) {
        running = key;
        turning?.cancel();
        clearInterval(ticking);
        const total = timer[1] * 1000,
          rest = (left || timer[1]) * 1000;
        const hand = /** @type {SVGCircleElement} */ (ring.querySelector('.ring-hand'));
        const animation = hand.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: ROUND }], {
          duration: total,
          fill: 'forwards',
        });
        animation.currentTime = Math.max(0, total - rest);
        turning = animation;
        const tick = () =>
          setText(
            seconds,
            String(Math.max(0, Math.ceil((total - Number(animation.currentTime ?? 0)) / 1000))),
          );
        tick();
        ticking = setInterval(tick, 250);
      }
      if (paused) turning?.pause();
      else if (turning?.playState === 'paused') turning.play();
    },

    /**
     * A paw lands on the pile.
     * @param {string} face
     * @param {Box} box
     * @param {'top' | 'bottom' | 'left' | 'right'} from
     * @returns {{gone: () => void, fade: () => void}}
     */
    paw(face, box, from) {
      const element = drawn(pawFor(face), `paw-box paw-${from}`);
      at(element, box.x + box.w / 2, box.y + box.h / 2);
      element.style.setProperty('--paw', `${Math.round(Math.min(box.w * 0.8, box.h * 0.56))}px`);
      felt.append(element);
      const far = { top: '0 -60%', bottom: '0 60%', left: '-60% 0', right: '60% 0' }[from];
      if (!still())
        element.firstElementChild?.animate(
          [
            { translate: far, scale: '1.35', opacity: 0.5 },
            { translate: '0 0', scale: '1', opacity: 1 },
          ],
          { duration: 70, easing: 'ease-in' },
        );
      const gone = () => element.remove();
      const fade = () => {
        const fading = element.animate([{ opacity: 1 }, { opacity: 0 }], {
          duration: 420,
          fill: 'forwards',
        });
        fading.onfinish = gone;
      };
      return { gone, fade };
    },

    /**
     * A sign on a place, with words under it.
     * @param {string} name of an icon
     * @param {string} words
     * @param {Box} box
     * @param {string} [className]
     */
    sign(name, words, box, className = '') {
      const element = el(
        'div',
        { class: `sign ${className}`, 'aria-hidden': 'true' },
        drawn(icon(name), 'sign-icon'),
        el('span', {}, words),
      );
      inside(element, box);
      overPile.add(element);
      brief(element, 1500);
    },

    /**
     * Words in the middle of the table that explain what is seen meanwhile.
     * @param {string} words
     * @param {number} lasts milliseconds
     */
    banner(words, lasts) {
      const element = el('p', { class: 'banner', 'aria-hidden': 'true' }, words);
      at(element, felt.clientWidth / 2, felt.clientHeight * 0.42);
      brief(element, Math.max(BANNER, lasts));
    },

    /**
     * Lines that rise from a place.
     * @param {string[]} lines
     * @param {Box} box
     * @param {string} [className]
     */
    chip(lines, box, className = '') {
      const written = lines.map((line) => el('div', {}, line));
      const element = el('div', { class: `chip ${className}`, 'aria-hidden': 'true' }, ...written);
      inside(element, box);
      overPile.add(element);
      const up = centred(box.x + box.w / 2, box.y + box.h / 2 - 12);
      brief(element, 2200, [
        { opacity: 0, scale: '0.7' },
        { opacity: 1, scale: '1', offset: 0.08 },
        { opacity: 1, translate: up, offset: 0.8 },
        { opacity: 0, translate: up },
      ]);
    },

    /**
     * Say why, next to a card or above the hand, where it covers nothing that is needed now.
     * @param {string} words
     * @param {DOMRect | null} beside
     * @param {Layout} layout
     */
    tip(words, beside, { geometry }) {
      clearTimeout(hiding);
      setText(tip, words);
      tip.hidden = false;
      tip.style.maxWidth = `${Math.round(Math.min(TIP, geometry.w - 16))}px`;
      const put = () => {
        const base = felt.getBoundingClientRect(),
          w = tip.offsetWidth,
          h = tip.offsetHeight;
        const near = {
          x: beside ? beside.left + beside.width / 2 : base.x + geometry.w / 2,
          y: (beside ? beside.top : base.y + geometry.hand.y) - h / 2 - 8,
        };
        const around = { x: base.x, y: base.y, w: geometry.w, h: geometry.h };
        const { x, y } = leastCovering({ w, h }, around, standing(felt, UNCOVERED), near);
        tip.style.translate = `${Math.round(x - base.x)}px ${Math.round(y - base.y)}px`;
      };
      put();
      // Buttons that come with what is awaited are drawn after it, and lie elsewhere then.
      const again = () => tip.hidden || tip.textContent !== words || put();
      requestAnimationFrame(again);
      setTimeout(again, SETTLED);
      if (!still())
        tip.animate(
          [
            { opacity: 0, scale: '0.9' },
            { opacity: 1, scale: '1' },
          ],
          { duration: 120 },
        );
      hiding = setTimeout(() => (tip.hidden = true), 1800 + words.length * 45);
    },

    /** A new card lies on the pile: let it be seen. */
    uncover() {
      for (const element of overPile)
        element.animate([{ opacity: 0 }], { duration: 150 }).onfinish = () => element.remove();
      overPile.clear();
    },

    /** Take a tip away. @param {string} [words] only if it says this */
    untip(words) {
      if (words === undefined || tip.textContent === words) tip.hidden = true;
    },

    stop() {
      clearInterval(ticking);
      clearTimeout(hiding);
      turning?.cancel();
    },
  };
  return cues;
}

/** @typedef {ReturnType<typeof createCues>} Cues */
