/**
 * @file From where others reach the house. A page that is open on the house's own machine has an
 * address that means another machine to everybody else.
 */

import { reach as askReach, openReach } from '../asking.js';
import { inviteTo } from '../router.js';
import { isHere } from '../transport/transport.js';

/** @typedef {import('../types.js').ReachInfo} ReachInfo */

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** True if the address of this page is one that only this machine understands. */
const isLocal = () => !isHere() && LOOPBACK.includes(location.hostname);

/** @type {ReachInfo | null} */
let known = null;

/** @param {ReachInfo} info */
function learn(info) {
  known = info;
  const [link] = info.links;
  if (link) inviteTo(link);
  return info;
}

/** Find out from where others reach the house, where the address of this page doesn't say it. */
export async function findReach() {
  if (!known && isLocal()) await askReach().then(learn, () => null);
}

/** True if nobody can follow an invitation; `opens`: one press changes that. */
export const nobodyReaches = () => (isLocal() && known?.local ? { opens: known.opens } : null);

/** The other addresses of the house in its networks. */
export const otherLinks = () => (isLocal() ? (known?.links.slice(1) ?? []) : []);

/** Let the same networks in. */
export const openHouse = async () => learn(await openReach());
