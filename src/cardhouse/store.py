"""Where tables, people, records and results are kept: one SQLite file, written by one thread in groups.

What a call has written is on disk when it returns. Many tables share one flush: the writer takes all that has come in
since the last one.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .errors import CardhouseError
from .table.plan import LogEntry, Result, TablePlan
from .table.seating import Person

MOST_IN_A_GROUP = 2000

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
)

Statement = tuple[str, tuple[Any, ...]]


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
        self._wanted: queue.SimpleQueue[tuple[list[Statement], Callable[[Exception | None], object]] | None] = (
            queue.SimpleQueue()
        )
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
        while not ending:
            group = [self._wanted.get()]
            while len(group) < MOST_IN_A_GROUP:
                try:
                    group.append(self._wanted.get_nowait())
                except queue.Empty:
                    break
            jobs = [job for job in group if job is not None]
            ending = len(jobs) < len(group)
            if jobs and not self._write_group(connection, jobs):
                # One that can't be written must not take the others with it.
                for job in jobs:
                    self._write_group(connection, [job], last=True)
        connection.close()

    def _write_group(
        self,
        connection: sqlite3.Connection,
        jobs: list[tuple[list[Statement], Callable[[Exception | None], object]]],
        last: bool = False,
    ) -> bool:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statements, _ in jobs:
                for sql, values in statements:
                    connection.execute(sql, values)
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if last:
                for _, answer in jobs:
                    answer(error)
            return False
        for _, answer in jobs:
            answer(None)
        return True

    async def _write(self, *statements: Statement) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def settle(error: Exception | None) -> None:
            if done.done():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(StoreError("store.failed", why=str(error)))

        self._wanted.put((list(statements), lambda error: loop.call_soon_threadsafe(settle, error)))
        await done

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        """Add to a table's log."""
        await self._write(
            *[
                (
                    "INSERT INTO log (code, kind, at, data) VALUES (?, ?, ?, ?)",
                    (code, entry.kind, entry.at, json.dumps(entry.data)),
                )
                for entry in entries
            ]
        )

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        """Keep the record of a finished round and its results."""
        name = f"{code}-{round_number}"
        game = record.split("game: ", 1)[1].split("\n", 1)[0]
        rows: list[Statement] = [
            (
                "INSERT OR REPLACE INTO records (id, code, round, game, at, text) VALUES (?, ?, ?, ?, ?, ?)",
                (name, code, round_number, game, time.time(), record),
            )
        ]
        for result in results:
            values = (name, result.seat, result.person, result.name, result.level, result.place, result.score)
            rows.append(
                (
                    "INSERT OR REPLACE INTO results (record, seat, person, name, level, place, score, notes) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*values, json.dumps(result.notes)),
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

    def person(self, who: str) -> Person | None:
        row = self._reader.execute("SELECT id, name, face FROM people WHERE id = ?", (who,)).fetchone()
        return Person(*row) if row else None

    def tables(self) -> list[TablePlan]:
        """Every table that is not cleared away."""
        rows = self._reader.execute("SELECT plan FROM tables ORDER BY made_at").fetchall()
        return [msgspec.json.decode(row[0], type=TablePlan) for row in rows]

    def log(self, code: str) -> list[LogEntry]:
        """All that was written about a table, in order."""
        rows = self._reader.execute("SELECT kind, at, data FROM log WHERE code = ? ORDER BY n", (code,)).fetchall()
        return [LogEntry(kind, at, json.loads(data)) for kind, at, data in rows]

    def touched(self, code: str) -> float:
        """When something was last written about a table; 0 if nothing was."""
        row = self._reader.execute("SELECT max(at) FROM log WHERE code = ?", (code,)).fetchone()
        return row[0] or 0.0

    def record(self, name: str) -> str | None:
        """The text of a record."""
        row = self._reader.execute("SELECT text FROM records WHERE id = ?", (name,)).fetchone()
        return row[0] if row else None

    def history(self, person: str, before: float, most: int) -> list[dict[str, Any]]:
        """A person's finished games, latest first, each with everybody's results."""
        rows = self._reader.execute(
            "SELECT DISTINCT records.id, records.game, records.at "
            "FROM records JOIN results ON results.record = records.id "
            "WHERE results.person = ? AND records.at < ? ORDER BY records.at DESC LIMIT ?",
            (person, before, most),
        ).fetchall()
        return [{"record": name, "game": game, "at": at, "seats": self._seats(name, person)} for name, game, at in rows]

    def _seats(self, record: str, person: str) -> list[dict[str, Any]]:
        rows = self._reader.execute(
            "SELECT person, name, level, place, score, notes FROM results WHERE record = ? ORDER BY seat", (record,)
        ).fetchall()
        return [
            {
                "yours": who == person,
                "name": name,
                "level": level,
                "place": place,
                "score": score,
                "notes": json.loads(notes),
            }
            for who, name, level, place, score, notes in rows
        ]
