"""Storage in one SQLite file, written by one thread in groups and read by another: nothing waits on the event loop.

Many tables share one flush: the writer takes all that has come in since the last one. Of each commit there is a receipt
beside the file (`receipts.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import queue
import sqlite3
import stat
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

import msgspec

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

from ..contract.kept import ArchivedGame, Finished, Key, Notes, Result, Statistics, read_kept, text_of
from ..contract.requests import Person
from ..table.log import LogEntry, entry_to_row
from ..table.plan import TablePlan
from . import AT_A_TIME, MOST_GAMES, NAMES_FOR, NOBODYS_GAMES_FOR, Outline, StorageError
from .copying import PARTS, Part, Row
from .ladder import RATINGS, climbers, kept_rating, rated
from .receipts import Missing, Receipts
from .rows import (
    Sweep,
    archived_from,
    entries_from,
    game_in,
    history_from,
    mark_of,
    notes_again,
    outlines_from,
    packed,
    results_from,
    rounds_from,
    statistics_from,
    unpacked,
)
from .statistics import count, counted, counting, opponents

log = logging.getLogger("cardhouse.storage")

T = TypeVar("T")
PRIVATE = stat.S_IRUSR | stat.S_IWUSR

MOST_IN_A_GROUP = 2000
# While many write, they wait for others to share their flush: after each of these seconds it is looked whether as many
# have come as lately. A flush costs more than all that the loop does for an action.
GATHER = (0.001, 0.002, 0.005)


RESULTS = (
    "SELECT id, seat, person, name, level, place, score, notes FROM records "
    "JOIN results ON results.record = records.id WHERE {} ORDER BY at, id, seat"
)
OF_A_PERSON = RESULTS.format("game = ? AND id IN (SELECT record FROM results WHERE person = ?)")
KEEP_NOTE = "INSERT OR REPLACE INTO notes (person, kind, key, data) VALUES (?, ?, ?, ?)"
KEEP_STATISTICS = "INSERT OR REPLACE INTO statistics (person, game, against, data) VALUES (?, ?, ?, ?)"


def _identity(file: Path) -> tuple[int, int]:
    """Which file it is, whatever it is called."""
    found = file.stat()
    return found.st_dev, found.st_ino


def _count(connection: sqlite3.Connection, game: str, results: Sequence[Result]) -> None:
    """Count a finished game, whose results are kept, in the statistics of everybody who played it."""
    for person in counting(results):
        against = opponents(person, results)
        key = (person, game, against)
        found = connection.execute(
            "SELECT data FROM statistics WHERE person = ? AND game = ? AND against = ?", key
        ).fetchone()
        row = read_kept(found[0], Statistics) if found else Statistics(game, against)
        if row is None:
            _count_again(connection, *key)
            continue
        count(row, person, results)
        connection.execute(KEEP_STATISTICS, (*key, text_of(row)))


def _rate(connection: sqlite3.Connection, game: str, results: Sequence[Result], at: float) -> None:
    """Bring the ratings of those who played a finished game up to date."""
    where = "SELECT data FROM notes WHERE person = ? AND kind = ? AND key = ?"
    kept = {}
    for person in climbers(results):
        found = connection.execute(where, (person, RATINGS, game)).fetchone()
        kept[person] = kept_rating(found[0] if found else None, game)
    for person, now in rated(game, results, kept, at).items():
        connection.execute(KEEP_NOTE, (person, RATINGS, game, text_of(now)))


def _count_again(connection: sqlite3.Connection, person: str, game: str, against: str) -> None:
    """Count a person's games from their results: what was counted of them can't be read."""
    log.error("somebody's statistics of %s against %s can't be read and are counted again", game, against)
    row = counted(game, against, person, results_from(connection.execute(OF_A_PERSON, (game, person)).fetchall()))
    connection.execute(KEEP_STATISTICS, (person, game, against, text_of(row)))


def _count_all(connection: sqlite3.Connection) -> None:
    """Count every game whose results are kept, in the order in which they ended."""
    connection.execute(
        "CREATE TABLE statistics (person TEXT NOT NULL, game TEXT NOT NULL, against TEXT NOT NULL, data TEXT NOT NULL, "
        "PRIMARY KEY (person, game, against)) WITHOUT ROWID"
    )
    for (game,) in connection.execute("SELECT DISTINCT game FROM records").fetchall():
        for results in results_from(connection.execute(RESULTS.format("game = ?"), (game,)).fetchall()):
            _count(connection, game, results)


def _let_go_of_oldest(connection: sqlite3.Connection, person: str) -> None:
    """Somebody has more games than are kept: the oldest are theirs no longer."""
    sql = "SELECT count(*) FROM results WHERE person = ?"
    if connection.execute(sql, (person,)).fetchone()[0] > MOST_GAMES:
        connection.execute(LET_GO, (person, person, MOST_GAMES))


def _mend(connection: sqlite3.Connection) -> None:
    """Make notes and statistics that can't be read from what they were made of; imports could once spoil them."""
    for record, seat, notes in connection.execute("SELECT record, seat, notes FROM results").fetchall():
        if read_kept(notes, Notes) is None:
            [(text,)] = connection.execute("SELECT text FROM records WHERE id = ?", (record,)).fetchall() or [("",)]
            again = notes_again(unpacked(text)) or []
            mended = again[seat] if 0 <= seat < len(again) else Notes()
            where = (text_of(mended), record, seat)
            connection.execute("UPDATE results SET notes = ? WHERE record = ? AND seat = ?", where)
    for *key, data in connection.execute("SELECT person, game, against, data FROM statistics").fetchall():
        if read_kept(data, Statistics) is None:
            _count_again(connection, *key)


def _mark(connection: sqlite3.Connection) -> None:
    """Mark every record by its text, so that an import can say which games are there already."""
    connection.execute("ALTER TABLE records ADD COLUMN mark TEXT NOT NULL DEFAULT ''")
    connection.create_function("mark_of", 1, lambda kept: mark_of(unpacked(kept)))
    connection.execute("UPDATE records SET mark = mark_of(text)")
    connection.execute("CREATE INDEX records_by_mark ON records (mark)")
    connection.execute("CREATE INDEX records_by_time ON records (at, id)")


# Each step brings the file from one version to the next; a step that has been released never changes.
MIGRATIONS: tuple[str | Callable[[sqlite3.Connection], None], ...] = (
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
    # How far each table has come is found in an index alone.
    "CREATE INDEX log_outline ON log (code, n, kind, at); DROP INDEX log_by_table;",
    _count_all,
    "CREATE TABLE checks (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), at REAL NOT NULL);",
    # Each commit has a number, written with the lines of many logs by one statement.
    """
    CREATE TABLE commits (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), house TEXT NOT NULL,
                          number INTEGER NOT NULL);
    INSERT INTO commits VALUES (1, lower(hex(randomblob(8))), 0);
    CREATE VIEW appended AS SELECT number, NULL AS lines FROM commits;
    CREATE TRIGGER append INSTEAD OF INSERT ON appended BEGIN
      INSERT INTO log (code, kind, at, data)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(NEW.lines) ORDER BY key;
      UPDATE commits SET number = NEW.number;
    END;
    """,
    _mend,
    # A room may go on with another game: that outlines a table too.
    "DROP INDEX log_of_seats; CREATE INDEX log_of_seats ON log (code, n) WHERE kind IN ('seat', 'deal', 'room');",
    # Several devices of one person, codes for more of them, recovery words and passkeys.
    """
    CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
                                     at REAL NOT NULL, public TEXT NOT NULL DEFAULT '');
    CREATE INDEX IF NOT EXISTS keys_of_person ON keys (person);
    """,
    # What is a person's own: exercises, rated games.
    "CREATE TABLE IF NOT EXISTS notes (person TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, "
    "data TEXT NOT NULL, PRIMARY KEY (person, kind, key)) WITHOUT ROWID;",
    _mark,
)

ARCHIVED = (
    "SELECT id, game, at, text, person, level, face FROM records JOIN results ON results.record = records.id "
    "WHERE id = ? ORDER BY seat"
)
MARKED = (
    "SELECT DISTINCT mark FROM json_each(?) AS wanted JOIN records ON records.mark = wanted.value "
    "JOIN results ON results.record = records.id WHERE person = ?"
)
NAMES = (
    "SELECT DISTINCT records.id, records.at FROM records JOIN results ON results.record = records.id "
    "WHERE results.person = ? AND records.at < ? ORDER BY records.at DESC LIMIT ?"
)
KEPT = (
    "SELECT count(*), coalesce(sum(length(text)), 0) FROM records "
    "WHERE id IN (SELECT record FROM results WHERE person = ?)"
)
LET_GO = (
    "UPDATE results SET person = '' WHERE person = ? AND record IN (SELECT id FROM records WHERE id IN "
    "(SELECT record FROM results WHERE person = ?) ORDER BY at DESC LIMIT -1 OFFSET ?)"
)
# Games in the order in which they ended, and whether somebody has them; people, and whether they have one or are new.
OLD_GAMES = (
    "SELECT id, at, EXISTS (SELECT 1 FROM results WHERE record = id AND person <> '') "
    "FROM records INDEXED BY records_by_time WHERE at > ? AND at < ? ORDER BY at LIMIT ?"
)
OLD_PEOPLE = (
    "SELECT id, seen >= ? OR EXISTS (SELECT 1 FROM results WHERE person = people.id) "
    "FROM people WHERE id > ? ORDER BY id LIMIT ?"
)

APPEND = "INSERT INTO log (code, kind, at, data) VALUES (?, ?, ?, ?)"
APPEND_ALL = "INSERT INTO appended (number, lines) VALUES (?, ?)"

OUTLINE_PLANS = "SELECT rowid, code, plan FROM tables ORDER BY made_at, rowid"
OUTLINE_SEATS = (
    "SELECT n, code, kind, at, data FROM log INDEXED BY log_of_seats WHERE kind IN ('seat', 'deal', 'room') "
    "ORDER BY code, n"
)
OUTLINE_STEPS = (
    "SELECT code, max(at), sum(kind IN ('act', 'fire') AND n > coalesce(dealt, 0)) "
    "FROM log INDEXED BY log_outline LEFT JOIN ("
    "  SELECT code, max(n) AS dealt FROM log INDEXED BY log_of_seats "
    "  WHERE kind IN ('seat', 'deal', 'room') AND kind = 'deal' GROUP BY code"
    ") USING (code) GROUP BY code"
)
OUTLINE_OVER = (
    "SELECT wanted.key FROM json_each(?) AS wanted JOIN records ON records.id = wanted.key || '-' || wanted.value"
)

# SQL with its values, or something that reads before it writes.
Statement = tuple[str, tuple[Any, ...]] | Callable[[sqlite3.Connection], None]
# What is to be written, and who waits for it in which loop.
Job = tuple[list[Statement], asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class SqliteStorage:
    """All that outlives the server, in one file of this folder.

    ``missing`` is what was acknowledged before this start and is not in the file.
    """

    missing: Missing | None = None
    _receipts: Receipts | None = None

    def __init__(self, folder: Path) -> None:
        """Open the data in this folder, making it if need be; `StorageError` says clearly what stands in the way."""
        self.folder = folder
        self._sweep = Sweep()
        self.file = folder / "cardhouse.sqlite3"
        with contextlib.ExitStack() as opened:
            try:
                self._take_hold(opened)
                self._reader = opened.enter_context(contextlib.closing(self._connect()))
                self._check()
                self._migrate()
                self._file_id = _identity(self.file)
                self._house, self._number = self._reader.execute("SELECT house, number FROM commits").fetchone()
            except (sqlite3.OperationalError, OSError) as error:
                raise StorageError("store.unwritable", path=str(folder), why=str(error)) from error
            except sqlite3.DatabaseError as error:
                raise StorageError("store.damaged", path=str(self.file), why=str(error)) from error
            # From here on it is closed by `close`.
            self._held = opened.pop_all()
        self._start()

    def _take_hold(self, opened: contextlib.ExitStack) -> None:
        """See to it that the data is ours alone."""
        self._make_private()
        self._hold_folder(opened)
        self._lock = opened.enter_context(contextlib.closing(self._only_one()))

    def _start(self) -> None:
        """Begin to write and to read."""
        self._receipts = Receipts(self.folder / f"{self.file.name}-receipts", self._house, self._number)
        self.missing = self._receipts.missing
        if self.missing is not None:
            log.error("%s The tables: %s", self.missing, ", ".join(self.missing.tables) or "none")
        self._wanted: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: list[Job] = []
        # How many jobs the writer was handed so far.
        self._handed = 0
        self._closing = False
        self._writer = threading.Thread(target=self._write_all, name="cardhouse writer", daemon=True)
        self._writer.start()
        self._reading = ThreadPoolExecutor(1, "cardhouse reader")

    def _make_private(self) -> None:
        """Make folder and files readable by their owner only; a folder that has other things in it is left alone."""
        self.folder.mkdir(parents=True, exist_ok=True)
        alone = all(path.name.startswith(("cardhouse.sqlite3", "lock.sqlite3")) for path in self.folder.iterdir())
        for file in (self.file, self.folder / "lock.sqlite3"):
            # SQLite gives the files beside this one the same permissions.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
        # Who may write here need not own what is here.
        with contextlib.suppress(PermissionError):
            if alone:
                self.folder.chmod(stat.S_IRWXU)
            for file in self.folder.glob("*.sqlite3*"):
                if file.name.startswith(("cardhouse.sqlite3", "lock.sqlite3")):
                    file.chmod(PRIVATE)

    def _hold_folder(self, opened: contextlib.ExitStack) -> None:
        """Lock the folder itself: the file of the lock can be deleted while it is held."""
        if fcntl is None:
            # There, what is open can't be deleted.
            return
        folder = os.open(self.folder, os.O_RDONLY)
        opened.callback(os.close, folder)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StorageError("store.locked", path=str(self.folder)) from error
        except OSError as error:
            # Some network file systems lock no folders.
            log.warning("%s can't be locked itself, only the file in it: %s", self.folder, error)

    def _only_one(self) -> sqlite3.Connection:
        """Hold a lock for as long as this process lives, however it ends."""
        lock = sqlite3.connect(self.folder / "lock.sqlite3", timeout=0, isolation_level=None, check_same_thread=False)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            lock.close()
            if "locked" in str(error):
                raise StorageError("store.locked", path=str(self.folder)) from error
            raise
        return lock

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            connection.close()
            raise
        # A damaged text must not stop the reading of all others.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        return connection

    def _check(self) -> None:
        found = self._reader.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise StorageError("store.damaged", path=str(self.file), why=found)

    def _migrate(self) -> None:
        version = self._reader.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise StorageError("store.newer", path=str(self.file), found=version, known=len(MIGRATIONS))
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            if callable(step):
                self._reader.execute("BEGIN")
                step(self._reader)
                self._reader.execute(f"PRAGMA user_version = {number}")
                self._reader.execute("COMMIT")
            else:
                self._reader.executescript(f"BEGIN;{step};PRAGMA user_version = {number};COMMIT;")

    async def open(self) -> None:
        """It has been open since it was made: whatever is wrong with the file is said before there is a loop."""

    def close(self) -> None:
        self._closing = True
        self._hand_over()
        self._wanted.put(None)
        self._writer.join()
        if self._receipts is not None:
            self._receipts.close()
        self._reading.shutdown()
        self._held.close()

    # Writing.

    def _write_all(self) -> None:
        connection = self._connect()
        ending = False
        # How many jobs were taken so far, and how many shared a flush lately.
        taken, lately = 0, 1
        while not ending:
            wanted = self._wanted.get()
            for pause in GATHER:
                if self._handed - taken >= lately or self._closing:
                    break
                time.sleep(pause)
            jobs: list[Job] = []
            while wanted is not None:
                jobs += wanted
                if len(jobs) >= MOST_IN_A_GROUP:
                    break
                try:
                    wanted = self._wanted.get_nowait()
                except queue.Empty:
                    break
            ending = wanted is None
            taken += len(jobs)
            lately = max(len(jobs), lately * 7 // 8)
            if jobs and not self._write_group(connection, jobs):
                # One that can't be written must not take the others with it.
                for job in jobs:
                    self._write_group(connection, [job], last=True)
        connection.close()

    def _write_group(self, connection: sqlite3.Connection, jobs: list[Job], last: bool = False) -> bool:
        """Write all of these or none; waiting callers are answered if it worked or, with ``last``, if it didn't.

        Whatever goes wrong, the thread lives on: without it nothing would ever be written again.
        """
        failure: Exception | None = None
        statements = [statement for statements, _, _ in jobs for statement in statements]
        lines = [one[1] for one in statements if isinstance(one, tuple) and one[0] == APPEND]
        number = self._number + 1
        try:
            if len(lines) == len(statements):
                connection.execute(APPEND_ALL, (number, msgspec.json.encode(lines).decode()))
            else:
                connection.execute("BEGIN IMMEDIATE")
                for statement in _together(statements, number):
                    if callable(statement):
                        statement(connection)
                    else:
                        connection.execute(*statement)
                connection.execute("UPDATE commits SET number = ?", (number,))
                connection.execute("COMMIT")
            self._number = number
            if self._receipts is not None:
                self._receipts.note(number, [str(line[0]) for line in lines])
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

    def _write(self, *statements: Statement) -> Awaitable[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if not self._gathered:
            # What one turn of the loop brings is handed over together: waking the writer costs more than a line.
            loop.call_soon(self._hand_over)
        self._gathered.append((list(statements), loop, done))
        return done

    def _hand_over(self) -> None:
        if self._gathered:
            self._handed += len(self._gathered)
            self._wanted.put(self._gathered)
            self._gathered = []

    def append(self, code: str, entries: Sequence[LogEntry]) -> Awaitable[None]:
        return self._write(*[(APPEND, (code, *entry_to_row(entry))) for entry in entries])

    async def finish(
        self, code: str, round_number: int, record: str, results: Sequence[Result], at: float | None = None
    ) -> None:
        name, now = f"{code}-{round_number}", time.time() if at is None else at
        game = game_in(record)

        def keep(connection: sqlite3.Connection) -> None:
            new = connection.execute(
                "INSERT OR IGNORE INTO records (id, code, round, game, at, mark, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (name, code, round_number, game, now, mark_of(record), packed(record)),
            )
            if new.rowcount != 1:
                return
            for one in results:
                connection.execute(
                    "INSERT INTO results (record, seat, person, name, level, place, score, notes, face) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (name, one.seat, one.person, one.name, one.level, one.place, one.score, text_of(one.notes),
                     one.face),
                )  # fmt: skip
            _count(connection, game, results)
            _rate(connection, game, results, now)
            for person in {one.person for one in results if one.person}:
                _let_go_of_oldest(connection, person)

        await self._write(keep)

    async def add_table(self, plan: TablePlan) -> None:
        text = msgspec.json.encode(plan).decode()
        await self._write(
            (
                "INSERT INTO tables (code, plan, made_at) VALUES (?, ?, ?)",
                (plan.code, text, plan.made_at),
            )
        )

    async def drop_table(self, code: str) -> None:
        await self._write(("DELETE FROM tables WHERE code = ?", (code,)), ("DELETE FROM log WHERE code = ?", (code,)))

    async def keep_person(self, person: Person) -> None:
        await self._write(
            (
                "INSERT INTO people (id, name, face, seen) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, face = excluded.face, seen = excluded.seen",
                (person.id, person.name, person.face, time.time()),
            )
        )

    async def keep_key(self, key: Key) -> None:
        await self._write(
            ("DELETE FROM keys WHERE kind IN ('code', 'challenge') AND at < ?", (time.time(),)),
            (
                "INSERT OR REPLACE INTO keys (id, person, kind, name, at, public) VALUES (?, ?, ?, ?, ?, ?)",
                (key.id, key.person, key.kind, key.name, key.at, key.public),
            ),
        )

    async def drop_keys(self, person: str, kind: str, name: str = "") -> None:
        sql = "DELETE FROM keys WHERE person = ? AND kind = ? AND ? IN ('', id)"
        await self._write((sql, (person, kind, name)))

    async def forget_results(self, person: str) -> None:
        await self._write(
            ("UPDATE results SET person = '' WHERE person = ?", (person,)),
            ("DELETE FROM statistics WHERE person = ?", (person,)),
            ("DELETE FROM notes WHERE person = ?", (person,)),
        )

    async def note(self, person: str, kind: str, notes: Mapping[str, str | None], keep: bool = False) -> None:
        put = f"INSERT OR {'IGNORE' if keep else 'REPLACE'} INTO notes (person, kind, key, data) VALUES (?, ?, ?, ?)"
        away = "DELETE FROM notes WHERE person = ? AND kind = ? AND key = ?"
        await self._write(
            *[
                (away, (person, kind, key)) if data is None else (put, (person, kind, key, data))
                for key, data in notes.items()
            ]
        )

    async def notes(self, person: str, kind: str) -> dict[str, str]:
        sql = "SELECT key, data FROM notes WHERE person = ? AND kind = ? ORDER BY key"
        return dict(await self._read(lambda: self._rows(sql, person, kind)))

    async def check(self) -> None:
        try:
            found = _identity(self.file)
        except OSError:
            found = None
        if found != self._file_id:
            raise StorageError("store.replaced", path=str(self.file))
        await self._write(("INSERT OR REPLACE INTO checks (only_one, at) VALUES (1, ?)", (time.time(),)))

    # Reading, in a thread: each of these is called there with the connection.

    async def _read(self, reading: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, reading)
        except sqlite3.Error as error:
            raise StorageError("store.failed", why=str(error)) from error

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self._reader.execute(sql, values).fetchall()

    async def person(self, who: str) -> Person | None:
        rows = await self._read(lambda: self._rows("SELECT id, name, face FROM people WHERE id = ?", who))
        return Person(*rows[0]) if rows else None

    async def find_key(self, name: str) -> Key | None:
        sql = "SELECT id, person, kind, name, at, public FROM keys WHERE id = ?"
        rows = await self._read(lambda: self._rows(sql, name))
        return Key(*rows[0]) if rows else None

    async def keys_of(self, person: str) -> list[Key]:
        sql = "SELECT id, person, kind, name, at, public FROM keys WHERE person = ? ORDER BY at, id"
        return [Key(*row) for row in await self._read(lambda: self._rows(sql, person))]

    async def outlines(self) -> list[Outline]:
        return await self._read(self._outlines)

    def _outlines(self) -> list[Outline]:
        found = rounds_from(self._rows(OUTLINE_PLANS), self._rows(OUTLINE_SEATS))
        steps = {code: (at, step) for code, at, step in self._rows(OUTLINE_STEPS)}
        over = {code for (code,) in self._rows(OUTLINE_OVER, json.dumps(found.rounds))}
        return outlines_from(found, steps, over)

    async def log(self, code: str) -> list[LogEntry]:
        rows = await self._read(lambda: self._rows("SELECT n, kind, at, data FROM log WHERE code = ? ORDER BY n", code))
        return entries_from(rows)

    async def record(self, name: str) -> str | None:
        rows = await self._read(lambda: self._rows("SELECT text FROM records WHERE id = ?", name))
        return unpacked(rows[0][0]) if rows else None

    async def names(self, person: str, before: float, most: int) -> list[str]:
        return [str(name) for name, _ in await self._read(lambda: self._rows(NAMES, person, before, most))]

    async def archived(self, name: str, person: str) -> ArchivedGame | None:
        return await self._read(lambda: archived_from(self._rows(ARCHIVED, name), person))

    async def marked(self, person: str, marks: Sequence[str]) -> set[str]:
        wanted = json.dumps(list(marks))
        return {str(mark) for (mark,) in await self._read(lambda: self._rows(MARKED, wanted, person))}

    async def kept(self, person: str) -> tuple[int, int]:
        [(games, size)] = await self._read(lambda: self._rows(KEPT, person))
        return int(games), int(size)

    async def clear_old(self, now: float) -> int:
        sweep, since = self._sweep, now - NAMES_FOR
        old = (sweep.at, now - NOBODYS_GAMES_FOR, AT_A_TIME)
        games = sweep.games(await self._read(lambda: self._rows(OLD_GAMES, *old)))
        people = sweep.people(await self._read(lambda: self._rows(OLD_PEOPLE, since, sweep.who, AT_A_TIME)))
        await self._write(
            *[("DELETE FROM records WHERE id = ?", (name,)) for name in games],
            *[("DELETE FROM results WHERE record = ?", (name,)) for name in games],
            *[("DELETE FROM people WHERE id = ? AND seen < ?", (who, since)) for who in people],
        )
        return len(games) + len(people)

    async def faces(self, record: str) -> list[str]:
        sql = "SELECT face FROM results WHERE record = ? ORDER BY seat"
        return [str(face) for (face,) in await self._read(lambda: self._rows(sql, record))]

    async def seats(self, record: str) -> list[tuple[str, str, str]]:
        sql = "SELECT person, level, face FROM results WHERE record = ? ORDER BY seat"
        return [
            (str(who), str(level), str(face)) for who, level, face in await self._read(lambda: self._rows(sql, record))
        ]

    async def history(self, person: str, before: float, most: int) -> list[Finished]:
        return await self._read(lambda: self._history(person, before, most))

    def _history(self, person: str, before: float, most: int) -> list[Finished]:
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
        return history_from(rows, person)

    async def statistics(self, person: str) -> list[Statistics]:
        sql = "SELECT game, against, data FROM statistics WHERE person = ? ORDER BY game, against"
        return statistics_from(await self._read(lambda: self._rows(sql, person)))

    # Copying.

    async def hold_alone(self) -> None:
        """Nobody else has had it since it was opened."""

    async def count_rows(self, part: Part) -> int:
        [(count,)] = await self._read(lambda: self._rows(f"SELECT count(*) FROM {part.name}"))
        return int(count)

    async def read_rows(self, part: Part, after: Row | None, most: int) -> list[tuple[Row, Row]]:
        order = ["n" if column == "number" else column for column in part.order]
        listed = ", ".join(order)
        places = ", ".join("?" for _ in order)
        where = f"WHERE ({listed}) > ({places})" if after is not None else ""
        sql = f"SELECT {listed}, {', '.join(part.columns)} FROM {part.name} {where} ORDER BY {listed} LIMIT {most}"
        rows = await self._read(lambda: self._rows(sql, *(after or ())))
        return [(row[: len(order)], row[len(order) :]) for row in rows]

    async def write_rows(self, part: Part, rows: Sequence[Row]) -> None:
        places = ", ".join("?" for _ in part.columns)
        sql = f"INSERT INTO {part.name} ({', '.join(part.columns)}) VALUES ({places})"

        def add(connection: sqlite3.Connection) -> None:
            connection.executemany(sql, rows)

        await self._write(add)

    async def clear(self) -> None:
        await self._write(*[(f"DELETE FROM {part.name}", ()) for part in PARTS])


def _together(statements: list[Statement], number: int) -> Iterator[Statement]:
    """The same statements in the same order, with neighbouring lines of the log as one of the commit with this number.

    Each execution hands the interpreter over to another thread and back, which costs more than the writing.
    """
    for appending, those in groupby(statements, lambda one: isinstance(one, tuple) and one[0] == APPEND):
        if appending:
            lines = [one[1] for one in those if isinstance(one, tuple)]
            yield APPEND_ALL, (number, msgspec.json.encode(lines).decode())
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
            done.set_exception(StorageError("store.failed", why=str(failure)))
