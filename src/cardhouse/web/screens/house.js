/**
 * @file House rules: every option of a game, who sits where, and how fast; kept per game, and sent
 * as a link.
 */

import { cats } from '../art/cats.js';
import { icon } from '../art/icons.js';
import { gamePicture } from '../art/scenes.js';
import { button, drawn, el } from '../dom.js';
import { makeWithRoom } from '../parts/discard.js';
import { choiceField, switchField } from '../parts/fields.js';
import { copyText, head, problemLine } from '../parts/head.js';
import { optionFields } from '../parts/options.js';
import { withName } from '../parts/who.js';
import { go, query } from '../router.js';
import { clocksOf, clockWords, gameCalled, isSlow, pageOf } from '../state/games.js';
import {
  hasOthers,
  keepPlan,
  keptPlan,
  makeTable,
  matchWords,
  mended,
  planLink,
  readPlan,
  reconciled,
  resized,
  SWITCHES,
  switched,
  turnClock,
  usualPlan,
} from '../state/plans.js';
import { settings } from '../state/settings.js';
import { openPanel } from '../table/panels.js';
import { isHere } from '../transport/transport.js';
import { BEST_OF, LONGEST_NAME, Paces } from '../types.js';
import { say } from '../words.js';

/** @typedef {import('../state/games.js').Game} Game */
/** @typedef {import('../state/games.js').Value} Value */
/** @typedef {import('../state/plans.js').Plan} Plan */
/** @typedef {import('../state/plans.js').Sitter} Sitter */

/** What concerns people elsewhere. @type {readonly string[]} */
const FOR_OTHERS = ['listed', 'watchable'];

/**
 * @param {Game} game
 * @param {Sitter} sitter
 * @param {number} at
 * @param {(sitter: Sitter) => void} change
 */
function seatField(game, sitter, at, change) {
  const choices = [
    ['you', say('page.house.you')],
    ['here', say('page.house.here')],
    ...(isHere() ? [] : [['link', say('page.house.link')]]),
    ...game.levels.map((level) => [
      `cat-${level}`,
      say('page.house.cat', { level: say(`page.level.${level}`) }),
    ]),
  ];
  const select = el(
    'select',
    {
      class: 'select',
      name: `seat-${at}`,
      onchange: () => {
        const [kind, level] = select.value.split('-');
        change({
          kind: /** @type {any} */ (kind),
          ...(level ? { level } : {}),
          ...(level && sitter.cat ? { cat: sitter.cat } : {}),
        });
      },
    },
    ...choices.map(([value = '', words = '']) => el('option', { value }, words)),
  );
  select.value = sitter.kind === 'cat' ? `cat-${sitter.level}` : sitter.kind;
  const name =
    sitter.kind === 'here'
      ? el('input', {
          type: 'text',
          class: 'text',
          maxlength: LONGEST_NAME,
          value: sitter.name ?? '',
          placeholder: say('page.home.friend'),
          'aria-label': say('page.who.name'),
          onchange: () => change({ ...sitter, name: name?.value ?? '' }),
        })
      : null;
  const which =
    sitter.kind === 'cat'
      ? el(
          'select',
          {
            class: 'select',
            name: `cat-${at}`,
            'aria-label': say('page.house.which_cat'),
            onchange: () => change({ ...sitter, cat: which?.value ?? '' }),
          },
          el('option', { value: '' }, say('page.house.any_cat')),
          ...cats.map(({ id, name }) => el('option', { value: id }, name)),
        )
      : null;
  if (which) which.value = sitter.cat ?? '';
  return el(
    'li',
    { class: 'seat-line' },
    el(
      'label',
      { class: 'field-line' },
      el('span', {}, say('page.house.seat', { count: at + 1 })),
      select,
    ),
    name,
    which,
  );
}

/** @type {import('../router.js').Screen} */
export default async function house(place, [name = '']) {
  const game = await gameCalled(name);
  if (!game) {
    go('/');
    return () => {};
  }
  const sent = query();
  let plan = sent.size ? readPlan(game, sent) : keptPlan(game);
  const problem = problemLine(),
    form = el('main', { class: 'house' });

  /** @param {Partial<Plan>} change @param {'seats' | 'options'} [what] */
  function set(change, what = 'options') {
    plan = reconciled(
      game ?? never(),
      mended(/** @type {Game} */ (game), { ...plan, ...change }),
      what,
    );
    keepPlan(name, plan);
    show();
  }
  const never = () => {
    throw new Error(name);
  };

  async function play() {
    keepPlan(name, plan);
    if (hasOthers(plan) && !(await withName())) return;
    try {
      const code = await makeWithRoom(() => makeTable(/** @type {Game} */ (game), plan));
      if (code) go(`/table/${code}`);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.scrollIntoView({ block: 'center' });
    }
  }

  async function send() {
    const link = planLink(/** @type {Game} */ (game), plan);
    openPanel(say((await copyText(link)) ? 'page.house.copied' : 'page.house.copy'), [
      el('p', {}, say('page.house.copy_how')),
      el('p', { class: 'link' }, link),
    ]);
  }

  function show() {
    const all = /** @type {Game} */ (game),
      usual = usualPlan(all).options;
    const kept =
      document.activeElement instanceof HTMLElement && form.contains(document.activeElement)
        ? whereIs(document.activeElement)
        : '';
    const same = (/** @type {Record<string, Value>} */ wanted) =>
      all.options.every(
        (option) => plan.options[option.name] === { ...usual, ...wanted }[option.name],
      );
    const chips = Object.entries(pageOf(name).presets).map(([key, wanted]) => {
      const chip = button(say(`preset.${key}`), () => set({ options: { ...usual, ...wanted } }), {
        class: 'preset',
      });
      chip.setAttribute('aria-pressed', String(same(wanted)));
      chip.dataset.name = `preset-${key}`;
      return chip;
    });
    form.replaceChildren(
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.house.rules')),
        el('div', { class: 'chips' }, ...chips),
        optionFields(all, plan.options, (options) => set({ options })),
      ),
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.house.seats')),
        choiceField(
          say('page.house.how_many'),
          all.seat_choices.map((count) => ({ value: String(count), words: String(count) })),
          String(plan.seats.length),
          (count) => set({ seats: resized(all, plan.seats, Number(count)) }, 'seats'),
          { name: 'count', class: 'choice-short' },
        ),
        el(
          'ol',
          { class: 'seat-lines' },
          ...plan.seats.map((sitter, at) =>
            seatField(all, sitter, at, (now) =>
              set({ seats: plan.seats.map((old, seat) => (seat === at ? now : old)) }, 'seats'),
            ),
          ),
        ),
      ),
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.house.table')),
        choiceField(
          say('page.house.pace'),
          Paces.map((pace) => ({ value: pace, words: say(`page.pace.${pace}`) })),
          /** @type {typeof Paces[number]} */ (plan.pace),
          (pace) => set({ pace }),
          { name: 'pace', class: 'choice-short' },
        ),
        choiceField(
          say('page.match.title'),
          BEST_OF.map((count) => ({ value: String(count), words: matchWords(count) })),
          String(plan.best_of),
          (count) => set({ best_of: Number(count) }),
          { name: 'best_of', class: 'choice-short' },
        ),
        hasOthers(plan)
          ? choiceField(
              say('page.house.turn_clock'),
              clocksOf(name).map((count) => ({
                value: String(count),
                words: count ? clockWords(count) : say('page.clock.off'),
              })),
              String(turnClock(plan)),
              (count) => set({ turn_clock: Number(count) }),
              { name: 'turn_clock', class: 'choice-short' },
            )
          : null,
        hasOthers(plan)
          ? el(
              'p',
              { class: 'quiet' },
              say(
                isSlow({ turn_clock: turnClock(plan) })
                  ? 'page.house.slow_how'
                  : 'page.house.turn_clock_how',
              ),
            )
          : null,
        el(
          'div',
          { class: 'fields' },
          ...SWITCHES.filter((key) => !(isHere() && FOR_OTHERS.includes(key)))
            .filter((key) => key !== 'rated' || plan.rated || !settings().zen)
            .map((key) =>
              switchField(say(`page.house.${key}`), plan[key], (on) => set(switched(key, on)), {
                name: key,
              }),
            ),
        ),
      ),
    );
    if (kept)
      form.querySelector(kept) instanceof HTMLElement &&
        /** @type {HTMLElement} */ (form.querySelector(kept)).focus();
  }

  place.append(
    head(say('page.house.title', { game: name })),
    el(
      'aside',
      { class: 'house-top' },
      drawn(gamePicture(pageOf(name).picture()), 'house-picture'),
      el('p', {}, say(sent.size ? 'page.house.sent' : 'page.house.how')),
    ),
    problem,
    form,
    el(
      'footer',
      { class: 'house-bar' },
      button(say('page.home.play'), () => void play(), {
        icon: icon('play'),
        class: 'button-main house-play',
      }),
      button(say('page.house.copy'), () => void send(), { icon: icon('link') }),
      el(
        'a',
        { class: 'button', href: `#/rules/${name}` },
        drawn(icon('rules'), 'button-icon'),
        say('page.menu.rules'),
      ),
    ),
  );
  show();
  return () => {};
}

/** How to find a control again after the form was drawn again. @param {HTMLElement} control */
function whereIs(control) {
  if (control.dataset.name) return `[data-name="${control.dataset.name}"]`;
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    const name = control.closest('fieldset')?.dataset.name;
    return `[data-name="${name}"] input[value="${control.value}"]`;
  }
  return 'name' in control && control.name ? `[name="${control.name}"]` : '';
}
