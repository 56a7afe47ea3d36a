"""Exercises: the moves of somebody's own games that reviews found clearly worse than another."""

from __future__ import annotations

import msgspec

from .reviews import Unit


class Exercise(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of one's own to be found better: where it is, what it cost, and when it comes back.

    ``number`` counts the actions of the record from 1, and ``theme`` is the verb of what was better. ``due`` is in
    seconds since the epoch; ``tried`` and ``found`` count how often it came back, and how often it was found at once.
    """

    id: str
    record: str
    number: int
    seat: int
    game: str
    theme: str
    unit: Unit
    cost: float
    due: float
    tried: int = 0
    found: int = 0


class Exercises(msgspec.Struct, frozen=True):
    """The exercises that wait now, the dearest first, and how many come back later.

    ``next`` is when the next of those does, in seconds since the epoch; None: there are none.
    """

    waiting: list[Exercise]
    later: int
    next: float | None = None
