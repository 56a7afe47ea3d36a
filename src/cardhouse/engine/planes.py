"""The knowledge of a seat as bit planes, sets of cards: the same number of planes throughout a game.

A number stands in a plane as this many cards from the first on. Seats are told from the observer's own on, clockwise.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from .cards import BIT, PLACES
from .game import Game, Observer


def amount(number: i64) -> i64:
    """A number as a plane: this many cards from the first on, at most all."""
    if number <= 0:
        return 0
    return BIT[number if number < PLACES else PLACES] - 1


def seat_bit(seat: i64, observer: i64, seats: i64) -> i64:
    """A seat as one bit, counted from the observer's; none for nobody, -1."""
    return BIT[(seat - observer + seats) % seats] if seat >= 0 else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Planes:
    """How a game's observations are made. A game of one's own gets `ZonePlanes` unless it declares another."""

    @abstractmethod
    def names(self, game: Game) -> list[str]:
        """Return what each plane shows."""

    @abstractmethod
    def seen(self, game: Game, seat: i64) -> vec[i64]:
        """Return what this seat may know, and nothing else."""


class ZonePlanes(Planes):
    """For each place of cards those that the seat sees and how many there are; each seat's score; whose turn it is."""

    def names(self, game: Game) -> list[str]:
        found: list[str] = []
        for zone in game.zones(Observer(0)):
            where = zone.name if zone.seat is None else f"{zone.name} of seat +{zone.seat}"
            found += [where, f"number in {where}"]
        found += [f"score of seat +{seat}" for seat in range(game.seats)]
        return [*found, "turn"]

    def seen(self, game: Game, seat: i64) -> vec[i64]:
        seats = game.seats
        planes = vec[i64]()
        zones = game.zones(Observer(int(seat)))
        places = {f"{zone.name} {zone.seat}": zone for zone in zones}
        for zone in zones:
            owner = zone.seat
            # The place of the seat that is as far from this one as its owner from the first.
            there = zone if owner is None else places[f"{zone.name} {(owner + seat) % seats}"]
            known: i64 = 0
            for card in there.known:
                known |= BIT[card]
            planes = append(append(planes, known), amount(len(there.cards)))
        scores = game.scores()
        at: i64 = 0
        while at < seats:
            planes = append(planes, amount(scores[(seat + at) % seats]))
            at += 1
        turn: i64 = 0
        for awaited in game.turn():
            turn |= seat_bit(awaited, seat, seats)
        return append(planes, turn)


ZONE_PLANES: Final = ZonePlanes()
