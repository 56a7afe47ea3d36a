"""The meaning of stored rows, whichever database they come from."""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from ..contract.kept import ArchivedGame, ArchivedSeat, Finished, FinishedSeat, Notes, Result, Statistics, read_kept
from ..engine.errors import CardhouseError
from ..engine.record import read_record
from ..table.log import Arranged, Dealt, LogEntry, Seated, entry_from_row
from ..table.plan import SeatPlan, TablePlan, rearranged
from ..table.results import notes_of
from . import AT_A_TIME, FOREVER, DamagedRow, Outline

log = logging.getLogger("cardhouse.storage")

# A row of a table: where it lies, so that it can be mended, its code and its plan.
PlanRow = tuple[object, str, str]
# A line of a log that says who sits where or which round it is: where it lies, code, kind, time and the rest.
SeatRow = tuple[object, str, str, float, str]


class Outlined(NamedTuple):
    """Tables as their rows tell: the plans as they were made and are now, the seats, the round of each that has
    one, those where another game is agreed on and not dealt, and what is wrong with those that can't be read."""

    plans: dict[str, TablePlan]
    now: dict[str, TablePlan]
    seats: dict[str, list[SeatPlan]]
    rounds: dict[str, int]
    arranged: set[str]
    damage: dict[str, str]


def rounds_from(plan_rows: Iterable[PlanRow], seat_rows: Iterable[SeatRow]) -> Outlined:
    """Return what these rows say of the tables."""
    plans: dict[str, TablePlan] = {}
    damage: dict[str, str] = {}
    for row, code, plan in plan_rows:
        try:
            plans[code] = msgspec.json.decode(plan, type=TablePlan)
            if plans[code].code != code:
                raise ValueError("its code is another one")
        except (ValueError, TypeError) as error:
            damage[code] = f"row {row} of 'tables': {error}"
    seats = {code: list(plan.seats) for code, plan in plans.items()}
    now = dict(plans)
    rounds: dict[str, int] = {}
    arranged: set[str] = set()
    for row, code, kind, at, data in seat_rows:
        if code not in plans:
            continue
        try:
            entry = entry_from_row(kind, at, data)
            if isinstance(entry, Seated):
                seats[code][entry.seat] = entry.plan
            elif isinstance(entry, Dealt):
                rounds[code] = entry.round
                arranged.discard(code)
            elif isinstance(entry, Arranged):
                now[code] = rearranged(now[code], entry.changes)
                seats[code] = list(entry.seats) if entry.seats is not None else seats[code]
                if entry.deals:
                    arranged.add(code)
        except (ValueError, IndexError) as error:
            damage.setdefault(code, f"row {row} of 'log': {error}")
    return Outlined(plans, now, seats, rounds, arranged, damage)


def outlines_from(outlined: Outlined, steps: dict[str, tuple[Any, int]], over: set[str]) -> list[Outline]:
    """The outlines of these tables: ``steps`` has when each was last written to and how far its round is."""
    found = [Outline(code, None, [], damage=why) for code, why in outlined.damage.items()]
    for code, plan in outlined.plans.items():
        at, step = steps.get(code, (0.0, 0))
        if code not in outlined.damage:
            seats, number, waits = outlined.seats[code], outlined.rounds.get(code, 0), code in outlined.arranged
            touched = max(plan.made_at, at if isinstance(at, float | int) else 0.0)
            ended = code in over and not waits
            now = None if outlined.now[code] is plan else outlined.now[code]
            found.append(Outline(code, plan, seats, number, step, ended, touched, waiting=waits, now=now))
    return found


def entries_from(rows: Iterable[tuple[object, str, float, str]]) -> list[LogEntry]:
    """The entries of a log; `DamagedRow` says which row can't be read."""
    entries = []
    for number, kind, at, data in rows:
        try:
            entries.append(entry_from_row(kind, at, data))
        except ValueError as error:
            raise DamagedRow("store.failed", why=f"row {number} of 'log': {error}") from error
    return entries


def notes_from(text: str, record: str) -> Notes:
    """The notes of a stored result; none if they can't be read, which is logged."""
    notes = read_kept(text, Notes)
    if notes is None:
        log.error("the notes of record %s can't be read and are left out", record)
    return notes or Notes()


def history_from(rows: Iterable[Iterable[Any]], person: str) -> list[Finished]:
    """Finished games as somebody sees them, from their results in order."""
    games: dict[str, Finished] = {}
    for record, game, at, who, name, level, place, score, notes in rows:
        finished = games.setdefault(record, Finished(record, game, at, []))
        seat = FinishedSeat(who == person, name, level, place, score, notes_from(notes, record))
        finished.seats.append(seat)
    return list(games.values())


def results_from(rows: Iterable[Sequence[Any]]) -> Iterator[list[Result]]:
    """The results of each finished game, from rows in the order of games and seats."""
    for record, seats in groupby(rows, lambda row: row[0]):
        yield [
            Result(seat, person, name, level, place, score, notes_from(notes, record))
            for _, seat, person, name, level, place, score, notes in seats
        ]


def statistics_from(rows: Iterable[tuple[str, str, str]]) -> list[Statistics]:
    """Somebody's statistics by game and kind of opponent; a row that can't be read is left out and logged."""
    found = []
    for game, against, data in rows:
        row = read_kept(data, Statistics)
        if row is None:
            log.error("somebody's statistics of %s against %s can't be read and are left out", game, against)
        else:
            found.append(row)
    return found


def notes_again(text: str) -> list[Notes] | None:
    """Return what happened in a recorded game, for each seat; None if its record can't be played through."""
    try:
        return notes_of(read_record(text))[1]
    except CardhouseError:
        return None


def mark_of(text: str) -> str:
    """Return what tells the texts of records apart."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def packed(text: str) -> bytes:
    """A record's text as it is kept."""
    return zlib.compress(text.encode("utf-8", "replace"), 6)


def unpacked(kept: str | bytes) -> str:
    """The text of a record; earlier versions kept it as it is, which begins with another letter."""
    if isinstance(kept, str):
        return kept
    raw = zlib.decompress(kept) if kept[:2] == b"\x78\x9c" else bytes(kept)
    return raw.decode("utf-8", "replace")


def archived_from(rows: Sequence[Sequence[Any]], person: str) -> ArchivedGame | None:
    """A finished game as this person's archive has it, from a row for each of its seats."""
    if not rows:
        return None
    record, game, at, kept = rows[0][:4]
    seats = [ArchivedSeat(who == person, level, face) for who, level, face in (row[4:] for row in rows)]
    return ArchivedGame(at, unpacked(kept), seats, record, game)


class Sweep:
    """How far a look through everything that is kept has come: the next part begins there, and then all over again."""

    def __init__(self) -> None:
        self.at = -FOREVER
        self.who = ""

    def games(self, rows: Sequence[Sequence[Any]]) -> list[str]:
        """Of rows of a name, when the game ended, and whether somebody has it: those that nobody has."""
        self.at = rows[-1][1] if len(rows) == AT_A_TIME else -FOREVER
        return [name for name, _, owned in rows if not owned]

    def people(self, rows: Sequence[Sequence[Any]]) -> list[str]:
        """Of rows of a person, and whether they are to be kept: those who are not."""
        self.who = rows[-1][0] if len(rows) == AT_A_TIME else ""
        return [who for who, wanted in rows if not wanted]


def game_in(record: str) -> str:
    """The game that a record's text is of."""
    return record.split("game: ", 1)[1].split("\n", 1)[0]
