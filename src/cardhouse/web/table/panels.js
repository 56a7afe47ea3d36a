/** @file Panels over the table: they take the focus, close with Esc, and give the focus back. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { say } from '../words.js';

/**
 * Open a panel. @param {string} title @param {(import('../dom.js').Child)[]} children
 * @param {{className?: string, closed?: () => void, firm?: boolean, key?: string}} [how] `firm`: it
 *   has no close button; `key`: the key that opened it closes it too
 */
export function openPanel(
  title,
  children,
  { className = '', closed, firm = false, key = '' } = {},
) {
  const heading = el('h2', {}, title);
  const dialog = el('dialog', {
    class: `panel ${className}`,
    'aria-label': title,
    'data-key': key || null,
  });
  const close = button(say('page.close'), () => dialog.close(), {
    icon: icon('close'),
    plain: true,
    class: 'button-quiet panel-close',
  });
  dialog.append(
    el('div', { class: 'panel-head' }, heading, firm ? null : close),
    el('div', { class: 'panel-body' }, ...children),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed?.();
    tell();
  });
  dialog.addEventListener('cancel', (event) => firm && event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && !firm && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  tell();
  return dialog;
}

/** Who hears of panels that open and close. @type {Set<() => void>} */
const hearing = new Set();

function tell() {
  for (const listener of hearing) listener();
}

/**
 * Hear whenever a panel has opened or closed; returns how to stop.
 * @param {() => void} listener
 * @returns {() => void}
 */
export function onPanels(listener) {
  hearing.add(listener);
  return () => void hearing.delete(listener);
}

/** Close the panel that this key opened; whether there is one. @param {string} key */
export function closeBy(key) {
  const open = document.querySelector('dialog[open][data-key]');
  if (!(open instanceof HTMLDialogElement) || open.dataset.key !== key) return false;
  open.close();
  return true;
}

/** True if a panel is open. */
export const panelOpen = () => document.querySelector('dialog[open]') !== null;
