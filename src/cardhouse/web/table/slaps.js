/**
 * @file Slapping: the paw lands at once, the message follows with the reaction time, and the answer
 * decides what stays.
 */

import { capital, say } from '../words.js';

/** @typedef {import('../types.js').StepMessage} StepMessage */
/** @typedef {import('./layout.js').Layout} Layout */

/**
 * @typedef {object} Ground what slapping needs from its table
 * @property {(message: import('../types.js').FromPerson) => boolean} send
 * @property {() => Layout | null} layout
 * @property {(seat: number) => {name: string, face: string}} who
 * @property {() => boolean} allowed whether slaps count now
 * @property {import('./cues.js').Cues} cues
 * @property {(name: string) => void} sound
 * @property {(kind: 'slap' | 'wrong') => void} tremble for slaps of this screen only
 * @property {(words: string) => void} alert
 */

const TAKEN_BACK = 2500,
  AGAIN = 120;
/** How wide the words about a slap are beside a small pile, and under a large one. */
const TOLD = 150,
  WIDE = 250;
/** How far under the pile they stand, how high they are, what the line over the prompt needs. */
const UNDER = 20,
  LINES = 62,
  TICKER = 22;

/**
 * From where a seat's paw comes.
 * @param {Layout} layout
 * @param {number} seat
 * @returns {'top' | 'bottom' | 'left' | 'right'}
 */
function side(layout, seat) {
  const spot = layout.geometry.spots[seat];
  if (!spot || spot.shape === 'home') return 'bottom';
  return spot.x < layout.geometry.w * 0.25
    ? 'left'
    : spot.x > layout.geometry.w * 0.75
      ? 'right'
      : 'top';
}

/**
 * Where a sign about a slap stands: on the pile or, where that is small, left of it, as what is
 * said of the pile stands at its right.
 * @param {Layout} layout
 * @param {import('./layout.js').Box} pile
 */
const signBox = ({ geometry }, pile) =>
  geometry.shape === 'low' ? { ...pile, x: pile.x - TOLD - 24, w: TOLD } : pile;

/**
 * Where a slap is told of: under the pile or left of it, so that its cards can be read meanwhile,
 * if there is room.
 * @param {Layout} layout
 * @param {import('./layout.js').Box} pile
 */
function tellBox(layout, pile) {
  const { prompt, shape } = layout.geometry,
    y = pile.y + pile.h + UNDER,
    room = prompt.y - TICKER - y;
  if (shape === 'wide' && room < LINES) return { ...pile, x: pile.x - WIDE - UNDER, w: WIDE };
  if (shape === 'low' || room < LINES) return signBox(layout, pile);
  const w = Math.max(pile.w, WIDE);
  return { x: pile.x + (pile.w - w) / 2, y, w, h: LINES };
}

/** @param {Ground} ground */
export function createSlaps(ground) {
  let token = '',
    told = '';
  /** When the card of the token was painted. */
  let painted = 0;
  /**
   * @type {Map<number, {paw: {gone: () => void, fade: () => void}, at: number, timer:
   *   ReturnType<typeof setTimeout>}>}
   */
  const down = new Map();

  /** @param {number} seat @param {boolean} kept */
  function settle(seat, kept) {
    const mine = down.get(seat);
    if (!mine) return false;
    clearTimeout(mine.timer);
    down.delete(seat);
    if (kept) setTimeout(mine.paw.fade, 650);
    else mine.paw.fade();
    return true;
  }

  return {
    /**
     * The face of this token's card has just been drawn. It is before the player's eyes a frame
     * later: until then a
     * slap is meant for the card before it, and only then does the time run.
     * @param {string} next
     */
    shown(next) {
      if (next === told) return;
      told = next;
      if (next) ground.cues.uncover();
      requestAnimationFrame(() =>
        requestAnimationFrame((time) => {
          token = next;
          painted = time;
        }),
      );
    },

    /**
     * Slap. Only what a person really did counts: no script, no held key.
     * @param {number} seat @param {Event} event
     */
    slap(seat, event) {
      const layout = ground.layout(),
        pile = layout?.boxes.pile;
      if (!layout || !pile || !event.isTrusted || (event instanceof KeyboardEvent && event.repeat))
        return false;
      if (!ground.allowed()) return false;
      const old = down.get(seat);
      if (old && event.timeStamp - old.at < AGAIN) return false;
      const reaction = Math.max(0, Math.round((event.timeStamp - painted) * 10) / 10);
      if (token) ground.send({ t: 'slap', seat, token, reaction });
      old?.paw.gone();
      if (old) clearTimeout(old.timer);
      const paw = ground.cues.paw(ground.who(seat).face, pile, side(layout, seat));
      down.set(seat, {
        paw,
        at: event.timeStamp,
        timer: setTimeout(() => settle(seat, false), token ? TAKEN_BACK : 500),
      });
      ground.sound('slap');
      ground.tremble('slap');
      return true;
    },

    /** A slap was judged. @param {StepMessage} happened */
    judged(happened) {
      const told = happened.events.find((event) => event.kind === 'slap');
      const layout = ground.layout(),
        pile = layout?.boxes.pile;
      if (!told || told.seat === null || !layout || !pile) return;
      const { verdict } = told.facts ?? {};
      const mine = settle(told.seat, verdict === 'good');
      if (!mine && verdict !== 'nothing') {
        const paw = ground.cues.paw(ground.who(told.seat).face, pile, side(layout, told.seat));
        setTimeout(paw.fade, 700);
        ground.sound('slap');
      }
      const lines = timeWords(happened, verdict === 'good');
      if (verdict === 'good')
        lines.unshift(capital(say('page.cue.good', { why: told.facts?.why })));
      if (verdict === 'good') ground.cues.chip(lines, tellBox(layout, pile), 'chip-good');
      if (verdict === 'wrong') {
        ground.cues.sign(
          'no',
          [cost(happened), ...lines].join(' · '),
          signBox(layout, pile),
          'sign-no',
        );
        ground.sound('wrong');
        if (mine) ground.tremble('wrong');
      }
    },

    /** The answer was no: it came too late, or the card was covered. @param {string} words */
    refused(words) {
      const layout = ground.layout(),
        pile = layout?.boxes.pile;
      for (const seat of [...down.keys()]) settle(seat, false);
      if (layout && pile) ground.cues.chip([words], tellBox(layout, pile), 'chip-late');
      ground.alert(words);
    },
  };
}

/**
 * How fast a slap was, and how much faster than the next.
 * @param {StepMessage} happened
 * @param {boolean} good
 */
function timeWords({ slap }, good) {
  const { time, margin, tie } = slap ?? {};
  if (typeof time !== 'number') return [];
  const ahead = typeof margin === 'number' ? Math.round(margin) : 0;
  const lead = tie ? [say('page.cue.tie')] : [];
  if (!tie && ahead > 0) lead.push(say('page.cue.margin', { count: ahead }));
  return [say('page.cue.slap_time', { count: Math.round(time) }), ...(good ? lead : [])];
}

/** What a wrong slap cost, in a few words. @param {StepMessage} happened */
function cost({ events }) {
  const kinds = new Map(events.map((event) => [event.kind, event]));
  if (kinds.has('penalty')) return say('page.cue.cost_card');
  if (kinds.has('lockout'))
    return say('page.cue.cost_lockout', { count: kinds.get('lockout')?.facts?.turns });
  if (kinds.has('forfeit')) return say('page.cue.cost_pile');
  if (kinds.has('out')) return say('page.cue.cost_out');
  return say('page.cue.cost_nothing');
}
