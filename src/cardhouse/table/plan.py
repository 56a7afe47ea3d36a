"""What a table is before its first card, and what is written down about it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from ..messages import Kind


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person (by id), a cat of a level, or nobody yet.

    A cat that plays on for somebody who is gone keeps their id in ``away``, so that they can come back.
    """

    kind: Kind
    person: str = ""
    name: str = ""
    face: str = ""
    level: str = ""
    away: str = ""


class TablePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as it was made. ``code`` is its invitation and can't be guessed; ``host`` is the person who made it."""

    code: str
    game: str
    options: dict[str, bool | int | str]
    seats: list[SeatPlan]
    host: str
    pace: str = "medium"
    listed: bool = False
    watchable: bool = True
    open_cards: bool = False
    hints: bool = True
    made_at: float = 0.0


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a table's log: what kind, when (seconds since the epoch), and what is needed to do it again.

    Kinds: ``deal`` (round, seed, salt), ``act`` (seat, action), ``fire`` (name), ``seat`` (seat, plan), ``pause`` (on).
    """

    kind: str
    at: float
    data: dict[str, Any]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one round ended for one seat: what history and statistics are made of."""

    seat: int
    person: str
    name: str
    level: str
    place: int
    score: int
    notes: dict[str, Any]
    face: str = ""


class Ledger(Protocol):
    """Where a table writes. When a call returns, what it wrote is on disk."""

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        """Add to a table's log."""

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        """Keep the record of a finished round and its results."""


class Memory:
    """A ledger that forgets: for local games and tests."""

    def __init__(self) -> None:
        self.logs: dict[str, list[LogEntry]] = {}
        self.records: dict[tuple[str, int], str] = {}
        self.results: dict[tuple[str, int], list[Result]] = {}

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        self.logs.setdefault(code, []).extend(entries)

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        self.records[code, round_number] = record
        self.results[code, round_number] = list(results)
