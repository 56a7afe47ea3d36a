/**
 * @file The rules of each game as a list: a sentence or two, an example, and for which house rules it holds. The texts are
 * `page.rules.GAME.NAME`; a house rule that is on is told by its own sentence.
 */

/** @typedef {import('./parts/cardrow.js').Example} Example */
/** @typedef {import('./state/games.js').Value} Value */
/** @typedef {{name: string, example?: Example, when?: (options: Record<string, Value>) => boolean}} Rule */

/** @type {Record<string, Rule[]>} */
export const rules = {
  ratscrew: [
    { name: 'goal' },
    { name: 'turn', example: { cards: '4c 9h 2s' } },
    { name: 'challenge', example: { cards: 'Jc Qd Kh As', text: '1 · 2 · 3 · 4' } },
    { name: 'answer', example: { cards: 'Kh 5c 8d Js', marked: 'Kh Js' } },
    { name: 'win', example: { cards: 'Qd 3c 7s', marked: 'Qd' } },
    { name: 'slap', example: { cards: '8h 8c', marked: '8h 8c' } },
    { name: 'empty' },
  ],
  slapjack: [
    { name: 'goal' },
    { name: 'turn', example: { cards: '4c 9h 2s' } },
    { name: 'jack', example: { cards: '5d Jh', marked: 'Jh' } },
    { name: 'double', example: { cards: '8h 8c', marked: '8h 8c' } },
    { name: 'sandwich', example: { cards: '6h 3c 6d', marked: '6h 6d' } },
    { name: 'take' },
    { name: 'wrong', example: { cards: '5d 9s', dim: '5d 9s', icon: 'no' } },
    { name: 'last', example: { cards: '8h 8c Jd', dim: '8h 8c', marked: 'Jd' } },
    { name: 'saved' },
  ],
  hearts: [
    { name: 'goal', example: { cards: '7h Qs', marked: '7h Qs', text: '+1 · +13' } },
    { name: 'pass', example: { cards: 'As Qs Kh', icon: 'next' } },
    { name: 'first', example: { cards: '2c', marked: '2c' } },
    { name: 'follow', example: { cards: '9d 4d Kd 7s', marked: 'Kd' } },
    { name: 'broken', example: { cards: '3h', icon: 'no' } },
    { name: 'no_points', example: { cards: 'Qs 5h', dim: 'Qs 5h', icon: 'no' }, when: (options) => options.first_trick_points !== true },
    { name: 'end' },
  ],
  threes: [
    { name: 'goal' },
    { name: 'lie', example: { cards: '??/4h ??/Jc ??/8d' } },
    { name: 'play', example: { cards: '6c 9d 9s', marked: '9d 9s' } },
    { name: 'two', example: { cards: 'Kc 2h 4d', marked: '2h' } },
    { name: 'three', example: { cards: 'Qd 3s', marked: '3s', dim: 'Qd' } },
    { name: 'seven', example: { cards: '7h 5c', marked: '7h' } },
    { name: 'ten', example: { cards: 'Kd Tc', marked: 'Tc', icon: 'flame' } },
    { name: 'four', example: { cards: '9c 9d 9s 9h', marked: '9c 9d 9s 9h', icon: 'flame' } },
    { name: 'draw' },
    { name: 'cannot', example: { cards: 'Ah 5c 8d', dim: '5c 8d' } },
    { name: 'table', example: { cards: '??/4h ??/Jc ??/8d' } },
    { name: 'blind', example: { cards: '?? ??', icon: 'dice' } },
    { name: 'last', example: { cards: '2c 3d 7s Th', icon: 'no' } },
  ],
  durak: [
    { name: 'goal' },
    { name: 'trump', example: { cards: '?? 9h', marked: '9h', icon: 'trump' } },
    { name: 'attack', example: { cards: '7c 7d' } },
    { name: 'beat', example: { cards: '7c/Jc 7d/8h', marked: 'Jc 8h' } },
    { name: 'add', example: { cards: '7c/Jc Jd', marked: 'Jd' } },
    { name: 'room' },
    { name: 'take', example: { cards: '7c/Jc Ad', icon: 'back' } },
    { name: 'away', example: { cards: '7c/Jc 7d/8h', icon: 'check' } },
    { name: 'draw', example: { cards: '?? ?? 9h' } },
    { name: 'out' },
  ],
};
