/** @file A finished game on the screen, from any step and any seat, with its review. */

import { icon } from '../art/icons.js';
import * as asking from '../asking.js';
import { drawn, el, setText } from '../dom.js';
import { askFork, forkTo } from '../parts/forks.js';
import { copyText, saveFile } from '../parts/head.js';
import { createReview } from '../review/pane.js';
import { linkTo, query } from '../router.js';
import { isSlapped } from '../state/games.js';
import { entitle } from '../state/title.js';
import { eventWords } from '../table/announce.js';
import { openPanel, panelOpen } from '../table/panels.js';
import { say } from '../words.js';
import { lookInto, moveAt } from './glass.js';
import { createParts } from './parts.js';
import { createPlayer } from './player.js';
import { createStage } from './stage.js';
import { tableOf } from './table_of.js';
import { turningPoints } from './turning.js';

/** @typedef {import('../types.js').Replay} Replay */

/**
 * @typedef {object} Shown
 * @property {Replay} replay
 * @property {{id: string, text: string}} record its name at the house, or the text of its file
 * @property {string[]} said each step in words
 * @property {import('./turning.js').Point[]} points
 * @property {import('./parts.js').Parts} parts
 * @property {ReturnType<typeof createStage>} stage
 * @property {ReturnType<typeof createPlayer>} player
 * @property {ReturnType<typeof createReview> | null} review once it has been opened
 * @property {number | null} eyes the seat whose cards are seen; null: all are open
 * @property {Element | null} current the line of the step that is shown
 */

/** @param {Replay} replay */
const lastOf = ({ frames }) => frames.length - 1;

/** @param {number} seconds */
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** @param {Replay} replay */
const wordsOf = ({ game, frames, names }) =>
  frames.map(({ events }) =>
    events
      .map((event) => eventWords(game, event, names))
      .filter(Boolean)
      .join(' '),
  );

/** Go to the next turning point, or to the one before. @param {Shown} shown @param {number} way */
function turning({ points, player, replay }, way) {
  const here = player.at();
  if (way > 0) player.jump(points.find((point) => point.at > here)?.at ?? lastOf(replay));
  else player.jump(points.filter((point) => point.at < here).pop()?.at ?? 0);
}

/** @param {Shown} shown @param {number} seat whose moves are looked at first */
function openReview(shown, seat) {
  const { replay, record, parts, player, stage } = shown,
    { game, names, frames: steps } = replay;
  if (!shown.review) {
    shown.review = createReview({ game, names, steps }, record, seat, {
      jump: (at) => player.jump(at),
      fold: (folded) => parts.body.toggleAttribute('data-folded', folded),
      light: (cards) => stage.light(cards),
      fork: (step, seat, ask) => forkTo(record, step, seat, ask),
    });
    parts.body.append(shown.review.element);
    shown.review.at(player.at());
  }
  parts.body.dataset.pane = 'review';
  parts.reviewing.setAttribute('aria-pressed', 'true');
  shown.review.unfold();
}

/** @param {Shown} shown */
function closeReview({ parts, stage }) {
  delete parts.body.dataset.pane;
  stage.light([]);
  parts.reviewing.setAttribute('aria-pressed', 'false');
}

/** Play on from the step that is shown, as one of the players. @param {Shown} shown */
async function fork({ replay, record, player, eyes }) {
  player.pause();
  const step = player.at(),
    view = replay.frames[step]?.view;
  if (!view || view.outcome) return void openPanel(say('page.fork.over'), []);
  await askFork(record, replay.names, step, eyes ?? view.turn[0] ?? 0);
}

/** What the cat of the move that is shown could see and thought. @param {Shown} shown */
function glass({ replay, record, player }) {
  player.pause();
  const number = moveAt(replay.frames, player.at());
  if (number) void lookInto(record, number, replay.names);
}

/** Give the link to what is on the screen. @param {Shown} shown */
async function share({ record, parts, player, review }) {
  const wanted = new URLSearchParams({
    ...(player.at() ? { at: String(player.at()) } : {}),
    ...(review && parts.body.dataset.pane ? { review: String(review.seat()) } : {}),
  }).toString();
  const link = linkTo(`/replay/${record.id}${wanted && `?${wanted}`}`);
  openPanel(say((await copyText(link)) ? 'page.house.copied' : 'page.replay.link'), [
    el('p', { class: 'link' }, link),
  ]);
}

/** Say where it stands. @param {Shown} shown @param {number} at @param {boolean} playing */
function moved(shown, at, playing) {
  const { parts, said, replay, review } = shown,
    { bar, toggle, moves, list } = parts,
    words = say(playing ? 'page.replay.pause' : 'page.replay.play');
  bar.value = String(at);
  bar.setAttribute('aria-valuetext', said[at] || String(at));
  setText(parts.count, `${at} / ${lastOf(replay)} · ${clock(replay.frames[at]?.seconds ?? 0)}`);
  toggle.replaceChildren(drawn(icon(playing ? 'pause' : 'play'), 'button-icon'));
  toggle.setAttribute('aria-label', words);
  toggle.title = words;
  shown.current?.removeAttribute('aria-current');
  shown.current = moves.filter((move) => Number(move.dataset.at) <= at).pop() ?? null;
  shown.current?.setAttribute('aria-current', 'step');
  review?.at(at);
  requestAnimationFrame(() => {
    const { current } = shown;
    if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  });
}

/** Keys that go through the game. @param {Shown} shown @param {KeyboardEvent} event */
function pressed({ player, replay }, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (panelOpen() || event.ctrlKey || event.altKey || event.metaKey || target?.closest('select'))
    return;
  if (event.key === ' ' && target?.closest('button, a')) return;
  const does = {
    ' ': () => player.toggle(),
    ArrowRight: () => player.on(),
    ArrowLeft: () => player.back(),
    Home: () => player.jump(0),
    End: () => player.jump(lastOf(replay)),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

/** @param {() => Shown} shown @returns {import('./parts.js').Presses} */
const pressesOf = (shown) => ({
  jump: (at) => shown().player.jump(at),
  turning: (way) => turning(shown(), way),
  back: () => shown().player.back(),
  on: () => shown().player.on(),
  toggle: () => shown().player.toggle(),
  speed: (times) => shown().player.setSpeed(times),
  eyes(seat) {
    shown().eyes = seat;
    shown().stage.seeFrom(seat);
  },
  review() {
    if (shown().parts.body.dataset.pane) closeReview(shown());
    else openReview(shown(), 0);
  },
  glass: () => glass(shown()),
  fork: () => void fork(shown()),
  share: () => void share(shown()),
  async save() {
    const { id } = shown().record;
    saveFile(`${id}.txt`, await asking.record(id));
  },
});

/**
 * Show a game in a place; returns how to leave it.
 * @param {HTMLElement} place
 * @param {Replay} replay
 * @param {{id: string, text: string}} record
 */
export function showReplay(place, replay, record) {
  const { game, names, frames } = replay,
    said = wordsOf(replay),
    points = turningPoints(game, frames);
  entitle(`${say('page.replay.title')}: ${say(`game.${game}`)}`);
  const about = { game, names, last: lastOf(replay), said, points, kept: record.id !== '' },
    parts = createParts(
      about,
      pressesOf(() => shown),
    );
  place.append(parts.header, parts.body, parts.footer);
  const stage = createStage(parts.felt, tableOf(replay));
  const player = createPlayer(
    frames,
    {
      show: (view, at, how) => stage.show(view, said[at] ?? '', how),
      moved: (at, playing) => moved(shown, at, playing),
    },
    isSlapped(game),
  );
  /** @type {Shown} */
  const shown = {
    replay,
    record,
    said,
    points,
    parts,
    stage,
    player,
    review: null,
    eyes: null,
    current: null,
  };
  const press = (/** @type {KeyboardEvent} */ event) => pressed(shown, event);
  document.addEventListener('keydown', press);
  player.jump(Number(query().get('at') ?? 0) || 0);
  const wanted = query().get('review');
  if (wanted !== null) openReview(shown, names[Number(wanted)] === undefined ? 0 : Number(wanted));
  return () => {
    shown.review?.leave();
    player.pause();
    stage.stop();
    document.removeEventListener('keydown', press);
  };
}
