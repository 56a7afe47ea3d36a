/** @file Ratings: one's own at a game with its interval, how it went, and where the cats stand. */

import { icon } from '../art/icons.js';
import { ladder } from '../asking.js';
import { button, drawn, el, setText } from '../dom.js';
import { go } from '../router.js';
import { gameCalled } from '../state/games.js';
import { keepPlan, keptPlan, switched } from '../state/plans.js';
import { settings } from '../state/settings.js';
import { say } from '../words.js';
import { course } from './plots.js';

/** @typedef {import('../types.js').LadderGame} LadderGame */

/** A rating, or how many games it takes until there is one. @param {LadderGame} game */
export const ratingWords = ({ strength, games, left }) =>
  strength
    ? [
        say('page.ladder.strength', strengthFacts(strength)),
        say('page.ladder.games', { count: games }),
      ].join(' · ')
    : say('page.ladder.left', { count: left });

/** @param {import('../types.js').Strength} strength */
const strengthFacts = ({ rating, low, high }) => ({ rating, low, high });

/** Where the cats of each level stand. @param {LadderGame} game */
const catsWords = ({ cats }) =>
  cats.length
    ? say('page.ladder.cats', {
        cats: cats.map(({ level, rating }) => `${say(`page.level.${level}`)} ${rating}`).join(', '),
      })
    : '';

/** Go and set a rated table of a game, as it was set last. @param {string} name */
async function makeRated(name) {
  const game = await gameCalled(name);
  if (game) keepPlan(name, { ...keptPlan(game), ...switched('rated', true) });
  go(`/house/${name}`);
}

/** All that there is to say of somebody's rating in a game. @param {LadderGame} game */
export const ratingPart = (game) =>
  el(
    'div',
    { class: 'ladder' },
    el('h3', {}, say('page.ladder.title')),
    el('p', {}, ratingWords(game)),
    game.points.length > 1
      ? el(
          'figure',
          {
            class: 'stats-plot',
            role: 'img',
            'aria-label': [say('page.ladder.plot'), ratingWords(game), catsWords(game)].join(' '),
          },
          el('figcaption', {}, say('page.ladder.plot')),
          drawn(
            course(
              game.points,
              game.cats.map(({ rating }) => rating),
            ),
          ),
        )
      : null,
    game.cats.length ? el('p', { class: 'quiet' }, catsWords(game)) : null,
    game.strength
      ? null
      : button(say('page.ladder.make'), () => void makeRated(game.game), {
          icon: icon('stats'),
          class: 'button-small',
        }),
  );

/** What a rated game that just ended has done to one's rating, in a line. @param {string} game */
export function ratedLine(game) {
  const line = el('p', { class: 'quiet end-rated', role: 'status' });
  if (settings().zen) return null;
  void ladder().then((all) => {
    const mine = all.find((one) => one.game === game);
    if (!mine?.games) return;
    const { strength, left } = mine;
    setText(
      line,
      strength
        ? say('page.end.rated', strengthFacts(strength))
        : say('page.end.rated_left', { count: left }),
    );
  }, console.warn);
  return line;
}
