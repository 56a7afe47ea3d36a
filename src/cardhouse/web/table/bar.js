/** @file The buttons of the table: what can be done with the cards, and the bar at the top. */

import { icon } from '../art/icons.js';
import { button, centred, el, setText } from '../dom.js';
import { keyName, playerKeys } from '../state/keys.js';
import { buttonWords, say } from '../words.js';
import { verb } from './view.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../game/contract.js').Button} Act */

/**
 * A button that acts when it is touched, not when it is let go.
 * @param {string} words
 * @param {string} key
 * @param {(event: Event) => void} press
 * @param {string} className
 */
const pressAtOnce = (words, key, press, className) =>
  el(
    'button',
    {
      type: 'button',
      class: `button ${className}`,
      onpointerdown: press,
      onmousedown: (event) => event.preventDefault(),
      onclick: (event) => /** @type {MouseEvent} */ (event).detail === 0 && press(event),
    },
    el('span', {}, words),
    el('kbd', { 'aria-hidden': 'true' }, key),
  );

/**
 * The buttons of the others who share this screen, each on their own side and turned towards them
 * where the screen may lie between them.
 * @param {HTMLElement} felt
 * @param {{turn: (player: number) => void, slap: (player: number, event: Event) => void}} does
 */
export function createSides(felt, does) {
  /** @type {Map<number, HTMLElement>} */
  const sides = new Map();
  /** @param {number} player */
  function make(player) {
    const keys = playerKeys()[player];
    const turn = pressAtOnce(
      say('page.do.turn'),
      keyName(keys?.turn ?? ''),
      () => does.turn(player),
      '',
    );
    turn.dataset.act = 'turn';
    const slap = pressAtOnce(
      say('page.do.slap'),
      keyName(keys?.slap ?? ''),
      (event) => does.slap(player, event),
      'button-slap',
    );
    slap.dataset.act = 'slap';
    const made = el('div', { class: 'side', role: 'group' }, turn, slap);
    felt.append(made);
    sides.set(player, made);
    return made;
  }
  return {
    /**
     * @param {import('./layout.js').Layout} layout
     * @param {number[]} mine the seats played from this screen, the first at the bottom
     * @param {Names} names
     * @param {readonly number[]} turn who is to turn a card
     */
    update({ geometry, boxes }, mine, names, turn) {
      for (const [player, element] of sides)
        if (player >= mine.length) {
          element.remove();
          sides.delete(player);
        }
      mine.forEach((seat, player) => {
        const spot = geometry.spots[seat],
          deck = boxes[`deck ${seat}`];
        if (player === 0 || !spot || !deck) return;
        const element = sides.get(player) ?? make(player);
        const left = spot.x < geometry.w * 0.2,
          right = spot.x > geometry.w * 0.8;
        element.dataset.seat = String(seat);
        element.dataset.side = left ? 'left' : right ? 'right' : 'top';
        element.setAttribute('aria-label', names[seat] ?? '');
        element
          .querySelector('[data-act=turn]')
          ?.classList.toggle('button-main', turn.includes(seat));
        const x = left || right ? deck.x + deck.w / 2 : deck.x + deck.w + SIDE;
        const y = left || right ? deck.y + deck.h + SIDE : deck.y + deck.h / 2;
        element.style.translate = centred(x, y);
      });
    },
  };
}

/** How far from a deck the middle of its player's buttons lies. */
const SIDE = 66;

/**
 * The buttons beside the hand.
 * @param {HTMLElement} felt
 * @param {{act: (action: string) => void, slap: (event: Event) => void, turn: () => void}} hands
 */
export function createBar(felt, hands) {
  const place = el('div', { class: 'bar' });
  felt.append(place);
  let shown = '';

  return {
    /**
     * @param {import('./layout.js').Geometry['bar']} box
     * @param {Act[]} acts
     * @param {{turn: boolean} | null} slapping
     */
    update(box, acts, slapping) {
      Object.assign(place.style, {
        translate: `${Math.round(box.x)}px ${Math.round(box.y)}px`,
        width: `${Math.round(box.w)}px`,
        height: `${Math.round(box.h)}px`,
      });
      place.classList.toggle('bar-split', box.gap !== undefined && slapping !== null);
      place.classList.toggle('bar-left', box.left === true);
      place.style.setProperty('--gap', `${Math.round(box.gap ?? 0)}px`);
      const key = JSON.stringify([acts, slapping]);
      if (key === shown) return;
      shown = key;
      const focused = place.contains(document.activeElement);
      place.replaceChildren();
      if (slapping) {
        const turn = pressAtOnce(
          say('page.do.turn'),
          keyName(playerKeys()[0]?.turn ?? ''),
          () => hands.turn(),
          slapping.turn ? 'button-main' : 'button-off',
        );
        turn.dataset.act = 'turn';
        const slap = pressAtOnce(
          say('page.do.slap'),
          keyName(playerKeys()[0]?.slap ?? ''),
          hands.slap,
          'button-slap',
        );
        slap.dataset.act = 'slap';
        place.append(turn, slap);
      }
      for (const act of acts) {
        const made = button(
          buttonWords(act.key, act.facts, act.action),
          () => hands.act(act.action),
          {
            class: act.main ? 'button-main' : '',
          },
        );
        // A numbered action is one of several with its verb.
        made.dataset.act = /^\w+ \d+$/.test(act.action) ? act.action : verb(act.action);
        made.disabled = act.off === true;
        place.append(made);
      }
      if (focused) place.querySelector('button')?.focus();
    },
  };
}

/**
 * The bar at the top. @param {HTMLElement} place
 * @param {Record<'menu' | 'hint' | 'pause' | 'sound' | 'react' | 'look' | 'scores' | 'keys', () =>
 *   void>} does
 */
export function createTop(place, does) {
  const title = el('span', { class: 'top-title' });
  const watched = el('span', { class: 'top-watched', hidden: true });
  const small = (
    /** @type {string} */ words,
    /** @type {string} */ name,
    /** @type {() => void} */ press,
  ) =>
    button(say(words), press, { icon: icon(name), plain: true, class: `button-quiet top-${name}` });
  const parts = {
    menu: small('page.top.menu', 'menu', does.menu),
    scores: small('page.top.scores', 'stats', does.scores),
    look: small('page.look.pile', 'eye', does.look),
    hint: small('page.top.hint', 'hint', does.hint),
    react: small('page.top.react', 'paw', does.react),
    keys: small('page.top.keys', 'keyboard', does.keys),
    sound: small('page.top.sound_off', 'sound-on', does.sound),
    pause: small('page.top.pause', 'pause', does.pause),
  };
  const middle = el('span', { class: 'top-middle' });
  place.append(
    parts.menu,
    title,
    middle,
    watched,
    parts.scores,
    parts.look,
    parts.hint,
    parts.react,
    parts.keys,
    parts.sound,
    parts.pause,
  );

  /** @param {HTMLButtonElement} element @param {string} name @param {string} words */
  const change = (element, name, words) => {
    if (element.title === words) return;
    element.replaceChildren(
      ...button(words, () => {}, { icon: icon(name), plain: true }).childNodes,
    );
    element.title = words;
    element.setAttribute('aria-label', words);
  };

  return {
    middle,
    /**
     * @param {{title: string, watched: number, paused: boolean, sound: boolean, hints: boolean,
     *   plays: boolean, look: string, scores: boolean}} state `look`: the key of the words for
     *   looking; empty: there is no button for it
     */
    update(state) {
      setText(title, state.title);
      watched.hidden = !state.watched;
      setText(watched, say('page.top.watched', { count: state.watched }));
      parts.hint.hidden = !state.hints || !state.plays;
      parts.react.hidden = !state.plays;
      parts.scores.hidden = !state.scores;
      parts.look.hidden = !state.look;
      if (state.look) change(parts.look, 'eye', say(state.look));
      change(
        parts.pause,
        state.paused ? 'play' : 'pause',
        say(state.paused ? 'page.top.go_on' : 'page.top.pause'),
      );
      change(
        parts.sound,
        state.sound ? 'sound-on' : 'sound-off',
        say(state.sound ? 'page.top.sound_off' : 'page.top.sound_on'),
      );
    },
    parts,
  };
}
