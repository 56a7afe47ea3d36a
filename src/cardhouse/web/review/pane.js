/**
 * @file The review beside a replay: what each move of a seat cost, the costliest, what was better
 * and why.
 */

import { icon } from '../art/icons.js';
import { review as askReview, reviewFile } from '../asking.js';
import { button, el, redraw, setText } from '../dom.js';
import { median } from '../parts/plots.js';
import { isSlapped } from '../state/games.js';
import { Refused } from '../wire.js';
import { say } from '../words.js';
import { costliest, costWords, moveWords, SURE, whyWords } from './moves.js';
import { nearest, plotOf } from './plot.js';
import { slapsOf } from './slaps.js';

/** @typedef {import('../words.js').Names} Names */
/** @typedef {import('./moves.js').Judged} Judged */
/** @typedef {import('./plot.js').Point & {words: string}} Told a point, and what is said of it */
/**
 * @typedef {{game: string, names: Names, steps: import('../replay/turning.js').RecordedStep[]}}
 *   Game
 */
/**
 * @typedef {{unit: import('./moves.js').Unit, all: number, leftOut: number, done: boolean, moves:
 *   Judged[], passed: number}} Weighed
 */

/** So many of the costliest are named in the plot, where all names would not fit. */
const NAMED = 3;
const HIGH = 190,
  LEAST = { points: 4, chance: 0.2 };

/**
 * @param {Game} game
 * @param {{id: string, text: string}} record its name at the house, or its text if it came from a
 *   file
 * @param {number} first the seat whose moves are looked at first
 * @param {{jump: (at: number) => void, fold: (folded: boolean) => void, light: (cards: string[]) =>
 *   void, fork: (step: number, seat: number, ask: boolean) => Promise<void>}} does `fork`: play on
 *   from a step, or try to find the better move there
 */
export function createReview(game, record, first, does) {
  const { names, steps } = game,
    last = steps.length - 1,
    slaps = isSlapped(game.game);
  const borders = steps.flatMap((step, at) =>
    step.events.some((event) => event.kind === 'score') && at < last ? [at] : [],
  );
  /** @type {Map<number, Weighed>} */
  const known = new Map();
  let seat = first,
    here = 0,
    chosen = -1,
    leaving = new AbortController();
  /** @type {Told[]} */
  let told = [];
  /** @type {import('./plot.js').Mark[]} */
  let marks = [];

  const live = el('p', { class: 'sr', role: 'status' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const whose = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.review.whose'),
      onchange: () => void look(Number(whose.value)),
    },
    ...names.map((_, at) =>
      el('option', { value: at }, say('page.review.of', { seat: at }, names)),
    ),
  );
  whose.value = String(first);
  const state = el('p', { class: 'review-state' }),
    bar = el('progress', { class: 'review-progress', 'aria-label': say('page.review.title') });
  const caption = el('figcaption', {}),
    plot = el('div', {
      class: 'review-plot',
      role: 'slider',
      tabindex: '0',
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-description': say('page.review.plot_how'),
    });
  const strong = el('span', { class: 'key key-diamond' }),
    weak = el('span', { class: 'key key-dot' });
  const about = el('p', { class: 'review-about' });
  const list = el('ol', { class: 'costliest' });
  const worst = el('section', {}, el('h3', {}, say('page.review.costliest')), list);
  const unfold = button(say('page.review.unfold'), () => fold(false), {
    icon: icon('stats'),
    class: 'button-small review-unfold',
  });
  /** @param {boolean} ask */
  const fork = (ask) =>
    void does.fork(chosen - 1, seat, ask).catch((error) => {
      problem.textContent = error instanceof Error ? error.message : String(error);
    });
  const again = button(say('page.review.again'), () => fork(true), {
    icon: icon('rematch'),
    class: 'button-small',
  });
  const on = button(say('page.fork.play_on'), () => fork(false), {
    icon: icon('fork'),
    class: 'button-small',
  });
  const from = el('div', { class: 'row review-from', hidden: true }, again, on);
  const figure = el(
    'figure',
    { class: 'review-figure' },
    caption,
    plot,
    el('p', { class: 'review-keys' }, strong, weak),
  );
  const element = el(
    'section',
    { class: 'review', 'aria-label': say('page.review.title') },
    el(
      'div',
      { class: 'review-head' },
      el('h2', {}, say('page.review.title')),
      whose,
      button(say('page.review.fold'), () => fold(true), {
        icon: icon('close'),
        plain: true,
        class: 'button-quiet review-fold',
      }),
    ),
    problem,
    state,
    bar,
    figure,
    el('div', { class: 'review-chosen' }, about, from, unfold),
    worst,
    live,
  );

  /** @param {boolean} folded */
  function fold(folded) {
    element.toggleAttribute('data-folded', folded);
    does.fold(folded);
  }

  /** Go to where a move was chosen. @param {number} number */
  function pick(number) {
    chosen = number;
    does.jump(number - 1);
    describe();
  }

  function describe() {
    const point = told.find((one) => one.number === chosen) ?? null;
    const move = known.get(seat)?.moves.find((one) => one.number === chosen);
    does.light(move?.costly ? move.better : []);
    setText(about, point?.words ?? '');
    from.hidden = !move;
    again.hidden = !move?.costly;
    about.classList.toggle('listed', list.querySelector(`[data-number="${chosen}"]`) !== null);
    plot.setAttribute('aria-valuenow', String(point?.number ?? here + 1));
    plot.setAttribute('aria-valuetext', point?.words ?? say('page.review.plot_how'));
    for (const each of list.querySelectorAll('button'))
      each.setAttribute('aria-pressed', String(Number(each.dataset.number) === chosen));
  }

  function draw() {
    const width = plot.clientWidth;
    if (!width || figure.hidden) return;
    const unit = known.get(seat)?.unit ?? 'points',
      scale = slaps || unit === 'points' ? 1 : 100;
    const points = told.map((point) => ({
      ...point,
      value: point.value * scale,
      error: point.error * scale,
    }));
    const made = plotOf(
      points,
      last,
      { w: width, h: HIGH },
      {
        least: slaps ? 400 : LEAST[unit] * scale,
        here: here + 1,
        borders,
        named: slaps
          ? []
          : costliest(known.get(seat)?.moves ?? [])
              .slice(0, NAMED)
              .map((move) => move.number),
      },
    );
    marks = made.marks;
    redraw(plot, made.drawing);
  }

  plot.addEventListener('pointerdown', (event) => {
    const box = plot.getBoundingClientRect(),
      found = nearest(marks, event.clientX - box.left, event.clientY - box.top);
    if (found && event.button === 0) {
      pick(found.number);
      fold(true);
    }
  });
  plot.addEventListener('keydown', (event) => {
    const numbers = told.map((point) => point.number).sort((a, b) => a - b),
      from = chosen < 0 ? here + 0.5 : chosen;
    const wanted = {
      ArrowRight: numbers.find((number) => number > from),
      ArrowLeft: numbers.filter((number) => number < from).pop(),
      Home: numbers[0],
      End: numbers.at(-1),
    }[event.key];
    if (event.key === 'Enter' && chosen > 0) fold(true);
    else if (!['ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(event.key)) return;
    else if (wanted !== undefined) pick(wanted);
    event.preventDefault();
    event.stopPropagation();
  });
  const resized = new ResizeObserver(draw);
  resized.observe(plot);

  /** Show what is known of the seat's moves. @param {Weighed} weighed */
  function show(weighed) {
    const { moves, unit } = weighed,
      costly = costliest(moves);
    told = moves.map((move) => ({
      number: move.number,
      value: move.cost,
      error: SURE * move.error,
      strong: move.costly,
      words: `${moveWords(move)}, ${costWords(move, unit)}. ${whyWords(move, unit, names)}`,
    }));
    bar.max = Math.max(1, weighed.all);
    bar.value = moves.length + weighed.passed;
    bar.hidden = weighed.done;
    setText(
      state,
      !weighed.done
        ? say('page.review.weighing', {
            done: Math.min(weighed.all, moves.length + weighed.passed + 1),
            all: weighed.all,
          })
        : moves.length
          ? [
              say('page.review.done', {
                all: moves.length,
                count: moves.filter((move) => move.costly).length,
              }),
              moves.some((move) => move.blunder)
                ? say('page.review.blunders', {
                    count: moves.filter((move) => move.blunder).length,
                  })
                : '',
              weighed.leftOut ? say('page.review.left_out', { count: weighed.leftOut }) : '',
            ].join(' ')
          : say('page.review.nothing', { seat }, names),
    );
    figure.hidden = worst.hidden = weighed.done && !moves.length;
    setText(caption, say(`page.review.plot.${unit}`));
    plot.setAttribute('aria-label', say(`page.review.plot.${unit}`));
    list.replaceChildren(
      ...costly.map((move) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'costly',
              'data-number': move.number,
              'aria-pressed': 'false',
              onclick: () => {
                pick(move.number);
                fold(true);
              },
            },
            el('strong', {}, `${moveWords(move)}, ${costWords(move, unit)}.`),
            ' ',
            whyWords(move, unit, names),
          ),
        ),
      ),
    );
    if (weighed.done && !costly.length && moves.length)
      list.append(el('li', { class: 'quiet' }, say('page.review.no_costly')));
    draw();
    describe();
  }

  /** Hear the review of a seat's moves, one by one. @param {number} wanted */
  async function hear(wanted) {
    const mine = new AbortController();
    leaving = mine;
    const asked = { seat: wanted };
    const lines = record.id
      ? askReview(record.id, mine.signal, asked)
      : reviewFile(record.text, mine.signal, asked);
    /** @type {Weighed | null} */
    let weighed = null;
    for await (const line of lines) {
      if (mine.signal.aborted) return;
      if (line.t === 'failed') throw new Refused(503, line);
      if (line.t === 'begun')
        weighed = {
          unit: line.unit,
          all: line.moves,
          leftOut: line.left_out,
          done: line.moves === 0,
          moves: [],
          passed: 0,
        };
      else if (!weighed) continue;
      else if (line.t === 'done') weighed.done = true;
      else if (line.move) weighed.moves.push(line.move);
      else weighed.passed += 1;
      if (!weighed) continue;
      known.set(wanted, weighed);
      show(weighed);
      if (weighed.done) return setText(live, state.textContent ?? '');
      if (weighed.moves.length + weighed.passed === Math.ceil(weighed.all / 2))
        setText(live, say('page.review.half'));
    }
    throw new Refused(503, { key: 'refused.server.review' });
  }

  function showSlaps() {
    const all = slapsOf(steps),
      mine = all.filter((slap) => slap.seat === seat),
      good = mine.filter((slap) => slap.verdict === 'good');
    const times = good.flatMap((slap) => (slap.time === null ? [] : [slap.time]));
    told = all.flatMap((slap) =>
      slap.verdict === 'good' && slap.time !== null
        ? [
            {
              number: slap.number,
              value: slap.time,
              error: 0,
              strong: slap.seat === seat,
              words: say(
                'page.review.slap_at',
                { number: slap.number, seat: slap.seat, count: Math.round(slap.time) },
                names,
              ),
            },
          ]
        : [],
    );
    bar.hidden = true;
    const counts = say('page.review.slap_counts', {
      count: good.length,
      wrong: mine.filter((slap) => slap.verdict === 'wrong').length,
    });
    setText(
      state,
      !all.length
        ? say('page.review.no_slaps')
        : [
            say('page.review.slaps', { game: game.game }),
            `${names[seat]}: ${counts}.`,
            times.length
              ? `${say('page.review.slap_times', {
                  best: Math.round(Math.min(...times)),
                  usual: Math.round(median(times)),
                })}.`
              : '',
          ].join(' '),
    );
    worst.hidden = true;
    figure.hidden = !told.length;
    setText(caption, say('page.review.plot.slaps'));
    plot.setAttribute('aria-label', say('page.review.plot.slaps'));
    setText(live, state.textContent ?? '');
    draw();
    describe();
  }

  /** Look at the moves of a seat. @param {number} wanted */
  async function look(wanted) {
    leaving.abort();
    seat = wanted;
    chosen = -1;
    problem.textContent = '';
    setText(strong, slaps ? (names[seat] ?? '') : say('page.review.key_costly'));
    setText(weak, say(slaps ? 'page.review.key_others' : 'page.review.key_fine'));
    if (slaps) return showSlaps();
    const before = known.get(wanted);
    if (before?.done) return show(before);
    told = [];
    list.replaceChildren();
    figure.hidden = worst.hidden = true;
    bar.hidden = false;
    bar.removeAttribute('value');
    setText(about, '');
    setText(state, say('page.review.starting'));
    setText(live, say('page.review.starting'));
    const mine = hear(wanted),
      { signal } = leaving;
    await mine.catch((error) => {
      if (signal.aborted) return;
      bar.hidden = true;
      setText(state, '');
      problem.textContent = error instanceof Error ? error.message : String(error);
    });
  }

  void look(first);
  return {
    element,
    unfold: () => fold(false),
    seat: () => seat,
    /** The replay stands at a step now. @param {number} at */
    at(at) {
      here = at;
      if (chosen !== at + 1) chosen = -1;
      draw();
      describe();
    },
    leave() {
      leaving.abort();
      resized.disconnect();
    },
  };
}
