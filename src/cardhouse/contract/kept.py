"""Finished games as they are kept: results, statistics, judged slaps, and games that are taken to another house."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=0, le=10**9)]
# Nobody waits ten minutes for a card to be slapped.
Milliseconds = Annotated[float, Meta(ge=0, le=600_000)]
# More than a game has actions.
MOST_SLAPS_OF_A_GAME = 20_000
MOST_ARCHIVED = 1000
LONGEST_WORD = 64


class Key(msgspec.Struct, frozen=True):
    """Makes a browser a person's: a ``device`` of theirs, a ``code`` for another one, ``words``, or a ``passkey``.

    ``id`` is a hash, of a device's secret, the code, the recovery words or the passkey's name. ``at``: since when, in
    seconds since the epoch; of a code until when. ``public`` is a passkey's public key. A ``challenge`` is what a
    device's next passkey is to sign.
    """

    id: str
    person: str
    kind: str
    name: str
    at: float
    public: str = ""


class SlapClaim(msgspec.Struct, frozen=True):
    """A slap as it came in, in milliseconds: what it is judged by. ``trust`` is the connection's trusted round trip."""

    seat: int
    arrived: float
    reaction: float
    trust: float


class SlapFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a slap was judged: its ``time``, by how much it was first or late, and what is odd about it."""

    time: float
    claims: list[SlapClaim] = []
    margin: float | None = None
    tie: bool = False
    flags: list[str] = []


class Notes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The notes of one seat in one game: events by kind, and how long its good slaps took.

    ``stand_in``: a cat played it to its end for the person, for whom it doesn't count. ``team`` -1: it had none.
    ``rated``: it was played at a rated table.
    """

    events: dict[str, Count] = {}
    steps: Count = 0
    draw: bool = False
    deals: Count = 0
    slaps: Annotated[list[Milliseconds], Meta(max_length=MOST_SLAPS_OF_A_GAME)] = []
    team: Annotated[int, Meta(ge=-1, le=1000)] = -1
    stand_in: bool = False
    rated: bool = False


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one round ended for one seat: what history and statistics are made of."""

    seat: int
    person: str
    name: str
    level: str
    place: int
    score: int
    notes: Notes
    face: str = ""


class Statistics(msgspec.Struct):
    """The statistics of a person in one game against one kind of opponent."""

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


class FinishedSeat(msgspec.Struct, frozen=True):
    """How a finished game ended for one seat, for who looks at their history; ``yours``: they played it."""

    yours: bool
    name: str
    level: str
    place: int
    score: int
    notes: Notes


class Finished(msgspec.Struct, frozen=True):
    """A finished game in somebody's history: the name of its record, and when it ended in seconds since the epoch."""

    record: str
    game: str
    at: float
    seats: list[FinishedSeat]


class ArchivedSeat(msgspec.Struct, frozen=True):
    """The facts about a seat that no record tells. ``yours``: the owner of this archive played it."""

    yours: bool
    level: Annotated[str, Meta(max_length=LONGEST_WORD)] = ""
    face: Annotated[str, Meta(max_length=LONGEST_WORD)] = ""


class ArchivedGame(msgspec.Struct, frozen=True):
    """A finished game to be taken elsewhere. How it ended, and what happened in it, is what its record says."""

    at: float
    text: str
    seats: Annotated[list[ArchivedSeat], Meta(max_length=16)]
    record: str = ""
    game: str = ""


Archive = Annotated[list[ArchivedGame], Meta(max_length=MOST_ARCHIVED)]

T = TypeVar("T")


def read_kept(raw: str | bytes, kind: type[T]) -> T | None:
    """Return what a stored text says, or None if it can't be read: then that row is lost, and nothing else."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def text_of(value: Any) -> str:
    """A structure as the text that is stored."""
    return msgspec.json.encode(value).decode()
