/**
 * @file Every sound of the house, made on the spot from tones and filtered noise. No recordings.
 */

/**
 * One sound being built: where it goes, when it starts, and how its pitch is bent.
 * @typedef {{ctx: BaseAudioContext, out: AudioNode, at: number, pitch: number}} Bench
 */

/** @typedef {{seconds: number, make: (bench: Bench) => void}} Recipe */

/** Numbers in 0..1 that sound random and are the same each time. @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const hushes = new WeakMap();

/** Two seconds of white noise, made once for each context. @param {BaseAudioContext} ctx */
function hush(ctx) {
  const known = hushes.get(ctx);
  if (known) return known;
  const buffer = ctx.createBuffer(1, ctx.sampleRate * 2, ctx.sampleRate);
  const samples = buffer.getChannelData(0),
    next = chance(7);
  for (let i = 0; i < samples.length; i++) samples[i] = next() * 2 - 1;
  hushes.set(ctx, buffer);
  return buffer;
}

/**
 * A gain that rises to `peak`, may stay there, then fades.
 * @param {Bench} bench
 * @param {number} after
 * @param {number} rise
 * @param {number} fade
 * @param {number} peak
 * @param {number} [stay]
 */
function swell({ ctx, out, at }, after, rise, fade, peak, stay = 0) {
  const node = ctx.createGain(),
    top = at + after + rise;
  node.gain.setValueAtTime(0, at + after);
  node.gain.linearRampToValueAtTime(peak, top);
  node.gain.setValueAtTime(peak, top + stay);
  node.gain.exponentialRampToValueAtTime(peak * 0.02, top + stay + fade);
  node.gain.linearRampToValueAtTime(0, top + stay + fade + 0.02);
  node.connect(out);
  return node;
}

/**
 * A tone that may glide.
 * @param {Bench} bench
 * @param {{after?: number, from: number, to?: number, rise?: number, fade: number, peak: number,
 *   shape?: OscillatorType}} how hertz and seconds
 */
function tone(bench, { after = 0, from, to = from, rise = 0.004, fade, peak, shape = 'sine' }) {
  const { ctx, at, pitch } = bench,
    start = at + after;
  const source = ctx.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from * pitch, start);
  source.frequency.exponentialRampToValueAtTime(to * pitch, start + rise + fade);
  source.connect(swell(bench, after, rise, fade, peak));
  source.start(start);
  source.stop(start + rise + fade + 0.02);
}

/**
 * A breath of noise through a filter that may move.
 * @param {Bench} bench
 * @param {{after?: number, from: number, to?: number, q?: number, rise?: number, fade: number,
 *   peak: number, filter?: BiquadFilterType, skip?: number}} how
 */
function breath(
  bench,
  { after = 0, from, to = from, q = 0.8, rise = 0.003, fade, peak, filter = 'bandpass', skip = 0 },
) {
  const { ctx, at, pitch } = bench,
    start = at + after;
  const source = ctx.createBufferSource(),
    shaped = ctx.createBiquadFilter();
  source.buffer = hush(ctx);
  source.loop = true;
  shaped.type = filter;
  shaped.Q.value = q;
  shaped.frequency.setValueAtTime(from * pitch, start);
  shaped.frequency.exponentialRampToValueAtTime(to * pitch, start + rise + fade);
  source.connect(shaped).connect(swell(bench, after, rise, fade, peak));
  source.start(start, skip);
  source.stop(start + rise + fade + 0.02);
}

/**
 * A wooden bar struck softly: the fundamental and the overtone that makes it wood.
 * @param {Bench} bench
 * @param {number} after
 * @param {number} hertz
 * @param {number} peak
 */
function bar(bench, after, hertz, peak, fade = 0.45) {
  tone(bench, { after, from: hertz, fade, peak });
  tone(bench, { after, from: hertz * 4, fade: fade / 5, peak: peak * 0.25 });
  breath(bench, { after, from: 1400, fade: 0.02, peak: peak * 0.3 });
}

/**
 * Paper on felt.
 * @param {Bench} bench
 * @param {number} after
 * @param {number} peak
 * @param {number} [skip]
 */
function paper(bench, after, peak, skip = 0) {
  breath(bench, { after, from: 3200, to: 1300, q: 0.7, fade: 0.055, peak, skip });
  tone(bench, { after: after + 0.006, from: 190, to: 110, fade: 0.05, peak: peak * 0.5 });
}

/**
 * A cat's voice: a reedy tone through the two resonances of a mouth that opens and closes.
 * @param {Bench} bench
 */
function voice(bench) {
  const { ctx, at, pitch } = bench;
  const cords = ctx.createOscillator(),
    soft = ctx.createBiquadFilter(),
    throat = swell(bench, 0, 0.09, 0.24, 0.85, 0.22);
  cords.type = 'sawtooth';
  soft.type = 'lowpass';
  soft.frequency.value = 2600;
  for (const [after, hertz] of /** @type {[number, number][]} */ ([
    [0, 430],
    [0.16, 640],
    [0.3, 600],
    [0.55, 390],
  ])) {
    if (after) cords.frequency.linearRampToValueAtTime(hertz * pitch, at + after);
    else cords.frequency.setValueAtTime(hertz * pitch, at);
  }
  cords.connect(soft);
  for (const [closed, open, end, loud] of /** @type {[number, number, number, number][]} */ ([
    [380, 1000, 480, 1],
    [2300, 1700, 900, 0.5],
  ])) {
    const mouth = ctx.createBiquadFilter(),
      share = ctx.createGain();
    mouth.type = 'bandpass';
    mouth.Q.value = 4;
    mouth.frequency.setValueAtTime(closed, at);
    mouth.frequency.linearRampToValueAtTime(open, at + 0.22);
    mouth.frequency.linearRampToValueAtTime(end, at + 0.55);
    share.gain.value = loud;
    soft.connect(mouth).connect(share).connect(throat);
  }
  cords.start(at);
  cords.stop(at + 0.58);
}

/** @type {Record<string, Recipe>} */
const RECIPES = {
  card: { seconds: 0.15, make: (bench) => paper(bench, 0, 0.5) },
  shuffle: {
    seconds: 0.95,
    make: (bench) => {
      const next = chance(3);
      for (let i = 0; i < 18; i++) paper(bench, 0.03 * i + 0.008 * next(), 0.2 + 0.012 * i, next());
      breath(bench, { after: 0.58, from: 900, to: 2600, rise: 0.14, fade: 0.14, peak: 0.2 });
    },
  },
  slap: {
    seconds: 0.3,
    make: (bench) => {
      tone(bench, { from: 170, to: 55, fade: 0.16, peak: 0.75, rise: 0.002 });
      breath(bench, { from: 2400, to: 500, filter: 'lowpass', fade: 0.09, peak: 0.6, rise: 0.001 });
    },
  },
  wrong: {
    seconds: 0.6,
    make: (bench) => {
      bar(bench, 0, 220, 0.4, 0.25);
      bar(bench, 0.14, 185, 0.45, 0.35);
    },
  },
  take: {
    seconds: 0.5,
    make: (bench) => {
      breath(bench, { from: 500, to: 1900, q: 0.6, rise: 0.14, fade: 0.22, peak: 0.5 });
      for (let i = 0; i < 4; i++) paper(bench, 0.12 + i * 0.06, 0.32, i * 0.3);
    },
  },
  burn: {
    seconds: 1.3,
    make: (bench) => {
      const next = chance(11);
      breath(bench, { from: 260, to: 900, filter: 'lowpass', rise: 0.22, fade: 0.95, peak: 1.1 });
      for (let i = 0; i < 22; i++)
        breath(bench, {
          after: 0.05 + 1 * next(),
          from: 900 + 2600 * next(),
          q: 3,
          fade: 0.012 + 0.03 * next(),
          peak: 0.2 + 0.6 * next(),
          skip: next(),
        });
    },
  },
  win: {
    seconds: 1.4,
    make: (bench) =>
      [392, 494, 587, 784].forEach((hertz, i) => {
        bar(bench, i * 0.12, hertz, i === 3 ? 0.42 : 0.34, i === 3 ? 0.9 : 0.5);
      }),
  },
  lose: {
    seconds: 1.4,
    make: (bench) =>
      [349, 311, 262].forEach((hertz, i) => {
        bar(bench, i * 0.2, hertz, 0.36, i === 2 ? 0.8 : 0.4);
      }),
  },
  purr: {
    seconds: 1.6,
    make: (bench) => {
      for (let i = 0; i < 34; i++) {
        const along = i / 33,
          loud = Math.sin(Math.PI * along) * (i < 17 ? 0.5 : 0.38) + 0.02;
        breath(bench, {
          after: i * 0.043,
          from: i < 17 ? 210 : 260,
          filter: 'lowpass',
          q: 2,
          rise: 0.012,
          fade: 0.032,
          peak: loud,
          skip: (i * 0.37) % 1.5,
        });
        tone(bench, { after: i * 0.043, from: 62, rise: 0.012, fade: 0.034, peak: loud * 0.7 });
      }
    },
  },
  hiss: {
    seconds: 0.75,
    make: (bench) => {
      breath(bench, { from: 5200, to: 3800, q: 0.9, rise: 0.06, fade: 0.58, peak: 0.42 });
      breath(bench, { from: 1500, to: 900, q: 1.5, rise: 0.03, fade: 0.3, peak: 0.16 });
    },
  },
  meow: { seconds: 0.7, make: voice },
  turn: { seconds: 0.18, make: (bench) => bar(bench, 0, 523, 0.2, 0.11) },
  timer: {
    seconds: 0.3,
    make: (bench) => {
      bar(bench, 0, 330, 0.26, 0.06);
      bar(bench, 0.13, 277, 0.22, 0.08);
    },
  },
};

/** Every name `play` and `render` know. @type {readonly string[]} */
export const soundNames = Object.keys(RECIPES);

/** @param {string} name */
function recipe(name) {
  const found = RECIPES[name];
  if (!found) throw new RangeError(`no sound is called ${name}`);
  return found;
}

/**
 * A sound as samples, mono, exactly as `play` makes it.
 * @param {string} name
 * @param {number} [sampleRate]
 * @returns {Promise<AudioBuffer>}
 */
export function render(name, sampleRate = 44100) {
  const { seconds, make } = recipe(name);
  const ctx = new OfflineAudioContext(1, Math.ceil(seconds * sampleRate), sampleRate);
  make({ ctx, out: ctx.destination, at: 0, pitch: 1 });
  return ctx.startRendering();
}

/**
 * The sounds of one page. Nothing is created, and nothing is heard, until `unlock` has been called
 * from a
 * gesture of the user; a sound asked for before that, or while sound is off, is dropped rather than
 * kept for later.
 */
export function createSound() {
  /** @type {AudioContext | undefined} */
  let ctx;
  let on = true,
    unlocked = false;

  const wake = () => {
    if (!on || !unlocked || typeof AudioContext === 'undefined') return;
    ctx ??= new AudioContext({ latencyHint: 'interactive' });
    if (ctx.state !== 'running') void ctx.resume().catch(() => {});
  };

  return {
    /**
     * Call from the first click, tap or key; calling again wakes a context the browser put to
     * sleep.
     */
    unlock() {
      unlocked = true;
      wake();
    },

    /**
     * @param {string} name
     * @param {{volume?: number, pitch?: number}} [how] volume 0..1, pitch as a factor
     */
    play(name, { volume = 1, pitch = 1 } = {}) {
      const { seconds, make } = recipe(name);
      if (!on || !ctx || ctx.state !== 'running') return wake();
      const out = ctx.createGain();
      out.gain.value = volume;
      out.connect(ctx.destination);
      make({ ctx, out, at: ctx.currentTime + 0.005, pitch });
      setTimeout(() => out.disconnect(), seconds * 1000 + 300);
    },

    /** @param {boolean} value */
    setOn(value) {
      on = value;
      if (on) wake();
      else void ctx?.suspend().catch(() => {});
    },

    isOn: () => on,
  };
}
