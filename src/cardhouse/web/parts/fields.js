/** @file What can be set: switches, choices and numbers, with words and perhaps a picture. */

import { el } from '../dom.js';

/** @typedef {import('../dom.js').Child} Child */

let made = 0;

/**
 * A switch.
 * @param {string} words
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {{name?: string, picture?: Child, quiet?: string}} [how]
 */
export function switchField(words, on, change, { name, picture, quiet } = {}) {
  const input = el('input', {
    type: 'checkbox',
    role: 'switch',
    class: 'switch',
    name,
    onchange: () => change(input.checked),
  });
  input.checked = on;
  return el(
    'label',
    { class: 'field field-switch' },
    input,
    el(
      'span',
      { class: 'field-words' },
      words,
      quiet ? el('small', { class: 'quiet' }, quiet) : null,
    ),
    picture,
  );
}

/**
 * One of several. @template {string} T
 * @param {string} words
 * @param {{value: T, words: string, picture?: Child}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} change
 * @param {{name?: string, class?: string}} [how]
 */
export function choiceField(words, choices, chosen, change, how = {}) {
  const group = `choice-${++made}`;
  return el(
    'fieldset',
    { class: `field field-choice ${how.class ?? ''}`, 'data-name': how.name },
    el('legend', {}, words),
    el(
      'div',
      { class: 'choices' },
      ...choices.map(({ value, words: said, picture }) => {
        const input = el('input', {
          type: 'radio',
          name: group,
          value,
          onchange: () => change(value),
        });
        input.checked = value === chosen;
        return el('label', { class: 'choice' }, input, el('span', {}, said), picture);
      }),
    ),
  );
}

/**
 * A whole number.
 * @param {string} words
 * @param {number} value
 * @param {{low: number, high: number, name?: string, picture?: Child}} how
 * @param {(value: number) => void} change
 */
export function numberField(words, value, { low, high, name, picture }, change) {
  const input = el('input', {
    type: 'number',
    inputmode: 'numeric',
    min: low,
    max: high,
    step: 1,
    value,
    name,
    class: 'number',
    onchange: () => {
      const wanted = Math.round(Number(input.value));
      const kept =
        Number.isFinite(wanted) && input.value !== ''
          ? Math.max(low, Math.min(high, wanted))
          : value;
      input.value = String(kept);
      change(kept);
    },
  });
  return el(
    'label',
    { class: 'field field-number' },
    el('span', { class: 'field-words' }, words),
    input,
    picture,
  );
}
