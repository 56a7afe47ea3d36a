"""One's finished games, to be taken from one house to another: with their records, results and so the statistics."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ..engine.errors import BadRecord, Refused
from ..engine.record import read_record
from ..names import LONGEST_NAME, plain_name
from ..storage import FOREVER, Storage
from ..table.log import Result
from ..table.seating import Person

AT_ONCE = 100


class ArchivedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """How a game ended for one seat; ``yours``: it was played by whose archive this is."""

    yours: bool
    name: str
    level: str
    place: int
    score: int
    notes: dict[str, Any]
    face: str = ""


class ArchivedGame(msgspec.Struct, forbid_unknown_fields=True):
    """A finished game: its record, when it ended in seconds since the epoch, and its seats."""

    record: str
    game: str
    at: float
    text: str
    seats: list[ArchivedSeat]


async def archive(storage: Storage, person: Person, before: float, most: int) -> list[ArchivedGame]:
    """A person's finished games, latest first."""
    found = []
    for finished in await storage.history(person.id, before, most):
        name = finished["record"]
        text, faces = await storage.record(name), await storage.faces(name)
        if text is not None:
            seats = [ArchivedSeat(**seat, face=face) for seat, face in zip(finished["seats"], faces, strict=True)]
            found.append(ArchivedGame(name, finished["game"], finished["at"], text, seats))
    return found


def check_games(kept: list[ArchivedGame]) -> None:
    """`BadRecord` or `Refused` if any of these games is not what its record says; runs in a worker."""
    for one in kept:
        record = read_record(one.text)
        if record.outcome is None or not record.final().over:
            raise BadRecord("record.unfinished")
        ended = list(zip(record.outcome.places, record.outcome.scores, strict=True))
        told = [(seat.place, seat.score) for seat in one.seats]
        if record.game != one.game or told != ended or not any(seat.yours for seat in one.seats):
            raise Refused("refused.server.archive", record=one.record[:40])


async def keep(storage: Storage, person: Person, kept: list[ArchivedGame]) -> int:
    """Keep games that were checked, the oldest first; gives how many were new."""
    known = {_mark(one.text) for one in await _all(storage, person)}
    added = 0
    for one in sorted(kept, key=lambda game: game.at):
        if _mark(one.text) in known:
            continue
        known.add(_mark(one.text))
        results = [_result(person, number, seat) for number, seat in enumerate(one.seats)]
        # A name that no table has, and the same whenever the same person brings the same game.
        await storage.finish(f"kept{_mark(person.id + one.text)[:16]}", 1, one.text, results, at=one.at)
        added += 1
    return added


async def _all(storage: Storage, person: Person) -> list[ArchivedGame]:
    found: list[ArchivedGame] = []
    while True:
        more = await archive(storage, person, found[-1].at if found else FOREVER, AT_ONCE)
        found += more
        if len(more) < AT_ONCE:
            return found


def _result(person: Person, number: int, seat: ArchivedSeat) -> Result:
    name, face = plain_name(seat.name), seat.face[:LONGEST_NAME]
    who = person.id if seat.yours else ""
    return Result(number, who, name, seat.level[:LONGEST_NAME], seat.place, seat.score, seat.notes, face)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
