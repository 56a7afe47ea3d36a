/** @file One sentence: what is awaited now, and from whom. */

import { say } from '../words.js';
import { placeOf, rank, suit, zone } from './view.js';

/** @typedef {import('../types.js').View} View */

/** @param {View} view @param {number | null} seat the seat that is played from here, if any @param {string[]} names @param {number} chosen how many cards are chosen */
export function prompt(view, seat, names, chosen) {
  if (view.outcome) return '';
  const mine = seat !== null && view.turn.includes(seat);
  const other = view.turn.find((one) => one !== seat);
  const waiting = other === undefined ? '' : say('page.prompt.waiting', { seat: other }, names);
  if (seat !== null && placeOf(view, seat)) return say('page.prompt.out');
  const say_ = { hearts: inHearts, threes: inThrees, durak: inDurak, ratscrew: inSlaps, slapjack: inSlaps }[view.game];
  if (!say_ && mine) return say('page.prompt.yours');
  return (seat !== null && say_?.(view, seat, names, chosen, mine)) || waiting;
}

/** @type {(view: View, seat: number, names: string[], chosen: number, mine: boolean) => string} */
function inHearts(view, seat, names, chosen, mine) {
  if (view.phase === 'pass') {
    if (!mine) return say('page.prompt.chosen');
    const to = (seat + Number(view.facts.pass_by)) % view.seats;
    return chosen < 3 ? say('page.prompt.pass', { count: 3 - chosen, to }, names) : say('page.prompt.pass_these', { to }, names);
  }
  if (!mine) return '';
  const led = zone(view, 'trick')[0];
  if (!led) return view.facts.tricks === 0 ? say('page.prompt.lead_two') : say('page.prompt.lead');
  return zone(view, 'hand', seat).some((card) => suit(card) === suit(led)) ? say('page.prompt.follow', { suit: say(`page.suit.${suit(led)}`) }) : say('page.prompt.discard', { suit: say(`page.suit.${suit(led)}`) });
}

/** @type {(view: View, seat: number, names: string[], chosen: number, mine: boolean) => string} */
function inThrees(view, seat, names, chosen, mine) {
  if (view.phase === 'swap') return mine ? say('page.prompt.swap') : say('page.prompt.chosen');
  if (!mine) return '';
  if (view.legal.some((action) => action.startsWith('blind'))) return say('page.prompt.blind');
  if (!view.legal.some((action) => action.startsWith('play'))) return view.legal.includes('pickup') ? say('page.prompt.pickup') : say('page.prompt.cannot');
  const top = String(view.facts.top ?? '');
  if (!top || rank(top) === 0) return say('page.prompt.anything');
  return rank(top) === 5 ? say('page.prompt.seven') : say('page.prompt.higher', { rank: say(`page.rank.${top[0]}`) });
}

/** @type {(view: View, seat: number, names: string[], chosen: number, mine: boolean) => string} */
function inDurak(view, seat, names, chosen, mine) {
  const { attacker, defender, co_attacker: joins } = view.roles;
  if (seat === defender) {
    if (view.phase === 'open') return say('page.prompt.defend_soon', { seat: attacker }, names);
    if (view.phase === 'defend' && view.legal.every((action) => action === 'take')) return say('page.prompt.cannot_beat');
    if (view.phase === 'defend') return say(view.facts.can_forward ? 'page.prompt.defend_or_forward' : 'page.prompt.defend');
    return say(view.phase === 'pile_on' ? 'page.prompt.taking' : 'page.prompt.beaten');
  }
  if (seat !== attacker && seat !== joins) return say('page.prompt.sits_out', { seat: attacker, to: defender }, names);
  if (view.phase === 'open') return seat === attacker ? say('page.prompt.attack', { to: defender }, names) : say('page.prompt.join_soon', { seat: attacker }, names);
  if (mine) return view.legal.length > 1 ? say('page.prompt.add') : say('page.prompt.done');
  return view.legal.length ? say('page.prompt.add_more', { to: defender }, names) : '';
}

/** @type {(view: View, seat: number, names: string[], chosen: number, mine: boolean) => string} */
function inSlaps(view, seat, names, chosen, mine) {
  if (view.facts.waiting?.includes?.(seat)) return say('page.prompt.last_chance');
  if (view.phase === 'take') return say('page.prompt.take', { taker: view.facts.pile_to }, names);
  if (view.phase === 'gather') return say('page.prompt.gather');
  if (!mine) return '';
  return view.phase === 'challenge' ? say('page.prompt.answer', { count: view.facts.chances }) : say('page.prompt.turn');
}
