"""The knowledge of a seat of Durak, as bit planes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT, count
from ...engine.game import Game
from ...engine.planes import Planes, amount, seat_bit
from .rules import Durak

# Bits of the plane "state".
TAKING: Final[i64] = 1
CAN_FORWARD: Final[i64] = 2
OPEN_TO_MORE: Final[i64] = 4
PILE_ON: Final[i64] = 8


class DurakPlanes(Planes):
    """The hand, trumps, what lies on the table and was put away, roles, and of each other hand what is known."""

    def names(self, game: Game) -> list[str]:
        found = ["hand", "trumps", "open trump", "attack cards", "unbeaten cards", "cards that beat others"]
        found += ["ranks that may be added", "put away", "number in the stock", "room for more attack cards", "state"]
        found += ["attacker", "defender", "co-attacker", "done", "out"]
        for what in ("number of cards", "known cards"):
            found += [f"{what} of seat +{seat}" for seat in range(game.seats)]
        return found

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        assert isinstance(game, Durak)
        seats = game.seats
        attacks: i64 = 0
        defences: i64 = 0
        at: i64 = 0
        while at < game.laid:
            attacks |= BIT[game.attacks[at]]
            if game.defences[at] >= 0:
                defences |= BIT[game.defences[at]]
            at += 1
        state: i64 = 0
        if game.taking:
            state |= TAKING
        if game.laid > 0 and game.forward_room() > 0:
            state |= CAN_FORWARD
        if game.open_to_more():
            state |= OPEN_TO_MORE
        if game.pile_on:
            state |= PILE_ON
        done: i64 = 0
        out: i64 = 0
        at = 0
        while at < seats:
            if game.done & BIT[at]:
                done |= seat_bit(at, seat, seats)
            if game.out & BIT[at]:
                out |= seat_bit(at, seat, seats)
            at += 1
        planes = vec[i64](capacity=16 + 2 * seats)
        planes = append(planes, game.hands[seat])
        planes = append(planes, game.trumps)
        planes = append(planes, BIT[game.open_trump])
        planes = append(planes, attacks)
        planes = append(planes, game.unbeaten)
        planes = append(planes, defences)
        planes = append(planes, game.ranks & game.deck)
        planes = append(planes, game.away)
        planes = append(planes, amount(game.stock_left()))
        planes = append(planes, amount(game.room()))
        planes = append(planes, state)
        planes = append(planes, seat_bit(game.attacker, seat, seats))
        planes = append(planes, seat_bit(game.defender, seat, seats))
        planes = append(planes, seat_bit(game.co_attacker, seat, seats))
        planes = append(planes, done)
        planes = append(planes, out)
        at = 0
        while at < seats:
            planes = append(planes, amount(count(game.hands[(seat + at) % seats])))
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, game.hands[(seat + at) % seats] & game.known)
            at += 1
        return planes


PLANES: Final = DurakPlanes()
