/**
 * @file A cat's head with its mood, in a 120 × 120 box: the cats at the table and the court cards
 * both wear it.
 */

import { bothSides, dot, INK, line, moved, outlined, shape, twinned } from './svg.js';

/** @typedef {'calm' | 'happy' | 'smug' | 'sulky' | 'thinking' | 'surprised' | 'asleep'} Mood */
/** @typedef {'point' | 'fold' | 'big' | 'round' | 'tuft'} Ears */
/** @typedef {'plain' | 'tabby' | 'blaze' | 'mask' | 'calico' | 'wrinkle' | 'spots'} Pattern */

/**
 * What a cat looks like, whatever its mood.
 * @typedef {object} Look
 * @property {string} fur
 * @property {string} mark colour of the pattern
 * @property {string} light colour of the muzzle
 * @property {string} eye
 * @property {Pattern} pattern
 * @property {Ears} [ears]
 * @property {string} [inner] inside of the ears
 * @property {string} [nose]
 * @property {string} [closed] the line of shut eyes, where the fur is too dark for ink
 */

/** A shape without outline. @param {string} d @param {string} fill */
const bare = (d, fill) => shape(d, fill, 'stroke="none"');

/** @type {readonly Mood[]} */
export const moods = ['calm', 'happy', 'smug', 'sulky', 'thinking', 'surprised', 'asleep'];

/** One ear, the left; its outline and its inside. @type {Record<Ears, [string, string]>} */
const EARS = {
  point: [
    'M17 64C11 44 11 24 16 14Q20 8 27 13C38 21 46 28 52 36Z',
    'M22 47C19 36 19 28 21 22C29 27 35 32 40 38Z',
  ],
  big: [
    'M17 66C3 44 0 20 4 7Q8 1 16 6C33 15 46 26 52 38Z',
    'M20 52C11 38 8 26 9 16C23 22 34 31 41 40Z',
  ],
  round: [
    'M17 62C8 46 8 28 17 21C27 13 44 22 52 36Z',
    'M21 47C17 38 18 31 23 28C29 25 37 31 41 38Z',
  ],
  tuft: [
    'M17 64C11 44 13 26 15 16L10 2L25 12C38 20 46 28 52 36Z',
    'M22 47C19 36 19 28 20 22C29 27 35 32 40 38Z',
  ],
  fold: [
    'M16 60C10 46 14 30 26 25C36 22 46 26 54 34Z',
    'M17 56C24 56 33 50 38 37C30 30 20 32 16 40C14 46 14 52 17 56Z',
  ],
};

const HEAD =
  'M60 28c24 0 43 16 44 39c1 7 5 11 10 15c-5 2-9 5-13 10c-9 11-24 16-41 16s-32-5-41-16c-4-5-8-8-13-10c5-4 9-8 10-15c1-23 20-39 44-39Z';

/** @type {Record<Pattern, (look: Look) => string>} */
const PATTERNS = {
  plain: () => '',
  tabby: ({ mark }) =>
    line('M60 33V47M48 34L51 45M72 34L69 45M18 73H27M19 87L28 84M102 73H93M101 87L92 84', mark, 5),
  blaze: ({ light }) =>
    bare(
      'M60 33C64 48 67 60 76 69C92 78 88 106 60 106C32 106 28 78 44 69C53 60 56 48 60 33Z',
      light,
    ),
  mask: ({ mark }) =>
    bare(
      'M60 42C70 42 78 56 88 58C96 62 94 82 88 92C82 102 72 106 60 106C48 106 38 102 32 92C26 82 24 62 32 58C42 56 50 42 60 42Z',
      mark,
    ),
  calico: ({ mark }) =>
    bare('M57 30C39 31 19 44 18 64C21 80 42 82 50 72C56 62 48 46 57 30Z', mark) +
    bare('M68 31C86 34 100 45 102 66C94 68 84 60 80 52C74 46 67 42 68 31Z', '#4a3b3b'),
  wrinkle: ({ mark }) =>
    line('M46 36Q60 42 74 36M49 44Q60 49 71 44M16 80Q23 79 27 85M104 80Q97 79 93 85', mark, 3),
  spots: ({ mark }) =>
    line(
      'M60 33V38M48 36L49 41M72 36L71 41M54 45V46M66 45V46M20 63h1M20 76h1M26 89h1M99 63h1M99 76h1M93 89h1',
      mark,
      6,
    ),
};

/**
 * The features of a mood: where the pupils look and how wide they are, the tilt of the ears, and
 * the mouth.
 * @type {Record<Mood, {gaze: [number, number], pupil: number, ear: number, mouth: string}>}
 */
const FEATURES = {
  calm: {
    gaze: [0, 0],
    pupil: 5.5,
    ear: 0,
    mouth: 'M60 83V87C58 95 47 95 44 88M60 87C62 95 73 95 76 88',
  },
  happy: { gaze: [0, 0], pupil: 7, ear: 0, mouth: '' },
  smug: { gaze: [4, 3], pupil: 5.5, ear: 0, mouth: 'M43 89C52 97 68 97 79 84M76 81L83 86' },
  sulky: { gaze: [-3, 3], pupil: 5.5, ear: -26, mouth: 'M46 98C51 88 69 88 74 98' },
  thinking: { gaze: [5, -6], pupil: 5, ear: 0, mouth: 'M60 83V87M55 92C60 88 66 94 72 89' },
  surprised: { gaze: [0, 0], pupil: 3, ear: 6, mouth: '' },
  asleep: {
    gaze: [0, 0],
    pupil: 5,
    ear: -8,
    mouth: 'M60 83V86C59 91 53 91 51 88M60 86C61 91 67 91 69 88',
  },
};

/**
 * Both eyes, with lids and brows.
 * @param {Mood} mood
 * @param {{eye: string, lid: string, ink?: string, closed?: string, x?: number, y?: number, r?:
 *   number}} how `x` is half the way between the eyes, `closed` the line of shut ones
 */
export function eyes(mood, { eye, lid, ink = INK, closed = ink, x = 22, y = 64, r = 12 }) {
  const {
    gaze: [gx, gy],
    pupil,
  } = FEATURES[mood];
  const each = (/** @type {(cx: number, side: number) => string} */ one) =>
    one(60 - x, -1) + one(60 + x, 1);
  if (mood === 'happy')
    return line(
      each((cx) => `M${cx - r} ${y + 4}Q${cx} ${y - 15} ${cx + r} ${y + 4}`),
      closed,
      4.5,
    );
  if (mood === 'asleep')
    return line(
      each((cx) => `M${cx - r} ${y}Q${cx} ${y + 13} ${cx + r} ${y}`),
      closed,
      4.5,
    );
  const R = mood === 'surprised' ? r + 2 : r;
  return (
    shape(
      each(
        (cx) => `M${cx - R} ${y}a${R} ${R + 1} 0 1 0 ${2 * R} 0a${R} ${R + 1} 0 1 0-${2 * R} 0Z`,
      ),
      eye,
      `stroke="${ink}"`,
    ) +
    line(
      each((cx) => `M${cx + gx} ${y + gy - pupil / 2}v${pupil}`),
      '#1c1414',
      pupil * 2,
    ) +
    line(
      each((cx) => `M${cx + gx + pupil * 0.4} ${y + gy - pupil * 0.75}h.1`),
      '#fff',
      pupil,
    ) +
    each((cx, side) => lidOf(mood, side, cx, y, r, lid, ink))
  );
}

/**
 * @param {Mood} mood
 * @param {number} side
 * @param {number} cx
 * @param {number} y
 * @param {number} r
 * @param {string} lid
 * @param {string} ink
 */
function lidOf(mood, side, cx, y, r, lid, ink) {
  const R = r + 2,
    sweep = side < 0 ? 1 : 0;
  const from = (/** @type {number} */ outer, /** @type {number} */ inner) =>
    shape(
      `M${cx + side * R} ${y + outer}A${R} ${R + 2} 0 0 ${sweep} ${cx - side * R} ${y + inner}Z`,
      lid,
      `stroke="${ink}"`,
    );
  if (mood === 'smug') return from(-1, -1);
  if (mood === 'sulky') return from(-7, 2);
  if (mood === 'thinking')
    return line(
      `M${cx - 9} ${y - (side > 0 ? 21 : 16)}Q${cx} ${y - (side > 0 ? 26 : 17)} ${cx + 9} ${y - (side > 0 ? 20 : 17)}`,
      ink,
      3.5,
    );
  if (mood === 'surprised')
    return line(`M${cx - 8} ${y - 20}Q${cx} ${y - 26} ${cx + 8} ${y - 20}`, ink, 3);
  return '';
}

/** The mouth of a mood. @param {Mood} mood @param {string} [ink] */
export function mouth(mood, ink = INK) {
  if (mood === 'happy')
    return (
      shape(
        'M44 86Q53 91 60 86Q67 91 76 86C76 100 68 105 60 105C52 105 44 100 44 86Z',
        '#7c2433',
        `stroke="${ink}"`,
      ) + bare('M52 100C54 94 66 94 68 100C66 105 54 105 52 100Z', '#f08a8f')
    );
  if (mood === 'surprised')
    return `<ellipse cx="60" cy="95" rx="7" ry="8.5" fill="#7c2433" stroke="${ink}" stroke-width="2.5"/>`;
  return line(FEATURES[mood].mouth, ink, 3);
}

/** What a mood puts beside the head: sleep, thought, a blush. @param {Mood} mood */
export function aura(mood) {
  const bright = (/** @type {string} */ d) => line(d, INK, 7) + line(d, '#fff', 3.4);
  if (mood === 'asleep') return bright('M77 21H85L77 31H85M92 4H104L92 18H104');
  if (mood === 'thinking')
    return outlined(dot(86, 25, 4, '#fff') + dot(97, 15, 6, '#fff') + dot(110, 22, 8, '#fff'), 2.5);
  if (mood === 'happy')
    return bothSides('<ellipse cx="27" cy="85" rx="8" ry="5" fill="#ff7d7d" opacity=".55"/>');
  if (mood === 'surprised') return bright('M104 6L99 20M116 18L106 27');
  if (mood === 'sulky') return bright('M84 22C84 12 93 12 93 19S103 24 102 14S111 10 112 17');
  return '';
}

/**
 * Head, ears and expression of a cat, without aura; to be `outlined`.
 * @param {Look} look
 * @param {Mood} mood
 */
export function catHead(look, mood) {
  const { fur, mark, light, pattern, ears = 'point', inner = '#f0a7a0', nose = '#e2777c' } = look;
  const [outer, inside] = EARS[ears];
  const tilt = FEATURES[mood].ear * (ears === 'fold' ? 0.3 : ears === 'big' ? 0.5 : 1);
  const skin = pattern === 'mask' ? mark : fur;
  const ear = (/** @type {(d: string) => string} */ one) =>
    shape(one(outer), skin) + bare(one(inside), ears === 'fold' ? mark : inner);
  return (
    (tilt
      ? bothSides(
          moved(
            `rotate(${tilt} 32 52)`,
            ear((d) => d),
          ),
        )
      : ear(twinned)) +
    shape(HEAD, fur) +
    PATTERNS[pattern](look) +
    bare(
      'M60 77C51 72 36 76 36 88C36 101 52 104 60 100C68 104 84 101 84 88C84 76 69 72 60 77Z',
      light,
    ) +
    line('M31 86L5 84M31 92L8 99M89 86L115 84M89 92L112 99', INK, 1.3) +
    eyes(mood, { eye: look.eye, lid: skin, closed: look.closed }) +
    mouth(mood) +
    shape('M52 75Q60 71 68 75Q66 82 60 84Q54 82 52 75Z', nose, 'stroke-width="2"')
  );
}
