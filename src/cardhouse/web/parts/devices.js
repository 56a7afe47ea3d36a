/**
 * @file Several devices of one person: a code for another one, what there is, recovery words,
 * passkeys.
 */

import { qrCode } from '../art/qr.js';
import {
  devices as askDevices,
  codeOwner,
  deviceCode,
  dropDevice,
  joinDevice,
  recoveryWords,
} from '../asking.js';
import { button, drawn, el } from '../dom.js';
import { linkTo } from '../router.js';
import { findReach } from '../state/reach.js';
import { locale } from '../state/settings.js';
import { closedHouse } from '../table/menu.js';
import { openPanel } from '../table/panels.js';
import { say } from '../words.js';
import { choose } from './confirm.js';
import { enterByPasskey, hasPasskeys, makePasskey } from './passkeys.js';

/** @typedef {import('../types.js').Device} Device */

/** What this device is called in the list: what its browser says it runs on. */
function thisDevice() {
  const { userAgent } = navigator;
  const known = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['Mac OS', 'Mac'],
    ['CrOS', 'Chromebook'],
    ['Linux', 'Linux'],
  ];
  return known.find(([part]) => part && userAgent.includes(part))?.[1] ?? '';
}

/** A code in two halves, easier to read aloud. @param {string} code */
const inHalves = (code) => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;

/** Show a code that makes another device this person's. @param {() => void} closed */
async function showCode(closed) {
  await findReach();
  const { code, seconds } = await deviceCode({ device: thisDevice() });
  const drawing = qrCode(linkTo(`/device/${code}`));
  const panel = openPanel(
    say('page.devices.add'),
    [
      closedHouse(() => {
        panel.close();
        void showCode(closed);
      }),
      el('p', {}, say('page.devices.add_how', { count: Math.round(seconds / 60) })),
      drawing
        ? el(
            'figure',
            { class: 'waiting-qr', role: 'img', 'aria-label': say('page.devices.qr') },
            drawn(drawing),
          )
        : null,
      el('p', { class: 'code' }, el('code', { class: 'device-code' }, inHalves(code))),
    ],
    { className: 'panel-small', closed },
  );
}

/** Make recovery words, and show them this once. @param {() => void} closed */
async function showWords(closed) {
  const { words } = await recoveryWords();
  openPanel(
    say('page.devices.words'),
    [
      el('p', {}, say('page.devices.words_once')),
      el('p', { class: 'code' }, el('code', { class: 'recovery-words' }, words)),
    ],
    { className: 'panel-small', closed },
  );
}

/**
 * Make this browser one of somebody's devices, once it is sure that this is wanted; then the page
 * begins again as theirs.
 * @param {string} code
 */
export async function joinWith(code) {
  const owner = await codeOwner(code);
  const name = owner.name || say('page.room.somebody');
  const sure = await choose(
    say('page.devices.join', { name }),
    say('page.devices.join_sure', { name }),
    [{ words: say('page.devices.join', { name }), value: true }],
  );
  if (!sure) return;
  await joinDevice({ code, device: thisDevice() });
  beginAgain();
}

/** The page begins again, as the person that this browser is now. */
function beginAgain() {
  location.hash = '#/';
  location.reload();
}

/**
 * One of the devices.
 * @param {Device} device
 * @param {boolean} only whether there is no other way to be this person
 * @param {() => Promise<void>} again
 */
function deviceLine(device, only, again) {
  const since = device.since
    ? new Date(device.since * 1000).toLocaleDateString(locale(), { dateStyle: 'medium' })
    : '';
  const own = device.name || say('page.devices.first');
  const passkey = [say('page.devices.passkey'), device.name].filter(Boolean).join(', ');
  const name = device.words ? say('page.devices.words') : device.passkey ? passkey : own;
  const drop = async () => {
    const words = say('page.devices.drop');
    const kind = device.words ? 'words' : device.passkey ? 'passkey' : 'sure';
    const why = `page.devices.drop_${kind}`;
    if (!(await choose(`${words}: ${name}`, say(why), [{ words, value: true }]))) return;
    await dropDevice(device.id);
    if (device.here) return location.reload();
    await again();
  };
  const press = button(say('page.devices.drop'), () => void drop());
  press.setAttribute('aria-label', `${say('page.devices.drop')}: ${name}`);
  // The only way back to everything is not dropped.
  press.hidden = only;
  const told = [device.here ? say('page.devices.here') : '', since].filter(Boolean).join(', ');
  return el('li', {}, el('strong', {}, name), el('span', { class: 'quiet' }, told), press);
}

/** One's devices, as a part of the settings. */
export function devicesField() {
  const list = el('ul', { class: 'lines devices' });
  const told = el('p', { class: 'told', role: 'status' });
  const failed = (/** @type {unknown} */ error) => {
    told.textContent = error instanceof Error ? error.message : String(error);
  };
  const show = async () => {
    const found = await askDevices();
    list.replaceChildren(...found.map((device) => deviceLine(device, found.length === 1, show)));
  };
  const again = () => void show().catch(failed);
  const code = el('input', {
    type: 'text',
    class: 'text',
    name: 'device-code',
    autocomplete: 'off',
    autocapitalize: 'none',
    'aria-label': say('page.devices.code'),
  });
  again();
  return el(
    'div',
    {},
    el('p', { class: 'quiet' }, say('page.devices.how')),
    list,
    el(
      'div',
      { class: 'row row-start' },
      button(say('page.devices.add'), () => void showCode(again).catch(failed)),
      button(say('page.devices.new_words'), () => void showWords(again).catch(failed)),
      ...(hasPasskeys()
        ? [
            button(
              say('page.devices.passkey_new'),
              () => void makePasskey(thisDevice()).then(again, failed),
            ),
            button(
              say('page.devices.passkey_use'),
              () => void enterByPasskey(thisDevice()).then(beginAgain, failed),
            ),
          ]
        : []),
    ),
    el(
      'form',
      {
        class: 'row row-start',
        onsubmit: (event) => {
          event.preventDefault();
          if (code.value.trim()) void joinWith(code.value).catch(failed);
        },
      },
      el('label', { class: 'field-line' }, el('span', {}, say('page.devices.code')), code),
      el('button', { type: 'submit', class: 'button' }, say('page.devices.use')),
    ),
    told,
  );
}
