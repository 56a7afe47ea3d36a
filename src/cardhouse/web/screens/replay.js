/**
 * @file Any finished game again: a bar to go anywhere in it, all hands open or from one seat, a
 * link, the record.
 */

import { cats, people } from '../art/cats.js';
import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { button, drawn, el, setText } from '../dom.js';
import { askFork, forkTo } from '../parts/forks.js';
import { ago } from '../parts/going_on.js';
import { copyText, head, problemLine, saveFile } from '../parts/head.js';
import { createPlayer } from '../replay/player.js';
import { createStage } from '../replay/stage.js';
import { turningPoints } from '../replay/turning.js';
import { createReview } from '../review/pane.js';
import { back, go, linkTo, query } from '../router.js';
import { games, isSlapped } from '../state/games.js';
import { entitle } from '../state/title.js';
import { eventWords } from '../table/announce.js';
import { openPanel, panelOpen } from '../table/panels.js';
import { isHere } from '../transport/transport.js';
import { say } from '../words.js';

/** @typedef {import('../replay/turning.js').RecordedStep} RecordedStep */
/** @typedef {import('../types.js').Replay} Replay */

const SPEEDS = [0.5, 1, 2, 4, 10];

/** The face of somebody whose record came without one. @param {string} name @param {number} seat */
const faceOf = (name, seat) =>
  cats.find((cat) => name === cat.name || cat.name.startsWith(`${name} `))?.id ??
  people[seat % people.length]?.id ??
  'mouse';

/**
 * The table as its plates want it.
 * @param {Replay} replay
 * @returns {import('../types.js').TableInfo}
 */
const tableOf = (replay) => ({
  code: '',
  game: replay.game,
  options: replay.options,
  status: 'playing',
  round: 1,
  pace: 'medium',
  paused: false,
  pause_votes: [],
  rematch_votes: [],
  open_cards: true,
  hints: false,
  watched_by: 0,
  host: false,
  commitment: '',
  next_commitment: '',
  reveal: 0,
  turn_clock: 0,
  best_of: 0,
  wins: [],
  match_won: [],
  room: null,
  starter: null,
  fork: null,
  undo: false,
  daily: false,
  ahead: {},
  seats: replay.names.map((name, seat) => ({
    kind: 'person',
    name,
    face: replay.faces?.[seat] || faceOf(name, seat),
    present: true,
  })),
});

/** @param {number} seconds */
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/**
 * Show a game in a place; returns how to leave it.
 * @param {HTMLElement} place
 * @param {Replay} replay
 * @param {string} id empty: it came from a file
 * @param {string} text the file's
 */
function show(place, replay, id, text) {
  const { frames: steps, names, game } = replay,
    last = steps.length - 1;
  entitle(`${say('page.replay.title')}: ${say(`game.${game}`)}`);
  const points = turningPoints(game, steps);
  const said = steps.map(({ events }) =>
    events
      .map((event) => eventWords(game, event, names))
      .filter(Boolean)
      .join(' '),
  );

  const felt = el('main', { class: 'felt', 'aria-label': say('page.table') });
  const bar = el('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: last,
    value: 0,
    step: 1,
    'aria-label': say('page.replay.where'),
    oninput: () => player.jump(Number(bar.value)),
  });
  const ticks = points.map((point) => {
    const tick = el('span', { class: 'scrub-mark', 'data-at': point.at });
    tick.style.left = `${(100 * point.at) / Math.max(1, last)}%`;
    return tick;
  });
  const count = el('span', { class: 'replay-count' });
  const small = (
    /** @type {string} */ words,
    /** @type {string} */ name,
    /** @type {() => void} */ press,
  ) => button(say(words), press, { icon: icon(name), plain: true, class: 'button-quiet' });
  const nextPoint = (/** @type {number} */ way) => {
    const here = player.at(),
      wanted =
        way > 0
          ? points.find((point) => point.at > here)
          : [...points].reverse().find((point) => point.at < here);
    player.jump(wanted?.at ?? (way > 0 ? last : 0));
  };
  const toggle = button(say('page.replay.play'), () => player.toggle(), {
    icon: icon('play'),
    plain: true,
    class: 'button-main replay-play',
  });
  const speed = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.settings.speed'),
      onchange: () => player.setSpeed(Number(speed.value)),
    },
    ...SPEEDS.map((times) => el('option', { value: times }, `${times}×`)),
  );
  speed.value = '1';
  const eyes = el(
    'select',
    {
      class: 'select',
      'aria-label': say('page.replay.eyes'),
      onchange: () => stage.seeFrom(eyes.value === '' ? null : Number(eyes.value)),
    },
    el('option', { value: '' }, say('page.replay.open')),
    ...names.map((_, seat) =>
      el('option', { value: seat }, say('page.replay.from', { seat }, names)),
    ),
  );

  const signs = new Map(points.map((point) => [point.at, point.icon]));
  const moves = said.flatMap((words, at) => {
    if (!words) return [];
    const sign = signs.get(at);
    const press = el(
      'button',
      {
        type: 'button',
        class: `move ${sign ? 'move-turning' : ''}`,
        'data-at': at,
        onclick: () => player.jump(at),
      },
      sign ? drawn(icon(sign), 'button-icon') : null,
      el('span', {}, words),
    );
    return [press];
  });
  const list = el(
    'aside',
    { class: 'moves', 'aria-label': say('page.replay.moves') },
    el('h2', {}, say('page.replay.moves')),
    el('ol', {}, ...moves.map((move) => el('li', {}, move))),
  );

  const body = el('div', { class: 'replay-body' }, felt, list);
  /** @type {ReturnType<typeof createReview> | null} */
  let review = null;
  const reviewing = el(
    'button',
    {
      type: 'button',
      class: 'button button-quiet',
      'aria-pressed': 'false',
      'aria-label': say('page.review.title'),
      title: say('page.review.title'),
      onclick: () => (body.dataset.pane ? closeReview() : openReview(0)),
    },
    drawn(icon('stats'), 'button-icon'),
    el('span', { class: 'replay-word' }, say('page.review.title')),
  );

  /** @param {number} seat */
  function openReview(seat) {
    if (!review) {
      review = createReview({ game, names, steps }, { id, text }, seat, {
        jump: (at) => player.jump(at),
        fold: (folded) => body.toggleAttribute('data-folded', folded),
        light: (cards) => stage.light(cards),
        fork: (step, seat, ask) => forkTo({ id, text }, step, seat, ask),
      });
      body.append(review.element);
      review.at(player.at());
    }
    body.dataset.pane = 'review';
    reviewing.setAttribute('aria-pressed', 'true');
    review.unfold();
  }

  function closeReview() {
    delete body.dataset.pane;
    stage.light([]);
    reviewing.setAttribute('aria-pressed', 'false');
  }

  /** Play on from a step, as one of the players. @param {number} step */
  async function forkAt(step) {
    player.pause();
    const view = steps[step]?.view,
      eye = eyes.value === '' ? null : Number(eyes.value);
    if (!view || view.outcome) return void openPanel(say('page.fork.over'), []);
    await askFork({ id, text }, names, step, eye ?? view.turn[0] ?? 0);
  }

  async function share() {
    const wanted = new URLSearchParams({
      ...(player.at() ? { at: String(player.at()) } : {}),
      ...(review && body.dataset.pane ? { review: String(review.seat()) } : {}),
    }).toString();
    const link = linkTo(`/replay/${id}${wanted && `?${wanted}`}`);
    openPanel(say((await copyText(link)) ? 'page.house.copied' : 'page.replay.link'), [
      el('p', { class: 'link' }, link),
    ]);
  }

  const save = async () => saveFile(`${id}.txt`, await asking.record(id));

  place.append(
    el(
      'header',
      { class: 'top' },
      small('page.back', 'back', back),
      el('h1', { class: 'top-title' }, say(`game.${game}`)),
      el('span', { class: 'top-middle replay-names' }, names.join(', ')),
      small('page.fork.play_on', 'fork', () => void forkAt(player.at())),
      reviewing,
      ...(id
        ? [
            ...(isHere() ? [] : [small('page.replay.link', 'link', () => void share())]),
            small('page.replay.download', 'download', () => void save()),
          ]
        : []),
      small('page.end.home', 'home', () => go('/')),
    ),
    body,
    el(
      'footer',
      { class: 'replay-bar' },
      el(
        'div',
        { class: 'scrub-box' },
        bar,
        el('div', { class: 'scrub-marks', 'aria-hidden': 'true' }, ...ticks),
      ),
      el(
        'div',
        { class: 'replay-buttons' },
        eyes,
        el(
          'span',
          { class: 'replay-middle' },
          small('page.replay.turning_back', 'step-back', () => nextPoint(-1)),
          small('page.replay.step_back', 'back', () => player.back()),
          toggle,
          small('page.replay.step_on', 'next', () => player.on()),
          small('page.replay.turning_on', 'step-forward', () => nextPoint(1)),
        ),
        count,
        speed,
      ),
    ),
  );

  const stage = createStage(felt, tableOf(replay));
  /** @type {Element | null} */
  let current = null;
  const player = createPlayer(
    steps,
    {
      show: (view, at, how) => stage.show(view, said[at] ?? '', how),
      moved(at, playing) {
        bar.value = String(at);
        bar.setAttribute('aria-valuetext', said[at] || String(at));
        setText(count, `${at} / ${last} · ${clock(steps[at]?.seconds ?? 0)}`);
        toggle.replaceChildren(drawn(icon(playing ? 'pause' : 'play'), 'button-icon'));
        toggle.setAttribute('aria-label', say(playing ? 'page.replay.pause' : 'page.replay.play'));
        toggle.title = say(playing ? 'page.replay.pause' : 'page.replay.play');
        current?.removeAttribute('aria-current');
        current = moves.filter((move) => Number(move.dataset.at) <= at).pop() ?? null;
        current?.setAttribute('aria-current', 'step');
        review?.at(at);
        requestAnimationFrame(() => {
          if (current instanceof HTMLElement)
            list.scrollTop = current.offsetTop - list.clientHeight / 2;
        });
      },
    },
    isSlapped(game),
  );

  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (panelOpen() || event.ctrlKey || event.altKey || event.metaKey || target?.closest('select'))
      return;
    if (event.key === ' ' && target?.closest('button, a')) return;
    const does = {
      ' ': () => player.toggle(),
      ArrowRight: () => player.on(),
      ArrowLeft: () => player.back(),
      Home: () => player.jump(0),
      End: () => player.jump(last),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
  document.addEventListener('keydown', press);
  player.jump(Number(query().get('at') ?? 0) || 0);
  const wanted = query().get('review');
  if (wanted !== null) openReview(names[Number(wanted)] === undefined ? 0 : Number(wanted));

  return () => {
    review?.leave();
    player.pause();
    stage.stop();
    document.removeEventListener('keydown', press);
  };
}

/**
 * Choose a game of one's own, or a record from a file.
 * @param {HTMLElement} place
 * @param {(replay: Replay, text: string) => void} opened
 */
async function choose(place, opened) {
  place.classList.add('screen-open');
  const problem = problemLine();
  const file = el('input', {
    type: 'file',
    accept: '.txt,text/plain',
    class: 'file',
    onchange: async () => {
      problem.textContent = '';
      try {
        const text = await file.files?.[0]?.text();
        if (text !== undefined) opened(await asking.replayFile(text), text);
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  });
  const history = await asking.history().catch(() => []);
  const lines = history.map((game) =>
    el(
      'li',
      {},
      el(
        'a',
        { class: 'button button-small', href: `#/replay/${game.record}` },
        say('page.end.watch'),
      ),
      el(
        'span',
        {},
        el('strong', {}, say(`game.${game.game}`)),
        ` · ${game.seats.map((seat) => seat.name).join(', ')}`,
      ),
      el('span', { class: 'quiet' }, ago(game.at)),
    ),
  );
  place.append(
    head(say('page.replay.title')),
    el(
      'main',
      {},
      problem,
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.replay.yours')),
        lines.length
          ? el('ul', { class: 'lines' }, ...lines)
          : el('p', { class: 'quiet' }, say('page.replay.none')),
      ),
      el(
        'section',
        { class: 'part' },
        el('h2', {}, say('page.replay.file')),
        el('label', { class: 'field-line' }, el('span', {}, say('page.replay.file_how')), file),
      ),
    ),
  );
}

/** @type {import('../router.js').Screen} */
export default async function screen(place, [id = '']) {
  let leave = () => {};
  const open = (/** @type {Replay} */ replay, text = '') => {
    place.classList.remove('screen-open');
    place.replaceChildren();
    leave = show(place, replay, id, text);
  };
  // Without the games' own pages a replay is still shown, as any game.
  await games().catch(() => null);
  if (!id) await choose(place, open);
  else {
    place.append(el('p', { class: 'loading', role: 'status' }, say('page.replay.loading')));
    try {
      open(await asking.replay(id));
    } catch (error) {
      place.classList.add('screen-open');
      const problem = problemLine();
      place.replaceChildren(head(say('page.replay.title')), el('main', {}, problem));
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  return () => leave();
}
