"""Storage in PostgreSQL, for one node or many: logs go through the session that holds the tables, all else through a
pool of connections."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import msgspec

from ..contract.kept import ArchivedGame, Finished, Key, Notes, Result, Statistics, read_kept, text_of
from ..contract.requests import Person
from ..table.log import Arranged, Dealt, LogEntry, Seated, entry_to_row
from ..table.plan import TablePlan
from . import AT_A_TIME, MOST_GAMES, NAMES_FOR, NOBODYS_GAMES_FOR, Outline, StorageError
from .copying import PARTS, Part, Row
from .ladder import RATINGS, climbers, kept_rating, rated
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
from .session import PATIENCE, TROUBLE, Session, failed, lock_key
from .statistics import count, counted, counting, opponents

log = logging.getLogger("cardhouse.storage")

# Beside the session: what is read, and written about no live table.
MOST_CONNECTIONS = 4
READ_WITHIN = 30.0

# Each step brings the database from one version to the next; a step that has been released never changes. Texts that
# are compared are compared byte by byte, as in SQLite.
MIGRATIONS: tuple[str | Callable[[Any], Awaitable[None]], ...] = (
    """
    CREATE TABLE house (only_one integer PRIMARY KEY CHECK (only_one = 1), key text NOT NULL);
    CREATE TABLE tables (code text COLLATE "C" PRIMARY KEY, plan text NOT NULL, made_at double precision NOT NULL,
                         owner text NOT NULL DEFAULT '');
    CREATE TABLE log (code text COLLATE "C" NOT NULL, number integer NOT NULL, kind text NOT NULL,
                      at double precision NOT NULL, data text NOT NULL, PRIMARY KEY (code, number));
    CREATE INDEX log_of_seats ON log (code, number) WHERE kind IN ('seat', 'deal');
    CREATE TABLE people (id text COLLATE "C" PRIMARY KEY, name text NOT NULL, face text NOT NULL,
                         seen double precision NOT NULL);
    CREATE TABLE records (id text COLLATE "C" PRIMARY KEY, code text COLLATE "C" NOT NULL, round integer NOT NULL,
                          game text NOT NULL, at double precision NOT NULL, text text NOT NULL);
    CREATE TABLE results (record text COLLATE "C" NOT NULL, seat integer NOT NULL, person text COLLATE "C" NOT NULL,
                          name text NOT NULL, level text NOT NULL, place bigint NOT NULL, score bigint NOT NULL,
                          notes text NOT NULL, face text NOT NULL DEFAULT '', PRIMARY KEY (record, seat));
    CREATE INDEX results_by_person ON results (person, record);
    CREATE TABLE statistics (person text COLLATE "C" NOT NULL, game text COLLATE "C" NOT NULL,
                             against text COLLATE "C" NOT NULL, data text NOT NULL,
                             PRIMARY KEY (person, game, against));
    CREATE TABLE checks (only_one integer PRIMARY KEY CHECK (only_one = 1), at double precision NOT NULL);
    """,
    lambda connection: _mend(connection),
    """
    DROP INDEX log_of_seats;
    CREATE INDEX log_of_seats ON log (code, number) WHERE kind IN ('seat', 'deal', 'room');
    """,
    """
    CREATE TABLE IF NOT EXISTS keys (id text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL,
                                     kind text NOT NULL, name text NOT NULL, at double precision NOT NULL,
                                     public text NOT NULL DEFAULT '');
    CREATE INDEX IF NOT EXISTS keys_of_person ON keys (person);
    """,
    """
    CREATE TABLE IF NOT EXISTS notes (person text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
                                      key text COLLATE "C" NOT NULL, data text NOT NULL,
                                      PRIMARY KEY (person, kind, key));
    """,
    """
    ALTER TABLE records ADD COLUMN mark text COLLATE "C" NOT NULL DEFAULT '';
    UPDATE records SET mark = encode(sha256(convert_to(text, 'UTF8')), 'hex');
    ALTER TABLE records ALTER COLUMN text TYPE bytea USING convert_to(text, 'UTF8');
    CREATE INDEX records_by_mark ON records (mark);
    CREATE INDEX records_by_time ON records (at, id);
    """,
)

OUTLINE_PLANS = "SELECT code, code, plan FROM tables WHERE $1::text[] IS NULL OR code = ANY ($1) ORDER BY made_at, code"
OUTLINE_SEATS = (
    "SELECT code || ' ' || number, code, kind, at, data FROM log "
    "WHERE kind IN ('seat', 'deal', 'room') AND ($1::text[] IS NULL OR code = ANY ($1)) ORDER BY code, number"
)
OUTLINE_STEPS = """
    SELECT tables.code, lines.at, lines.steps FROM tables
    CROSS JOIN LATERAL (
        SELECT max(number) AS dealt FROM log
        WHERE log.code = tables.code AND kind IN ('seat', 'deal', 'room') AND kind = 'deal'
    ) AS latest
    CROSS JOIN LATERAL (
        SELECT max(at) AS at, count(*) FILTER (WHERE kind IN ('act', 'fire')) AS steps FROM log
        WHERE log.code = tables.code AND number >= coalesce(dealt, 0)
    ) AS lines
    WHERE $1::text[] IS NULL OR tables.code = ANY ($1)
"""
OUTLINE_OVER = (
    "SELECT wanted.code FROM unnest($1::text[], $2::integer[]) AS wanted (code, round) "
    "JOIN records ON records.id = wanted.code || '-' || wanted.round"
)
OF_A_PERSON = (
    "SELECT id, seat, person, name, level, place, score, notes FROM records "
    "JOIN results ON results.record = records.id "
    "WHERE game = $1 AND id IN (SELECT record FROM results WHERE person = $2) ORDER BY at, id, seat"
)
HISTORY = """
    SELECT mine.id, mine.game, mine.at, person, name, level, place, score, notes FROM (
        SELECT DISTINCT records.id, records.game, records.at FROM records
        JOIN results ON results.record = records.id
        WHERE results.person = $1 AND records.at < $2 ORDER BY records.at DESC LIMIT $3
    ) AS mine JOIN results ON results.record = mine.id ORDER BY mine.at DESC, mine.id, seat
"""
ARCHIVED = (
    "SELECT id, game, at, text, person, level, face FROM records JOIN results ON results.record = records.id "
    "WHERE id = $1 ORDER BY seat"
)
MARKED = (
    "SELECT DISTINCT mark FROM records JOIN results ON results.record = records.id "
    "WHERE person = $1 AND mark = ANY ($2)"
)
NAMES = (
    "SELECT DISTINCT records.id, records.at FROM records JOIN results ON results.record = records.id "
    "WHERE results.person = $1 AND records.at < $2 ORDER BY records.at DESC LIMIT $3"
)
KEPT = (
    "SELECT count(*), coalesce(sum(length(text)), 0) FROM records "
    "WHERE id IN (SELECT record FROM results WHERE person = $1)"
)
LET_GO = (
    "UPDATE results SET person = '' WHERE person = $1 AND record IN (SELECT id FROM records WHERE id IN "
    "(SELECT record FROM results WHERE person = $1) ORDER BY at DESC OFFSET $2)"
)
# Games in the order in which they ended, and whether somebody has them; people, and whether they have one or are new.
OLD_GAMES = (
    "SELECT id, at, EXISTS (SELECT 1 FROM results WHERE record = id AND person <> '') "
    "FROM records WHERE at > $1 AND at < $2 ORDER BY at LIMIT $3"
)
OLD_PEOPLE = (
    "SELECT id, seen >= $1 OR EXISTS (SELECT 1 FROM results WHERE person = people.id) "
    "FROM people WHERE id > $2 ORDER BY id LIMIT $3"
)


def hidden(address: str) -> str:
    """A database's address as it may be shown: without the password."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


class PostgresStorage:
    """All that outlives the servers, in one database. ``session`` has the tables that are ours."""

    # No receipts are kept beside a database: its disks are its own affair.
    missing: None = None

    def __init__(self, address: str, node: str = "") -> None:
        self.address = address
        self._sweep = Sweep()
        self.session = Session(address, node)
        # What nodes of this house know each other by.
        self.key = ""
        self._pool: Any = None
        # The connections that somebody reads through now; and whether the idle ones are of a way that was cut.
        self._reading: set[Any] = set()
        self._stale = False
        self.session.broken = self._give_up
        # The log whose lines were copied last, and the number of the last one.
        self._copied = ("", -1)

    async def open(self) -> None:
        """Connect, and bring the database to this version; `StorageError` says clearly what stands in the way."""
        try:
            connection = await asyncpg.connect(self.address, timeout=10)
            try:
                await self._migrate(connection)
            finally:
                await connection.close()
            self._pool = await asyncpg.create_pool(
                self.address,
                min_size=1,
                max_size=MOST_CONNECTIONS,
                command_timeout=READ_WITHIN,
                # What a node that was stopped in the middle has locked is not locked for long.
                server_settings={"idle_in_transaction_session_timeout": "10000"},
            )
        except (*TROUBLE, ValueError) as error:
            why = str(error) or type(error).__name__
            raise StorageError("store.unreachable", path=hidden(self.address), why=why) from error
        await self.session.open()

    async def _migrate(self, connection: Any) -> None:
        async with connection.transaction():
            # Nodes that start at the same time take turns.
            await connection.execute("SELECT pg_advisory_xact_lock($1)", lock_key("migrations"))
            await connection.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
            version = await connection.fetchval("SELECT max(number) FROM version") or 0
            if version > len(MIGRATIONS):
                raise StorageError("store.newer", path=hidden(self.address), found=version, known=len(MIGRATIONS))
            for number, step in enumerate(MIGRATIONS[version:], version + 1):
                await (connection.execute(step) if isinstance(step, str) else step(connection))
                await connection.execute("INSERT INTO version (number) VALUES ($1)", number)
            made = "INSERT INTO house (only_one, key) VALUES (1, $1) ON CONFLICT DO NOTHING"
            await connection.execute(made, secrets.token_urlsafe(32))
            self.key = await connection.fetchval("SELECT key FROM house")

    def close(self) -> None:
        self.session.close()
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    # Writing.

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        await self.session.append(code, [entry_to_row(entry) for entry in entries])
        if any(isinstance(entry, Seated | Dealt | Arranged) for entry in entries):
            self.session.tell(changed=[code])

    async def finish(
        self, code: str, round_number: int, record: str, results: Sequence[Result], at: float | None = None
    ) -> None:
        name, game, ended = f"{code}-{round_number}", game_in(record), time.time() if at is None else at
        async with self._using() as connection, connection.transaction():
            new = await connection.fetchval(
                "INSERT INTO records (id, code, round, game, at, mark, text) VALUES ($1, $2, $3, $4, $5, $6, $7) "
                "ON CONFLICT DO NOTHING RETURNING true",
                name, code, round_number, game, ended, mark_of(record), packed(record),
            )  # fmt: skip
            if not new:
                return
            await connection.executemany(
                "INSERT INTO results (record, seat, person, name, level, place, score, notes, face) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                [
                    (name, one.seat, one.person, one.name, one.level, one.place, one.score, text_of(one.notes),
                     one.face)
                    for one in results
                ],
            )  # fmt: skip
            await _count(connection, game, results)
            await _rate(connection, game, results, ended)
            for person in sorted({one.person for one in results if one.person}):
                if await connection.fetchval("SELECT count(*) FROM results WHERE person = $1", person) > MOST_GAMES:
                    await connection.execute(LET_GO, person, MOST_GAMES)
        self.session.tell(changed=[code])

    async def add_table(self, plan: TablePlan) -> None:
        text = msgspec.json.encode(plan).decode()
        await self._do("INSERT INTO tables (code, plan, made_at) VALUES ($1, $2, $3)", plan.code, text, plan.made_at)
        self.session.tell(changed=[plan.code])

    async def drop_table(self, code: str) -> None:
        if await self.session.claim(code) is not None:
            raise StorageError("store.moved")

        async def drop(connection: Any) -> None:
            async with connection.transaction():
                await connection.execute("DELETE FROM tables WHERE code = $1", code)
                await connection.execute("DELETE FROM log WHERE code = $1", code)

        await self.session.run(drop)
        await self.session.release([code])
        self.session.tell(changed=[code])

    async def keep_person(self, person: Person) -> None:
        await self._do(
            "INSERT INTO people (id, name, face, seen) VALUES ($1, $2, $3, $4) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, face = excluded.face, seen = excluded.seen",
            person.id, person.name, person.face, time.time(),
        )  # fmt: skip
        self.session.tell(person=person.id)

    async def keep_key(self, key: Key) -> None:
        async with self._using() as connection, connection.transaction():
            await connection.execute("DELETE FROM keys WHERE kind IN ('code', 'challenge') AND at < $1", time.time())
            await connection.execute(
                "INSERT INTO keys (id, person, kind, name, at, public) VALUES ($1, $2, $3, $4, $5, $6) "
                "ON CONFLICT (id) DO UPDATE SET person = excluded.person, kind = excluded.kind, name = excluded.name, "
                "at = excluded.at, public = excluded.public",
                key.id, key.person, key.kind, key.name, key.at, key.public,
            )  # fmt: skip
        self.session.tell(device=key.id)

    async def drop_keys(self, person: str, kind: str, name: str = "") -> None:
        await self._do("DELETE FROM keys WHERE person = $1 AND kind = $2 AND $3 IN ('', id)", person, kind, name)

    async def forget_results(self, person: str) -> None:
        async with self._using() as connection, connection.transaction():
            await connection.execute("UPDATE results SET person = '' WHERE person = $1", person)
            await connection.execute("DELETE FROM statistics WHERE person = $1", person)
            await connection.execute("DELETE FROM notes WHERE person = $1", person)

    async def note(self, person: str, kind: str, notes: Mapping[str, str | None], keep: bool = False) -> None:
        then = "NOTHING" if keep else "UPDATE SET data = excluded.data"
        put = f"INSERT INTO notes VALUES ($1, $2, $3, $4) ON CONFLICT (person, kind, key) DO {then}"
        away = "DELETE FROM notes WHERE person = $1 AND kind = $2 AND key = $3"
        # In one order everywhere, so that nobody waits in a circle.
        async with self._using() as connection, connection.transaction():
            for key, data in sorted(notes.items()):
                await connection.execute(
                    *((away, person, kind, key) if data is None else (put, person, kind, key, data))
                )

    async def notes(self, person: str, kind: str) -> dict[str, str]:
        sql = "SELECT key, data FROM notes WHERE person = $1 AND kind = $2 ORDER BY key"
        return {str(key): str(data) for key, data in await self._rows(sql, person, kind)}

    async def check(self) -> None:
        if not self.session.connected:
            raise failed("the database can't be reached")
        await self._do(
            "INSERT INTO checks (only_one, at) VALUES (1, $1) ON CONFLICT (only_one) DO UPDATE SET at = excluded.at",
            time.time(),
        )

    # Reading.

    @asynccontextmanager
    async def _using(self) -> AsyncIterator[Any]:
        """A connection of the pool; what goes wrong with it is a `StorageError`."""
        if self._pool is None:
            raise failed("the storage is closed")
        # A client of a node that is cut off tries another one at once.
        if not self.session.connected:
            raise failed("the database can't be reached")
        try:
            if self._stale:
                self._stale = False
                await self._pool.expire_connections()
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                self._reading.add(connection)
                try:
                    yield connection
                finally:
                    self._reading.discard(connection)
        except TROUBLE as error:
            raise failed(error) from error

    def _give_up(self) -> None:
        """The way to the database is cut: nobody waits for an answer that may never come, on any connection."""
        self._stale = True
        for connection in list(self._reading):
            connection.terminate()

    async def _do(self, sql: str, *values: object) -> None:
        async with self._using() as connection:
            await connection.execute(sql, *values)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        async with self._using() as connection:
            found: list[Any] = await connection.fetch(sql, *values)
            return found

    async def person(self, who: str) -> Person | None:
        rows = await self._rows("SELECT id, name, face FROM people WHERE id = $1", who)
        return Person(*rows[0]) if rows else None

    async def find_key(self, name: str) -> Key | None:
        rows = await self._rows("SELECT id, person, kind, name, at, public FROM keys WHERE id = $1", name)
        return Key(*rows[0]) if rows else None

    async def keys_of(self, person: str) -> list[Key]:
        sql = "SELECT id, person, kind, name, at, public FROM keys WHERE person = $1 ORDER BY at, id"
        return [Key(*row) for row in await self._rows(sql, person)]

    async def outlines(self, codes: Sequence[str] | None = None) -> list[Outline]:
        async with self._using() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            plan_rows = await connection.fetch(OUTLINE_PLANS, codes)
            seat_rows = await connection.fetch(OUTLINE_SEATS, codes)
            steps = {code: (at, step) for code, at, step in await connection.fetch(OUTLINE_STEPS, codes)}
            found = rounds_from(plan_rows, seat_rows)
            over = await connection.fetch(OUTLINE_OVER, list(found.rounds), list(found.rounds.values()))
        return outlines_from(found, steps, {code for (code,) in over})

    async def log(self, code: str) -> list[LogEntry]:
        sql = "SELECT code || ' ' || number, kind, at, data FROM log WHERE code = $1 ORDER BY number"
        return entries_from(await self._rows(sql, code))

    async def record(self, name: str) -> str | None:
        rows = await self._rows("SELECT text FROM records WHERE id = $1", name)
        return unpacked(rows[0][0]) if rows else None

    async def names(self, person: str, before: float, most: int) -> list[str]:
        return [str(name) for name, _ in await self._rows(NAMES, person, before, most)]

    async def archived(self, name: str, person: str) -> ArchivedGame | None:
        return archived_from(await self._rows(ARCHIVED, name), person)

    async def marked(self, person: str, marks: Sequence[str]) -> set[str]:
        return {str(mark) for (mark,) in await self._rows(MARKED, person, list(marks))}

    async def kept(self, person: str) -> tuple[int, int]:
        [(games, size)] = await self._rows(KEPT, person)
        return int(games), int(size)

    async def clear_old(self, now: float) -> int:
        sweep, since = self._sweep, now - NAMES_FOR
        games = sweep.games(await self._rows(OLD_GAMES, sweep.at, now - NOBODYS_GAMES_FOR, AT_A_TIME))
        people = sweep.people(await self._rows(OLD_PEOPLE, since, sweep.who, AT_A_TIME))
        async with self._using() as connection, connection.transaction():
            await connection.execute("DELETE FROM records WHERE id = ANY ($1)", games)
            await connection.execute("DELETE FROM results WHERE record = ANY ($1)", games)
            await connection.execute("DELETE FROM people WHERE id = ANY ($1) AND seen < $2", people, since)
        return len(games) + len(people)

    async def faces(self, record: str) -> list[str]:
        rows = await self._rows("SELECT face FROM results WHERE record = $1 ORDER BY seat", record)
        return [str(face) for (face,) in rows]

    async def seats(self, record: str) -> list[tuple[str, str, str]]:
        rows = await self._rows("SELECT person, level, face FROM results WHERE record = $1 ORDER BY seat", record)
        return [(str(who), str(level), str(face)) for who, level, face in rows]

    async def history(self, person: str, before: float, most: int) -> list[Finished]:
        return history_from(await self._rows(HISTORY, person, before, most), person)

    async def statistics(self, person: str) -> list[Statistics]:
        sql = "SELECT game, against, data FROM statistics WHERE person = $1 ORDER BY game, against"
        return statistics_from(await self._rows(sql, person))

    # Copying.

    async def hold_alone(self) -> None:
        """Keep all nodes out from now on; `StorageError` if one runs."""

        async def exclude(connection: Any) -> None:
            await connection.execute("SELECT pg_advisory_unlock_shared($1)", lock_key("house"))
            if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", lock_key("house")):
                raise StorageError("store.locked", path=hidden(self.address))

        await self.session.run(exclude)

    async def count_rows(self, part: Part) -> int:
        [(count,)] = await self._rows(f"SELECT count(*) FROM {part.name}")
        return int(count)

    async def read_rows(self, part: Part, after: Row | None, most: int) -> list[tuple[Row, Row]]:
        listed = ", ".join(part.order)
        places = ", ".join(f"${number + 1}" for number in range(len(part.order)))
        where = f"WHERE ({listed}) > ({places})" if after is not None else ""
        sql = f"SELECT {listed}, {', '.join(part.columns)} FROM {part.name} {where} ORDER BY {listed} LIMIT {most}"
        rows = [tuple(row) for row in await self._rows(sql, *(after or ()))]
        return [(row[: len(part.order)], row[len(part.order) :]) for row in rows]

    async def write_rows(self, part: Part, rows: Sequence[Row]) -> None:
        columns = part.columns
        if part.name == "log":
            columns, rows = ("number", *columns), [(self._place_of(row[0]), *row) for row in rows]
        async with self._using() as connection, connection.transaction():
            await connection.copy_records_to_table(part.name, records=rows, columns=columns)

    def _place_of(self, code: str) -> int:
        """The number of the next line of a log that is being copied."""
        before, number = self._copied
        self._copied = code, number + 1 if code == before else 0
        return self._copied[1]

    async def clear(self) -> None:
        await self._do(f"TRUNCATE {', '.join(part.name for part in PARTS)}")


async def _count(connection: Any, game: str, results: Sequence[Result]) -> None:
    """Count a finished game in the statistics of everybody who played it; nodes that count one person's take turns."""
    # In one order everywhere, so that nobody waits in a circle.
    for person in sorted(counting(results)):
        key = (person, game, opponents(person, results))
        usual = text_of(Statistics(*key[1:]))
        await connection.execute(
            "INSERT INTO statistics (person, game, against, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            *key, usual,
        )  # fmt: skip
        where = "WHERE person = $1 AND game = $2 AND against = $3"
        found = await connection.fetchval(f"SELECT data FROM statistics {where} FOR UPDATE", *key)
        row = read_kept(found, Statistics)
        if row is None:
            await _count_again(connection, *key)
            continue
        count(row, person, results)
        await connection.execute(f"UPDATE statistics SET data = $4 {where}", *key, text_of(row))


async def _rate(connection: Any, game: str, results: Sequence[Result], at: float) -> None:
    """Bring the ratings of those who played a finished game up to date; nodes that rate one person take turns."""
    where = "WHERE person = $1 AND kind = $2 AND key = $3"
    kept = {}
    for person in climbers(results):
        key = (person, RATINGS, game)
        await connection.execute(
            "INSERT INTO notes (person, kind, key, data) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            *key, text_of(kept_rating(None, game)),
        )  # fmt: skip
        found = await connection.fetchval(f"SELECT data FROM notes {where} FOR UPDATE", *key)
        kept[person] = kept_rating(found, game)
    for person, now in rated(game, results, kept, at).items():
        await connection.execute(f"UPDATE notes SET data = $4 {where}", person, RATINGS, game, text_of(now))


async def _count_again(connection: Any, person: str, game: str, against: str) -> None:
    """Count a person's games from their results: what was counted of them can't be read."""
    log.error("somebody's statistics of %s against %s can't be read and are counted again", game, against)
    row = counted(game, against, person, results_from(await connection.fetch(OF_A_PERSON, game, person)))
    where = "WHERE person = $1 AND game = $2 AND against = $3"
    await connection.execute(f"UPDATE statistics SET data = $4 {where}", person, game, against, text_of(row))


async def _mend(connection: Any) -> None:
    """Make notes and statistics that can't be read from what they were made of; imports could once spoil them."""
    for record, seat, notes in await connection.fetch("SELECT record, seat, notes FROM results"):
        if read_kept(notes, Notes) is None:
            text = await connection.fetchval("SELECT text FROM records WHERE id = $1", record)
            again = notes_again(unpacked(text or "")) or []
            mended = text_of(again[seat] if 0 <= seat < len(again) else Notes())
            update = "UPDATE results SET notes = $1 WHERE record = $2 AND seat = $3"
            await connection.execute(update, mended, record, seat)
    for *key, data in await connection.fetch("SELECT person, game, against, data FROM statistics"):
        if read_kept(data, Statistics) is None:
            await _count_again(connection, *key)
