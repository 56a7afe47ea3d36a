/**
 * @file The tile of a game on home: a picture and a button that deals at once, and all other ways
 * to play it; where there is little room, those open in a panel.
 */

import { icon } from '../art/icons.js';
import { gamePicture } from '../art/scenes.js';
import { button, drawn, el } from '../dom.js';
import { pageOf } from '../state/games.js';
import { keepPlan, keptPlan, reconciled, resized } from '../state/plans.js';
import { openPanel } from '../table/panels.js';
import { isHere } from '../transport/transport.js';
import { knows, say } from '../words.js';

/** @typedef {import('../state/plans.js').Way} Way */
/** @typedef {import('../state/games.js').Game} Game */

/**
 * @typedef {object} Starts how a game begins
 * @property {(way: Way) => void} start
 * @property {() => void} learn
 */

/**
 * One of a few, small enough for a tile.
 * @param {string} words
 * @param {[string, string][]} choices value and words
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
function smallChoice(words, choices, chosen, change) {
  const select = el(
    'select',
    { class: 'select', 'aria-label': words, title: words, onchange: () => change(select.value) },
    ...choices.map(([value, said]) => el('option', { value }, said)),
  );
  select.value = chosen;
  return select;
}

/** How many play and how good the cats are, kept for next time. @param {Game} game */
function tileChoices(game) {
  const plan = keptPlan(game);
  const level = plan.seats.find((one) => one.kind === 'cat')?.level ?? game.usual_level;
  return el(
    'div',
    { class: 'tile-choices' },
    smallChoice(
      say('page.home.players'),
      game.seat_choices.map((count) => [String(count), say('page.count.players', { count })]),
      String(plan.seats.length),
      (count) => {
        const now = keptPlan(game);
        const seats = resized(game, now.seats, Number(count));
        keepPlan(game.name, reconciled(game, { ...now, seats }, 'seats'));
      },
    ),
    smallChoice(
      say('page.home.level'),
      game.levels.map((one) => [one, say(`page.level.${one}`)]),
      level,
      (chosen) => {
        const now = keptPlan(game);
        const seats = now.seats.map((one) =>
          one.kind === 'cat' ? { ...one, level: chosen } : one,
        );
        keepPlan(game.name, { ...now, seats });
      },
    ),
  );
}

/**
 * Every way to play a game besides the one press, and what there is to know of it.
 * @param {Game} game
 * @param {Starts} starts
 */
function ways(game, { start, learn }) {
  /** @param {Way} way @param {string} picture */
  const wayTo = (way, picture) =>
    button(say(`page.home.${way}`), () => start(way), { icon: icon(picture) });
  /** @param {string} href @param {string} words */
  const link = (href, words) => el('a', { class: 'tile-link', href }, words);
  return el(
    'div',
    { class: 'tile-ways' },
    tileChoices(game),
    wayTo('here', 'friends'),
    isHere() ? null : wayTo('link', 'link'),
    wayTo('watch', 'watch'),
    el(
      'p',
      { class: 'tile-links' },
      link(`#/house/${game.name}`, say('page.home.house')),
      link(`#/rules/${game.name}`, say('page.menu.rules')),
      el('button', { type: 'button', class: 'tile-link', onclick: learn }, say('page.first.title')),
    ),
  );
}

/** What a game is about, where there is a sentence for it. @param {string} game */
const about = (game) =>
  knows(`page.home.${game}`) ? el('p', { class: 'tile-about' }, say(`page.home.${game}`)) : null;

/** Open all ways to play a game. @param {Game} game @param {Starts} starts */
function openWays(game, { start, learn }) {
  /** @param {() => void} then */
  const leaving = (then) => {
    panel.close();
    then();
  };
  const panel = openPanel(
    say(`game.${game.name}`),
    [
      about(game.name) ?? '',
      ways(game, { start: (way) => leaving(() => start(way)), learn: () => leaving(learn) }),
    ],
    { className: 'panel-ways' },
  );
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) panel.close();
  });
}

/** @param {Game} game @param {Starts} starts */
export function tile(game, starts) {
  const { name } = game,
    words = say(`game.${name}`);
  const picture = drawn(gamePicture(pageOf(name).picture()), 'tile-picture');
  // Cut at its edges rather than drawn smaller: what it shows is in its middle.
  picture.firstElementChild?.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  const more = button(say('page.home.more', { game: words }), () => openWays(game, starts), {
    icon: icon('more'),
    plain: true,
    class: 'tile-open',
  });
  more.setAttribute('aria-haspopup', 'dialog');
  return el(
    'article',
    { class: 'tile', 'data-game': name },
    picture,
    el('h2', {}, words),
    about(name),
    el(
      'div',
      { class: 'tile-go' },
      button(say('page.home.play'), () => starts.start('cats'), {
        icon: icon('play'),
        class: 'button-main tile-play',
      }),
      more,
    ),
    ways(game, starts),
  );
}
