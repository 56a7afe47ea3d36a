"""How a seat of Threes plays without looking ahead: by preferences, a linear score for each play.

It looks at its own cards and at what everybody knows, never at a card that its seat can't see. One set of preferences
makes the plain player, another the players of a search's playouts, where chance is mixed in.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...engine.action import BLIND, PASS, PICKUP, PLAY, READY, SWAP, pair
from ...engine.cards import RANK_CARDS, count, lowest
from ...engine.chance import Chance
from .rules import FITTING, SPECIAL, TEN, THREE, Threes

# Preferences are the score for playing each rank, then these, then the worth of each rank as an up-card.
EXTRA: Final[i64] = 13  # each further card of the rank
EXTRA_SPECIAL: Final[i64] = 14  # the same for a special rank
BURN: Final[i64] = 15  # burning the pile
STRAND: Final[i64] = 16  # being left with nothing but special cards, on which nobody can end
# Leaving the next player without an answer, by how likely that is: for each ten cards of the pile and, with nothing to
# draw, one who has one card left, up to three, up to six, up to nine.
HOLD_PILE: Final[i64] = 17
HOLD: Final[i64] = 18
SQUEEZE: Final[i64] = 22  # leaving the next player, whose cards are known, only special cards to answer with
UP: Final[i64] = 23

# As the random part of a score: much, since games that always run alike teach a search little.
RANDOMNESS: Final[i64] = 60

NEVER: Final[i64] = -1000000

# How many thousandths of all hands of no card, one, two and three have none that goes on each top.
NO_ANSWER: Final[vec[i64]] = vec[i64](
    [int(1000 * (1 - int(count(cards)) / 52) ** hidden) for cards in FITTING for hidden in range(4)]
)


def run_on_top(game: Threes) -> i64:
    """How many cards of the rank of the last card lie together on the pile."""
    at = game.laid - 1
    if at < 0:
        return 0
    rank = game.pile[at] % 13
    while at >= 0 and game.pile[at] % 13 == rank:
        at -= 1
    return game.laid - 1 - at


def first_cards(cards: i64, number: i64) -> i64:
    """This many cards of a set, the first in their order."""
    chosen: i64 = 0
    while number > 0:
        chosen |= cards & -cards
        cards &= cards - 1
        number -= 1
    return chosen


def last_stand(game: Threes, seat: i64) -> i64:
    """All cards of a seat that has nothing left but what it plays from; else 0."""
    source = game.source(seat)
    return source if game.held(seat) == count(source) else 0


def pick(game: Threes, seat: i64, preferences: vec[i64], randomness: i64, chance: Chance) -> i64:
    """The code of what scores best; each score is raised by a random number below ``randomness``."""
    if game.swapping:
        return pick_swap(game, seat, preferences)
    source = game.source(seat)
    if source == 0:
        return BLIND | first_slot(game, seat)
    cards = source & game.fitting(seat)
    if cards == 0:
        return PICKUP if game.laid else PASS
    run = run_on_top(game)
    run_rank: i64 = game.pile[game.laid - 1] % 13 if run else -1
    last = last_stand(game, seat)
    other = game.next_left(seat)
    hidden = hidden_source(game, other)
    seen = game.known[other] if game.hands[other] else game.up[other]
    if game.held(other) == 1:
        seen &= ~SPECIAL
    hold = worth_of_holding(game, other, preferences)
    best = NEVER
    found = PASS
    rank: i64 = 0
    while cards:
        several = cards & RANK_CARDS[rank]
        if several:
            cards &= ~several
            special = several & SPECIAL != 0
            base = preferences[rank]
            if last & ~several != 0 and last & ~several & ~SPECIAL == 0:
                base += preferences[STRAND]
            top = game.top if rank == THREE else rank
            answers = seen & FITTING[top]
            left: i64 = 0
            if answers == 0:
                left = hold * NO_ANSWER[4 * top + hidden] // 1000
            elif hidden == 0 and answers & ~SPECIAL == 0:
                left = preferences[SQUEEZE]
            most = count(several)
            if several == last and special:
                most -= 1
            number: i64 = 1
            while number <= most:
                score = base + (number - 1) * preferences[EXTRA_SPECIAL if special else EXTRA]
                if rank == TEN or number + (run if rank == run_rank else 0) >= 4:
                    score += preferences[BURN]
                else:
                    score += left
                if randomness:
                    score += chance.below(randomness)
                if score > best:
                    best = score
                    found = PLAY | first_cards(several, number)
                number += 1
        rank += 1
    return found


def hidden_source(game: Threes, seat: i64) -> i64:
    """How many cards that others can't see a seat plays from now; of down-cards it is one."""
    if game.hands[seat]:
        return count(game.hands[seat] & ~game.known[seat])
    return 0 if game.up[seat] else 1


def worth_of_holding(game: Threes, other: i64, preferences: vec[i64]) -> i64:
    """Return what it is worth that this player can't answer."""
    worth = preferences[HOLD_PILE] * game.laid // 10
    if game.drawn == len(game.stock):
        left = game.held(other)
        if left <= 9:
            worth += preferences[HOLD + (0 if left == 1 else (left + 2) // 3)]
    return worth


def first_slot(game: Threes, seat: i64) -> i64:
    """The number of the first down-card that a seat has left."""
    slot: i64 = 1
    while game.down[3 * seat + slot - 1] < 0:
        slot += 1
    return slot


def pick_swap(game: Threes, seat: i64, preferences: vec[i64]) -> i64:
    """Swap the hand card that is best as an up-card for the worst up-card while that gains; then be ready."""
    best: i64 = 0
    found = READY
    hand = game.hands[seat]
    while hand:
        up = game.up[seat]
        while up:
            gain = preferences[UP + lowest(hand) % 13] - preferences[UP + lowest(up) % 13]
            if gain > best:
                best = gain
                found = pair(SWAP, lowest(hand), lowest(up))
            up &= up - 1
        hand &= hand - 1
    return found


def choices(game: Threes, seat: i64, into: vec[i64]) -> i64:
    """Put the actions of a seat that really differ, once play has begun, into an array; how many there are.

    Of those that differ only in suits, or in which down-card is turned, it is the first.
    """
    number: i64 = 0
    source = game.source(seat)
    cards = source & game.fitting(seat)
    stuck = cards == 0 and source != 0
    last = last_stand(game, seat)
    rank: i64 = 0
    while cards:
        several = cards & RANK_CARDS[rank]
        if several:
            cards &= ~several
            most = count(several)
            if several == last and several & SPECIAL:
                most -= 1
            size: i64 = 1
            while size <= most:
                into[number] = PLAY | first_cards(several, size)
                number += 1
                size += 1
        rank += 1
    if source == 0:
        into[number] = BLIND | first_slot(game, seat)
        number += 1
    if game.laid == 0:
        if stuck:
            into[number] = PASS
            number += 1
    elif stuck or not game.forced:
        into[number] = PICKUP
        number += 1
    return number


def mover(game: Threes) -> i64:
    """The seat that acts next; while all swap, the first that is not ready."""
    if not game.swapping:
        return game.on_move
    seat: i64 = 0
    while game.ready[seat]:
        seat += 1
    return seat


def play_on(game: Threes, seat: i64, preferences: vec[i64], randomness: i64, chance: Chance, most: i64) -> i64:
    """Play a game on by preferences until a seat's place is settled, or for this many actions; the actions it took."""
    done: i64 = 0
    while done < most and game.result is None and game.place[seat] == 0:
        acting = mover(game)
        game.advance(acting, pick(game, acting, preferences, randomness, chance))
        done += 1
    return done


def _preferences(*parts: list[int]) -> vec[i64]:
    return vec[i64]([number for part in parts for number in part])


# Scores in the order 2 3 4 5 6 7 8 9 T J Q K A; extra, special extra, burn, strand; hold, squeeze; then the up-cards.
_RANKS: Final = [10, 20, 120, 110, 100, 30, 90, 80, -195, 70, 60, 50, 40]
_UP: Final = [12, 11, 1, 2, 3, 7, 4, 5, 13, 6, 8, 9, 10]
_BLIND: Final = [0, 0, 0, 0, 0, 0]
PLAIN: Final = _preferences(_RANKS, [1, 1, 200, 0], _BLIND, _UP)
# Tuned by self-play (CMA-ES).
PLAYER: Final = _preferences(
    [60, 52, 150, 148, 91, -18, 133, 92, -213, 74, 67, 39, 9],
    [9, -23, 189, -176],
    [41, 278, 288, 97, 17, 26],
    _UP,
)
# Least useful first: ordinary ranks from below, seven, then the cards that fit nearly always; no observer for burning.
KEEPER: Final = _preferences([20, 10, 120, 110, 100, 40, 90, 80, 5, 70, 60, 50, 45], [1, 1, 0, 0], _BLIND, _UP)
