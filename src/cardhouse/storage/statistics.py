"""A person's statistics: counted as games end, by game and kind of opponent."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..bots import LEVELS
from ..table.log import Result

# So many of the latest times of slaps are kept.
MOST_SLAPS = 500


class Statistics(msgspec.Struct):
    """What somebody has done in one game against one kind of opponent."""

    game: str
    against: str
    played: int = 0
    won: int = 0
    tied: int = 0
    lost_last: int = 0
    streak: int = 0
    best_streak: int = 0
    points: int = 0
    deals: int = 0
    slaps: list[float] = []
    cat_slaps: list[float] = []
    events: dict[str, int] = {}

    def count(self, person: str, results: Sequence[Result]) -> None:
        """Count a finished game that this person played."""
        mine = next(result for result in results if result.person == person)
        draw = bool(mine.notes.get("draw", False))
        won = mine.place == 1 and not draw
        shared = sum(result.place == 1 for result in results) > 1
        self.played += 1
        self.won += won
        self.tied += draw or (won and shared)
        self.lost_last += mine.place == max(result.place for result in results) and not draw and not won
        self.streak = self.streak + 1 if won else 0
        self.best_streak = max(self.best_streak, self.streak)
        self.points += mine.score
        self.deals += mine.notes.get("deals", 0)
        self.slaps = [*self.slaps, *mine.notes.get("slaps", [])][-MOST_SLAPS:]
        of_cats = [time for result in results if result.level for time in result.notes.get("slaps", [])]
        self.cat_slaps = [*self.cat_slaps, *of_cats][-MOST_SLAPS:]
        for kind, times in mine.notes.get("events", {}).items():
            self.events[kind] = self.events.get(kind, 0) + times


def counted(results: Sequence[Result]) -> set[str]:
    """The people in whose statistics a game counts: not those for whom a cat played it to the end."""
    return {result.person for result in results if result.person and not result.notes.get("stand_in")}


def opponents(person: str, results: Sequence[Result]) -> str:
    """Who a game was played against: people, else the strongest cat's level, else somebody at the same screen.

    Cats that only follow a simple rule, or play anything, are ``kittens``.
    """
    levels = [result.level for result in results if result.person != person]
    if "" in levels:
        return "people"
    return next((level for level in reversed(LEVELS) if level in levels), "kittens" if levels else "here")
