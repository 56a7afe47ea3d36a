"""The declaration of a game: all that the rest of the house knows about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..bots import Maker
from ..bots.advice import Adviser
from ..engine.action import Action
from ..engine.cards import Card
from ..engine.choices import Numbering
from ..engine.event import Event
from ..engine.game import Game, Sampler
from ..engine.options import Option, Value
from ..engine.planes import ZONE_PLANES, Planes
from ..engine.view import View
from .drawing import TextTable
from .puzzling import Daily, Puzzling
from .slapping.patterns import Slap


@dataclass(frozen=True)
class Measure:
    """The unit of a game's results in the arena.

    ``results`` gives each seat's result from the places, the scores, and the seats that lost by a fault of their own.
    The texts ``arena.column.NAME``, ``arena.note.NAME`` and ``arena.plot.NAME`` say what it is.
    """

    name: str
    lower_is_better: bool
    is_share: bool
    results: Callable[[Sequence[int], Sequence[int], set[int]], list[float]]


def won_shares(places: Sequence[int], scores: Sequence[int] = (), failed: Iterable[int] = ()) -> list[float]:
    """Each seat's share of the win: a shared first place is divided."""
    first = places.count(1)
    return [1.0 / first if place == 1 else 0.0 for place in places]


WON = Measure("won", False, True, won_shares)


@dataclass(frozen=True)
class Terminal:
    """How a game is shown and typed in a terminal; without any of this it is shown zone by zone.

    ``lines`` draws a view. ``meant`` says which action cards typed alone are meant as where no legal action fits them
    (None: it can't say either). ``number_verb`` is the verb that a number typed alone stands for.
    """

    lines: Callable[[TextTable, View], list[str]] | None = None
    meant: Callable[[Sequence[Card], View], Action | None] | None = None
    number_verb: str = ""


@dataclass(frozen=True)
class Learning:
    """The choices and observations of programs that learn the game; see `cardhouse.rl`.

    ``choices`` number the actions of its verbs; without any, every action is spelt out verb first. ``planes`` are the
    observations.
    """

    choices: tuple[Numbering, ...] = ()
    planes: Planes = ZONE_PLANES


@dataclass(frozen=True)
class Small:
    """Positions that are small enough to find the best response to a bot in them.

    ``deal`` makes a game from a seed, ``here`` says where it has become small, with at most ``worlds`` games that look
    alike to who is on move; ``worth`` is what an end is worth to a seat, at most ``most``, in ``unit``: ``points`` or
    ``chance``.
    """

    deal: Callable[[int], Game]
    here: Callable[[Game], bool]
    worth: Callable[[Game, int], float]
    most: float
    unit: str
    worlds: int
    positions: int


@dataclass(frozen=True)
class Benchmark:
    """How bots are measured in Cardhouse-5: with so many seats, over so many deals against each of the baselines."""

    seats: int
    deals: Mapping[str, int]
    small: Small | None = None


def _nothing_more(event: Event) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class GameSpec:
    """A game: its rules, what samples games that fit a view, and whatever it has beyond that.

    ``plays`` is ``turns`` or ``slaps``: with slaps everybody may act at any time, and who was first is judged by
    reaction; ``patterns`` are then what may be slapped. ``bots`` are made from a seed, by name, weakest first.
    ``notes`` names what an event counts as in the statistics besides its own kind. ``arena_options`` are the house
    rules of the arena where they differ. ``order`` says where it stands among the games, the smallest first.
    ``usual_seats`` is how many sit down at a table if nobody has chosen; 0: as many as the rules say. ``learning`` is
    how it is seen by programs that learn it. ``puzzles``: how positions with one right action are found, and
    ``daily``: what the deal of the day is, if there are any. ``ladder``: the ratings of its cats at rated tables, and
    how far each may be off, by level and the weakest first; `bench.ladder` measures them. ``benchmark``: how bots of
    others are measured at it, if they are.

    ``slow``: it can be played with a clock in days. Then a timer of the rules doesn't run while a person is awaited,
    so the seats that it gives time to must be in `turn`.

    ``folder`` is where its texts (``words/en.json``, …) and its page module (``page.js``) are, if it has them.
    """

    rules: type[Game]
    sampler: Callable[[View], Sampler]
    plays: str = "turns"
    patterns: tuple[Slap, ...] = ()
    bots: Mapping[str, Maker] = field(default_factory=dict)
    adviser: Adviser | None = None
    terminal: Terminal = Terminal()
    measure: Measure = WON
    arena_options: Mapping[str, Value] = field(default_factory=dict)
    notes: Callable[[Event], Sequence[str]] = _nothing_more
    folder: Path | None = None
    order: int = 100
    usual_seats: int = 0
    learning: Learning = Learning()
    puzzles: Puzzling | None = None
    daily: Daily | None = None
    ladder: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    benchmark: Benchmark | None = None
    slow: bool = False

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def seat_choices(self) -> tuple[int, ...]:
        return self.rules.seat_choices

    @property
    def default_seats(self) -> int:
        return self.rules.default_seats

    @property
    def options(self) -> tuple[Option, ...]:
        return self.rules.options

    @property
    def slaps(self) -> bool:
        """True if it is played by slaps."""
        return self.plays == "slaps"

    @property
    def unit(self) -> str:
        """Return what the worth of an action is counted in: ``points``, or the ``chance`` of a good end."""
        return self.adviser.unit if self.adviser else "chance"

    @property
    def words(self) -> Path | None:
        """The folder of its texts, one file for each language; None if it has none of its own."""
        return self._part("words")

    @property
    def page(self) -> Path | None:
        """Its page module; None: the default page."""
        return self._part("page.js")

    def _part(self, name: str) -> Path | None:
        return self.folder / name if self.folder is not None and (self.folder / name).exists() else None
