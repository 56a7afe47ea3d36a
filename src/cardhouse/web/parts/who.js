/** @file Who one is: a name and a face. */

import { cats, people } from '../art/cats.js';
import { button, drawn, el } from '../dom.js';
import { become, me } from '../state/me.js';
import { openPanel } from '../table/panels.js';
import { safeFace } from '../table/seats.js';
import { LONGEST_NAME } from '../types.js';
import { say } from '../words.js';

const FACES = [...people, ...cats].map(({ id, name }) => ({ id, name }));

/**
 * A form for name and face.
 * @param {import('../state/me.js').Me} self
 * @param {(now: import('../state/me.js').Me) => void} done
 */
export function whoForm(self, done) {
  let face = self.face || 'fox';
  const name = el('input', {
    type: 'text',
    maxlength: LONGEST_NAME,
    value: self.name,
    autocomplete: 'nickname',
    class: 'text',
    name: 'name',
    placeholder: say('page.home.guest'),
  });
  const told = el('p', { class: 'told', role: 'status' });
  const faces = FACES.map((one) => {
    const input = el('input', {
      type: 'radio',
      name: 'face',
      value: one.id,
      class: 'sr',
      onchange: () => (face = one.id),
    });
    input.checked = one.id === face;
    return el(
      'label',
      { class: 'face-choice', title: one.name },
      input,
      drawn(safeFace(one.id), 'face'),
      el('span', { class: 'sr' }, one.name),
    );
  });
  const save = async () => {
    told.classList.remove('bad');
    try {
      const now = await become({ name: name.value.trim() || say('page.home.guest'), face });
      name.value = now.name;
      told.textContent = say('page.who.saved');
      done(now);
    } catch (error) {
      told.classList.add('bad');
      told.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return el(
    'form',
    {
      class: 'who',
      onsubmit: (event) => {
        event.preventDefault();
        void save();
      },
    },
    el('label', { class: 'field-line' }, el('span', {}, say('page.who.name')), name),
    el(
      'fieldset',
      { class: 'field-choice' },
      el('legend', {}, say('page.who.face')),
      el('div', { class: 'faces' }, ...faces),
    ),
    el(
      'div',
      { class: 'row row-start' },
      button(say('page.who.save'), () => void save(), { class: 'button-main' }),
      told,
    ),
  );
}

/**
 * Ask for a name, once: who has one is not asked. False: they would rather not go on.
 * @returns {Promise<boolean>}
 */
export async function withName() {
  const self = await me();
  if (self.name) return true;
  return new Promise((answer) => {
    const panel = openPanel(
      say('page.wait.name'),
      [
        whoForm(self, () => {
          answer(true);
          panel.close();
        }),
      ],
      { className: 'panel-who', closed: () => answer(false) },
    );
  });
}
