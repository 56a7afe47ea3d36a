"""How a seat of Threes plays without looking ahead: by tastes, that is by numbers for what it likes to play.

It looks at its own cards and at what everybody knows, never at a card that its seat can't see. One taste makes the
plain player, another the players of a search's imagined games, where a little chance is mixed in.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..action import BLIND, PASS, PICKUP, PLAY, READY, SWAP, pair
from ..cards import RANK_CARDS, count, lowest
from ..chance import Chance
from ..games.threes import FITTING, SPECIAL, TEN, Threes
from ..games.threes_table import THREE

# A taste has a row for play while there are cards to draw, then one for play without, and at last the worth of each
# rank as an up-card. A row: the liking for playing each rank, and these.
EXTRA: Final[i64] = 13  # each further card of the rank
EXTRA_SPECIAL: Final[i64] = 14  # each further card of a special rank
BURN: Final[i64] = 15  # burning the pile
BURN_CARD: Final[i64] = 16  # each card burned
BLOCK: Final[i64] = 17  # leaving the next player, as everybody knows, nothing to play
BLOCK_CARD: Final[i64] = 18  # each card that the next player must then take
TAKE: Final[i64] = 19  # taking the pile by free choice
TAKE_CARD: Final[i64] = 20  # each card so taken
ROW: Final[i64] = 21
UP: Final[i64] = 2 * ROW

NEVER: Final[i64] = -1000000


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
    """So many cards of a set, the first in their order."""
    chosen: i64 = 0
    while number > 0:
        chosen |= cards & -cards
        cards &= cards - 1
        number -= 1
    return chosen


def public_cards(game: Threes, seat: i64) -> i64:
    """The cards that a seat plays from, if everybody knows all of them; else 0."""
    hand = game.hands[seat]
    if hand == 0:
        return game.up[seat]
    return hand if hand == game.known[seat] else 0


def pick(game: Threes, seat: i64, taste: vec[i64], noise: i64, chance: Chance) -> i64:
    """The code of what this seat likes best; each liking is raised by a random number below ``noise``."""
    if game.swapping:
        return pick_swap(game, seat, taste)
    source = game.source(seat)
    cards = source & game.fitting(seat)
    row: i64 = 0 if game.drawn < len(game.stock) else ROW
    laid = game.laid
    best = NEVER
    found = PASS
    if laid:
        found = PICKUP
        if not game.forced:
            best = taste[row + TAKE] + laid * taste[row + TAKE_CARD]
            if noise:
                best += chance.below(noise)
    if source == 0:
        slot: i64 = 1
        while game.down[3 * seat + slot - 1] < 0:
            slot += 1
        return BLIND | slot if best < 0 else found
    if cards == 0:
        return found
    other = public_cards(game, game.next_left(seat))
    run = run_on_top(game)
    run_rank: i64 = game.pile[laid - 1] % 13 if laid else -1
    whole: i64 = 0
    if source & SPECIAL and game.held(seat) == count(source):
        whole = source
    rank: i64 = 0
    while cards:
        several = cards & RANK_CARDS[rank]
        if several:
            cards &= ~several
            special = RANK_CARDS[rank] & SPECIAL != 0
            top = game.top if rank == THREE else rank
            answered = other == 0 or other & FITTING[top] != 0
            most = count(several)
            if several == whole:
                most -= 1
            number: i64 = 1
            while number <= most:
                liking = taste[row + rank] + (number - 1) * taste[row + (EXTRA_SPECIAL if special else EXTRA)]
                if rank == TEN or number + (run if rank == run_rank else 0) >= 4:
                    liking += taste[row + BURN] + (laid + number) * taste[row + BURN_CARD]
                elif not answered:
                    liking += taste[row + BLOCK] + (laid + number) * taste[row + BLOCK_CARD]
                if noise:
                    liking += chance.below(noise)
                if liking > best:
                    best = liking
                    found = PLAY | first_cards(several, number)
                number += 1
        rank += 1
    return found


def pick_swap(game: Threes, seat: i64, taste: vec[i64]) -> i64:
    """Swap the hand card that is best as an up-card for the worst up-card while that gains; then be ready."""
    best: i64 = 0
    found = READY
    hand = game.hands[seat]
    while hand:
        up = game.up[seat]
        while up:
            gain = taste[UP + lowest(hand) % 13] - taste[UP + lowest(up) % 13]
            if gain > best:
                best = gain
                found = pair(SWAP, lowest(hand), lowest(up))
            up &= up - 1
        hand &= hand - 1
    return found


def play_on(game: Threes, seat: i64, taste: vec[i64], noise: i64, chance: Chance, turns: i64) -> i64:
    """Play a game on by taste until this seat's place is settled, or for so many actions; the actions it took."""
    done: i64 = 0
    while done < turns and game.result is None and game.place[seat] == 0:
        mover = game.on_move
        if game.swapping:
            mover = 0
            while game.ready[mover]:
                mover += 1
        game.advance(mover, pick(game, mover, taste, noise, chance))
        done += 1
    return done


def _taste(*rows: list[int]) -> vec[i64]:
    return vec[i64]([number for row in rows for number in row])


# 2 3 4 5 6 7 8 9 T J Q K A, extra, extra special, burn, burn card, block, block card, take, take card.
_PLAIN: Final = [10, 20, 120, 110, 100, 30, 90, 80, -195, 70, 60, 50, 40, 1, 1, 200, 0, 0, 0, -500, 0]
_UP_PLAIN: Final = [12, 11, 1, 2, 3, 7, 4, 5, 13, 6, 8, 9, 10]
PLAIN: Final = _taste(_PLAIN, _PLAIN, _UP_PLAIN)
# Least useful first: ordinary ranks from below, seven, then the cards that fit nearly always; no eye for burning.
_KEEP: Final = [20, 10, 120, 110, 100, 40, 90, 80, 5, 70, 60, 50, 45, 1, 1, 0, 0, 0, 0, -500, 0]
KEEPER: Final = _taste(_KEEP, _KEEP, _UP_PLAIN)
PLAYER: Final = PLAIN
