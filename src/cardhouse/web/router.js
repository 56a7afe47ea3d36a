/** @file Which screen is shown: the part of the address after `#`. */

/**
 * A screen fills a place and gives back how to leave it.
 * @typedef {(place: HTMLElement, words: string[]) => (() => void) | Promise<() => void>} Screen
 */

/** @param {string} hash */
const read = (hash) =>
  (hash.replace(/^#\/?/, '').split('?')[0] ?? '')
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent);

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
    const [name = 'home', ...words] = read(location.hash);
    const screen = await (screens[name] ?? screens.home)?.();
    if (!screen || mine !== visit) return;
    leave?.();
    leave = undefined;
    place.replaceChildren();
    place.className = `screen screen-${name in screens ? name : 'home'}`;
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
