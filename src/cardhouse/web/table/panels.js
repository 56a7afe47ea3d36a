/** @file Panels over the table: they take the focus, close with Esc, and give the focus back. */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { say } from '../words.js';

/**
 * Open a panel. @param {string} title @param {(import('../dom.js').Child)[]} children
 * @param {{className?: string, closed?: () => void, firm?: boolean}} [how] `firm`: it has no close button
 */
export function openPanel(title, children, { className = '', closed, firm = false } = {}) {
  const heading = el('h2', {}, title);
  const dialog = el('dialog', { class: `panel ${className}`, 'aria-label': title });
  const close = button(say('page.close'), () => dialog.close(), { icon: icon('close'), plain: true, class: 'button-quiet panel-close' });
  dialog.append(el('div', { class: 'panel-head' }, heading, firm ? null : close), el('div', { class: 'panel-body' }, ...children));
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed?.();
  });
  dialog.addEventListener('cancel', (event) => firm && event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && !firm && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Whether a panel is open. */
export const panelOpen = () => document.querySelector('dialog[open]') !== null;
