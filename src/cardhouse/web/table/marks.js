/** @file What stands on the table beside the cards: counts, glow, chances, trump, the card that counts, and what can be pressed. */

import { icon } from '../art/icons.js';
import { drawn, el, setText } from '../dom.js';
import { cardInWords, cardsInShort, say } from '../words.js';
import { SLAP_GAMES, rank, zone } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('./layout.js').Plan} Plan */
/** @typedef {import('./layout.js').Box} Box */
/** @typedef {{text: string, box: Box, at: 'below' | 'middle' | 'above' | 'beside', className?: string, icon?: string}} Label */

const FEW = 10;
const SIGN = /** @type {Record<string, string>} */ ({ clubs: '♣', diamonds: '♦', spades: '♠', hearts: '♥' });

/** @param {View} view @param {Plan} plan @param {string[]} names @returns {Record<string, Label>} */
function labels(view, plan, names) {
  const { boxes } = plan;
  const near = plan.frame.shape === 'low' ? 'beside' : 'above';
  /** @type {Record<string, Label>} */
  const found = {};
  const count = (/** @type {string} */ key, /** @type {Box | undefined} */ box, /** @type {number} */ number, /** @type {Partial<Label>} */ more = {}) => {
    if (box && number) found[key] = { text: String(number), box, at: 'below', className: 'mark-count', ...more };
  };
  if (SLAP_GAMES.has(view.game)) {
    for (let seat = 0; seat < view.seats; seat++) count(`deck ${seat}`, boxes[`deck ${seat}`], zone(view, 'hand', seat).length);
    count('pile', boxes.pile, zone(view, 'pile').length, { className: 'mark-count mark-pile' });
    const pile = boxes.pile;
    if (pile && view.facts.jacks_only) found.jacks = { text: say('page.cue.jacks_only'), box: pile, at: near, className: 'mark-banner' };
    if (pile && view.phase === 'challenge') {
      const to = view.turn[0] ?? 0;
      found.chances = { text: say('page.cue.chances', { to, count: view.facts.chances }, names), box: pile, at: near, className: 'mark-chances' };
    }
  }
  if (view.game === 'hearts') for (let seat = 0; seat < view.seats; seat++) count(`hand ${seat}`, boxes[`hand ${seat}`], zone(view, 'hand', seat).length);
  if (view.game === 'threes') {
    count('draw', boxes.stock, zone(view, 'draw').length);
    count('discard', boxes.pile, zone(view, 'discard').length);
    count('burned', boxes.burned, zone(view, 'burned').length, { icon: 'flame' });
    const cards = zone(view, 'discard'), top = view.facts.top;
    if (boxes.pile && cards.length && rank(cards[cards.length - 1] ?? '') === 1)
      found.counts = { text: top ? say('page.cue.counts', { card: cardsInShort(top) }) : say('page.cue.counts_nothing'), box: boxes.pile, at: near, className: 'mark-counts' };
  }
  if (view.game === 'durak') {
    count('stock', boxes.stock, zone(view, 'stock').length);
    count('away', boxes.away, zone(view, 'discard').length, { icon: 'check' });
    const trump = String(view.facts.trump ?? '');
    if (boxes.trump && trump) found.trump = { text: `${SIGN[trump] ?? ''} ${say('page.cue.trump')}`, box: boxes.trump, at: zone(view, 'stock').length ? 'above' : 'middle', className: `mark-trump suit-${trump}` };
  }
  return found;
}

/** @param {HTMLElement} felt @param {{press: (what: string, event: Event) => void}} hands */
export function createMarks(felt, hands) {
  /** @type {Map<string, HTMLElement>} */
  const marks = new Map();
  /** @type {Map<string, HTMLElement>} */
  const halos = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {Map<string, number>} */
  const numbers = new Map();

  /** @param {string} key @param {Label} label */
  function place(key, label) {
    let element = marks.get(key);
    if (!element) {
      element = el('span', { 'aria-hidden': 'true' }, label.icon ? drawn(icon(label.icon), 'mark-icon') : null, el('span', { class: 'mark-text' }));
      marks.set(key, element);
      felt.append(element);
    }
    element.className = `mark ${label.className ?? ''}`;
    const text = element.querySelector('.mark-text');
    if (text) setText(text, label.text);
    const number = Number(label.text), old = numbers.get(key);
    if (!Number.isNaN(number)) {
      if (old !== undefined && old !== number) element.animate([{ scale: number > old ? '1.6' : '0.6' }, { scale: '1' }], { duration: 350, easing: 'ease-out' });
      numbers.set(key, number);
    }
    const { x, y, w, h } = label.box;
    if (label.at === 'beside') {
      element.style.translate = `${Math.round(x + w + 18)}px calc(${Math.round(y + h / 2)}px - 50%)`;
      return;
    }
    const top = label.at === 'middle' ? y + h / 2 : label.at === 'above' ? y - 2 : y + h - 4;
    element.style.translate = `calc(${Math.round(x + w / 2)}px - 50%) calc(${Math.round(top)}px - ${label.at === 'above' ? '100%' : '50%'})`;
  }

  /** @param {View} view @param {Plan} plan */
  function glow(view, plan) {
    for (let seat = 0; seat < view.seats; seat++) {
      const box = plan.boxes[`deck ${seat}`];
      if (!box) continue;
      let halo = halos.get(String(seat));
      if (!halo) halos.set(String(seat), (halo = felt.appendChild(el('span', { class: 'halo', 'aria-hidden': 'true' }))));
      const cards = zone(view, 'hand', seat).length;
      halo.style.setProperty('--share', (cards / 52).toFixed(3));
      halo.classList.toggle('few', cards > 0 && cards < FEW);
      halo.classList.toggle('none', cards === 0);
      halo.classList.toggle('turn', view.turn.includes(seat) && view.legal !== undefined);
      Object.assign(halo.style, { translate: `${box.x}px ${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });
    }
  }

  /** A place that can be pressed. @param {string} key @param {Box | undefined} box @param {string} words @param {boolean} [round] */
  function pressable(key, box, words, round = false) {
    let element = buttons.get(key);
    if (!box) {
      if (element) element.hidden = true;
      return;
    }
    if (!element) {
      element = el('button', { type: 'button', class: `hit hit-${key.split(' ')[0]}`, 'data-hit': key });
      element.addEventListener('pointerdown', (event) => hands.press(key, event));
      element.addEventListener('click', (event) => event.detail === 0 && hands.press(key, event));
      buttons.set(key, element);
      felt.append(element);
    }
    element.hidden = false;
    element.classList.toggle('round', round);
    if (element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
    const grow = key === 'pile' ? 14 : 4;
    Object.assign(element.style, { translate: `${box.x - grow}px ${box.y - grow}px`, width: `${box.w + 2 * grow}px`, height: `${box.h + 2 * grow}px` });
  }

  return {
    /** @param {View} view @param {Plan} plan @param {string[]} names @param {number[]} mine */
    update(view, plan, names, mine) {
      const found = labels(view, plan, names);
      for (const [key, element] of marks) {
        if (found[key]) continue;
        element.remove();
        marks.delete(key);
        numbers.delete(key);
      }
      for (const [key, label] of Object.entries(found)) place(key, label);
      if (SLAP_GAMES.has(view.game)) {
        glow(view, plan);
        const pile = zone(view, 'pile');
        const top = pile[pile.length - 1];
        pressable('pile', plan.boxes.pile, mine.length ? say('page.do.slap_pile', { card: top ? cardInWords(top) : say('page.nothing') }) : say('page.do.look'));
        for (const seat of mine) pressable(`deck ${seat}`, plan.boxes[`deck ${seat}`], say('page.do.turn_of', { seat }, names));
      }
      if (view.game === 'threes') {
        const top = String(view.facts.top ?? '');
        pressable('pile', zone(view, 'discard').length ? plan.boxes.pile : undefined, say(view.legal.includes('pickup') ? 'page.do.pickup' : 'page.do.look_pile', { card: top ? cardInWords(top) : say('page.nothing') }));
      }
      if (view.game === 'durak') pressable('away', zone(view, 'discard').length ? plan.boxes.away : undefined, say('page.do.look_away'));
    },
  };
}
