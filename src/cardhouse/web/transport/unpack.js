/**
 * @file Unpacks LZMA, as `cardhouse site` packs it: what a browser can unpack by itself is a third
 * larger, and not every host compresses what it sends.
 *
 * Names follow the format's description (the LZMA SDK): a range coder reads bits by adaptive
 * chances; of these bits come literals, and matches at a distance in what is already there.
 */

// As the packer was told: three bits of the byte before choose the chances of a literal, and no
// bits of the position do.
const LITERAL_CONTEXT = 3,
  HALF = 1 << 10,
  STATES = 12,
  END = -1;

const chances = (/** @type {number} */ count) => new Uint16Array(count).fill(HALF);

const lengthCoder = () => ({
  choice: chances(2),
  low: chances(8),
  middle: chances(8),
  high: chances(256),
});

/**
 * @param {Uint8Array} packed a raw LZMA stream
 * @param {number} size of what comes out
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(packed, size) {
  const out = new Uint8Array(size);
  let at = 1,
    range = -1,
    code = 0;
  while (at < 5) code = (code << 8) | /** @type {number} */ (packed[at++]);

  const refill = () => {
    if (range & 0xff000000) return;
    code = (code << 8) | (packed[at++] ?? 0);
    range <<= 8;
  };
  /** True if the code is below a bound; both are unsigned. @param {number} bound */
  const below = (bound) => (code ^ 0x80000000) < (bound ^ 0x80000000);

  /** @param {Uint16Array} table @param {number} index */
  const bit = (table, index) => {
    const chance = /** @type {number} */ (table[index]);
    const bound = Math.imul(range >>> 11, chance);
    const zero = below(bound);
    if (zero) {
      range = bound;
      table[index] = chance + ((2048 - chance) >> 5);
    } else {
      range = (range - bound) | 0;
      code = (code - bound) | 0;
      table[index] = chance - (chance >> 5);
    }
    refill();
    return zero ? 0 : 1;
  };
  /** Bits that are as likely as not. @param {number} count */
  const direct = (count) => {
    let value = 0;
    for (let left = count; left > 0; left--) {
      range >>>= 1;
      const zero = below(range);
      if (!zero) code = (code - range) | 0;
      refill();
      value = (value << 1) | (zero ? 0 : 1);
    }
    return value;
  };
  /** @param {Uint16Array} table @param {number} base @param {number} bits highest first */
  const tree = (table, base, bits) => {
    let node = 1;
    for (let left = bits; left > 0; left--) node = (node << 1) | bit(table, base + node);
    return node - (1 << bits);
  };
  /** @param {Uint16Array} table @param {number} base @param {number} bits lowest first */
  const reversed = (table, base, bits) => {
    let node = 1,
      value = 0;
    for (let place = 0; place < bits; place++) {
      const read = bit(table, base + node);
      node = (node << 1) | read;
      value |= read << place;
    }
    return value;
  };
  /** @param {ReturnType<typeof lengthCoder>} coder */
  const length = (coder) => {
    if (!bit(coder.choice, 0)) return 2 + tree(coder.low, 0, 3);
    if (!bit(coder.choice, 1)) return 10 + tree(coder.middle, 0, 3);
    return 18 + tree(coder.high, 0, 8);
  };

  const literals = chances(0x300 << LITERAL_CONTEXT),
    isMatch = chances(STATES),
    isRepeat = chances(STATES),
    isOlder = chances(STATES),
    isOlder2 = chances(STATES),
    isOlder3 = chances(STATES),
    isLong = chances(STATES),
    slots = chances(4 * 64),
    places = chances(115),
    aligned = chances(16),
    lengths = lengthCoder(),
    repeats = lengthCoder();
  let position = 0,
    state = 0,
    distance = 0,
    [older, older2, older3] = [0, 0, 0];

  const literal = () => {
    const before = position ? /** @type {number} */ (out[position - 1]) : 0;
    const base = 0x300 * (before >> (8 - LITERAL_CONTEXT));
    let symbol = 1;
    if (state >= 7) {
      // After a match, the byte that the match would have gone on with is probably not this one.
      let expected = /** @type {number} */ (out[position - distance - 1]);
      let same = true;
      while (same && symbol < 0x100) {
        const likely = (expected >> 7) & 1;
        expected <<= 1;
        const read = bit(literals, base + ((1 + likely) << 8) + symbol);
        symbol = (symbol << 1) | read;
        same = likely === read;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, base + symbol);
    out[position++] = symbol;
    state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
  };
  /** Bring one of the last distances to the front. */
  const reuse = () => {
    let chosen = older;
    if (bit(isOlder2, state)) {
      chosen = older2;
      if (bit(isOlder3, state)) {
        chosen = older3;
        older3 = older2;
      }
      older2 = older;
    }
    older = distance;
    distance = chosen;
  };
  /** @param {number} long how long the match is */
  const newDistance = (long) => {
    const slot = tree(slots, Math.min(long - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1,
      start = (2 | (slot & 1)) << bits;
    if (slot < 14) return start + reversed(places, start - slot, bits);
    return (start + (direct(bits - 4) << 4) + reversed(aligned, 0, 4)) | 0;
  };

  while (position < size) {
    if (!bit(isMatch, state)) {
      literal();
      continue;
    }
    let long = 1;
    if (!bit(isRepeat, state)) {
      [older3, older2, older] = [older2, older, distance];
      long = length(lengths);
      state = state < 7 ? 7 : 10;
      distance = newDistance(long);
      if (distance === END) break;
    } else {
      const same = !bit(isOlder, state);
      if (same && !bit(isLong, state)) {
        state = state < 7 ? 9 : 11;
      } else {
        if (!same) reuse();
        long = length(repeats);
        state = state < 7 ? 8 : 11;
      }
    }
    if (distance >= position) throw new TypeError('a packed file is broken');
    // What is copied may reach into what the copy itself writes.
    for (let left = long; left > 0; left--, position++)
      out[position] = /** @type {number} */ (out[position - distance - 1]);
  }
  return out;
}
