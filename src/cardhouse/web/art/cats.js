/** @file The cats of the house: who they are, their faces and their paws. */

import { aura, catHead, moods } from './head.js';
import { people, personFace } from './people.js';
import { beads, bothSides, dot, INK, line, moved, outlined, picture, shape } from './svg.js';

export { moods, people, personFace };

/** @typedef {import('./head.js').Mood} Mood */
/** @typedef {import('./head.js').Look} Look */

/**
 * @typedef {object} Cat
 * @property {string} id
 * @property {string} name
 * @property {string} temper one sentence for people
 * @property {import('../types.js').Levels} level the strength that suits the temper; a table may seat
 *   the cat at any
 * @property {Look} look
 * @property {string} back colour behind the face
 * @property {string} wears drawn over head and shoulders
 */

const collar = (/** @type {string} */ colour) =>
  line('M30 105Q60 122 90 105', INK, 11) + line('M30 105Q60 122 90 105', colour, 6);
const bow = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ colour) =>
  outlined(
    shape(
      `M${x} ${y}L${x - 15} ${y - 9}Q${x - 19} ${y} ${x - 15} ${y + 9}ZM${x} ${y}L${x + 15} ${y - 9}Q${x + 19} ${y} ${x + 15} ${y + 9}Z`,
      colour,
    ) + dot(x, y, 4.5, colour),
    2.5,
  );

/** @type {readonly Cat[]} */
export const cats = [
  {
    id: 'marmalade',
    name: 'Marmalade',
    level: 'medium',
    back: '#f7dcae',
    temper: 'Fast paws, warm heart, and no plan beyond the next card.',
    look: { fur: '#f0973f', mark: '#bf5f1c', light: '#fff0d8', eye: '#8fbf4d', pattern: 'tabby' },
    wears:
      collar('#2f7f86') + outlined(dot(60, 114, 6.5, '#f6c945') + line('M60 115V119', INK, 2), 2.5),
  },
  {
    id: 'domino',
    name: 'Domino',
    level: 'hard',
    back: '#cfe0dc',
    temper: 'Dressed for dinner and counting every card.',
    look: {
      fur: '#4b4550',
      mark: '#2b262e',
      light: '#fffaf2',
      eye: '#a9cf5a',
      pattern: 'blaze',
      inner: '#d6939a',
      closed: '#cfe39a',
    },
    wears: bow(60, 111, '#c8394a'),
  },
  {
    id: 'duchess',
    name: 'Duchess',
    level: 'hard',
    back: '#d9cdea',
    temper: 'Loses with dignity, she says, though nobody has seen it.',
    look: {
      fur: '#fbf4e8',
      mark: '#e0d2bd',
      light: '#ffffff',
      eye: '#6fb1e0',
      pattern: 'plain',
      ears: 'round',
    },
    wears:
      beads(
        [
          [32, 105],
          [42, 110],
          [53, 113],
          [67, 113],
          [78, 110],
          [88, 105],
        ],
        9.5,
        '#fdfbff',
      ) + bothSides(line('M26 55L19 50M30 51L25 44', INK, 2.5)),
  },
  {
    id: 'soot',
    name: 'Soot',
    level: 'hard',
    back: '#e7c9b0',
    temper: 'Waits in the dark, then slaps.',
    look: {
      fur: '#3d3844',
      mark: '#2a2630',
      light: '#8d8594',
      eye: '#f5c93c',
      pattern: 'plain',
      inner: '#8d6b7b',
      nose: '#d09aa5',
      closed: '#f5d98a',
    },
    wears:
      collar('#7b4fa3') +
      outlined(shape('M64 107A9 9 0 1 0 68 119A8 8 0 0 1 64 107Z', '#f6d76b'), 2),
  },
  {
    id: 'patches',
    name: 'Patches',
    level: 'easy',
    back: '#c9e3c2',
    temper: 'Here for the company; the cards are a bonus.',
    look: { fur: '#fff6ea', mark: '#ec9a4b', light: '#ffffff', eye: '#7cae52', pattern: 'calico' },
    wears:
      beads(
        [
          [92, 25],
          [102, 32],
          [98, 43],
          [86, 43],
          [82, 32],
        ],
        13,
        '#f48fa8',
      ) + outlined(dot(92, 35, 5, '#f8d35a'), 2.2),
  },
  {
    id: 'mocha',
    name: 'Mocha',
    level: 'medium',
    back: '#f3cfc4',
    temper: 'Talks through the whole game and remembers all of it.',
    look: {
      fur: '#f1dfc4',
      mark: '#6f5143',
      light: '#c3a28b',
      eye: '#5aa7e6',
      pattern: 'mask',
      inner: '#b98a7c',
      nose: '#4b3530',
      closed: '#fff3dd',
    },
    wears:
      outlined(
        shape('M27 101Q60 118 93 101L95 111Q60 127 25 111Z', '#d9534a') +
          shape('M74 112L88 109L92 121L80 122Z', '#d9534a'),
        2.5,
      ) + line('M40 108L38 117M57 112V120', '#f7d7b8', 3),
  },
  {
    id: 'professor',
    name: 'Professor Ash',
    level: 'hard',
    back: '#f1e3a9',
    temper: 'Has read a book about it and will tell you the odds.',
    look: { fur: '#a3a9b3', mark: '#6d7480', light: '#eef0f2', eye: '#e0a63c', pattern: 'tabby' },
    wears:
      line('M44 64Q60 57 76 64M24 63L14 59M96 63L106 59', INK, 3) +
      dot(38, 64, 17, 'none', `stroke="${INK}" stroke-width="3.5"`) +
      dot(82, 64, 17, 'none', `stroke="${INK}" stroke-width="3.5"`) +
      bow(60, 112, '#3f7d5a'),
  },
  {
    id: 'boris',
    name: 'Boris',
    level: 'medium',
    back: '#c5d8ea',
    temper: 'Never in a hurry, never picks up if he can help it.',
    look: {
      fur: '#7f8fa6',
      mark: '#5f6d83',
      light: '#c9d3df',
      eye: '#f0b13c',
      pattern: 'plain',
      ears: 'fold',
      nose: '#5b5260',
    },
    wears: outlined(
      shape('M33 33C32 18 45 9 60 9C75 9 88 18 87 33C78 28 42 28 33 33Z', '#fdfbf5') +
        shape('M31 33C42 25 78 25 89 33L87 41C76 34 44 34 33 41Z', '#2f4f86') +
        dot(60, 9, 4.5, '#c8394a'),
      2.5,
    ),
  },
  {
    id: 'biscuit',
    name: 'Biscuit',
    level: 'easy',
    back: '#bfe0e6',
    temper: 'Still a kitten: brave, hopeful and usually wrong.',
    look: {
      fur: '#edc695',
      mark: '#c99358',
      light: '#fff5e2',
      eye: '#6fbfae',
      pattern: 'spots',
      ears: 'round',
    },
    wears:
      collar('#e0566b') +
      outlined(
        shape(
          'M60 119C50 112 52 105 57 107Q60 108 60 110Q60 108 63 107C68 105 70 112 60 119Z',
          '#f6c945',
        ),
        2,
      ),
  },
  {
    id: 'cleo',
    name: 'Cleo',
    level: 'medium',
    back: '#f2cf9c',
    temper: 'Four thousand years of practice at looking unimpressed.',
    look: {
      fur: '#e6b7a4',
      mark: '#bd8474',
      light: '#f6d8cb',
      eye: '#58b7a2',
      pattern: 'wrinkle',
      ears: 'big',
      inner: '#d98d84',
    },
    wears:
      outlined(
        shape('M28 103Q60 122 92 103L97 112Q60 132 23 112Z', '#2d8a9c') +
          line('M34 110L31 117M47 114L45 121M60 115V122M73 114L75 121M86 110L89 117', '#f3c64a', 4),
        2.5,
      ) +
      outlined(dot(13, 42, 5, 'none'), 5) +
      dot(13, 42, 5, 'none', 'stroke="#f3c64a" stroke-width="2.5"'),
  },
  {
    id: 'tundra',
    name: 'Tundra',
    level: 'easy',
    back: '#d6dfb8',
    temper: 'Huge, gentle, and sorry about your queen.',
    look: {
      fur: '#b08a66',
      mark: '#7c5a3d',
      light: '#f5e8d5',
      eye: '#9fc25a',
      pattern: 'tabby',
      ears: 'tuft',
    },
    wears: outlined(
      shape('M26 101Q60 119 94 101L90 109Q76 117 60 124Q44 117 30 109Z', '#5b8f4c') +
        dot(44, 112, 1.5, '#fff') +
        dot(60, 116, 1.5, '#fff') +
        dot(76, 112, 1.5, '#fff'),
      2.2,
    ),
  },
];

/** @param {string} id */
const catOf = (id) => {
  const cat = cats.find((one) => one.id === id);
  if (!cat) throw new RangeError(`no cat is called ${id}`);
  return cat;
};

/**
 * A cat's face on a round ground; readable from 48 px.
 * @param {string} id @param {Mood} [mood]
 */
export function catFace(id, mood = 'calm') {
  const { look, back, wears } = catOf(id);
  return picture(
    120,
    120,
    dot(60, 60, 60, back) +
      outlined(
        shape('M19 103C26 92 45 88 60 88C75 88 94 92 101 103A60 60 0 0 1 19 103Z', look.fur),
      ) +
      (look.pattern === 'blaze' ? shape('M44 100H76L70 119Q60 121 50 119Z', look.light) : '') +
      moved(
        'translate(5.5 10)scale(.91)',
        `${outlined(catHead(look, mood))}<g stroke-linecap="round">${wears}</g>`,
      ) +
      aura(mood),
    'cat-face',
  );
}

/**
 * The face of a cat or of another animal, whichever has this id.
 * @param {string} id
 * @param {Mood} [mood]
 */
export const face = (id, mood = 'calm') =>
  people.some((one) => one.id === id) ? personFace(id, mood) : catFace(id, mood);

/** The inside of `paw`, to lay into a larger drawing. @param {string} id */
export function pawArt(id, arm = 'M27 150V92H73V150Z') {
  const { fur, mark, light, pattern, inner = '#f0a7a0' } = catOf(id).look;
  const sock =
    pattern === 'blaze' || pattern === 'calico' ? light : pattern === 'mask' ? mark : fur;
  const bars =
    pattern === 'tabby' || pattern === 'wrinkle'
      ? line('M29 112Q50 120 71 112M30 127Q50 135 70 127', mark, 6)
      : '';
  const patch = pattern === 'calico' ? shape('M29 104Q50 112 71 104V140H29Z', mark) : '';
  return outlined(
    shape(arm, fur) +
      `<g stroke="none">${patch}${bars}</g>` +
      shape(
        'M50 98C72 102 92 90 92 66C95 42 84 30 74 34C72 14 56 10 50 22C44 10 28 14 26 34C16 30 5 42 8 66C8 90 28 102 50 98Z',
        sock,
      ) +
      line('M74 34Q76 40 73 46M26 34Q24 40 27 46M50 22V34', INK, 3) +
      `<g fill="${inner}" stroke-width="2.4"><path d="M50 56C64 56 74 69 72 79C70 89 59 86 50 86C41 86 30 89 28 79C26 69 36 56 50 56Z"/>` +
      '<ellipse cx="20" cy="54" rx="7" ry="9"/><ellipse cx="38" cy="37" rx="7.5" ry="10"/><ellipse cx="62" cy="37" rx="7.5" ry="10"/><ellipse cx="80" cy="54" rx="7" ry="9"/></g>',
  );
}

/** The end of an arm that nothing else is seen of. */
const WRIST = 'M27 122V92H73V122Q73 138 50 138Q27 138 27 122Z';

/** The paw that slaps, reaching up. @param {string} id */
export const paw = (id) => picture(100, 140, pawArt(id, WRIST), 'paw');

/** A thought bubble whose tail points down and left; words go in its upper two thirds. */
export const bubble = () =>
  picture(
    160,
    110,
    outlined(
      shape(
        'M36 78C14 80 6 62 16 50C4 34 22 16 40 22C50 4 82 2 94 14C114 4 140 14 140 32C158 40 156 66 136 68C128 84 104 86 94 78C80 90 48 90 36 78Z',
        'var(--bubble,#fffdf7)',
      ) +
        dot(26, 92, 7, 'var(--bubble,#fffdf7)') +
        dot(12, 104, 4, 'var(--bubble,#fffdf7)'),
    ),
    'bubble',
  );
