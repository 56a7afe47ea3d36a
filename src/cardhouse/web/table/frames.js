/** @file What is seen between two views: a trick lies complete before it is taken, a pile is seen before it burns. */

import { between, list, onto, without, withZone, zone } from './view.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {{view: View, events: GameEvent[], hold: number, gather?: boolean, deal?: boolean}} Frame */

const SEEN = 850, SHOWN = 2600;

/** @param {GameEvent[]} events @param {string} kind */
const one = (events, kind) => events.find((event) => event.kind === kind);

/** The events before the first of a kind, and the others. @param {GameEvent[]} events @param {string[]} kinds @returns {[GameEvent[], GameEvent[]]} */
function split(events, kinds) {
  const at = events.findIndex((event) => kinds.includes(event.kind));
  return at < 0 ? [events, []] : [events.slice(0, at), events.slice(at)];
}

/**
 * The steps from one view to the next, the last of them being the next view itself.
 * @param {View | undefined} before @param {GameEvent[]} events @param {View} after @returns {Frame[]}
 */
export function frames(before, events, after) {
  const last = { view: after, events, hold: 0 };
  if (!before || before.game !== after.game) return [last];
  const make = { ratscrew: slapFrames, slapjack: slapFrames, hearts: heartsFrames, threes: threesFrames, durak: durakFrames }[after.game];
  return make?.(before, events, after) ?? [last];
}

/** @type {(before: View, events: GameEvent[], after: View) => Frame[] | undefined} */
function slapFrames(before, events, after) {
  const slap = one(events, 'slap');
  if (!slap || !one(events, 'take')) return undefined;
  const [seen, rest] = split(events, ['take']);
  return [{ view: between(before), events: seen, hold: SEEN }, { view: after, events: rest, hold: 0 }];
}

/** @type {(before: View, events: GameEvent[], after: View) => Frame[] | undefined} */
function heartsFrames(before, events, after) {
  const played = one(events, 'play'), trick = one(events, 'trick');
  if (!played || !trick || played.seat === null || trick.seat === null) return undefined;
  const [seen, rest] = split(events, ['trick']);
  const cards = list(played.cards);
  const laid = onto(without(between(before), 'hand', played.seat, cards), 'trick', null, cards);
  const full = { view: { ...laid, turn: [] }, events: seen, hold: SEEN };
  const [taking, later] = split(rest, ['claim', 'moon', 'score', 'deal', 'over']);
  if (!later.length) return [full, { view: after, events: rest, hold: 0 }];
  let taken = onto(withZone(full.view, 'trick', null, []), 'taken', trick.seat, zone(full.view, 'trick'));
  taken = { ...taken, facts: { ...taken.facts, history: after.facts.history } };
  /** @type {Frame[]} */
  const steps = [full, { view: taken, events: taking, hold: 500 }];
  const [shown, scored] = split(later, ['moon', 'score', 'deal', 'over']);
  if (shown.length) {
    const hands = /** @type {string[]} */ (after.facts.claimed ?? []);
    /** @type {View} */
    let open = { ...taken, facts: { ...taken.facts, showing: hands } };
    hands.forEach((hand, seat) => (open = withZone(open, 'hand', seat, list(hand))));
    steps.push({ view: open, events: shown, hold: SHOWN });
  }
  const [told, dealt] = split(scored, ['deal']);
  if (!dealt.length) return [...steps, { view: after, events: told, hold: 0 }];
  return [...steps, { view: { ...(steps[steps.length - 1]?.view ?? taken), scores: after.scores }, events: told, hold: 1400 }, { view: after, events: dealt, hold: 0, gather: true, deal: true }];
}

/** @type {(before: View, events: GameEvent[], after: View) => Frame[] | undefined} */
function threesFrames(before, events, after) {
  const played = one(events, 'play') ?? one(events, 'blind') ?? one(events, 'misfit');
  if (!played || played.seat === null || (!one(events, 'burn') && played.kind !== 'misfit')) return undefined;
  const cards = list(played.cards);
  let laid = between(before);
  if (played.kind === 'play') laid = without(laid, zone(laid, 'hand', played.seat).length ? 'hand' : 'up', played.seat, cards);
  else {
    const slots = /** @type {number[][]} */ (laid.facts.slots);
    const mine = slots.map((own, seat) => (seat === played.seat ? own.filter((slot) => slot !== played.facts?.slot) : own));
    laid = { ...without(laid, 'down', played.seat, ['??']), facts: { ...laid.facts, slots: mine } };
  }
  const [seen, rest] = played.kind === 'misfit' ? [[played], events.filter((event) => event !== played)] : split(events, ['burn']);
  return [{ view: { ...onto(laid, 'discard', null, cards), turn: [] }, events: seen, hold: SEEN }, { view: after, events: rest, hold: 0 }];
}

/** @type {(before: View, events: GameEvent[], after: View) => Frame[] | undefined} */
function durakFrames(before, events, after) {
  const played = one(events, 'beat') ?? one(events, 'attack');
  if (!played || played.seat === null || !(one(events, 'away') || one(events, 'take'))) return undefined;
  const pairs = /** @type {[string, string][]} */ (before.facts.pairs);
  const beaten = played.facts?.card, using = played.facts?.using;
  const laid = played.kind === 'beat'
    ? pairs.map(([attack, defence]) => [attack, attack === beaten ? using : defence])
    : [...pairs, ...list(played.cards).map((card) => [card, ''])];
  const view = { ...without(between(before), 'hand', played.seat, played.kind === 'beat' ? [using] : list(played.cards)), turn: [] };
  const [seen, rest] = split(events, ['away', 'take']);
  return [{ view: { ...view, facts: { ...view.facts, pairs: laid } }, events: seen, hold: SEEN }, { view: after, events: rest, hold: 0 }];
}
