"""A person's own mistakes, which come back as exercises until they have been found twice."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..contract.exercises import Exercise, Exercises
from ..contract.kept import read_kept, text_of
from ..contract.reviews import Unit, WeighedMove
from ..storage import Storage

KIND = "exercise"
DAY = 24 * 3600.0
# A mistake comes back after this many days, and then after the last of them again and again.
DAYS = (1, 3, 7)
FOUND_OFTEN = 2
# What is kept for one person; of more, those that were found go first, then those that cost least.
MOST = 200


def exercise_of(record: str, game: str, unit: Unit, move: WeighedMove, now: float) -> Exercise | None:
    """Return what a weighed move of one's own is worth coming back to; None if nothing was clearly better."""
    if not move.costly:
        return None
    name = f"{record}.{move.number}"
    theme = move.best.split(" ", 1)[0]
    return Exercise(name, record, move.number, move.seat, game, theme, unit, move.cost, now + DAYS[0] * DAY)


def after_try(one: Exercise, found: bool, now: float) -> Exercise:
    """The exercise after it came back: when it does so again."""
    tried = one.tried + 1
    due = now + DAYS[min(tried, len(DAYS) - 1)] * DAY
    return msgspec.structs.replace(one, tried=tried, found=one.found + found, due=due)


def over(one: Exercise) -> bool:
    """True if it has been found often enough, and no longer comes back."""
    return one.found >= FOUND_OFTEN


async def all_of(storage: Storage, person: str) -> list[Exercise]:
    """All exercises of a person; one that can't be read is left out."""
    read = [read_kept(text, Exercise) for text in (await storage.notes(person, KIND)).values()]
    return [one for one in read if one is not None]


async def keep(storage: Storage, person: str, one: Exercise) -> None:
    """Keep a new exercise, if there is none of the same move, in place of another if there are too many."""
    there = await all_of(storage, person)
    if any(one.id == other.id for other in there):
        return
    changes: dict[str, str | None] = {one.id: text_of(one)}
    changes |= dict.fromkeys(_too_many([*there, one]))
    if changes[one.id] is not None:
        await storage.note(person, KIND, changes, keep=True)


def _too_many(all_there: Iterable[Exercise]) -> list[str]:
    """The ids of those that have no place: what was found, then what costs the least of what its game's unit can."""
    most = {"points": 26.0, "chance": 1.0}
    order = sorted(all_there, key=lambda one: (over(one), -one.cost / most[one.unit]))
    return [one.id for one in order[MOST:]]


async def waiting(storage: Storage, person: str, now: float) -> Exercises:
    """A person's exercises that wait now, and what comes back later."""
    left = [one for one in await all_of(storage, person) if not over(one)]
    due = sorted((one for one in left if one.due <= now), key=lambda one: (one.game, -one.cost))
    later = [one.due for one in left if one.due > now]
    return Exercises(due, len(later), min(later, default=None))


async def found_out(storage: Storage, person: str, exercise: str, found: bool, now: float) -> None:
    """Note whether somebody found an exercise of theirs at once; one that doesn't wait now stays as it is."""
    for one in await all_of(storage, person):
        if one.id == exercise and one.due <= now and not over(one):
            await storage.note(person, KIND, {one.id: text_of(after_try(one, found, now))})


async def forget(storage: Storage, person: str, exercise: str) -> None:
    """Take an exercise away for good: it stays known, so that another review doesn't bring it back."""
    for one in await all_of(storage, person):
        if one.id == exercise:
            await storage.note(person, KIND, {one.id: text_of(msgspec.structs.replace(one, found=FOUND_OFTEN))})
