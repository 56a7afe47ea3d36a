"""One's finished games, to be taken from one house to another: with their records, and so the statistics."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import NamedTuple

import msgspec

from ..bots import bot_names
from ..contract.kept import ArchivedGame, ArchivedSeat, Notes, Result
from ..contract.requests import Person
from ..contract.settings import LONGEST_NAME
from ..engine.errors import CardhouseError, Refused
from ..engine.outcome import Outcome
from ..engine.record import Record, read_record
from ..names import plain_name
from ..storage import MOST_GAMES, Storage
from ..storage.rows import mark_of, packed
from ..table.results import SLAP, notes_of

# After this many bytes a page ends, and the client asks for the next one.
LONGEST_PAGE = 1 << 20
A_PART = 1 << 16
# What a record may have that is brought along; a long game has a tenth of it. Earlier versions kept larger ones.
LONGEST_KEPT = 1 << 19
LARGEST_KEPT = 1 << 20
# Beside its record: results, statistics, indexes.
AROUND = 1000
# What somebody may have of records, compressed.
MOST_BYTES = 32 << 20

# Waits until this many bytes may be held.
Memory = Callable[[int], AbstractAsyncContextManager[None]]


class Proven(NamedTuple):
    """An archived game as its record tells it: the record as a house writes it, its compressed size, the
    names at the table, how it ended and what happened to each seat."""

    text: str
    size: int
    names: list[str]
    outcome: Outcome
    notes: list[Notes]


async def archive(
    storage: Storage, person: Person, before: float, most: int, memory: Memory
) -> AsyncGenerator[bytes, None]:
    """A person's finished games as JSON, latest first, part by part; what is not read is not built.

    It ends after this many games, or after the one with which it has `LONGEST_PAGE` bytes.
    """
    sent, opening = 0, b"["
    for name in await storage.names(person.id, before, most):
        if sent >= LONGEST_PAGE:
            break
        async with memory(LARGEST_KEPT):
            game = await storage.archived(name, person.id)
            if game is None:
                continue
            written = opening + msgspec.json.encode(game)
            for at in range(0, len(written), A_PART):
                yield written[at : at + A_PART]
        sent, opening = sent + len(written), b","
    yield b"]" if sent else b"[]"


def proven(kept: list[ArchivedGame]) -> list[Proven]:
    """Return what the records of these games say, by playing them through; runs in a worker.

    `Refused` names the game and the field that is wrong.
    """
    found = []
    for number, one in enumerate(kept):
        try:
            record = read_record(one.text)
            outcome, notes = notes_of(record)
        except CardhouseError as error:
            raise _wrong(number, "text", str(error)) from error
        text = plain_text(record)
        if len(text) > LONGEST_KEPT:
            raise _wrong(number, "text", f"longer than {LONGEST_KEPT} bytes")
        if len(one.seats) != record.seats:
            raise _wrong(number, "seats", f"{len(one.seats)} instead of {record.seats}")
        if not any(seat.yours for seat in one.seats):
            raise _wrong(number, "seats", "none of them is yours")
        levels = {"", *bot_names(record.game)}
        for at, seat in enumerate(one.seats):
            if seat.level not in levels:
                raise _wrong(number, f"seats[{at}].level", repr(seat.level)[:40])
        found.append(Proven(text, len(packed(text)), record.names, outcome, notes))
    return found


def _wrong(number: int, field: str, why: str) -> Refused:
    return Refused("refused.server.archive", field=f"$[{number}].{field}", why=why[:200])


def plain_text(record: Record) -> str:
    """A record as a house writes it: of its notes those that say how a slap was judged, and nothing else."""
    kept = [tuple(note for note in entry.notes if note.startswith(SLAP)) for entry in record.entries]
    record.entries = [replace(entry, notes=notes) for entry, notes in zip(record.entries, kept, strict=True)]
    return record.text()


async def keep(
    storage: Storage,
    person: Person,
    kept: list[ArchivedGame],
    proofs: list[Proven],
    now: float,
    pay: Callable[[int], None],
) -> int:
    """Keep games with what their records say, the oldest first; gives how many were new.

    ``pay`` is told how many bytes all that is new takes on disk, and may refuse it. `Refused` if it would be more than
    a person may have.
    """
    known = await storage.marked(person.id, [mark_of(proof.text) for proof in proofs])
    new: list[tuple[ArchivedGame, Proven]] = []
    for one, proof in sorted(zip(kept, proofs, strict=True), key=lambda pair: pair[0].at):
        if mark_of(proof.text) not in known:
            known.add(mark_of(proof.text))
            new.append((one, proof))
    size = sum(proof.size for _, proof in new)
    games, had = await storage.kept(person.id)
    if new and (games + len(new) > MOST_GAMES or had + size > MOST_BYTES):
        raise Refused("refused.server.kept", most=MOST_GAMES, size=MOST_BYTES >> 20)
    pay(size + AROUND * len(new))
    for one, proof in new:
        results = [_result(person, number, seat, proof) for number, seat in enumerate(one.seats)]
        # A name that no table has, and the same whenever the same person brings the same game.
        name = f"kept{mark_of(person.id + proof.text)[:16]}"
        await storage.finish(name, 1, proof.text, results, at=min(max(one.at, 0.0), now))
    return len(new)


def _result(person: Person, number: int, seat: ArchivedSeat, proof: Proven) -> Result:
    name = plain_name(proof.names[number]) if number < len(proof.names) else ""
    face = seat.face if seat.face.isascii() and seat.face.isalnum() and len(seat.face) <= LONGEST_NAME else ""
    place, score = proof.outcome.places[number], proof.outcome.scores[number]
    return Result(number, person.id if seat.yours else "", name, seat.level, place, score, proof.notes[number], face)
