/** @file Faces for people who would rather not be a cat. They have the same moods. */

import { aura, eyes, mouth } from './head.js';
import { bothSides, dot, INK, line, moved, outlined, picture, shape } from './svg.js';

/** @typedef {import('./head.js').Mood} Mood */

/**
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 */

const NOSE = 'M52 75Q60 71 68 75Q66 82 60 84Q54 82 52 75Z';
const ROUND =
  'M60 28C86 28 104 46 104 70C104 94 84 108 60 108C36 108 16 94 16 70C16 46 34 28 60 28Z';
const muzzle = (/** @type {string} */ colour) =>
  shape(
    'M60 77C51 72 36 76 36 88C36 102 52 106 60 104C68 106 84 102 84 88C84 76 69 72 60 77Z',
    colour,
    'stroke="none"',
  );
const nose = (/** @type {string} */ colour) => shape(NOSE, colour);

/**
 * Each animal: the ground behind it, the colour of its lids, and what lies behind and over its
 * eyes.
 * @type {Record<string, {name: string, back: string, lid: string, eye: string, behind: string,
 *   over: (mood: Mood) => string, at?: {x?: number, y?: number, r?: number}}>}
 */
const PEOPLE = {
  mouse: {
    name: 'Mouse',
    back: '#f6d9b0',
    lid: '#b9aeb0',
    eye: '#fff',
    behind:
      bothSides(dot(24, 34, 22, '#b9aeb0') + dot(24, 34, 13, '#f2b3b5', 'stroke="none"')) +
      shape(
        'M60 30C84 30 100 48 100 68C100 88 76 110 60 110C44 110 20 88 20 68C20 48 36 30 60 30Z',
        '#b9aeb0',
      ),
    over: (mood) =>
      muzzle('#efe6e4') +
      mouth(mood) +
      nose('#e2777c') +
      bothSides(line('M34 88L8 84M34 93L11 101', INK, 1.6)),
  },
  dog: {
    name: 'Dog',
    back: '#cfe3d2',
    lid: '#c98f56',
    eye: '#fff',
    behind:
      shape(ROUND, '#c98f56') +
      shape(
        'M60 29C70 29 72 62 78 72C90 76 88 108 60 107C32 108 30 76 42 72C48 62 50 29 60 29Z',
        '#fdf3e3',
        'stroke="none"',
      ) +
      line(ROUND, INK, 3) +
      bothSides(
        shape(
          'M40 30C24 22 8 30 6 52C4 72 10 86 18 86C28 84 26 62 30 50C32 42 40 38 40 30Z',
          '#7d4f2c',
        ),
      ),
    over: (mood) => mouth(mood) + shape('M48 75Q60 66 72 75Q70 84 60 86Q50 84 48 75Z', '#3b2a2a'),
  },
  fox: {
    name: 'Fox',
    back: '#d3dcec',
    lid: '#e0702f',
    eye: '#fff',
    behind:
      bothSides(
        shape('M16 62C8 40 8 22 12 8C30 14 44 26 52 38Z', '#e0702f') +
          shape('M20 42C17 32 16 26 17 19C26 23 32 28 38 34Z', '#4b3029', 'stroke="none"'),
      ) +
      shape(
        'M60 30C86 30 104 44 106 66L118 80C104 92 78 109 60 110C42 109 16 92 2 80L14 66C16 44 34 30 60 30Z',
        '#e0702f',
      ) +
      bothSides(
        shape('M5 80C20 74 34 74 46 82L60 92V108C42 107 18 92 5 80Z', '#fff4e4', 'stroke="none"'),
      ) +
      shape('M46 80Q60 70 74 80L60 100Z', '#fff4e4', 'stroke="none"'),
    over: (mood) => mouth(mood) + shape('M52 77Q60 73 68 77Q66 84 60 86Q54 84 52 77Z', '#33231c'),
  },
  owl: {
    name: 'Owl',
    back: '#e9d3e2',
    lid: '#a9805a',
    eye: '#f7c948',
    at: { x: 21, y: 62, r: 13 },
    behind:
      bothSides(shape('M18 58C10 40 12 22 10 12C26 16 42 22 54 32Z', '#7d5a3c')) +
      shape(ROUND, '#9a7048') +
      bothSides(dot(38, 62, 23, '#f0dcbc', 'stroke="none"')) +
      line('M40 98Q45 103 50 98M55 102Q60 107 65 102M70 98Q75 103 80 98', '#f0dcbc', 3),
    over: (mood) =>
      mood === 'happy' || mood === 'surprised'
        ? shape('M50 76Q60 68 70 76L60 84Z', '#f0a030') +
          shape('M52 80L60 85L68 80Q66 96 60 97Q54 96 52 80Z', '#7c2433')
        : shape(
            mood === 'sulky'
              ? 'M48 80Q60 64 72 80Q66 82 60 94Q54 82 48 80Z'
              : 'M50 74Q60 68 70 74Q68 86 60 94Q52 86 50 74Z',
            '#f0a030',
          ) + (mood === 'smug' ? line('M72 82L80 78', INK, 3) : ''),
  },
  rabbit: {
    name: 'Rabbit',
    back: '#cde2ee',
    lid: '#f4ece2',
    eye: '#8fc0e0',
    behind:
      bothSides(
        shape('M32 46C20 22 20 -6 32 -8C46 -8 52 16 54 40Z', '#f4ece2') +
          shape('M36 36C29 18 29 3 34 1C41 2 45 18 47 34Z', '#f2b3b5', 'stroke="none"'),
      ) + shape(ROUND, '#f4ece2'),
    over: (mood) =>
      (mood === 'happy' || mood === 'surprised'
        ? mouth(mood)
        : mouth(mood) +
          shape(
            'M54 92H66V101Q66 103 64 103H56Q54 103 54 101ZM60 92V103',
            '#fff',
            'stroke-width="2.2"',
          )) + nose('#e88d95'),
  },
  robot: {
    name: 'Robot',
    back: '#f3d6c8',
    lid: '#274b57',
    eye: '#7ff0d8',
    behind:
      line('M60 30V14', INK, 4) +
      dot(60, 11, 6, '#f2b23e') +
      bothSides(shape('M14 58H6V82H14Z', '#8fa6ad')) +
      shape(
        'M30 28H90Q106 28 106 44V92Q106 108 90 108H30Q14 108 14 92V44Q14 28 30 28Z',
        '#b9cdd2',
      ) +
      shape('M34 42H86Q94 42 94 50V92Q94 100 86 100H34Q26 100 26 92V50Q26 42 34 42Z', '#274b57'),
    over: (mood) => moved('translate(18 23)scale(.7)', mouth(mood, '#7ff0d8')),
    at: { x: 17, y: 63, r: 9 },
  },
};

/** @type {readonly Person[]} */
export const people = Object.entries(PEOPLE).map(([id, { name }]) => ({ id, name }));

/** A friendly face that is not a cat's. @param {string} id @param {Mood} [mood] */
export function personFace(id, mood = 'calm') {
  const person = PEOPLE[id];
  if (!person) throw new RangeError(`nobody is called ${id}`);
  const { back, lid, eye, behind, over, at } = person;
  const ink = id === 'robot' ? '#7ff0d8' : INK;
  return picture(
    120,
    120,
    dot(60, 60, 60, back) +
      moved(
        'translate(6 12)scale(.9)',
        outlined(behind + eyes(mood, { eye, lid, ink, ...at }) + over(mood)),
      ) +
      aura(mood),
    'person-face',
  );
}
