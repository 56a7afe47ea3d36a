/** @file The title of the page: what is shown, after how many tables wait for one's move. */

let words = 'Cardhouse';
let waiting = 0;

const show = () => {
  document.title = waiting ? `(${waiting}) ${words}` : words;
};

/** Give the page a title. @param {string} [name] of what is shown; none: the house itself */
export function entitle(name) {
  words = name ? `${name} · Cardhouse` : 'Cardhouse';
  show();
}

/** Say at how many tables it is one's turn. @param {number} count */
export function countInTitle(count) {
  waiting = count;
  show();
}
