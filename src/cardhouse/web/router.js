/** @file Which screen is shown: the part of the address after `#`. */

/**
 * A screen fills a place and gives back how to leave it.
 * @typedef {(place: HTMLElement, words: string[]) => (() => void) | Promise<() => void>} Screen
 */

/** A word as it was before it was written into an address. @param {string} written */
function decoded(written) {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** @param {string} hash */
const read = (hash) =>
  (hash.replace(/^#\/?/, '').split('?')[0] ?? '').split('/').filter(Boolean).map(decoded);

/** What stands after a `?` in the address, behind the `#`. */
export const query = () => new URLSearchParams(location.hash.split('?').slice(1).join('?'));

/** Where others open the page, if not where it is open here. */
let outward = '';

/** Have others open the page at this address. @param {string} address */
export function inviteTo(address) {
  outward = address;
}

/** The whole address of a screen, to be given to others. @param {string} path */
export const linkTo = (path) => new URL(`#${path}`, outward || document.baseURI).href;

let moved = false;

/** Back to where somebody came from, or home if they came here first. */
export function back() {
  if (moved) history.back();
  else go('/');
}

/** Go to another screen. @param {string} path like `/table/CODE` */
export function go(path) {
  if (location.hash === `#${path}`) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = path;
}

/**
 * Show the screen that fits the address, now and whenever it changes. The first word of the address
 * names the screen.
 * @param {HTMLElement} place @param {Record<string, () => Promise<Screen>>} screens
 */
export function route(place, screens) {
  /** @type {(() => void) | undefined} */
  let leave;
  let visit = 0;
  const show = async () => {
    const mine = ++visit;
    const [wanted = 'home', ...words] = read(location.hash);
    // Every object has words of its own, like `constructor`: no screen is called so.
    const name = Object.hasOwn(screens, wanted) ? wanted : 'home';
    const screen = await screens[name]?.();
    if (!screen || mine !== visit) return;
    leave?.();
    leave = undefined;
    place.replaceChildren();
    place.className = `screen screen-${name}`;
    const left = await screen(place, words);
    if (mine === visit) leave = left;
    else left();
  };
  window.addEventListener('hashchange', () => {
    moved = true;
    void show();
  });
  return show();
}
