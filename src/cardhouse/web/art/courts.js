/** @file Court cards: twelve cats in costume. One half is drawn and turned to make the other. */

import { catHead } from './head.js';
import { suitMark } from './suits.js';
import { beads, crease, dot, INK, line, moved, outlined, shape } from './svg.js';

/** @typedef {import('./suits.js').Suit} Suit */
/** @typedef {import('./head.js').Look} Look */
/** @typedef {import('./head.js').Mood} Mood */
/**
 * @typedef {{cloth: string, trim: string, colour: string}} Dress cloth, its trimming, and the
 *   colour of the suit
 */

const GOLD = '#f2bf49',
  STEEL = '#dfe6ea',
  LINEN = '#fffaf0';

/** Cloth and trim of each suit. @type {Record<Suit, {cloth: string, trim: string}>} */
const DRESS = {
  h: { cloth: '#b8283a', trim: '#f5b8a8' },
  d: { cloth: '#d6762b', trim: '#ffe1a6' },
  s: { cloth: '#34406e', trim: '#b9c4ea' },
  c: { cloth: '#2f6b47', trim: '#c5e0a5' },
};

/** @type {Record<string, Look>} */
const FUR = {
  Kh: { fur: '#f0973f', mark: '#bf5f1c', light: '#fff0d8', eye: '#9cc653', pattern: 'tabby' },
  Qh: { fur: '#ffe9cf', mark: '#eec79a', light: '#ffffff', eye: '#7fb26a', pattern: 'plain' },
  Jh: { fur: '#fff6ea', mark: '#ec9a4b', light: '#ffffff', eye: '#7cae52', pattern: 'calico' },
  Kd: {
    fur: '#f1dfc4',
    mark: '#6f5143',
    light: '#c3a28b',
    eye: '#5aa7e6',
    pattern: 'mask',
    inner: '#b98a7c',
    nose: '#4b3530',
    closed: LINEN,
  },
  Qd: {
    fur: '#fdfaf3',
    mark: '#ddd',
    light: '#ffffff',
    eye: '#63aee6',
    pattern: 'plain',
    ears: 'round',
  },
  Jd: { fur: '#f2c879', mark: '#c08a38', light: '#fff3d6', eye: '#6fbfae', pattern: 'spots' },
  Ks: {
    fur: '#5a5665',
    mark: '#2b262e',
    light: '#fffaf2',
    eye: '#f0c848',
    pattern: 'blaze',
    inner: '#d6939a',
  },
  Qs: {
    fur: '#3d3844',
    mark: '#2a2630',
    light: '#8d8594',
    eye: '#f5c93c',
    pattern: 'plain',
    inner: '#8d6b7b',
    nose: '#d09aa5',
  },
  Js: {
    fur: '#a3a9b3',
    mark: '#6d7480',
    light: '#eef0f2',
    eye: '#e0a63c',
    pattern: 'tabby',
    closed: INK,
  },
  Kc: {
    fur: '#b08a66',
    mark: '#7c5a3d',
    light: '#f5e8d5',
    eye: '#a8c95a',
    pattern: 'tabby',
    ears: 'tuft',
  },
  Qc: {
    fur: '#f6e6cf',
    mark: '#a9713f',
    light: '#ffffff',
    eye: '#6ea85a',
    pattern: 'calico',
    ears: 'round',
  },
  Jc: { fur: '#8c6a4e', mark: '#5d4331', light: '#ead7bd', eye: '#c3cf5a', pattern: 'spots' },
};

/** @type {Record<string, Mood>} */
const MOODS = { K: 'calm', Q: 'smug', J: 'happy', Qh: 'calm', Qc: 'happy', Kd: 'smug' };

/** @param {string} d @param {string} colour */
const staff = (d, colour) => line(d, INK, 9) + line(d, colour, 4);

/**
 * What each holds upright in the paw at (224, 146).
 * @type {Record<string, (colour: string) => string>}
 */
const PROPS = {
  Kh: (colour) => staff('M224 158V60', GOLD) + suitMark('h', 224, 42, 40, `fill="${colour}"`),
  Kd: () =>
    staff('M224 158V34', '#a06a3c') +
    shape('M221 42C206 36 206 82 221 74ZM227 42C245 30 247 88 227 74Z', STEEL),
  Ks: () =>
    shape('M218 36L224 22L230 36V118H218Z', STEEL) +
    line('M224 40V112', '#9fb0ba', 2.5) +
    shape('M206 116H242V126H206Z', GOLD) +
    dot(224, 160, 6, GOLD),
  Kc: () =>
    staff('M224 158V66', GOLD) +
    beads(
      [
        [224, 44],
        [213, 61],
        [235, 61],
      ],
      17,
      GOLD,
    ),
  Qh: (colour) =>
    line('M224 150Q220 110 224 92', '#3d7d45', 4) +
    shape('M223 120Q206 112 208 102Q222 102 223 120Z', '#5fa65a') +
    dot(224, 76, 17, colour) +
    line('M224 76q5-6 6 1t-10 5t-3-15t16 4', '#ffb5ad', 2.5),
  Qd: (colour) =>
    staff('M224 150V110', GOLD) +
    '<ellipse cx="224" cy="84" rx="18" ry="24" fill="#cfeaf3"/>' +
    line('M215 90L228 70M222 98L234 80', '#fff', 4) +
    suitMark('d', 224, 54, 20, `fill="${colour}" stroke-width="10"`),
  Qs: () =>
    staff('M224 152V90', STEEL) +
    shape('M228 46A23 23 0 1 0 240 86A19 19 0 0 1 228 46Z', '#f6dd8a'),
  Qc: () =>
    line('M224 150V90', '#3d7d45', 4) +
    shape('M225 122Q242 116 240 104Q226 106 225 122Z', '#5fa65a') +
    beads(
      [
        [224, 60],
        [238, 69],
        [234, 85],
        [214, 85],
        [210, 69],
      ],
      15,
      '#fff',
    ) +
    dot(224, 74, 7, GOLD),
  Jh: (colour) =>
    line('M224 152L216 62', '#a06a3c', 4) +
    line('M216 62Q214 40 228 46', INK, 2) +
    shape('M228 46C244 46 246 70 238 84C228 78 222 62 228 46Z', colour) +
    line('M229 50Q236 64 236 78', '#ffd9d0', 2),
  Jd: () =>
    line('M224 158V30', '#a06a3c', 4) +
    shape('M224 30C240 42 240 68 224 80L234 96H214L224 80C208 68 208 42 224 30Z', '#8fc1c9') +
    dot(219, 48, 2, INK) +
    line('M216 60Q224 66 232 60', INK, 2),
  Js: () =>
    staff('M224 158V40', '#a06a3c') +
    shape('M224 14L233 40H215Z', STEEL) +
    shape('M227 48H246L240 58L246 68H227Z', '#d9534a'),
  Jc: () =>
    dot(224, 112, 20, '#e0695f') +
    line('M206 106Q224 96 242 108M205 116Q226 106 240 122M214 128Q222 108 236 98', '#a83a38', 2.5) +
    line('M238 126Q248 138 240 150', '#e0695f', 3),
};

/** What sits on the head. @type {Record<string, (dress: Dress) => string>} */
const HATS = {
  K: ({ colour }) =>
    shape('M130 56L124 24L143 38L160 14L177 38L196 24L190 56Q160 48 130 56Z', GOLD) +
    beads(
      [
        [124, 22],
        [160, 12],
        [196, 22],
      ],
      7,
      colour,
    ) +
    shape('M129 51Q160 43 191 51L190 60Q160 51 130 60Z', colour),
  Q: ({ colour }) =>
    shape('M132 56Q136 40 146 44Q150 26 160 22Q170 26 174 44Q184 40 188 56Q160 46 132 56Z', GOLD) +
    dot(160, 38, 6, colour, 'stroke-width="2"') +
    beads(
      [
        [160, 20],
        [143, 44],
        [177, 44],
      ],
      5,
      LINEN,
    ),
  Jh: ({ cloth, trim }) =>
    shape('M122 54C116 26 142 16 164 18C192 18 206 36 196 52C180 44 142 44 122 54Z', cloth) +
    shape('M122 50Q160 36 197 50L195 60Q160 46 124 60Z', trim) +
    shape('M130 40C122 18 108 12 96 16C98 32 112 42 130 48Z', '#fff'),
  Jd: ({ cloth }) =>
    shape('M134 50C136 24 150 16 164 18C178 20 186 32 187 50Z', cloth) +
    shape('M108 54Q160 30 212 54Q206 62 190 58Q160 48 130 58Q114 62 108 54Z', cloth) +
    shape('M182 42C196 10 216 8 226 14C222 34 202 46 184 48Z', '#7cc3b8'),
  Js: ({ trim }) =>
    shape('M124 60C120 28 142 18 160 18C178 18 200 28 196 60Q160 40 124 60Z', STEEL) +
    line('M160 18V46', INK, 3) +
    shape('M160 18C150 4 166-2 178 6C186 10 186 20 182 24C178 14 170 14 160 18Z', '#d9534a') +
    shape('M123 54Q160 36 197 54L196 63Q160 45 124 63Z', trim),
  Jc: ({ cloth, trim }) =>
    shape('M118 54C134 24 168 14 208 26C200 34 200 44 204 54C178 44 144 44 118 54Z', cloth) +
    shape('M118 54Q160 38 204 54L198 62Q160 48 124 62Z', trim) +
    shape('M170 40C178 16 200 4 214 6C212 24 196 38 176 46Z', '#e0695f'),
};

/**
 * The costume from neck to waist, over the robe.
 * @type {Record<string, (dress: Dress) => string>}
 */
const COSTUMES = {
  K: ({ trim }) =>
    shape('M140 114L180 114L172 163L116 178Z', trim) +
    line('M158 130L156 132M152 147L150 149', INK, 6) +
    shape(
      'M160 106C196 104 226 118 234 142C216 146 186 140 160 130C134 140 106 148 90 156C94 126 126 106 160 106Z',
      LINEN,
    ) +
    line('M112 136L110 142M130 124L129 130M192 124L194 130M212 132L215 138', INK, 4),
  Q: ({ trim }) =>
    shape('M136 112C142 128 178 128 184 112L176 162L112 179Z', trim) +
    beads(
      [
        [138, 122],
        [148, 128],
        [160, 131],
        [172, 128],
        [182, 122],
      ],
      7,
      LINEN,
    ),
  J: ({ trim }) =>
    shape('M160 112L200 116Q218 122 226 138L190 158L152 168Z', trim) +
    shape('M160 118L128 112L132 140L160 128L188 140L192 112Z', LINEN) +
    dot(160, 146, 4, GOLD, 'stroke-width="2"'),
};

/** The lace that stands up behind a queen's head. */
const RUFF = shape(
  'M98 134C84 126 84 110 94 106C82 98 86 80 98 80C94 66 104 58 116 60H204C216 58 226 66 222 80C234 80 238 98 226 106C236 110 236 126 222 134Z',
  LINEN,
);

/**
 * The whole figure of a court card, without its indices.
 * @param {'J' | 'Q' | 'K'} rank
 * @param {Suit} suit
 * @param {string} colour of the suit
 * @param {boolean} fourColour
 */
export function court(rank, suit, colour, fourColour) {
  const card = rank + suit;
  const dress = suit === 'd' && fourColour ? { cloth: '#2c62b0', trim: '#bcd8f5' } : DRESS[suit];
  const look = /** @type {Look} */ (FUR[card]);
  const half =
    dot(160, 96, 80, dress.trim, 'opacity=".45" stroke="none"') +
    (rank === 'Q' ? RUFF : '') +
    PROPS[card]?.(colour) +
    shape(
      'M92 152C98 124 130 108 160 108C190 108 228 120 238 148Q230 162 212 160L192 157L58 193C66 178 82 170 92 152Z',
      dress.cloth,
    ) +
    COSTUMES[rank]?.({ ...dress, colour }) +
    moved('translate(112 30)scale(.8)', catHead(look, MOODS[card] ?? MOODS[rank] ?? 'calm')) +
    (HATS[card] ?? HATS[rank])?.({ ...dress, colour }) +
    dot(
      224,
      146,
      13,
      look.pattern === 'mask' ? look.mark : look.pattern === 'blaze' ? look.light : look.fur,
    ) +
    crease('M219 151V157M229 151V157');
  const sash = moved(
    'rotate(-15 125 175)',
    shape('M54 163H196V187H54Z', GOLD) +
      line('M68 175H106M146 175H186', colour, 7, 'stroke-dasharray="3 14"') +
      suitMark(suit, 125, 175, 19, `fill="${colour}" stroke="none"`),
  );
  return outlined(half + moved('rotate(180 125 175)', half) + sash);
}

/** The wild cat of a wild card, in a fool's cap. @param {string} colour @param {boolean} dark */
export function wildCat(colour, dark) {
  const look = /** @type {Look} */ (
    dark
      ? { ...FUR.Qs, mark: '#6a6173', pattern: 'tabby', closed: LINEN }
      : { ...FUR.Kh, mark: '#4a2c1c', pattern: 'spots' }
  );
  const bells = [
    [82, 118],
    [218, 118],
    [150, 64],
  ];
  return (
    dot(150, 190, 92, colour, 'opacity=".18"') +
    outlined(
      shape(
        'M150 240L96 256L82 300L112 288L126 318L150 296L174 318L188 288L218 300L204 256Z',
        GOLD,
      ) +
        shape(
          'M150 246L112 258L106 280L126 276L138 296L150 282L162 296L174 276L194 280L188 258Z',
          colour,
        ) +
        moved('translate(78 120)scale(1.2)', catHead(look, dark ? 'smug' : 'happy')) +
        shape(
          'M106 172C100 140 96 126 82 118C104 100 124 112 132 128C132 100 138 80 150 66C162 80 168 100 168 128C176 112 196 100 218 118C204 126 200 140 194 172Q150 146 106 172Z',
          colour,
        ) +
        shape(
          'M132 128Q124 140 128 160Q150 152 172 160Q176 140 168 128Q164 92 150 66Q136 92 132 128Z',
          GOLD,
        ) +
        shape('M104 166Q150 140 196 166L194 178Q150 154 106 178Z', LINEN) +
        beads(/** @type {[number, number][]} */ (bells), 15, GOLD),
    )
  );
}
