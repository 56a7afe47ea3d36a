"""Ratings: how strong somebody is at a game, on one scale with the cats."""

from __future__ import annotations

import msgspec

from .puzzles import Strength


class RatedGame(msgspec.Struct, frozen=True):
    """A rating after a rated game: when that ended, in seconds since the epoch, and how far off it may be."""

    at: float
    rating: int
    deviation: int


class KeptRating(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rating as it is kept: of how many ``games``, and what it was after the latest of them."""

    rating: float
    deviation: float
    volatility: float
    games: int = 0
    points: list[RatedGame] = []


class LadderCat(msgspec.Struct, frozen=True):
    """Where the cats of a level stand: between ``low`` and ``high`` with 95%."""

    level: str
    rating: int
    low: int
    high: int


class LadderGame(msgspec.Struct, frozen=True):
    """Somebody's rating in a game after so many rated ``games``.

    ``strength`` is None and there are no ``points`` until it says something, which takes about ``left`` games more.
    ``points`` are the latest games after which it was known, the earliest first.
    """

    game: str
    games: int
    left: int
    strength: Strength | None
    points: list[RatedGame]
    cats: list[LadderCat]


class DayStreak(msgspec.Struct, frozen=True):
    """On how many days in a row somebody played a deal of the day or a puzzle; one missed day a week is forgiven.

    ``today``: today is one of them already. ``spare``: a day of this week may still be missed.
    """

    days: int
    today: bool
    spare: bool
