/**
 * @file Passkeys: this device, or what keeps a person's passkeys, signs what the house asks, and
 * the house knows who it is. Only where the browser has them, and never at a bare address.
 */

import { addPasskey, passkeyChallenge, usePasskey } from '../asking.js';
import { me } from '../state/me.js';
import { say } from '../words.js';

/** What can sign, the best first: Ed25519, P-256, RSA. */
const ALGORITHMS = [-8, -7, -257];

/** True if this browser has passkeys for this page: they belong to a name, never to a number. */
export const hasPasskeys = () =>
  isSecureContext &&
  typeof globalThis.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/** @param {ArrayBuffer | null} buffer */
const inText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @param {string} text */
const inBytes = (text) => new TextEncoder().encode(text);

/**
 * What the browser gives, in a sentence where somebody has changed their mind.
 * @param {Promise<Credential | null>} asking
 */
async function given(asking) {
  const found = await asking.catch((error) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  });
  if (found instanceof PublicKeyCredential) return found;
  throw new Error(say('page.devices.passkey_none'));
}

/** Make a passkey of this person. @param {string} device what it is called in the list */
export async function makePasskey(device) {
  const { challenge, person } = await passkeyChallenge();
  const name = (await me()).name || say('page.home.guest');
  const made = await given(
    navigator.credentials.create({
      publicKey: {
        challenge: inBytes(challenge),
        rp: { name: 'Cardhouse' },
        user: { id: inBytes(person), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      },
    }),
  );
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  await addPasskey({
    id: made.id,
    key: inText(response.getPublicKey()),
    client: inText(response.clientDataJSON),
    authenticator: inText(response.getAuthenticatorData()),
    device,
  });
}

/**
 * Be the person of the passkey that is chosen.
 * @param {string} device what it is called in the list
 */
export async function enterByPasskey(device) {
  const { challenge } = await passkeyChallenge();
  const found = await given(
    navigator.credentials.get({
      publicKey: { challenge: inBytes(challenge), userVerification: 'preferred' },
    }),
  );
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  await usePasskey({
    id: found.id,
    client: inText(response.clientDataJSON),
    authenticator: inText(response.authenticatorData),
    signature: inText(response.signature),
    device,
  });
}
