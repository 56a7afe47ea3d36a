/** @file The keys, all of them, as `?` shows them. */

import { el } from '../dom.js';
import { say } from '../words.js';
import { openPanel } from './panels.js';

const CARDS = [['← →', 'page.keys.move'], ['Shift + ← →', 'page.keys.extend'], ['Ctrl + A', 'page.keys.all'], ['Esc', 'page.keys.none'], ['↑  Enter', 'page.keys.play'], ['↓', 'page.keys.take'], ['1 2 3', 'page.keys.blind']];
const SLAPS = [['Q', 'page.keys.turn_1'], ['F', 'page.keys.slap_1'], ['P', 'page.keys.turn_2'], ['J', 'page.keys.slap_2']];
const TABLE = [['Space', 'page.keys.pause'], ['H', 'page.keys.hint'], ['L', 'page.keys.look'], ['M', 'page.keys.menu'], ['N  Ctrl + N', 'page.keys.new'], ['F11', 'page.keys.fullscreen'], ['?', 'page.keys.keys']];

/** @param {string} title @param {string[][]} keys */
const group = (title, keys) =>
  el('section', {}, el('h3', {}, title), el('dl', { class: 'keys' }, ...keys.flatMap(([key = '', words = '']) => [el('dt', {}, ...key.split('  ').flatMap((one, at) => [at ? ' ' : '', el('kbd', {}, one)])), el('dd', {}, say(words))])));

export const showKeys = () =>
  openPanel(say('page.keys.title'), [group(say('page.keys.cards'), CARDS), group(say('page.keys.slaps'), SLAPS), group(say('page.keys.table'), TABLE)], { className: 'panel-keys' });
