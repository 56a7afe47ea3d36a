"""The deals of the day: for each game a shipped pool of deals that tell good play from bad, and how cats did in them.

A deal has a number, from which everything follows: the seed of its cards and the salt of the cats that sit there. The
deal of a date is the same everywhere, with a server and without, on the page and in the terminal. `bench.daily_pool`
played the deals and chose them.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ..bots import cat_levels
from ..engine.errors import Refused
from ..engine.game import Game
from ..engine.registry import new
from ..games import spec
from ..games.puzzling import Daily, Ending
from .library import COMMENT, LIBRARIES, day_number

# Of a tie half counts.
HALF = 0.5


@dataclass(frozen=True)
class Deal:
    """A deal of a game, by its number; ``levels`` is how games of each level of cat ended in seat 0."""

    game: str
    number: int
    levels: Mapping[str, tuple[Ending, ...]]

    @property
    def seed(self) -> int:
        """Return what decides the cards."""
        return int(_hash("seed", self.game, self.number)[:12], 16)

    @property
    def salt(self) -> str:
        """Return what the cats' own seeds are made from."""
        return _hash("cats", self.game, self.number)[:16]

    def cat_seed(self, seat: int) -> int:
        """The seed of the cat on a seat, as a live table makes it from its salt."""
        return int(self.salt, 16) * 8 + seat

    def deal(self) -> Game:
        """The game, dealt."""
        declared = daily_of(self.game)
        return new(self.game, seats=declared.seats, seed=self.seed, options=dict(declared.options))

    def results(self) -> dict[str, list[float]]:
        """Return what each level reached, game by game."""
        declared = daily_of(self.game)
        return {level: [declared.result(ending) for ending in endings] for level, endings in self.levels.items()}

    def share(self, result: float) -> float:
        """Which share of the cats' results, all levels alike, this one beats; of a tie half counts."""
        levels = [list(results) for results in self.results().values() if results]
        return sum(beaten(result, results) for results in levels) / len(levels) if levels else HALF


def beaten(result: float, others: Sequence[float]) -> float:
    """The share of other results that one beats; of a tie half counts."""
    better = sum(other < result for other in others) + HALF * sum(other == result for other in others)
    return better / len(others) if others else HALF


def _hash(*what: object) -> str:
    return hashlib.sha256(" ".join(["cardhouse daily", *map(str, what)]).encode()).hexdigest()


def daily_of(game: str) -> Daily:
    """Return what a game declares of its deal of the day; `Refused` if it has none."""
    found = spec(game).daily
    if found is None:
        raise Refused("puzzle.no_game", game=game)
    return found


def ending_of(game: Game) -> Ending:
    """How a game that is over ended for seat 0."""
    assert game.outcome is not None
    own, *others = game.outcome.scores
    return Ending(game.outcome.places[0], own, sum(others) / len(others), int(game.step))


@lru_cache
def pool(game: str) -> tuple[Deal, ...]:
    """The shipped deals of a game; none if it has none."""
    file = LIBRARIES / f"{game}.deals.gz"
    if not game.isidentifier() or not file.is_file():
        return ()
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    return tuple(_deal(game, line) for line in lines if line and not line.startswith(COMMENT))


def deal_of_day(game: str, day: date) -> Deal | None:
    """The deal of a day; None if the game has no pool."""
    deals = pool(game)
    return deals[day_number(day) % len(deals)] if deals else None


def deal_line(deal: Deal) -> str:
    """A deal as it is shipped: its number and, level by level, how its games ended."""
    columns = [
        " ".join(f"{end.place},{end.score},{end.others:g},{end.steps}" for end in deal.levels.get(level, ()))
        for level in cat_levels(deal.game)
    ]
    return "\t".join([str(deal.number), *columns])


def _deal(game: str, line: str) -> Deal:
    number, *columns = line.split("\t")
    levels = {}
    for level, column in zip(cat_levels(game), columns, strict=True):
        endings = [ending.split(",") for ending in column.split()]
        levels[level] = tuple(Ending(int(p), int(s), float(others), int(n)) for p, s, others, n in endings)
    return Deal(game, int(number), levels)


def write_pool(game: str, deals: Sequence[Deal], how: str) -> None:
    """Write the pool of a game as it is shipped, with how it was made in the first line."""
    text = "\n".join([f"{COMMENT} {how}", *[deal_line(deal) for deal in deals]]) + "\n"
    (LIBRARIES / f"{game}.deals.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
