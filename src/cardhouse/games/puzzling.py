"""A game's declaration of its puzzles: which positions have one right action, and how that is proven."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..engine.game import Game
from ..engine.options import Value


@dataclass(frozen=True)
class Found:
    """A position with one right action: how that is proven, the action, and what it is about.

    Where cards of one rank are alike there are several ``answers``, which differ in nothing else. None: the right thing
    is to do nothing.
    """

    proof: str
    answers: tuple[str, ...]
    themes: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Games that puzzles are taken from: how many seats, with which cats, by which house rules."""

    seats: int
    level: str
    options: Mapping[str, Value] = field(default_factory=dict)


def always(game: Game) -> bool:
    """Every position will do."""
    return True


@dataclass(frozen=True)
class Puzzling:
    """How puzzles of a game are found.

    ``look`` proves that a seat has one right action in a position, or gives None; it looks at nothing that a seat there
    could not deduce. ``proofs`` and ``themes`` name all that it finds: their words are ``page.puzzle.proof.NAME`` and
    ``page.puzzle.theme.NAME``. ``open``: the cards lie open in a puzzle, as a good memory knows them all. Some steps
    before it are shown as far as each was ``quiet``.
    """

    look: Callable[[Game, int], Found | None]
    proofs: tuple[str, ...]
    themes: tuple[str, ...]
    sources: tuple[Source, ...]
    open: bool = False
    lead: int = 2
    quiet: Callable[[Game], bool] = always


@dataclass(frozen=True)
class Ending:
    """How a game ended for one seat: its place and score, the others' mean score, and how many actions it took."""

    place: int
    score: int
    others: float
    steps: int


@dataclass(frozen=True)
class Daily:
    """The deal of the day of a game: seat 0 plays against cats of this level, by these house rules.

    ``result`` is what one tries to make large. ``unit`` says how it is told: `page.daily.unit.UNIT`. ``kind`` names
    what an unusual deal is, where there are such: a pool must not consist of them.
    """

    seats: int
    result: Callable[[Ending], float]
    unit: str
    options: Mapping[str, Value] = field(default_factory=dict)
    level: str = "medium"
    kind: Callable[[Ending], str] | None = None
