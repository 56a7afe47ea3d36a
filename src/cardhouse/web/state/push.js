/** @file Being told of one's turn while the page is closed: by the browser's own push service. */

import { noPush, push, pushHere } from '../asking.js';
import { isHere } from '../transport/transport.js';
import { locale, recall, remember } from './settings.js';

/** What the house was told last, so that it isn't told again. */
const KEY = 'told_push';

/** True if this browser can be told anything. */
const able = () =>
  !isHere() &&
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

/** @returns {Promise<PushSubscription | null>} */
const current = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

/** @typedef {'on' | 'off' | 'denied' | 'browser' | 'house'} PushState */

/** Whether this device is told; or who can't do it: the browser or the house. */
export async function pushState() {
  if (!able()) return /** @type {PushState} */ ('browser');
  const { key, on } = await push();
  if (!key) return /** @type {PushState} */ ('house');
  if (Notification.permission === 'denied') return /** @type {PushState} */ ('denied');
  return /** @type {PushState} */ (on && (await current()) ? 'on' : 'off');
}

/** Tell the house where this browser is told. @param {PushSubscription} subscription */
async function subscribed(subscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  const body = {
    endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    language: locale(),
  };
  const told = JSON.stringify(body);
  if (recall(KEY, '') === told) return;
  await pushHere(body);
  remember(KEY, told);
}

/** Be told from now on, if the person allows it. */
export async function pushOn() {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { key = '' } = await push();
  const raw = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another house's key is of no use here.
  await (await pushManager.getSubscription())?.unsubscribe();
  remember(KEY, '');
  await subscribed(
    await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: Uint8Array.from(raw, (letter) => letter.charCodeAt(0)),
    }),
  );
}

/** Be told no longer. */
export async function pushOff() {
  remember(KEY, '');
  await noPush();
  await (await current())?.unsubscribe();
}

/** Tell the house if the browser has another address, or speaks another language, than it knows. */
export async function renewPush() {
  if (!recall(KEY, '') || !able()) return;
  const subscription = await current();
  if (subscription) await subscribed(subscription);
}
