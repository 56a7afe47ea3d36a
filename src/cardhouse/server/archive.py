"""One's finished games, to be taken from one house to another: with their records, and so the statistics."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from ..bots import bot_names
from ..contract.kept import ArchivedGame, ArchivedSeat, Notes, Result
from ..contract.requests import Person
from ..contract.settings import LONGEST_NAME
from ..engine.errors import CardhouseError, Refused
from ..engine.outcome import Outcome
from ..engine.record import read_record
from ..names import plain_name
from ..storage import FOREVER, Storage
from ..table.results import notes_of

AT_ONCE = 100


class Proven(NamedTuple):
    """What the record of an archived game says: the names at the table, how it ended and what happened to each seat."""

    names: list[str]
    outcome: Outcome
    notes: list[Notes]


async def archive(storage: Storage, person: Person, before: float, most: int) -> list[ArchivedGame]:
    """A person's finished games, latest first."""
    found = []
    for finished in await storage.history(person.id, before, most):
        text, faces = await storage.record(finished.record), await storage.faces(finished.record)
        if text is not None:
            pairs = zip(finished.seats, faces, strict=True)
            seats = [ArchivedSeat(seat.yours, seat.level, face) for seat, face in pairs]
            found.append(ArchivedGame(finished.at, text, seats, finished.record, finished.game))
    return found


def proven(kept: list[ArchivedGame]) -> list[Proven]:
    """What the records of these games say, by playing them through; runs in a worker.

    `Refused` names the game and the field that is wrong.
    """
    found = []
    for number, one in enumerate(kept):
        try:
            record = read_record(one.text)
            outcome, notes = notes_of(record)
        except CardhouseError as error:
            raise _wrong(number, "text", str(error)) from error
        if len(one.seats) != record.seats:
            raise _wrong(number, "seats", f"{len(one.seats)} instead of {record.seats}")
        if not any(seat.yours for seat in one.seats):
            raise _wrong(number, "seats", "none of them is yours")
        levels = {"", *bot_names(record.game)}
        for at, seat in enumerate(one.seats):
            if seat.level not in levels:
                raise _wrong(number, f"seats[{at}].level", repr(seat.level)[:40])
        found.append(Proven(record.names, outcome, notes))
    return found


def _wrong(number: int, field: str, why: str) -> Refused:
    return Refused("refused.server.archive", field=f"$[{number}].{field}", why=why[:200])


async def keep(storage: Storage, person: Person, kept: list[ArchivedGame], proofs: list[Proven], now: float) -> int:
    """Keep games with what their records say, the oldest first; gives how many were new."""
    known = {_mark(one.text) for one in await _all(storage, person)}
    added = 0
    for one, proof in sorted(zip(kept, proofs, strict=True), key=lambda pair: pair[0].at):
        if _mark(one.text) in known:
            continue
        known.add(_mark(one.text))
        results = [_result(person, number, seat, proof) for number, seat in enumerate(one.seats)]
        # A name that no table has, and the same whenever the same person brings the same game.
        name = f"kept{_mark(person.id + one.text)[:16]}"
        await storage.finish(name, 1, one.text, results, at=min(max(one.at, 0.0), now))
        added += 1
    return added


async def _all(storage: Storage, person: Person) -> list[ArchivedGame]:
    found: list[ArchivedGame] = []
    while True:
        more = await archive(storage, person, found[-1].at if found else FOREVER, AT_ONCE)
        found += more
        if len(more) < AT_ONCE:
            return found


def _result(person: Person, number: int, seat: ArchivedSeat, proof: Proven) -> Result:
    name = plain_name(proof.names[number]) if number < len(proof.names) else ""
    face = seat.face if seat.face.isascii() and seat.face.isalnum() and len(seat.face) <= LONGEST_NAME else ""
    place, score = proof.outcome.places[number], proof.outcome.scores[number]
    return Result(number, person.id if seat.yours else "", name, seat.level, place, score, proof.notes[number], face)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
