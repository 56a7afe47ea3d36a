"""Where tables, people, records and results are kept: one SQLite file, written by one thread in groups.

What a call has written is on disk when it returns. Many tables share one flush: the writer takes all that has come in
since the last one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from .errors import CardhouseError
from .table.plan import LogEntry, Result, SeatPlan, TablePlan
from .table.seating import Person

MOST_IN_A_GROUP = 2000
# While many write, each waits this long for others to share its flush.
GATHER = 0.001

# Each step brings the file from one version to the next; a step that has been released never changes.
MIGRATIONS = (
    """
    CREATE TABLE tables (code TEXT PRIMARY KEY, plan TEXT NOT NULL, made_at REAL NOT NULL);
    CREATE TABLE log (n INTEGER PRIMARY KEY, code TEXT NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL,
                      data TEXT NOT NULL);
    CREATE INDEX log_by_table ON log (code, n);
    CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, face TEXT NOT NULL, seen REAL NOT NULL);
    CREATE TABLE records (id TEXT PRIMARY KEY, code TEXT NOT NULL, round INTEGER NOT NULL, game TEXT NOT NULL,
                          at REAL NOT NULL, text TEXT NOT NULL);
    CREATE TABLE results (record TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
                          level TEXT NOT NULL, place INTEGER NOT NULL, score INTEGER NOT NULL, notes TEXT NOT NULL,
                          PRIMARY KEY (record, seat));
    CREATE INDEX results_by_person ON results (person, record);
    """,
    # Who sits where and which round it is are found without reading every action.
    "CREATE INDEX log_of_seats ON log (code, n) WHERE kind IN ('seat', 'deal');",
    # Who played looks the same in a replay.
    "ALTER TABLE results ADD COLUMN face TEXT NOT NULL DEFAULT '';",
)

APPEND = "INSERT INTO log (code, kind, at, data) VALUES (?, ?, ?, ?)"
APPEND_ALL = (
    "INSERT INTO log (code, kind, at, data) "
    "SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) ORDER BY key"
)

Statement = tuple[str, tuple[Any, ...]]
# What is to be written, and who waits for it in which loop.
Job = tuple[list[Statement], asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class StoreError(CardhouseError):
    """The data can't be read or written, and why."""


class Store:
    """All that outlives the server."""

    def __init__(self, folder: Path) -> None:
        """Open the data in this folder, making it if need be; `StoreError` says clearly what stands in the way."""
        self.folder = folder
        self.file = folder / "cardhouse.sqlite3"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = self._only_one()
            self._reader = self._connect()
            self._check()
            self._migrate()
        except (sqlite3.OperationalError, OSError) as error:
            raise StoreError("store.unwritable", path=str(folder), why=str(error)) from error
        except sqlite3.DatabaseError as error:
            raise StoreError("store.damaged", path=str(self.file), why=str(error)) from error
        self._wanted: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="cardhouse store", daemon=True)
        self._writer.start()

    def _only_one(self) -> sqlite3.Connection:
        """Hold a lock for as long as this process lives, however it ends."""
        lock = sqlite3.connect(self.folder / "lock.sqlite3", timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if "locked" in str(error):
                raise StoreError("store.locked", path=str(self.folder)) from error
            raise
        return lock

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=30, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _check(self) -> None:
        found = self._reader.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise StoreError("store.damaged", path=str(self.file), why=found)

    def _migrate(self) -> None:
        version = self._reader.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise StoreError("store.newer", path=str(self.file), found=version, known=len(MIGRATIONS))
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            self._reader.executescript(f"BEGIN;{step};PRAGMA user_version = {number};COMMIT;")

    def close(self) -> None:
        """Write what has come in, and let go of the files."""
        self._wanted.put(None)
        self._writer.join()
        self._reader.close()
        self._lock.close()

    # Writing.

    def _write_all(self) -> None:
        connection = self._connect()
        ending = False
        many = False
        while not ending:
            group = [self._wanted.get()]
            if many:
                time.sleep(GATHER)
            while len(group) < MOST_IN_A_GROUP:
                try:
                    group.append(self._wanted.get_nowait())
                except queue.Empty:
                    break
            jobs = [job for job in group if job is not None]
            ending = len(jobs) < len(group)
            many = len(jobs) > 1
            if jobs and not self._write_group(connection, jobs):
                # One that can't be written must not take the others with it.
                for job in jobs:
                    self._write_group(connection, [job], last=True)
        connection.close()

    def _write_group(self, connection: sqlite3.Connection, jobs: list[Job], last: bool = False) -> bool:
        """Write all of these or none; whoever waits is answered if it worked or, with ``last``, if it didn't.

        Whatever goes wrong, the thread lives on: without it nothing would ever be written again.
        """
        failure: Exception | None = None
        try:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in _together([statement for statements, _, _ in jobs for statement in statements]):
                connection.execute(sql, values)
            connection.execute("COMMIT")
        except Exception as error:
            failure = error
            with contextlib.suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        if failure is None or last:
            waiting: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
            for _, loop, done in jobs:
                waiting.setdefault(loop, []).append(done)
            for loop, those in waiting.items():
                # Who waited may be gone, and their loop with them.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(_settle, those, failure)
        return failure is None

    async def _write(self, *statements: Statement) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._wanted.put((list(statements), loop, done))
        await done

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        """Add to a table's log."""
        rows = [(code, entry.kind, entry.at, msgspec.json.encode(entry.data).decode()) for entry in entries]
        await self._write(*[(APPEND, row) for row in rows])

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        """Keep the record of a finished round and its results; what is kept already stays as it is."""
        name = f"{code}-{round_number}"
        game = record.split("game: ", 1)[1].split("\n", 1)[0]
        rows: list[Statement] = [
            (
                "INSERT OR IGNORE INTO records (id, code, round, game, at, text) VALUES (?, ?, ?, ?, ?, ?)",
                (name, code, round_number, game, time.time(), record),
            )
        ]
        for result in results:
            values = (name, result.seat, result.person, result.name, result.level, result.place, result.score)
            rows.append(
                (
                    "INSERT OR IGNORE INTO results (record, seat, person, name, level, place, score, notes, face) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (*values, json.dumps(result.notes), result.face),
                )
            )
        await self._write(*rows)

    async def add_table(self, plan: TablePlan) -> None:
        """Keep a new table."""
        text = msgspec.json.encode(plan).decode()
        await self._write(
            (
                "INSERT INTO tables (code, plan, made_at) VALUES (?, ?, ?)",
                (plan.code, text, plan.made_at),
            )
        )

    async def drop_table(self, code: str) -> None:
        """Forget a table and its log; its records stay."""
        await self._write(("DELETE FROM tables WHERE code = ?", (code,)), ("DELETE FROM log WHERE code = ?", (code,)))

    async def keep_person(self, person: Person) -> None:
        """Remember a person's name and face."""
        await self._write(
            (
                "INSERT INTO people (id, name, face, seen) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, face = excluded.face, seen = excluded.seen",
                (person.id, person.name, person.face, time.time()),
            )
        )

    async def forget_results(self, person: str) -> None:
        """Clear a person's statistics: their results stay in the records of others as nobody's."""
        await self._write(("UPDATE results SET person = '' WHERE person = ?", (person,)))

    # Reading.

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError("store.failed", why=str(error)) from error

    def person(self, who: str) -> Person | None:
        rows = self._rows("SELECT id, name, face FROM people WHERE id = ?", who)
        return Person(*rows[0]) if rows else None

    def tables(self) -> list[TablePlan]:
        """Every table that is not cleared away."""
        rows = self._rows("SELECT plan FROM tables ORDER BY made_at")
        return [msgspec.json.decode(row[0], type=TablePlan) for row in rows]

    def log(self, code: str) -> list[LogEntry]:
        """All that was written about a table, in order."""
        rows = self._rows("SELECT kind, at, data FROM log WHERE code = ? ORDER BY n", code)
        return [LogEntry(kind, at, json.loads(data)) for kind, at, data in rows]

    def seatings(self) -> dict[str, list[tuple[int, SeatPlan]]]:
        """Who sat down where since each table was made, in order, without reading the rest of the logs."""
        found: dict[str, list[tuple[int, SeatPlan]]] = {}
        wanted = (
            "SELECT code, kind, data FROM log INDEXED BY log_of_seats WHERE kind IN ('seat', 'deal') ORDER BY code, n"
        )
        for code, kind, text in self._rows(wanted):
            if kind == "seat":
                data = json.loads(text)
                found.setdefault(code, []).append((data["seat"], SeatPlan(**data["plan"])))
        return found

    def progress(self, code: str) -> tuple[int, int, bool]:
        """The round a table is in (0: none yet), its step, and whether that round's record is written."""
        deals = self._rows(
            "SELECT n, data FROM log INDEXED BY log_of_seats "
            "WHERE code = ? AND kind IN ('seat', 'deal') AND kind = 'deal' ORDER BY n DESC LIMIT 1",
            code,
        )
        if not deals:
            return 0, 0, False
        number = json.loads(deals[0][1])["round"]
        step = self._rows(
            "SELECT count(*) FROM log WHERE code = ? AND n > ? AND kind IN ('act', 'fire')", code, deals[0][0]
        )
        done = self._rows("SELECT 1 FROM records WHERE id = ?", f"{code}-{number}")
        return number, step[0][0], bool(done)

    def touched(self, code: str) -> float:
        """When something was last written about a table; 0 if nothing was."""
        rows = self._rows("SELECT at FROM log WHERE code = ? ORDER BY n DESC LIMIT 1", code)
        return float(rows[0][0]) if rows else 0.0

    def record(self, name: str) -> str | None:
        """The text of a record."""
        rows = self._rows("SELECT text FROM records WHERE id = ?", name)
        return str(rows[0][0]) if rows else None

    def faces(self, record: str) -> list[str]:
        """The face of each seat in a recorded game; empty where none is known."""
        return [str(face) for (face,) in self._rows("SELECT face FROM results WHERE record = ? ORDER BY seat", record)]

    def history(self, person: str, before: float, most: int) -> list[dict[str, Any]]:
        """A person's finished games, latest first, each with everybody's results; nobody's id is in it."""
        rows = self._rows(
            "SELECT mine.id, mine.game, mine.at, person, name, level, place, score, notes FROM ("
            "  SELECT DISTINCT records.id, records.game, records.at FROM records "
            "  JOIN results ON results.record = records.id "
            "  WHERE results.person = ? AND records.at < ? ORDER BY records.at DESC LIMIT ?"
            ") AS mine JOIN results ON results.record = mine.id ORDER BY mine.at DESC, mine.id, seat",
            person,
            before,
            most,
        )
        games: dict[str, dict[str, Any]] = {}
        for record, game, at, who, name, level, place, score, notes in rows:
            finished = games.setdefault(record, {"record": record, "game": game, "at": at, "seats": []})
            seat = {"yours": who == person, "name": name, "level": level, "place": place, "score": score}
            finished["seats"].append({**seat, "notes": json.loads(notes)})
        return list(games.values())


def _together(statements: list[Statement]) -> Iterator[Statement]:
    """The same statements in the same order, with neighbouring lines of the log as one.

    Each execution hands the interpreter over to another thread and back, which costs more than the writing.
    """
    for appending, those in groupby(statements, lambda statement: statement[0] == APPEND):
        if appending:
            yield APPEND_ALL, (msgspec.json.encode([values for _, values in those]).decode(),)
        else:
            yield from those


def _settle(waiting: list[asyncio.Future[None]], failure: Exception | None) -> None:
    """Tell everybody whose group was written, or could not be."""
    for done in waiting:
        if done.done():
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(StoreError("store.failed", why=str(failure)))
