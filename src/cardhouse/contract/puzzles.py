"""Puzzles and the deal of the day, as they cross the border."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..engine.options import Value
from .kept import Milliseconds
from .replays import Frame

# One at a time, until one is missed, or as many as go into three minutes.
PuzzleMode = Literal["single", "streak", "storm"]


class Strength(msgspec.Struct, frozen=True):
    """How strong somebody or something is: between ``low`` and ``high`` with 95%; ``known``: that says something."""

    rating: int
    low: int
    high: int
    known: bool


class PuzzleGame(msgspec.Struct, frozen=True):
    """The puzzles of a game, and what somebody has done with them. ``themes``: how many each has, the most first."""

    game: str
    count: int
    themes: dict[str, int]
    today: str
    strength: Strength
    tried: int
    found: int
    missed: int
    streak: int
    storm: int


class PuzzleTask(msgspec.Struct, frozen=True):
    """A puzzle without its answer: what is seen of the last steps, and then of the position, with what may be done.

    ``open``: all cards lie open, since a good memory knows them. ``proof``: what is wanted; empty where it would tell
    the answer. ``within``: how many milliseconds there are for a slap; 0: as many as one likes. ``turns``: after how
    many milliseconds each card is turned; ``patterns``: which piles may be slapped.
    """

    id: str
    game: str
    seats: int
    seat: int
    options: dict[str, Value]
    open: bool
    proof: str
    within: int
    turns: int
    patterns: list[str]
    rating: int
    frames: list[Frame]


class PuzzleTry(msgspec.Struct):
    """A try at a puzzle; an empty ``action``: nothing is done. ``milliseconds``: how long a slap took."""

    action: Annotated[str, Meta(max_length=200)] = ""
    milliseconds: Milliseconds = 0.0
    mode: PuzzleMode = "single"
    score: Annotated[int, Meta(ge=0, le=10_000)] = 0


class CatsFound(msgspec.Struct, frozen=True):
    """How often the cats of a level found a puzzle's answer; ``milliseconds``: the middle of their slaps, if any."""

    level: str
    found: int
    tries: int
    milliseconds: int = 0


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The result of a try. ``late``: it was the right slap, but a cat was faster. ``rated``: it was the first try."""

    right: bool
    late: bool
    answers: list[str]
    proof: str
    themes: list[str]
    cats: list[CatsFound]
    strength: Strength
    before: int
    rated: bool


class Missed(msgspec.Struct, frozen=True):
    """A puzzle that somebody tried and has not found since."""

    id: str
    game: str
    themes: list[str]
    rating: int
    at: float


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day. ``code``: the table of one's rated try, if there is one; ``points``: what it brought, of 100;
    ``week``: the five best days of this week together."""

    day: str
    game: str
    code: str
    over: bool
    points: int | None
    week: int


class LevelResults(msgspec.Struct, frozen=True):
    """How games of a level of cat ended in the same seat; `result` is in the game's own unit."""

    level: str
    results: list[float]


class DailyPlace(msgspec.Struct, frozen=True):
    """Where somebody stands among those who played a deal here."""

    place: int
    name: str
    face: str
    result: float
    points: int
    week: int
    yours: bool


class DailyStanding(msgspec.Struct, frozen=True):
    """The result of a deal of the day, for those who have played it: nobody else learns how it went.

    ``unit`` says what results are. ``record``: the game of the rated try. ``played``: how many played it at this house.
    """

    day: str
    game: str
    unit: str
    over: bool
    code: str
    record: str
    result: float | None
    points: int | None
    levels: list[LevelResults]
    places: list[DailyPlace]
    played: int
    week: int


class KeptTry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's stored tries of a puzzle: whether the first was right, whether one was since, and when."""

    first: bool
    found: bool
    at: float
    rating: int = 0


class KeptStrength(msgspec.Struct, frozen=True, omit_defaults=True):
    """A strength as it is kept, with the best streak and the best storm."""

    rating: float
    deviation: float
    volatility: float
    streak: int = 0
    storm: int = 0


class KeptDaily(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored rated try: its table, and its end once there is one."""

    code: str
    result: float | None = None
    points: int | None = None
    name: str = ""
    face: str = ""
