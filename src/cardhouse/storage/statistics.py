"""A person's statistics: counted as games end, by game and kind of opponent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..bots import LEVELS
from ..contract.kept import Result, Statistics

# How many of the latest times of slaps are kept.
MOST_SLAPS = 500


def count(row: Statistics, person: str, results: Sequence[Result]) -> None:
    """Count a finished game that this person played."""
    mine = next(result for result in results if result.person == person)
    draw = mine.notes.draw
    won = mine.place == 1 and not draw
    # Partners win together, and share nothing with anybody.
    first = [(result.notes.team, result.seat) for result in results if result.place == 1]
    shared = len({(team, -1 if team >= 0 else seat) for team, seat in first}) > 1
    row.played += 1
    row.won += won
    row.tied += draw or (won and shared)
    row.lost_last += mine.place == max(result.place for result in results) and not draw and not won
    row.streak = row.streak + 1 if won else 0
    row.best_streak = max(row.best_streak, row.streak)
    row.points += mine.score
    row.deals += mine.notes.deals
    row.slaps = [*row.slaps, *mine.notes.slaps][-MOST_SLAPS:]
    of_cats = [time for result in results if result.level for time in result.notes.slaps]
    row.cat_slaps = [*row.cat_slaps, *of_cats][-MOST_SLAPS:]
    for kind, times in mine.notes.events.items():
        row.events[kind] = row.events.get(kind, 0) + times


def counted(game: str, against: str, person: str, games: Iterable[Sequence[Result]]) -> Statistics:
    """A person's statistics from the results of their finished games, the earliest first."""
    row = Statistics(game, against)
    for results in games:
        if person in counting(results) and opponents(person, results) == against:
            count(row, person, results)
    return row


def counting(results: Sequence[Result]) -> set[str]:
    """The people in whose statistics a game counts: not those for whom a cat played it to the end."""
    return {result.person for result in results if result.person and not result.notes.stand_in}


def opponents(person: str, results: Sequence[Result]) -> str:
    """Who a game was played against: people, else the strongest cat's level, else somebody at the same screen.

    Cats that only follow a simple rule, or play anything, are ``kittens``.
    """
    levels = [result.level for result in results if result.person != person]
    if "" in levels:
        return "people"
    return next((level for level in reversed(LEVELS) if level in levels), "kittens" if levels else "here")
