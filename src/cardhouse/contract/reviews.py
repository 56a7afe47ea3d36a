"""A review of a recorded game, line by line: how many moves there are, each as it is weighed, and the end."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..engine.words import Reason

Unit = Literal["points", "chance"]


class Line(msgspec.Struct, frozen=True, tag_field="t"):
    """A line of a review."""


class ReviewBegun(Line, frozen=True, tag="begun"):
    """How many moves are weighed, and how many are left out because there are too many."""

    unit: Unit
    moves: int
    left_out: int


class WeighedMove(msgspec.Struct, frozen=True):
    """A move: what the best was, what it cost not to choose it, with its standard error, and why that was better.

    ``better`` has the cards of the best move. ``costly``: it clearly cost something; ``blunder``: much; ``near``: it
    was about as good as the best. Otherwise nobody can tell. ``also`` is a second reason.
    """

    number: int
    seat: int
    action: str
    best: str
    better: list[str]
    cost: float
    error: float
    verdict: str
    sentence: str
    costly: bool
    blunder: bool
    near: bool
    reason: Reason | None
    also: Reason | None = None


class MoveWeighed(Line, frozen=True, tag="move"):
    """A move is weighed; None: there was nothing to weigh."""

    number: int
    move: WeighedMove | None


class ReviewDone(Line, frozen=True, tag="done"):
    """All moves are weighed."""


class ReviewFailed(Line, frozen=True, tag="failed"):
    """The review can't go on, and why."""

    key: str
    text: str
    facts: dict[str, str | int | float] = {}


ReviewLine = ReviewBegun | MoveWeighed | ReviewDone | ReviewFailed
