"""The plan of a table before its first card."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from ..contract.messages import Kind
from ..contract.settings import SLOW_CLOCKS, TableSettings


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person (by id), a bot of a level ("cat"), or nobody yet.

    A bot that plays on for a person keeps their id in ``away``, so that they can come back; ``left``: they have left
    the room, and the seat is theirs until the game ends.
    """

    kind: Kind
    person: str = ""
    name: str = ""
    face: str = ""
    level: str = ""
    away: str = ""
    left: bool = False


class ForkPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a table's games begin: with this record, which is that of another game up to some action.

    ``ask``: the first move is tried before it is made, as an exercise; ``exercise`` is whose it is, if it is one.
    """

    record: str
    step: int
    seat: int
    ask: bool = False
    exercise: str = ""


class TablePlan(TableSettings, frozen=True):
    """A table as it was made. ``code`` is its invitation and can't be guessed; ``host`` is the person who made it.

    ``turn_clock`` is how many seconds somebody who is there may take for a move before a cat plays on; 0: for ever.
    ``chat``: people may write. ``takeover``: who comes late may take a cat's seat at once. ``fork``: it takes
    another game up again, and counts nowhere. ``daily`` is the number of the deal of the day that is dealt here.
    """

    code: str
    game: str
    options: dict[str, bool | int | str]
    seats: list[SeatPlan]
    host: str
    made_at: float = 0.0
    turn_clock: int = 0
    chat: bool = False
    takeover: bool = False
    fork: ForkPlan | None = None
    daily: int | None = None

    @property
    def slow(self) -> bool:
        """True if the clock is in days: nobody needs to be there, and nobody counts as gone."""
        return self.turn_clock in SLOW_CLOCKS

    @property
    def for_one_person(self) -> bool:
        """True if one person plays, against cats only, from the beginning."""
        return sum(seat.kind != "cat" for seat in self.seats) == 1 and not any(
            seat.kind == "open" for seat in self.seats
        )

    @property
    def on_one_screen(self) -> bool:
        """True if it was made for several people at one screen."""
        people = [seat.person for seat in self.seats if seat.kind == "person"]
        return len(people) > len(set(people))


# What may change from one deal to the next, and what changes while a game goes on.
CHANGING = ("game", "options", "seats", "host", "turn_clock", "chat", "takeover", "gone_after")


def rearranged(plan: TablePlan, changes: dict[str, Any]) -> TablePlan:
    """The plan with these changes; with another game, other rules or other seats nothing is taken up again,
    and no deal of the day is dealt."""
    if any(name in changes for name in ("game", "options", "seats")):
        changes = {**changes, "fork": None, "daily": None}
    return msgspec.structs.replace(plan, **changes)


@lru_cache(10_000)
def tag_of(code: str) -> str:
    """Return what logs call a table: its code is the invitation, and is not for them."""
    return hashlib.sha256(code.encode()).hexdigest()[:8]
