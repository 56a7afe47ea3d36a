/** @file The keys, all of them, as `?` shows them. */

import { el } from '../dom.js';
import { keyName, playerKeys } from '../state/keys.js';
import { say } from '../words.js';
import { ALL, LAST, MORE, QUESTIONS } from './ears.js';
import { openPanel } from './panels.js';

/**
 * @typedef {object} Situation
 * @property {boolean} slapped whether slaps count
 * @property {number} players how many play at this screen
 * @property {boolean} numbered whether face-down cards are turned by their numbers
 */

const CARDS = [
  ['← →', 'page.keys.move'],
  ['G', 'page.keys.suit'],
  ['Shift + ← →', 'page.keys.extend'],
  ['Ctrl + A', 'page.keys.all'],
  ['Esc', 'page.keys.none'],
  ['↑  Enter', 'page.keys.play'],
  ['↓', 'page.keys.take'],
];
const NUMBERED = [['1 2 3', 'page.keys.blind']];

/** The keys of those who play at this screen. @param {number} players @returns {string[][]} */
const slapKeys = (players) =>
  playerKeys()
    .slice(0, Math.max(1, players))
    .flatMap(({ turn, slap }, player) => [
      [keyName(turn), say('page.keys.turn_of', { count: player + 1 })],
      [keyName(slap), say('page.keys.slap_of', { count: player + 1 })],
    ]);
const TABLE = [
  ['B', 'page.keys.pause'],
  ['H', 'page.keys.hint'],
  ['⌫', 'page.keys.undo'],
  ['L', 'page.keys.look'],
  ['M', 'page.keys.menu'],
  ['N', 'page.keys.new'],
  ['F11', 'page.keys.fullscreen'],
  ['?', 'page.keys.keys'],
];

/** What can be asked, as the page answers it to who plays by ear. @returns {string[][]} */
const questions = () => [
  ...Object.entries(QUESTIONS).map(([key, { name }]) => [
    key.toUpperCase(),
    `page.keys.ask.${name}`,
  ]),
  [LAST.toUpperCase(), 'page.keys.ask.last'],
  [ALL.toUpperCase(), 'page.keys.ask.all'],
  [MORE.toUpperCase(), 'page.keys.ask.more'],
];

/** Space is what lies nearest: a slap where slaps count and one plays alone. */
const space = (/** @type {Situation} */ { slapped, players }) =>
  slapped && players > 1
    ? []
    : [['Space', slapped && players ? 'page.keys.slap' : 'page.keys.pause']];

/** @param {string[][]} keys */
const said = (keys) => keys.map(([key = '', words = '']) => [key, say(words)]);

/** @param {string} title @param {string[][]} keys each with what it does */
const group = (title, keys) =>
  el(
    'section',
    {},
    el('h3', {}, title),
    el(
      'dl',
      { class: 'keys' },
      ...keys.flatMap(([key = '', words = '']) => [
        el('dt', {}, ...key.split('  ').flatMap((one, at) => [at ? ' ' : '', el('kbd', {}, one)])),
        el('dd', {}, words),
      ]),
    ),
  );

/** @param {Situation} situation */
export const showKeys = (situation) =>
  openPanel(
    say('page.keys.title'),
    [
      situation.slapped
        ? group(say('page.keys.slaps'), slapKeys(situation.players))
        : group(say('page.keys.cards'), said([...CARDS, ...(situation.numbered ? NUMBERED : [])])),
      group(say('page.keys.asks'), said(questions())),
      group(say('page.keys.table'), said([...space(situation), ...TABLE])),
    ],
    { className: 'panel-keys', key: '?' },
  );
