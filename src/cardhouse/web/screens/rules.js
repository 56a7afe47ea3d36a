/**
 * @file The rules of a game with pictures, as they are with the chosen house rules: a screen, and a
 * panel over the table.
 */

import { icon } from '../art/icons.js';
import { drawn, el } from '../dom.js';
import { cardRow } from '../parts/cardrow.js';
import { head } from '../parts/head.js';
import { exampleOf, valueWords } from '../parts/options.js';
import { go } from '../router.js';
import { gameCalled, games, pageOf } from '../state/games.js';
import { keptPlan } from '../state/plans.js';
import { openPanel } from '../table/panels.js';
import { say } from '../words.js';

/** @typedef {import('../state/games.js').Game} Game */
/** @typedef {import('../state/games.js').Value} Value */

/**
 * @param {string} words
 * @param {import('../parts/cardrow.js').Example | undefined} example
 * @param {boolean} [house]
 */
const rule = (words, example, house = false) =>
  el(
    'div',
    { class: `rule ${house ? 'option-rule' : ''}` },
    el('p', {}, words),
    example ? cardRow(example) : null,
  );

/**
 * The rules of a game with these options.
 * @param {Game} game
 * @param {Record<string, Value>} options
 */
export function rulesOf(game, options) {
  const told = pageOf(game.name).rules.filter((one) => !one.when || one.when(options));
  const house = game.options.flatMap((option) => {
    const value = options[option.name] ?? option.default;
    if (value === false) return [];
    const words = say(`option.${game.name}.${option.name}`),
      here = say('page.rules.here', { value: valueWords(game.name, option.name, value) });
    return [
      rule(
        option.kind === 'switch' ? words : `${words} ${here}`,
        exampleOf(game.name, option.name, value),
        true,
      ),
    ];
  });
  return el(
    'div',
    { class: 'rules' },
    el(
      'section',
      { class: 'part' },
      ...told.map((one) => rule(say(`page.rules.${game.name}.${one.name}`), one.example)),
    ),
    house.length
      ? el('section', { class: 'part' }, el('h2', {}, say('page.house.rules')), ...house)
      : null,
  );
}

/**
 * Show the rules over whatever is shown.
 * @param {string} name
 * @param {Record<string, Value>} options
 */
export async function showRules(name, options) {
  const game = await gameCalled(name);
  if (game)
    openPanel(say('page.rules.title', { game: name }), [rulesOf(game, options)], {
      className: 'panel-rules',
    });
}

/** @type {import('../router.js').Screen} */
export default async function screen(place, [name = '']) {
  const all = await games(),
    game = all.find((one) => one.name === name) ?? all[0];
  if (!game) {
    go('/');
    return () => {};
  }
  place.append(
    head(say('page.rules.title', { game: game.name })),
    el(
      'nav',
      { class: 'rules-games', 'aria-label': say('page.home.nav') },
      ...all.map((one) =>
        el(
          'a',
          {
            class: 'button button-small',
            href: `#/rules/${one.name}`,
            'aria-current': one === game ? 'page' : null,
          },
          say(`game.${one.name}`),
        ),
      ),
    ),
    el(
      'main',
      {},
      rulesOf(game, keptPlan(game).options),
      el(
        'p',
        { class: 'row' },
        el(
          'a',
          { class: 'button', href: `#/house/${game.name}` },
          drawn(icon('settings'), 'button-icon'),
          say('page.home.house'),
        ),
      ),
    ),
  );
  return () => {};
}
