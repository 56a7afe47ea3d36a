/**
 * @file A QR code for a link (ISO/IEC 18004): bytes, error correction level L, versions 1 to 5, which
 * have one block and no version information. Longer texts get none.
 */

/** By version from 1: how many codewords of data there are, and of error correction. */
const DATA = [19, 34, 55, 80, 108],
  CORRECTION = [7, 10, 15, 20, 26];
/** A byte's mode and length take a byte and a half. */
const HEAD = 2;
/** Error correction level L with mask 0, with its own correction and the mask of the standard. */
const FORMAT = 0b111011111000100;
const FIELD = 0x11d;

const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at++) {
  EXP[at] = EXP[at + 255] = value;
  LOG[value] = at;
  value = value & 128 ? (value << 1) ^ FIELD : value << 1;
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0);

/** The Reed–Solomon remainder of data. @param {Uint8Array} data @param {number} length */
function correction(data, length) {
  let generator = [1];
  for (let root = 0; root < length; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[root] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...new Array(length).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at];
    generator.forEach((factor, place) => {
      rest[at + place] ^= times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

/** @param {Uint8Array} bytes @param {number} room */
function codewords(bytes, room) {
  const data = new Uint8Array(room);
  const nibbles = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  nibbles.push(0);
  for (let at = 0; at < nibbles.length; at += 2)
    data[at / 2] = ((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0);
  for (let at = nibbles.length / 2, turn = 0; at < room; at++, turn++)
    data[at] = turn % 2 ? 0x11 : 0xec;
  return data;
}

/**
 * The dark modules of a text's code, row by row; null: it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = DATA.findIndex((room) => bytes.length + HEAD <= room) + 1;
  const room = DATA[version - 1],
    length = CORRECTION[version - 1];
  if (!room || !length) return null;
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const set = (/** @type {number} */ y, /** @type {number} */ x, /** @type {boolean} */ dark) => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  /** A square of rings around a middle, dark but for some of them. */
  const rings = (
    /** @type {number} */ y,
    /** @type {number} */ x,
    /** @type {number} */ reach,
    /** @type {number[]} */ light,
  ) => {
    for (let down = -reach; down <= reach; down++)
      for (let across = -reach; across <= reach; across++)
        set(y + down, x + across, !light.includes(Math.max(Math.abs(down), Math.abs(across))));
  };
  for (const [y, x] of /** @type {const} */ ([
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ]))
    rings(y, x, 4, [2, 4]);
  if (version > 1) rings(size - 7, size - 7, 2, [1]);
  for (let at = 8; at < size - 8; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((FORMAT >> bit) & 1) === 1;
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit;
    if (bit < 8) {
      set(near, 8, dark);
      set(8, size - 1 - bit, dark);
    } else {
      set(8, bit === 8 ? 7 : near, dark);
      set(size - 15 + bit, 8, dark);
    }
  }
  set(size - 8, 8, true);
  const data = codewords(bytes, room);
  const all = [...data, ...correction(data, length)];
  let bit = 0,
    up = false;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right = 5;
    up = !up;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (grid[y]?.[x] !== null) continue;
        const dark = (((all[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
        set(y, x, dark !== ((x + y) % 2 === 0));
      }
  }
  return grid.map((row) => row.map((dark) => dark === true));
}

/** How wide the light edge around a code is, in modules. */
const EDGE = 4;

/**
 * A text's code as a drawing, dark on light whatever the theme; empty: it is too long.
 * @param {string} text
 */
export function qrCode(text) {
  const modules = qrModules(text);
  if (!modules) return '';
  const size = modules.length + 2 * EDGE;
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + EDGE} ${y + EDGE}h1v1h-1z` : '')))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true" focusable="false"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
