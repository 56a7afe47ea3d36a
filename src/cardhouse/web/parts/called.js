/** @file The switch for being called when it is one's turn, and why it can't be switched. */

import { el } from '../dom.js';
import { pushOff, pushOn, pushState } from '../state/push.js';
import { say } from '../words.js';
import { switchField } from './fields.js';

/** The field; it is filled when the house and the browser have said what they can. */
export function calledField() {
  const place = el('div', { class: 'called' });
  async function show() {
    const now = await pushState();
    const can = now === 'on' || now === 'off';
    const field = switchField(say('page.settings.called'), now === 'on', (on) => void change(on), {
      name: 'called',
      quiet: say(can ? 'page.settings.called_how' : `page.settings.called.${now}`),
    });
    const box = field.querySelector('input');
    if (box) box.disabled = !can;
    place.replaceChildren(field);
  }
  /** @param {boolean} on */
  async function change(on) {
    try {
      await (on ? pushOn() : pushOff());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      place.append(el('p', { class: 'told', role: 'status' }, why));
      return;
    }
    await show();
    place.querySelector('input')?.focus();
  }
  void show().catch(() => null);
  return place;
}
