"""The knowledge of a seat of Threes, as bit planes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, count
from ...engine.game import Game
from ...engine.planes import Planes, amount, seat_bit
from .rules import FITTING, NO_CARD, NO_TOP, Threes

# Bits of the plane "state".
SWAPPING: Final[i64] = 1
FORCED: Final[i64] = 2


class ThreesPlanes(Planes):
    """Hands as far as known, up-cards, which down-cards are left, the pile with what fits on it, and what is gone."""

    def names(self, game: Game) -> list[str]:
        found = ["hand", "pile", "top rank", "cards that fit", "burned", "number in the draw pile", "state"]
        found += ["on the move", "ready", "out"]
        for what in ("known cards", "what the oldest hidden card may be", "up-cards", "down-cards left", "cards held"):
            found += [f"{what} of seat +{seat}" for seat in range(game.seats)]
        return found

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        assert isinstance(game, Threes)
        seats = game.seats
        planes = vec[i64](capacity=10 + 5 * seats)
        planes = append(planes, game.hands[seat])
        planes = append(planes, game.pile_cards())
        planes = append(planes, 0 if game.top == NO_TOP else BIT[game.top])
        planes = append(planes, FITTING[game.top])
        planes = append(planes, game.burned)
        planes = append(planes, amount(len(game.stock) - game.drawn))
        state: i64 = SWAPPING if game.swapping else 0
        if game.forced:
            state |= FORCED
        planes = append(planes, state)
        planes = append(planes, 0 if game.swapping else seat_bit(game.on_move, seat, seats))
        ready: i64 = 0
        out: i64 = 0
        at: i64 = 0
        while at < seats:
            if game.ready[at]:
                ready |= seat_bit(at, seat, seats)
            if game.place[at]:
                out |= seat_bit(at, seat, seats)
            at += 1
        planes = append(planes, ready)
        planes = append(planes, out)
        at = 0
        while at < seats:
            planes = append(planes, game.known[(seat + at) % seats])
            at += 1
        at = 0
        while at < seats:
            other = (seat + at) % seats
            hidden = count(game.hands[other] & ~game.known[other])
            planes = append(planes, game.may_be[3 * other] if hidden else 0)
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, game.up[(seat + at) % seats])
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, slots(game, (seat + at) % seats))
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, amount(game.held((seat + at) % seats)))
            at += 1
        return planes


def slots(game: Threes, seat: i64) -> i64:
    """A bit for each down-card that a seat has left, by its place."""
    left: i64 = 0
    slot: i64 = 0
    while slot < 3:
        if game.down[3 * seat + slot] != NO_CARD:
            left |= BIT[slot]
        slot += 1
    return left


PLANES: Final = ThreesPlanes()
