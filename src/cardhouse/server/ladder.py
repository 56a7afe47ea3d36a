"""Ratings as a person sees them: their own, if it says something yet, and the cats' on the same scale."""

from __future__ import annotations

from datetime import date, timedelta

from ..contract.ladder import DayStreak, LadderCat, LadderGame
from ..contract.puzzles import Strength
from ..contract.requests import Person
from ..games import games, spec
from ..rating import Strength as Rating
from ..rating import games_until_known
from ..storage import Storage
from ..storage.ladder import RATINGS, cat_strengths, kept_rating, strength_in

# The kind of the notes that say on which days somebody played a deal of the day or a puzzle, by day.
DAYS = "day"
# Of a week so many days may be missed without an end of the streak.
FORGIVEN = 1


def strength_of(rating: Rating) -> Strength:
    """A rating as it is told."""
    low, high = rating.interval
    return Strength(round(rating.rating), round(low), round(high), rating.known)


def cats_of(game: str) -> list[LadderCat]:
    """The cats of a game whose strength was measured, the weakest first."""
    told = {level: strength_of(rating) for level, rating in cat_strengths(game).items()}
    return [LadderCat(level, one.rating, one.low, one.high) for level, one in told.items()]


async def ladder(storage: Storage, person: Person) -> list[LadderGame]:
    """Somebody's rating in each game that has rated tables."""
    notes = await storage.notes(person.id, RATINGS)
    found = []
    for game in games():
        cats, kept = cats_of(game.name), kept_rating(notes.get(game.name), game.name)
        if not cats and not kept.games:
            continue
        rating = strength_in(kept)
        opponents = (spec(game.name).usual_seats or game.default_seats) - 1
        left = 0 if rating.known else games_until_known(opponents, rating.deviation)
        told = strength_of(rating) if rating.known else None
        found.append(LadderGame(game.name, kept.games, left, told, kept.points if rating.known else [], cats))
    return found


async def note_day(storage: Storage, person: str, day: date) -> None:
    """Note that somebody played a deal of the day or a puzzle on this day."""
    await storage.note(person, DAYS, {str(day): ""}, keep=True)


async def day_streak(storage: Storage, person: Person, today: date) -> DayStreak:
    """On how many days in a row somebody played."""
    return streak_of(set(await storage.notes(person.id, DAYS)), today)


def streak_of(played: set[str], today: date) -> DayStreak:
    """The days in a row up to today; today may still come, and one missed day a week ends nothing.

    >>> streak_of({"2026-11-16", "2026-11-18"}, date(2026, 11, 19))
    DayStreak(days=2, today=False, spare=False)
    """
    missed: dict[date, int] = {}
    days, day = 0, today if str(today) in played else today - timedelta(days=1)
    first = date.fromisoformat(min(played)) if played else today
    while day >= first:
        week = day - timedelta(days=day.weekday())
        if str(day) in played:
            days += 1
        elif missed.get(week, 0) < FORGIVEN:
            missed[week] = missed.get(week, 0) + 1
        else:
            break
        day -= timedelta(days=1)
    this_week = today - timedelta(days=today.weekday())
    return DayStreak(days, str(today) in played, missed.get(this_week, 0) < FORGIVEN)
