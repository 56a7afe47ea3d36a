"""The knowledge of a seat of Hearts, as bit planes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...engine.cards import BIT
from ...engine.game import Game, Observer
from ...engine.planes import Planes, amount, seat_bit
from .rules import Hearts

# Bits of the plane "state".
PASSING: Final[i64] = 1
BROKEN: Final[i64] = 2
JACK_COUNTS: Final[i64] = 4
# From here on a bit for how far the cards are passed.
PASS_BY: Final[i64] = 3


class HeartsPlanes(Planes):
    """Hands as far as known, tricks, what each has taken and lacks, what was passed, and the score out of the limit."""

    def names(self, game: Game) -> list[str]:
        seats = range(game.seats)
        found = ["hand", "choice of cards to pass", "gave", "got", "state", "leader", "who has chosen"]
        for what in ("known cards", "voids", "taken", "card in the trick", "card in the last trick", "score"):
            found += [f"{what} of seat +{seat}" for seat in seats]
        return found

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        assert isinstance(game, Hearts)
        seats = game.seats
        planes = vec[i64](capacity=7 + 6 * seats)
        planes = append(planes, game.hands[seat])
        planes = append(planes, game.chosen[seat])
        passed = game.pass_by != 0 and not game.passing
        planes = append(planes, game.passed[seat] if passed else 0)
        planes = append(planes, game.passed[(seat - game.pass_by + seats) % seats] if passed else 0)
        state = BIT[PASS_BY + game.pass_by]
        if game.passing:
            state |= PASSING
        if game.broken:
            state |= BROKEN
        if game.jack:
            state |= JACK_COUNTS
        planes = append(planes, state)
        planes = append(planes, 0 if game.passing else seat_bit(game.leader, seat, seats))
        chosen: i64 = 0
        at: i64 = 0
        while at < seats:
            if game.chosen[at]:
                chosen |= seat_bit(at, seat, seats)
            at += 1
        planes = append(planes, chosen)
        observer = Observer(int(seat))
        at = 0
        while at < seats:
            planes = append(planes, game.known_in((seat + at) % seats, observer))
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, game.voids[(seat + at) % seats])
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, game.taken[(seat + at) % seats])
            at += 1
        at = 0
        while at < seats:
            turn = (seat + at - game.leader + seats) % seats
            planes = append(planes, game.trick[turn] if turn < game.laid else 0)
            at += 1
        at = 0
        while at < seats:
            turn = (seat + at - game.last_leader + seats) % seats
            planes = append(planes, game.last_trick[turn] if game.tricks else 0)
            at += 1
        at = 0
        while at < seats:
            planes = append(planes, amount(game.points[(seat + at) % seats] * 52 // game.limit))
            at += 1
        return planes


PLANES: Final = HeartsPlanes()
