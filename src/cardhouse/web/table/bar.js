/** @file The buttons of the table: what can be done with the cards, and the bar at the top. */

import { icon } from '../art/icons.js';
import { button, el, setText } from '../dom.js';
import { say } from '../words.js';

/** @typedef {{key: string, facts?: Record<string, any>, action: string, main?: boolean, off?: boolean}} Act */

/** The buttons beside the hand. @param {HTMLElement} felt @param {{act: (action: string) => void, slap: (event: Event) => void, turn: () => void}} hands */
export function createBar(felt, hands) {
  const place = el('div', { class: 'bar' });
  felt.append(place);
  let shown = '';

  /** @param {string} words @param {string} key @param {(event: Event) => void} press @param {string} className */
  function pressAtOnce(words, key, press, className) {
    const made = el('button', { type: 'button', class: `button ${className}`, onpointerdown: press, onclick: (event) => /** @type {MouseEvent} */ (event).detail === 0 && press(event) }, el('span', {}, words), el('kbd', { 'aria-hidden': 'true' }, key));
    return made;
  }

  return {
    /** @param {import('./layout.js').Box} box @param {Act[]} acts @param {{slaps: boolean, turn: boolean} | null} slapping */
    update(box, acts, slapping) {
      Object.assign(place.style, { translate: `${Math.round(box.x)}px ${Math.round(box.y)}px`, width: `${Math.round(box.w)}px`, height: `${Math.round(box.h)}px` });
      const key = JSON.stringify([acts, slapping]);
      if (key === shown) return;
      shown = key;
      const focused = place.contains(document.activeElement);
      place.replaceChildren();
      if (slapping) {
        const turn = pressAtOnce(say('page.do.turn'), 'Q', () => hands.turn(), slapping.turn ? 'button-main' : 'button-off');
        turn.dataset.act = 'turn';
        const slap = pressAtOnce(say('page.do.slap'), 'F', hands.slap, 'button-slap');
        slap.dataset.act = 'slap';
        place.append(turn, slap);
      }
      for (const act of acts) {
        const made = button(say(act.key, act.facts), () => hands.act(act.action), { class: act.main ? 'button-main' : '' });
        made.dataset.act = act.action.split(' ')[0] ?? '';
        made.disabled = act.off === true;
        place.append(made);
      }
      if (focused) place.querySelector('button')?.focus();
    },
  };
}

/**
 * The bar at the top. @param {HTMLElement} place
 * @param {Record<'menu' | 'hint' | 'pause' | 'sound' | 'react' | 'look' | 'scores' | 'keys', () => void>} does
 */
export function createTop(place, does) {
  const title = el('span', { class: 'top-title' });
  const watched = el('span', { class: 'top-watched', hidden: true });
  const small = (/** @type {string} */ words, /** @type {string} */ name, /** @type {() => void} */ press) => button(say(words), press, { icon: icon(name), plain: true, class: `button-quiet top-${name}` });
  const parts = {
    menu: small('page.top.menu', 'menu', does.menu), scores: small('page.top.scores', 'stats', does.scores), look: small('page.top.last_trick', 'eye', does.look),
    hint: small('page.top.hint', 'hint', does.hint), react: small('page.top.react', 'paw', does.react), keys: small('page.top.keys', 'keyboard', does.keys),
    sound: small('page.top.sound_off', 'sound-on', does.sound), pause: small('page.top.pause', 'pause', does.pause),
  };
  const middle = el('span', { class: 'top-middle' });
  place.append(parts.menu, title, middle, watched, parts.scores, parts.look, parts.hint, parts.react, parts.keys, parts.sound, parts.pause);

  /** @param {HTMLButtonElement} element @param {string} name @param {string} words */
  const change = (element, name, words) => {
    if (element.title === words) return;
    element.replaceChildren(...button(words, () => {}, { icon: icon(name), plain: true }).childNodes);
    element.title = words;
    element.setAttribute('aria-label', words);
  };

  return {
    middle,
    /** @param {{title: string, watched: number, paused: boolean, sound: boolean, hints: boolean, hearts: boolean, plays: boolean}} state */
    update(state) {
      setText(title, state.title);
      watched.hidden = !state.watched;
      setText(watched, say('page.top.watched', { count: state.watched }));
      parts.hint.hidden = !state.hints || !state.plays;
      parts.react.hidden = !state.plays;
      parts.scores.hidden = parts.look.hidden = !state.hearts;
      change(parts.pause, state.paused ? 'play' : 'pause', say(state.paused ? 'page.top.go_on' : 'page.top.pause'));
      change(parts.sound, state.sound ? 'sound-on' : 'sound-off', say(state.sound ? 'page.top.sound_off' : 'page.top.sound_on'));
    },
    parts,
  };
}
