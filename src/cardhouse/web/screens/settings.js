/** @file Settings: how the house looks, sounds and moves in this browser, and who one is. */

import { backNames, cardBack } from '../art/deck.js';
import { icon } from '../art/icons.js';
import { button, drawn, el } from '../dom.js';
import { languages } from '../languages.js';
import { archiveField } from '../parts/archive.js';
import { calledField } from '../parts/called.js';
import { cardRow } from '../parts/cardrow.js';
import { devicesField } from '../parts/devices.js';
import { choiceField, switchField } from '../parts/fields.js';
import { head } from '../parts/head.js';
import { whoForm } from '../parts/who.js';
import { keyName, playerKeys, resetKeys, setKey } from '../state/keys.js';
import { me } from '../state/me.js';
import { renewPush } from '../state/push.js';
import { change, locale, SPEEDS, settings, VERBOSITIES } from '../state/settings.js';
import { sound } from '../table/sounds.js';
import { isHere } from '../transport/transport.js';
import { loadLocale, say } from '../words.js';

/** @param {string} title @param {...import('../dom.js').Child} children */
const part = (title, ...children) =>
  el('section', { class: 'part' }, el('h2', {}, title), ...children);

/**
 * One of several values of a setting.
 * @template {keyof import('../state/settings.js').Settings} K
 * @param {K} name
 * @param {readonly string[]} values
 */
const choice = (name, values) =>
  choiceField(
    say(`page.settings.${name}`),
    values.map((value) => ({ value, words: say(`page.settings.${name}.${value}`) })),
    String(settings()[name]),
    (value) => change({ [name]: value }),
    { name, class: 'choice-short' },
  );

/** The keys of everybody at this screen, each to be changed by pressing another. */
function keysField() {
  const told = el('p', { class: 'told', role: 'status' });
  const list = el('ul', { class: 'lines player-keys' });
  /** @param {number} player @param {import('../state/keys.js').Deed} deed @param {string} code */
  function key(player, deed, code) {
    const words = say(`page.keys.${deed}_of`, { count: player + 1 });
    const press = button(keyName(code), () => {
      press.textContent = say('page.settings.key_press');
      told.textContent = '';
      press.focus();
      press.addEventListener('keydown', pressed, { once: true });
      press.addEventListener('blur', show, { once: true });
    });
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      event.preventDefault();
      const taken = event.key !== 'Escape' && !setKey(player, deed, event.code);
      show();
      told.textContent = taken ? say('page.settings.key_taken') : '';
      list.querySelector(`[data-key="${player} ${deed}"]`) instanceof HTMLElement &&
        /** @type {HTMLElement} */ (list.querySelector(`[data-key="${player} ${deed}"]`)).focus();
    };
    press.dataset.key = `${player} ${deed}`;
    press.setAttribute('aria-label', `${words}: ${keyName(code)}`);
    return el('span', {}, press, ` ${words}`);
  }
  function show() {
    list.replaceChildren(
      ...playerKeys().map(({ turn, slap }, player) =>
        el('li', {}, key(player, 'turn', turn), key(player, 'slap', slap)),
      ),
    );
  }
  show();
  const usual = button(
    say('page.settings.keys_usual'),
    () => {
      resetKeys();
      show();
    },
    { class: 'button-small' },
  );
  return el('div', {}, list, el('div', { class: 'row row-start' }, usual, told));
}

/** @type {import('../router.js').Screen} */
export default async function screen(place) {
  const self = await me().catch(() => ({ id: '', name: '', face: '' }));

  function show() {
    const now = settings();
    const deck = el('div', { class: 'deck-example' });
    const showDeck = () => deck.replaceChildren(cardRow({ cards: 'As Kh Qd Jc ??' }));
    showDeck();
    place.replaceChildren(
      head(say('page.menu.settings')),
      el(
        'main',
        {},
        part(
          say('page.who.title'),
          whoForm(self, (changed) => Object.assign(self, changed)),
        ),
        // A house in the page has this browser alone.
        isHere() ? null : part(say('page.devices.title'), devicesField()),
        isHere() ? null : part(say('page.settings.turn'), calledField()),
        part(say('page.archive.title'), archiveField()),
        part(
          say('page.settings.language'),
          choiceField(
            say('page.settings.language_how'),
            Object.entries(languages).map(([value, words]) => ({ value, words })),
            locale() in languages ? locale() : 'en',
            (value) => {
              change({ language: value });
              void loadLocale(value).then(() => {
                void renewPush().catch(() => null);
                show();
                place.querySelector('[data-name="language"] input:checked') instanceof
                  HTMLElement &&
                  /** @type {HTMLElement} */ (
                    place.querySelector('[data-name="language"] input:checked')
                  ).focus();
              });
            },
            { name: 'language', class: 'choice-short' },
          ),
        ),
        part(
          say('page.settings.today'),
          switchField(say('page.settings.zen'), now.zen, (on) => change({ zen: on }), {
            name: 'zen',
            quiet: say('page.settings.zen_how'),
          }),
        ),
        part(
          say('page.settings.looks'),
          choice('theme', ['auto', 'dark', 'light']),
          deck,
          switchField(
            say('page.settings.fourColour'),
            now.fourColour,
            (on) => {
              change({ fourColour: on });
              showDeck();
            },
            { name: 'fourColour' },
          ),
          choiceField(
            say('page.settings.back'),
            backNames.map((value) => ({
              value,
              words: say(`page.settings.back.${value}`),
              picture: drawn(cardBack(value), 'mini'),
            })),
            now.back,
            (value) => {
              change({ back: value });
              showDeck();
            },
            { name: 'back', class: 'choice-short back-choice' },
          ),
          choice('cardSize', ['normal', 'large']),
        ),
        part(
          say('page.settings.ears'),
          el('p', { class: 'quiet' }, say('page.settings.ears_how')),
          choice('spoken', VERBOSITIES),
        ),
        part(
          say('page.settings.keys'),
          el('p', { class: 'quiet' }, say('page.settings.keys_how')),
          keysField(),
        ),
        part(
          say('page.settings.feel'),
          choice('speed', SPEEDS),
          choice('motion', ['auto', 'full', 'reduced']),
          choice('hand', ['right', 'left']),
          switchField(say('page.settings.oneTap'), now.oneTap, (on) => change({ oneTap: on }), {
            name: 'oneTap',
            quiet: say('page.settings.oneTap_how'),
          }),
          switchField(
            say('page.settings.sound'),
            now.sound,
            (on) => {
              change({ sound: on });
              if (on) sound.play('purr');
            },
            { name: 'sound' },
          ),
          choice('effects', ['off', 'soft', 'full']),
          choice('cats', ['off', 'soft', 'full']),
          switchField(say('page.settings.haptics'), now.haptics, (on) => change({ haptics: on }), {
            name: 'haptics',
          }),
          el(
            'div',
            {},
            button(say('page.settings.try_sound'), () => sound.play('slap'), {
              icon: icon('sound-on'),
              class: 'button-small',
            }),
          ),
        ),
      ),
    );
  }
  show();
  return () => {};
}
