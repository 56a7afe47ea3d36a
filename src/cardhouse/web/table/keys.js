/** @file The keys, all of them, as `?` shows them. */

import { el } from '../dom.js';
import { keyName, playerKeys } from '../state/keys.js';
import { say } from '../words.js';
import { openPanel } from './panels.js';

const CARDS = [
  ['← →', 'page.keys.move'],
  ['Shift + ← →', 'page.keys.extend'],
  ['Ctrl + A', 'page.keys.all'],
  ['Esc', 'page.keys.none'],
  ['↑  Enter', 'page.keys.play'],
  ['↓', 'page.keys.take'],
  ['1 2 3', 'page.keys.blind'],
];

/** The keys of everybody who can play at one screen. @returns {string[][]} */
const slapKeys = () =>
  playerKeys().flatMap(({ turn, slap }, player) => [
    [keyName(turn), say('page.keys.turn_of', { count: player + 1 })],
    [keyName(slap), say('page.keys.slap_of', { count: player + 1 })],
  ]);
const TABLE = [
  ['Space', 'page.keys.pause'],
  ['H', 'page.keys.hint'],
  ['L', 'page.keys.look'],
  ['M', 'page.keys.menu'],
  ['N  Ctrl + N', 'page.keys.new'],
  ['F11', 'page.keys.fullscreen'],
  ['?', 'page.keys.keys'],
];

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

export const showKeys = () =>
  openPanel(
    say('page.keys.title'),
    [
      group(say('page.keys.cards'), said(CARDS)),
      group(say('page.keys.slaps'), slapKeys()),
      group(say('page.keys.table'), said(TABLE)),
    ],
    { className: 'panel-keys', key: '?' },
  );
