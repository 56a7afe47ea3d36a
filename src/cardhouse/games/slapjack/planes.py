"""The knowledge of a seat of Slapjack, as bit planes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.game import Game
from ...engine.planes import Planes, amount, seat_bit
from ..slapping.planes import PILE_NAMES, cards_of_ring, with_pile
from ..slapping.seats import NOBODY
from .rules import Slapjack


class SlapjackPlanes(Planes):
    """The pile, who is waiting to come back in or out, and of each hand its size and what everybody knows of it."""

    def names(self, game: Game) -> list[str]:
        found = [*PILE_NAMES, "on the move", "turned by", "waiting", "out", "gathering"]
        for what in ("number of cards", "known cards", "cards in order at the bottom"):
            found += [f"{what} of seat +{seat}" for seat in range(game.seats)]
        return found

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        assert isinstance(game, Slapjack)
        seats = game.seats
        planes = with_pile(vec[i64](capacity=12 + 3 * seats), game.pile, 0)
        planes = append(planes, seat_bit(game.on_move if game.without < game.playing else NOBODY, seat, seats))
        planes = append(planes, seat_bit(game.turned_by, seat, seats))
        waiting: i64 = 0
        at: i64 = 0
        while at < game.without:
            waiting |= seat_bit(game.waiting[at], seat, seats)
            at += 1
        planes = append(planes, waiting)
        out: i64 = 0
        at = 0
        while at < seats:
            if game.places[at]:
                out |= seat_bit(at, seat, seats)
            at += 1
        planes = append(planes, out)
        planes = append(planes, 1 if game.gathering else 0)
        at = 0
        while at < seats:
            planes = append(planes, amount(game.hands[(seat + at) % seats].size))
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, game.known_in((seat + at) % seats))
            at += 1
        at = 0
        while at < seats:
            other = (seat + at) % seats
            hand = game.hands[other]
            planes = append(planes, cards_of_ring(hand, hand.size - game.tails[other]))
            at += 1
        return planes


PLANES: Final = SlapjackPlanes()
