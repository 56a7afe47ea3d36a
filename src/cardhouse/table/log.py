"""A table's log: everything that changes a table is one of these entries, written down before it is applied."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ..contract.kept import Result, SlapFigures
from ..engine.action import Action, parse_action
from ..engine.errors import CardhouseError
from ..engine.shuffle import Shuffle
from .plan import CHANGING, SeatPlan


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """One line of a log; ``at`` is when it was written, in seconds since the epoch."""

    at: float


class Seated(Entry, frozen=True, tag="seat"):
    """Somebody else sits on a seat now."""

    seat: int
    plan: SeatPlan


class Barred(Entry, frozen=True, tag="bar"):
    """The host has taken this person off the table: they don't sit down here again."""

    person: str


class Prepared(Entry, frozen=True, tag="prepare"):
    """The table has bound itself to a secret (in hexadecimal) and a salt for this round, which is still to be dealt."""

    round: int
    secret: str
    salt: str


class Dealt(Entry, frozen=True, tag="deal"):
    """A game began: with the secret that the table was bound to and the numbers that seats gave, which make the seed.

    One without a secret was dealt from ``seed``, which the table was bound to itself. ``starter`` is who was made to
    start, if the rules leave that open and somebody lost the game before. ``record``: the game is taken up again where
    this one is, and the seed is the record's.
    """

    round: int
    seed: int
    salt: str
    secret: str = ""
    numbers: dict[str, str] = {}
    starter: int | None = None
    record: str = ""

    @property
    def shuffle(self) -> Shuffle | None:
        """Return what decided the deal, if it was more than a seed."""
        if not self.secret:
            return None
        numbers = {int(seat): number for seat, number in self.numbers.items()}
        return Shuffle(int(self.secret, 16), self.salt, self.round, numbers)


class Acted(Entry, frozen=True, tag="act"):
    """A seat did something; ``slap`` has the figures of a judged slap."""

    seat: int
    action: Action
    slap: SlapFigures | None = None


class Fired(Entry, frozen=True, tag="fire"):
    """The timer of this name fired; ``action`` is ``fire NAME``."""

    action: str


class Paused(Entry, frozen=True, tag="pause"):
    """The table was stopped, or went on."""

    on: bool


class Paced(Entry, frozen=True, tag="pace"):
    """The bots play at this pace from now on."""

    pace: str


class Matched(Entry, frozen=True, tag="match"):
    """The next deal begins a match of the best of this many games, or none."""

    best_of: int


class Arranged(Entry, frozen=True, tag="room"):
    """The room goes on differently: what is None stays as it was.

    Another game, other options or other seats are for the next deal; a game that was still going on is broken off.
    """

    game: str | None = None
    options: dict[str, bool | int | str] | None = None
    seats: list[SeatPlan] | None = None
    host: str | None = None
    turn_clock: int | None = None
    chat: bool | None = None
    takeover: bool | None = None
    gone_after: int | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """Return what is no longer as it was."""
        return {name: value for name in CHANGING if (value := getattr(self, name)) is not None}

    @property
    def deals(self) -> bool:
        """True if a new deal comes of it."""
        return self.game is not None or self.options is not None or self.seats is not None


class Queued(Entry, frozen=True, tag="queue"):
    """A person waits for a seat at the next deal, or no longer."""

    person: str
    name: str = ""
    face: str = ""
    on: bool = True


class Ahead(Entry, frozen=True, tag="ahead"):
    """A seat has chosen what it does when its turn comes; without an action, nothing any more."""

    seat: int
    action: str = ""


class Told(Entry, frozen=True, tag="told"):
    """The person on this seat, who isn't there, is told that it is their turn."""

    seat: int


_encoder = msgspec.json.Encoder()

LogEntry = (
    Seated | Barred | Prepared | Dealt | Acted | Fired | Paused | Paced | Matched | Arranged | Queued | Ahead | Told
)
# Entries that say who sits where, or which round it is: a table is known by them without the others.
OUTLINING = ("seat", "deal", "room")


class _ActedRow(msgspec.Struct, omit_defaults=True):
    """The rest of an `Acted` but its kind and time."""

    seat: int
    action: str
    slap: SlapFigures | None = None


def entry_to_row(entry: LogEntry) -> tuple[str, float, str]:
    """An entry as it is stored: its kind, its time, and the rest as JSON."""
    if isinstance(entry, Acted):
        # By far the most of all entries: without the dictionary in between.
        row = _ActedRow(entry.seat, str(entry.action), entry.slap)
        return "act", entry.at, _encoder.encode(row).decode()
    data: dict[str, Any] = msgspec.to_builtins(entry, enc_hook=str)
    kind, at = data.pop("kind"), data.pop("at")
    return kind, at, _encoder.encode(data).decode()


def entry_from_row(kind: str, at: float, data: str) -> LogEntry:
    """The entry of a stored row; `ValueError` says what is wrong with a damaged one."""
    try:
        fields: Mapping[str, Any] = msgspec.json.decode(data)
        entry: LogEntry = msgspec.convert({**fields, "kind": kind, "at": at}, LogEntry, dec_hook=_read)
        return entry
    except (msgspec.MsgspecError, CardhouseError, TypeError) as error:
        raise ValueError(f"a log entry of kind '{kind}' can't be read: {error}") from error


def _read(kind: type, text: Any) -> Any:
    if kind is Action and isinstance(text, str):
        return parse_action(text)
    # What the reader of messages asks to hear of a kind that nobody reads.
    raise NotImplementedError(kind)


class TableLog(Protocol):
    """Where a table writes. When a call returns, what it wrote is on disk."""

    def append(self, code: str, entries: Sequence[LogEntry]) -> Awaitable[None]:
        """Add to a table's log."""

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        """Keep the record of a finished round and its results."""


class MemoryLog:
    """A log that forgets: for local games and tests."""

    def __init__(self) -> None:
        self.logs: dict[str, list[LogEntry]] = {}
        self.records: dict[tuple[str, int], str] = {}
        self.results: dict[tuple[str, int], list[Result]] = {}

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        self.logs.setdefault(code, []).extend(entries)

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        self.records[code, round_number] = record
        self.results[code, round_number] = list(results)
