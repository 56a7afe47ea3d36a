"""Storage: tables and their logs, people, records, results and statistics, behind one interface."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..contract.kept import ArchivedGame, Finished, Key, Result, Statistics
from ..contract.requests import Person
from ..engine.errors import CardhouseError
from ..table.log import LogEntry
from ..table.plan import SeatPlan, TablePlan
from .receipts import Missing

FOREVER = 1e12


class StorageError(CardhouseError):
    """The data can't be read or written, and why."""


class DamagedRow(StorageError):
    """A table's log can't be read, and which row of it is damaged."""


@dataclass(frozen=True)
class Outline:
    """A stored table without its log: who sits there, its round (0: none yet) and step, and when it was last touched.

    ``plan`` is the table as it was made, ``now`` what it has become, if that is something else. ``waiting``: another
    game is agreed on and not dealt yet. ``damage`` says what is wrong with a table that can't be read; then there is
    no plan.
    """

    code: str
    plan: TablePlan | None
    seats: list[SeatPlan]
    round: int = 0
    step: int = 0
    over: bool = False
    touched: float = 0.0
    damage: str = ""
    waiting: bool = False
    now: TablePlan | None = None


# Of one person: beyond this the oldest are dropped.
MOST_GAMES = 5000
# Seconds since the end of a game that nobody has any more: of bots alone, or of people who cleared their statistics.
NOBODYS_GAMES_FOR = 30 * 24 * 3600.0
# Seconds since somebody took a name who has no finished game.
NAMES_FOR = 90 * 24 * 3600.0
# This many rows are looked at and cleared away at a time: nobody waits for all of them.
AT_A_TIME = 1000


class Storage(Protocol):
    """Where everything is kept. What a call has written is on disk when it returns; every call may raise
    `StorageError`, and then nothing has changed."""

    @property
    def missing(self) -> Missing | None:
        """Return what was acknowledged before this start and is there no more."""

    async def open(self) -> None:
        """Get ready, in the event loop that all other calls come from; `StorageError` says what stands in the way."""

    def append(self, code: str, entries: Sequence[LogEntry]) -> Awaitable[None]:
        """Add to a table's log."""

    async def finish(
        self, code: str, round_number: int, record: str, results: Sequence[Result], at: float | None = None
    ) -> None:
        """Keep the record of a finished round, its results, and count them in the statistics of who played.

        What is kept already stays as it is. ``at``: when it ended, in seconds since the epoch; now, if it isn't said.
        """

    async def add_table(self, plan: TablePlan) -> None:
        """Keep a new table."""

    async def drop_table(self, code: str) -> None:
        """Forget a table and its log; its records stay."""

    async def keep_person(self, person: Person) -> None:
        """Remember a person's name and face."""

    async def forget_results(self, person: str) -> None:
        """Clear a person's statistics and notes: their results stay in the records of others as nobody's."""

    async def note(self, person: str, kind: str, notes: Mapping[str, str | None], keep: bool = False) -> None:
        """Write notes of a person's own, by kind and key, over those that there are; None takes one away.

        With ``keep`` those that there are stay as they are. All of them are written, or none.
        """

    async def notes(self, person: str, kind: str) -> dict[str, str]:
        """A person's notes of a kind, by key and in the order of keys."""

    async def check(self) -> None:
        """Write something, to find out whether anything can be written."""

    async def person(self, who: str) -> Person | None:
        """A person who has taken a name."""

    async def keep_key(self, key: Key) -> None:
        """Keep a key to a person, in place of one with the same id; codes that have run out are forgotten."""

    async def drop_keys(self, person: str, kind: str, name: str = "") -> None:
        """Forget a person's keys of a kind, or only the one with this id."""

    async def find_key(self, name: str) -> Key | None:
        """The key with this id."""

    async def keys_of(self, person: str) -> list[Key]:
        """All keys to a person, the oldest first."""

    async def outlines(self) -> list[Outline]:
        """Every table that is not cleared away, the latest last, without reading the logs."""

    async def log(self, code: str) -> list[LogEntry]:
        """All that was written about a table, in order; `DamagedRow` says which line can't be read."""

    async def record(self, name: str) -> str | None:
        """The text of a record."""

    async def faces(self, record: str) -> list[str]:
        """The face of each seat in a recorded game; empty where none is known."""

    async def seats(self, record: str) -> list[tuple[str, str, str]]:
        """Who played each seat of a recorded game: the id of a person or the level of a cat, and the face."""

    async def history(self, person: str, before: float, most: int) -> list[Finished]:
        """A person's finished games, latest first, each with everybody's results; nobody's id is in it."""

    async def names(self, person: str, before: float, most: int) -> list[str]:
        """The names of the records of a person's finished games, latest first."""

    async def archived(self, name: str, person: str) -> ArchivedGame | None:
        """A finished game with its record, as this person's archive has it."""

    async def marked(self, person: str, marks: Sequence[str]) -> set[str]:
        """Those of these marks (`rows.mark_of`) that records of this person have."""

    async def kept(self, person: str) -> tuple[int, int]:
        """How many finished games of a person are kept, and the bytes of their records."""

    async def clear_old(self, now: float) -> int:
        """Look through the next part of old games and names, and clear away what nobody has; how many rows went."""

    async def statistics(self, person: str) -> list[Statistics]:
        """A person's statistics, by game and kind of opponent."""

    def close(self) -> None:
        """Write what has come in, and let go of the files."""
