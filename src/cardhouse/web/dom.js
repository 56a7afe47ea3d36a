/**
 * @file Making elements. Words from people only ever become text; markup comes from our own
 * drawings alone.
 */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined | EventListener>}
 *   [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/**
 * An element filled with one of our own drawings.
 * @param {string} drawing an SVG from `art/`
 * @param {string} [className]
 */
export function drawn(drawing, className = '') {
  const made = el('span', { class: className, 'aria-hidden': 'true' });
  made.innerHTML = drawing;
  return made;
}

/** Replace a drawing, if it is another one. @param {HTMLElement} element @param {string} drawing */
export function redraw(element, drawing) {
  if (drawings.get(element) === drawing) return;
  drawings.set(element, drawing);
  element.innerHTML = drawing;
}

/** @type {WeakMap<HTMLElement, string>} */
const drawings = new WeakMap();

/**
 * A button with words, and perhaps a drawing before them.
 * @param {string} words
 * @param {() => void} press
 * @param {{icon?: string, class?: string, plain?: boolean}} [how]
 */
export function button(words, press, how = {}) {
  const made = el('button', {
    type: 'button',
    class: `button ${how.class ?? ''}`,
    onclick: () => press(),
  });
  if (how.icon) made.append(drawn(how.icon, 'button-icon'));
  if (how.plain) {
    made.setAttribute('aria-label', words);
    made.title = words;
  } else made.append(el('span', {}, words));
  return made;
}

/**
 * Set a text only where it differs, so that nothing is announced or laid out twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Shorthand for a style that the page sets by script.
 * @param {HTMLElement} element
 * @param {Record<string, string>} styles
 */
export function style(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
}

/** The `translate` that puts an element's middle at a point. @param {number} x @param {number} y */
export const centred = (x, y) => `calc(${Math.round(x)}px - 50%) calc(${Math.round(y)}px - 50%)`;
