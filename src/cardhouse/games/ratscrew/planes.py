"""The knowledge of a seat of Ratscrew, as bit planes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.game import Game
from ...engine.planes import Planes, amount, seat_bit
from ..slapping.planes import PILE_NAMES, cards_of_ring, with_pile
from ..slapping.seats import NOBODY
from .rules import Ratscrew


class RatscrewPlanes(Planes):
    """The pile, the challenge, and of each hand its size and the cards that everybody has seen go there."""

    def names(self, game: Game) -> list[str]:
        found = [*PILE_NAMES, "on the move", "turned by", "challenger", "chances left", "taker", "has paid"]
        for what in ("number of cards", "known cards", "turns locked out"):
            found += [f"{what} of seat +{seat}" for seat in range(game.seats)]
        return found

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        assert isinstance(game, Ratscrew)
        seats = game.seats
        planes = with_pile(vec[i64](capacity=13 + 3 * seats), game.pile, game.penalties)
        planes = append(planes, seat_bit(game.on_move if game.taker == NOBODY else NOBODY, seat, seats))
        planes = append(planes, seat_bit(game.turned_by, seat, seats))
        planes = append(planes, seat_bit(game.challenger, seat, seats))
        planes = append(planes, amount(game.chances))
        planes = append(planes, seat_bit(game.taker, seat, seats))
        paid: i64 = 0
        at: i64 = 0
        while at < seats:
            if game.paid >> at & 1:
                paid |= seat_bit(at, seat, seats)
            at += 1
        planes = append(planes, paid)
        at = 0
        while at < seats:
            planes = append(planes, amount(game.hands[(seat + at) % seats].size))
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, cards_of_ring(game.hands[(seat + at) % seats], 0) & game.seen)
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, amount(game.lockouts[(seat + at) % seats]))
            at += 1
        return planes


PLANES: Final = RatscrewPlanes()
