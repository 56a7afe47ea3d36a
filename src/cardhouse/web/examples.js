/** @file An example for each house rule, made of cards: by game and option, and by value where the values differ. */

/** @typedef {import('./parts/cardrow.js').Example} Example */

/** @type {Record<string, Example>} */
const EXAMPLES = {
  'ratscrew.sandwiches': { cards: '6h 3c 6d', marked: '6h 6d' },
  'ratscrew.runs': { cards: '5s 6d 7c', marked: '5s 6d 7c' },
  'ratscrew.flushes': { cards: '2d 9d Kd 4d', marked: '2d 9d Kd 4d' },
  'ratscrew.tens': { cards: '3s 7h', marked: '3s 7h', text: '10' },
  'ratscrew.marriages': { cards: 'Kh Qs', marked: 'Kh Qs' },
  'ratscrew.divorces': { cards: 'Kd 4c Qh', marked: 'Kd Qh' },
  'ratscrew.stoppers': { cards: 'Kc 5h Ts', marked: 'Ts', icon: 'no' },
  'ratscrew.penalty.card': { cards: '9c 4h 8d', dim: '4h 8d', marked: '9c' },
  'ratscrew.penalty.lockout': { cards: '4h 8d', dim: '4h 8d', icon: 'clock', text: '5' },
  'ratscrew.penalty.pile': { cards: '2h Js 9d 4h 8d', icon: 'next' },
  'ratscrew.penalty.none': { cards: '4h 8d', icon: 'check' },
  'slapjack.wilds': { cards: '5c W1', marked: 'W1' },
  'hearts.first_trick_points': { cards: '2c Kc 7c Qs', marked: 'Qs' },
  'hearts.jack': { cards: 'Jd', marked: 'Jd', text: '−10' },
  'hearts.queen_breaks': { cards: 'Qs 5h', marked: 'Qs' },
  'hearts.moon.others': { cards: 'Qs Ah Kh', marked: 'Qs Ah Kh', icon: 'moon', text: '0 · +26' },
  'hearts.moon.self': { cards: 'Qs Ah Kh', marked: 'Qs Ah Kh', icon: 'moon', text: '−26 · 0' },
  'hearts.moon.none': { cards: 'Qs Ah Kh', text: '+26 · 0' },
  'hearts.claims': { cards: 'As Ks Ad', marked: 'As Ks Ad', icon: 'check' },
  'hearts.limit': { cards: 'Qs 9h 4h', icon: 'stats' },
  'threes.first.lowest': { cards: '4d 9c Kh', marked: '4d' },
  'threes.first.random': { cards: '?? ?? ??', icon: 'dice' },
  'threes.swap': { cards: '4h Ts', marked: 'Ts', icon: 'rematch' },
  'threes.pickup.forced': { cards: 'Kd 5c', dim: '5c', icon: 'no' },
  'threes.pickup.free': { cards: 'Kd Ac', icon: 'check' },
  'durak.deck.32': { cards: '7c 8c 9c Ac', dim: '8c 9c', text: '32' },
  'durak.deck.36': { cards: '6c 7c 8c Ac', dim: '7c 8c', text: '36' },
  'durak.deck.52': { cards: '2c 3c 4c Ac', dim: '3c 4c', text: '52' },
  'durak.first.random': { cards: '?? ?? ??', icon: 'dice' },
  'durak.first.lowest_trump': { cards: '7h Ts Kd', marked: '7h', icon: 'trump' },
  'durak.limit': { cards: '7c 7d 7s 9c 9h Jd', text: '6' },
  'durak.forwarding': { cards: '8d 8s', marked: '8s', icon: 'next' },
  'durak.pile_on': { cards: '7h Jc 7c', marked: '7c', dim: '7h Jc' },
};

/** The example for an option with a value. @param {string} game @param {string} option @param {unknown} value @returns {Example | undefined} */
export const exampleOf = (game, option, value) => EXAMPLES[`${game}.${option}.${value}`] ?? EXAMPLES[`${game}.${option}`];
