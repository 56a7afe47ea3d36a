/**
 * @file What is said at the table besides the game: why something was refused, advice, reactions,
 * who would like a pause.
 */

import { icon } from '../art/icons.js';
import { button, el } from '../dom.js';
import { go } from '../router.js';
import { knows, say } from '../words.js';

import { hintWords } from './hint.js';
import { pauseWords } from './overlay.js';
import { openPanel } from './panels.js';
import { isHeard, remember } from './roompanel.js';
import { sound, tremble } from './sounds.js';
import { triedPanel, triedWords } from './tried.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('../types.js').TableInfo} TableInfo */
/** @typedef {import('./layout.js').Layout} Layout */

/** How long the cards of a hint are marked. */
const MARKED = 4000;

/**
 * @typedef {object} Ground
 * @property {() => Layout | null} layout
 * @property {() => TableInfo | null} info
 * @property {() => Names} names
 * @property {ReturnType<typeof import('./cues.js').createCues>} cues
 * @property {ReturnType<typeof import('./bubbles.js').createBubbles>} bubbles
 * @property {ReturnType<typeof import('./announce.js').createAnnouncer>} announcer
 * @property {ReturnType<typeof import('./connection.js').createConnectionStatus>} connection
 * @property {ReturnType<typeof import('./hands.js').createHands>} hands
 * @property {ReturnType<typeof import('./slaps.js').createSlaps>} slaps
 * @property {() => boolean} leaving whether this person is throwing the table away themselves
 * @property {(words: string) => void} told says what happened in the room
 */

/**
 * Why somebody is at a table no longer, and the way home.
 * @param {string} title
 * @param {string} why
 */
function sentAway(title, why) {
  const home = () => {
    panel.close();
    go('/');
  };
  const panel = openPanel(title, [
    el('p', {}, why),
    button(say('page.end.home'), home, { icon: icon('home'), class: 'button-main' }),
  ]);
}

/** @param {Ground} ground */
export function createAsides({
  layout,
  info,
  names,
  cues,
  bubbles,
  announcer,
  connection,
  hands,
  slaps,
  leaving,
  told,
}) {
  /**
   * What was asked for, by its number: the card it was asked with.
   * @type {Map<number, HTMLElement | null>}
   */
  const asked = new Map();

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let unmarking;
  /** What the hint of this moment says. */
  let hinted = '';

  /** @param {import('../types.js').Refusal} refusal */
  function refused(refusal) {
    const words = knows(refusal.key) ? say(refusal.key, refusal.facts, names()) : refusal.text;
    if (refusal.key === 'refused.table.discarded') {
      if (leaving()) return;
      go('/');
      return sentAway(say('page.discard.gone'), words);
    }
    if (refusal.key === 'refused.table.too_late' || refusal.key === 'refused.table.covered')
      return slaps.refused(words);
    const beside = refusal.id ? asked.get(refusal.id) : null,
      here = layout();
    asked.delete(refusal.id ?? 0);
    hands.refused();
    if (here && info()?.status !== 'waiting')
      cues.tip(words, beside?.isConnected ? beside.getBoundingClientRect() : null, here);
    else connection.say(words);
    announcer.alert(words);
    sound.play('wrong', { volume: 0.4 });
  }

  /** @param {import('../types.js').Advice} advice */
  function advised(advice) {
    const here = layout();
    if (!here) return;
    hands.hint(advice.action);
    clearTimeout(unmarking);
    unmarking = setTimeout(hands.unmark, MARKED);
    const words = hintWords(advice, names());
    cues.tip(words, null, here);
    hinted = words;
    announcer.tell(words);
  }

  /** What a move is worth that was tried. @param {import('../types.js').Tried} tried */
  function judged(tried) {
    asked.delete(tried.id ?? 0);
    hands.refused();
    const words = triedWords(tried, names()),
      here = layout();
    if (tried.found || !tried.left) return triedPanel(tried, words, announcer.alert);
    if (here) cues.tip(words, null, here);
    announcer.alert(words);
    sound.play('wrong', { volume: 0.4 });
  }

  /** @param {{seat: number, kind: string}} reaction */
  function reacted({ seat, kind }) {
    const here = layout();
    if (!here) return;
    bubbles.say(seat, '', here, icon(kind));
    announcer.tell(`${names()[seat]}: ${say(`page.react.${kind}`)}`);
    if (kind === 'purr' || kind === 'hiss') sound.play(kind);
  }

  /** Somebody in the room says something. @param {import('../types.js').Said} said */
  function spoke(said) {
    if (!isHeard(said.who)) return;
    const words = said.phrase ? say(`phrase.${said.phrase}`) : (said.text ?? ''),
      here = layout();
    const seat = info()?.seats.findIndex((one) => one.who === said.who) ?? -1;
    const line = `${said.name || say('page.room.somebody')}: ${words}`;
    remember(info()?.code ?? '', line);
    // Where there is no room for a bubble, it is said in the strip.
    const seen = here && seat >= 0 && said.phrase && bubbles.say(seat, words, here);
    if (!seen) told(line);
    announcer.tell(line);
  }

  /** Everybody waits for this person. @param {import('../types.js').Nudged} nudged */
  function nudge(nudged) {
    if (!isHeard(nudged.who)) return;
    const words = say('page.room.nudged', { name: nudged.name || say('page.room.somebody') });
    told(words);
    announcer.alert(words);
    sound.play('wrong', { volume: 0.5 });
    tremble('slap');
  }

  /** Something happened in the room. @param {import('../types.js').Notice} notice */
  function noticed(notice) {
    const { key, facts = {} } = notice;
    const mine = info()?.seats.some((seat) => seat.yours && seat.name === facts.who);
    if (key === 'room.removed' && mine)
      return sentAway(say('page.removed'), say('refused.table.removed'));
    const words = knows(notice.key) ? say(notice.key, notice.facts, names()) : notice.text;
    told(words);
    announcer.tell(words);
  }

  return {
    /**
     * Something was asked of the house; a refusal of it is said next to this.
     * @param {number} id
     * @param {HTMLElement | null} beside
     */
    ask: (id, beside) => void asked.set(id, beside),

    /** A message that doesn't change the table. @param {import('../types.js').ToPerson} message */
    hear(message) {
      if (message.t === 'refusal') refused(message);
      else if (message.t === 'reaction') reacted(message);
      else if (message.t === 'advice') advised(message);
      else if (message.t === 'tried') judged(message);
      else if (message.t === 'notice') noticed(message);
      else if (message.t === 'said') spoke(message);
      else if (message.t === 'nudged') nudge(message);
      else if (message.t === 'delay')
        announcer.tell(say('page.line.slow', { count: Math.round(message.delay) }));
    },

    /** Something happened: the hint was for the moment before it. */
    passed() {
      if (!hinted) return;
      clearTimeout(unmarking);
      hands.hint('');
      cues.untip(hinted);
      hinted = '';
    },

    /** A seat has little time left for its move. @param {number} count seconds */
    short(count) {
      const words = say('page.clock.short', { count }),
        here = layout();
      if (here) cues.tip(words, null, here);
      announcer.alert(words);
    },

    /**
     * A cat plays on for somebody whose time ran out.
     * @param {number} seat
     * @param {boolean} mine
     */
    ranOut(seat, mine) {
      const here = layout();
      const words = mine
        ? say('page.clock.you_ran_out')
        : say('page.clock.ran_out', { seat }, names());
      if (mine && here) cues.tip(words, null, here);
      announcer.tell(words);
    },

    /**
     * Some would like a pause, or to go on, and not all have said so yet.
     * @param {TableInfo} now
     */
    wished(now) {
      announcer.tell(pauseWords(now));
    },
  };
}
