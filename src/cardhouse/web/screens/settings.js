/** @file Settings: how the house looks, sounds and moves in this browser, and who one is. */

import { icon } from '../art/icons.js';
import { backNames, cardBack } from '../art/deck.js';
import { button, drawn, el } from '../dom.js';
import { cardRow } from '../parts/cardrow.js';
import { choiceField, switchField } from '../parts/fields.js';
import { head } from '../parts/head.js';
import { whoForm } from '../parts/who.js';
import { me } from '../state/me.js';
import { change, settings, tongue } from '../state/settings.js';
import { sound } from '../table/sounds.js';
import { languages, say, speak } from '../words.js';

/** @param {string} title @param {...import('../dom.js').Child} children */
const part = (title, ...children) => el('section', { class: 'part' }, el('h2', {}, title), ...children);

/** One of several values of a setting. @template {keyof import('../state/settings.js').Settings} K @param {K} name @param {readonly string[]} values */
const choice = (name, values) => choiceField(say(`page.settings.${name}`), values.map((value) => ({ value, words: say(`page.settings.${name}.${value}`) })), String(settings()[name]), (value) => change({ [name]: value }), { name, class: 'choice-short' });

/** @type {import('../router.js').Screen} */
export default async function screen(place) {
  const self = await me().catch(() => ({ id: '', name: '', face: '' }));

  function show() {
    const now = settings();
    const deck = el('div', { class: 'deck-example' });
    const showDeck = () => deck.replaceChildren(cardRow({ cards: 'As Kh Qd Jc ??' }));
    showDeck();
    place.replaceChildren(head(say('page.menu.settings')), el('main', {},
      part(say('page.who.title'), whoForm(self, (changed) => Object.assign(self, changed))),
      part(say('page.settings.language'), choiceField(say('page.settings.language_how'), Object.entries(languages).map(([value, words]) => ({ value, words })), tongue() in languages ? tongue() : 'en', (value) => {
        change({ language: value });
        void speak(value).then(() => {
          show();
          place.querySelector('[data-name="language"] input:checked') instanceof HTMLElement && /** @type {HTMLElement} */ (place.querySelector('[data-name="language"] input:checked')).focus();
        });
      }, { name: 'language', class: 'choice-short' })),
      part(say('page.settings.looks'), choice('theme', ['auto', 'dark', 'light']), deck,
        switchField(say('page.settings.fourColour'), now.fourColour, (on) => {
          change({ fourColour: on });
          showDeck();
        }, { name: 'fourColour' }),
        choiceField(say('page.settings.back'), backNames.map((value) => ({ value, words: say(`page.settings.back.${value}`), picture: drawn(cardBack(value), 'mini') })), now.back, (value) => {
          change({ back: value });
          showDeck();
        }, { name: 'back', class: 'choice-short back-choice' }),
        choice('cardSize', ['normal', 'large'])),
      part(say('page.settings.feel'), choice('speed', ['slow', 'normal', 'fast', 'instant']), choice('motion', ['auto', 'full', 'reduced']), choice('hand', ['right', 'left']),
        switchField(say('page.settings.sound'), now.sound, (on) => {
          change({ sound: on });
          if (on) sound.play('purr');
        }, { name: 'sound' }),
        el('div', {}, button(say('page.settings.try_sound'), () => sound.play('slap'), { icon: icon('sound-on'), class: 'button-small' })))));
  }
  show();
  return () => {};
}
