/** @file The deck: every card's face, and the backs. */

import { backNames, cardBack } from './backs.js';
import { court, wildCat } from './courts.js';
import { pawMark, pips, rankMark, suitColour, suitMark } from './suits.js';
import { line, moved, picture, shape } from './svg.js';

export { backNames, cardBack };

/** @typedef {import('./suits.js').Suit} Suit */
/** @typedef {{fourColour?: boolean}} Deck */

const WILD = { W1: 'var(--suit-w1,#a3336b)', W2: 'var(--suit-w2,#3a4a8c)' };

/**
 * Rank over suit, large in the top left corner for fans, smaller and turned in the other.
 * @param {string} rank
 * @param {Suit | undefined} suit
 */
function indices(rank, suit) {
  const mark = (/** @type {number} */ y, /** @type {number} */ size) =>
    suit ? suitMark(suit, 46, y, size) : pawMark(46, y, size);
  const index = rankMark(rank, rank === 'T' ? 15 : 12, 14, 1.13) + mark(142, 60);
  return index + moved('translate(247 346)rotate(180)scale(.41)', index);
}

/**
 * A large suit with a flourish at both ends; the ace of spades has the cat of the house in it,
 * crowned.
 * @param {Suit} suit
 */
function ace(suit) {
  const grand = suit === 's',
    size = grand ? 150 : 134;
  const paper = 'var(--card-paper,#fffdf6)',
    round = 'stroke-linecap="round" stroke-linejoin="round"';
  const scroll =
    line(
      'M144 302Q112 304 102 282c-4-14 16-18 16-5q-1 8-9 6M144 302Q176 304 186 282c4-14-16-18-16-5q1 8 9 6',
      'currentColor',
      4.5,
      round,
    ) + suitMark(suit, 144, 284, 22);
  const crown = shape(
    'M116 84L109 48L128 63L144 36L160 63L179 48L172 84Q144 75 116 84Z',
    'currentColor',
  );
  const cat =
    line(
      'M111 158L110 133L130 146Q144 141 158 146L178 133L177 158M122 172L100 169M123 180L102 185M166 172L188 169M165 180L186 185M144 176V181Q138 191 129 184M144 181Q150 191 159 184',
      paper,
      4.5,
      round,
    ) + line('M130 164v3M158 164v3', paper, 11, round);
  return (
    suitMark(suit, 144, 176, size) +
    suitMark(suit, 144, 175, size * 0.86, `fill="none" stroke="${paper}" stroke-width="3"`) +
    scroll +
    (grand
      ? crown + cat
      : moved('rotate(180 144 175)', scroll) +
        pawMark(144, suit === 'h' ? 168 : suit === 'c' ? 184 : 177, 42, paper))
  );
}

/**
 * The inside of `cardFace`, to lay into a larger drawing.
 * @param {string} card
 * @param {Deck} [deck]
 */
export function cardArt(card, { fourColour = false } = {}) {
  const paper =
    '<rect x="1" y="1" width="248" height="348" rx="20" fill="var(--card-paper,#fffdf6)" stroke="#00000066" stroke-width="2"/>';
  if (card === 'W1' || card === 'W2')
    return `${paper}<g color="${WILD[card]}" fill="currentColor">${moved('translate(-8-12)', wildCat('currentColor', card === 'W2'))}${indices('W', undefined)}</g>`;
  const rank = card.charAt(0),
    suit = /** @type {Suit} */ (card.charAt(1));
  if (!/^[2-9TJQKA][cdsh]$/.test(card)) throw new RangeError(`no card is written ${card}`);
  const figure =
    rank === 'A'
      ? ace(suit)
      : rank === 'J' || rank === 'Q' || rank === 'K'
        ? court(rank, suit, 'currentColor', fourColour)
        : pips(rank, suit);
  return `${paper}<g color="${suitColour(suit, fourColour)}" fill="currentColor">${figure}${indices(rank, suit)}</g>`;
}

/**
 * A card's face, 250 × 350, for a card written like `As`, `Td`, `7h`, `2c`, or the wild `W1` and
 * `W2`.
 * Colours follow `--card-paper` and `--suit-c`, `--suit-d`, `--suit-s`, `--suit-h` where a page
 * sets them.
 * @param {string} card @param {Deck} [deck]
 */
export const cardFace = (card, deck) => picture(250, 350, cardArt(card, deck), 'card-face');
