"""One connection to PostgreSQL that holds the locks of a node's tables and writes their logs.

A table belongs to the node that holds its session advisory lock. Lock and log go through one connection, so that
who has lost the one can't write the other; and a line's key is its table and number, so that a line that somebody else
has written already collides. When the connection breaks, PostgreSQL frees its locks, and all of its tables are lost.

The locks are leased: the loop that serves the tables must ask the database something again and again. If it hangs or is
frozen, PostgreSQL ends the session (`idle_session_timeout`), and the kernel's own answers are no help. When the loop
wakes, its clock says that the lease has run out, before the database does: nothing more is said of the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any

import asyncpg
import msgspec

from . import StorageError

log = logging.getLogger("cardhouse.storage")

CHANNEL = "cardhouse"
# A notification is at most 8000 bytes long: it names no more tables than this.
MOST_TOLD = 200
# Who hears nothing from the database for so long counts as cut off from it, and stops its tables. The database finds
# out by itself a little later, and only then gives the locks to somebody else.
PATIENCE = 8.0
BEAT_EVERY = 2.0
# For so long after it began to ask what was then answered, a node may speak for its tables. PostgreSQL keeps their
# locks a little longer, counted from when it was asked.
LEASE = 9.5
ALIVE = {
    "idle_session_timeout": "10000",
    "idle_in_transaction_session_timeout": "10000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "14000",
}
AGAIN_AFTER, AGAIN_AT_MOST = 0.05, 1.0

APPEND = (
    "INSERT INTO log (code, number, kind, at, data) "
    "SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::double precision[], $5::text[])"
)
LOCK = "SELECT pg_try_advisory_lock(key) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, n) ORDER BY n"
# After the locks are held, in a statement of its own: it must see what the last owner wrote.
FOLLOW = (
    "WITH moved AS (UPDATE tables SET owner = $2 WHERE code = ANY ($1::text[])) "
    "SELECT code, max(number) + 1 FROM log WHERE code = ANY ($1::text[]) GROUP BY code"
)
OWNERS = "SELECT code, owner FROM tables WHERE code = ANY ($1::text[])"
UNLOCK = "SELECT pg_advisory_unlock(key) FROM unnest($1::bigint[]) AS given (key)"
TELL = "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS telling (said)"

Line = tuple[str, float, str]
Job = Callable[[Any], Awaitable[None]]
# What the database or the network can answer with instead of doing it.
TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
# After these the connection is of no use any more, also where it is not closed yet.
FATAL = (asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, OSError, TimeoutError)


def lock_key(what: str) -> int:
    """The advisory lock of a table, or of something else with a name."""
    return int.from_bytes(hashlib.sha256(f"cardhouse {what}".encode()).digest()[:8], "big", signed=True)


def failed(why: object) -> StorageError:
    """That nothing was written, and why."""
    return StorageError("store.failed", why=str(why) or type(why).__name__)


def clock() -> float:
    """Seconds that pass while this process is stopped, and where the system counts them also while the machine is."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _nothing_lost(codes: Iterable[str]) -> None:
    pass


async def _nothing_to_do() -> None:
    pass


class Session:
    """The connection, kept: it comes back by itself, without the tables that it had.

    ``lost`` is called with the codes of tables that are no longer ours, before anybody who waits for a write hears that
    it failed, and ``broken`` before that if it is the whole connection; ``back`` after it is there again; ``heard``
    with what other nodes tell.
    """

    def __init__(self, address: str, node: str = "") -> None:
        self.address = address
        self.node = node
        # Tells this process apart from all others, also from an earlier one at the same address.
        self.id = secrets.token_hex(8)
        # Our tables, each with the number of the next line of its log.
        self.owned: dict[str, int] = {}
        # By table: which of our claims made it ours, so that one that was lost and won again is told apart.
        self.tokens: dict[str, int] = {}
        self._claimed = 0
        self.lost: Callable[[Iterable[str]], None] = _nothing_lost
        self.broken: Callable[[], None] = lambda: None
        self.back: Callable[[], Awaitable[None]] = _nothing_to_do
        self.heard: Callable[[dict[str, Any]], None] = lambda told: None
        self.times_lost = 0
        self._leased_until = 0.0
        self._connection: Any = None
        self._lines: list[tuple[str, Sequence[Line], asyncio.Future[None]]] = []
        self._claims: dict[str, asyncio.Future[str | None]] = {}
        self._jobs: list[tuple[Job, asyncio.Future[None]]] = []
        self._told: list[str] = []
        self._wanted = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        return self._connection is not None

    @property
    def leased(self) -> bool:
        """True if our tables are ours for sure; also if we know that we have none."""
        return self._connection is None or clock() < self._leased_until

    def check_lease(self) -> None:
        """Give our tables up if this process stood still for too long: they may be somebody else's already."""
        if not self.leased:
            self._lose(TimeoutError("this node stood still for longer than it may"))

    async def open(self) -> None:
        """Connect, and keep the connection from now on; `StorageError` if the database can't be had."""
        try:
            self._connection = await self._connect()
        except TROUBLE as error:
            raise StorageError("store.unreachable", why=str(error) or type(error).__name__) from error
        self._keeping = asyncio.create_task(self._keep(), name="cardhouse session")

    def close(self) -> None:
        """End the connection, and with it what is ours; who still waits for a write hears that it failed."""
        if self._keeping is not None:
            self._keeping.cancel()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()
        self.owned.clear()
        self._fail(failed("the storage is closed"))

    # What others ask for.

    async def append(self, code: str, lines: Sequence[Line]) -> None:
        """Write lines of a table that is ours; others' lines go with them in one statement."""
        # With other nodes around, who writes must have read the log since it became theirs.
        if code not in self.owned and (self.node or await self.claim(code) is not None):
            raise StorageError("store.moved")
        done: asyncio.Future[None] = self._future()
        self._lines.append((code, lines, done))
        self._wanted.set()
        await done

    async def claim(self, code: str) -> str | None:
        """Take a table if nobody has it: None if it is ours now, otherwise its owner's address as far as known."""
        if code in self.owned:
            return None
        if code not in self._claims:
            self._claims[code] = self._future()
            self._wanted.set()
        # Others may wait for the same.
        return await asyncio.shield(self._claims[code])

    async def release(self, codes: Sequence[str]) -> None:
        """Give tables back; what is still to be written there is not written."""
        # At once: a node that claims one of them again takes its lock a second time before it is given back.
        ours = [code for code in codes if self.owned.pop(code, None) is not None]
        for code in ours:
            del self.tokens[code]

        async def unlock(connection: Any) -> None:
            await connection.fetch(UNLOCK, [lock_key(code) for code in ours])

        if ours:
            await self.run(unlock)
        for first in range(0, len(ours), MOST_TOLD):
            self.tell(free=ours[first : first + MOST_TOLD])

    async def run(self, job: Job) -> None:
        """Do something else with the connection, after what was to be written so far."""
        done: asyncio.Future[None] = self._future()
        self._jobs.append((job, done))
        self._wanted.set()
        await done

    def tell(self, **what: Any) -> None:
        """Tell all other nodes something; what can't be told now is told to nobody."""
        if self._connection is not None:
            self._told.append(msgspec.json.encode({"from": self.id, "node": self.node, **what}).decode())
            self._wanted.set()

    def _future(self) -> asyncio.Future[Any]:
        if self._connection is None:
            raise failed("the database can't be reached")
        made: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Who waited may be gone when it fails.
        made.add_done_callback(lambda done: done.cancelled() or done.exception())
        return made

    # Keeping the connection.

    async def _connect(self) -> Any:
        began = clock()
        settings = {"application_name": f"cardhouse {self.node}".strip(), **ALIVE}
        connection = await asyncpg.connect(self.address, timeout=PATIENCE, server_settings=settings)
        connection.add_termination_listener(lambda ended: self._wanted.set())
        await connection.add_listener(CHANNEL, self._hear)
        # Shared: nobody copies the data meanwhile.
        if not await connection.fetchval("SELECT pg_try_advisory_lock_shared($1)", lock_key("house")):
            await connection.close()
            raise asyncpg.InterfaceError("the data is being copied")
        self._leased_until = began + LEASE
        return connection

    @contextlib.asynccontextmanager
    async def _asking(self) -> AsyncIterator[None]:
        """Ask the database something, with patience; its answer renews the lease."""
        connection, began = self._connection, clock()
        async with asyncio.timeout(PATIENCE):
            yield
        if connection is not None and connection is self._connection:
            self._leased_until = began + LEASE

    def _hear(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            told = msgspec.json.decode(payload)
            if isinstance(told, dict) and told.get("from") != self.id:
                self.heard(told)
        except Exception:
            log.exception("what another node told can't be taken")

    async def _keep(self) -> None:
        wait = AGAIN_AFTER
        while True:
            try:
                if self._connection is None:
                    self._connection = await self._connect()
                    log.warning("the database is there again")
                    wait = AGAIN_AFTER
                    await self.back()
                await self._work()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self._connection is not None:
                    self._lose(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, AGAIN_AT_MOST)

    def _lose(self, error: Exception) -> None:
        """The connection is gone, and with it the locks: our tables may be somebody else's from now on."""
        log.error("the connection to the database is lost, with %d tables: %s", len(self.owned), error)
        self.times_lost += 1
        connection, self._connection = self._connection, None
        codes = list(self.owned)
        self.owned.clear()
        self.tokens.clear()
        self.broken()
        self.lost(codes)
        self._fail(failed(error))
        connection.terminate()

    def _fail(self, error: StorageError) -> None:
        waiting: list[asyncio.Future[Any]] = [
            *[done for _, _, done in self._lines],
            *self._claims.values(),
            *[done for _, done in self._jobs],
        ]
        self._lines, self._claims, self._jobs, self._told = [], {}, [], []
        for done in waiting:
            if not done.done():
                done.set_exception(error)

    # The one task that uses the connection.

    async def _work(self) -> None:
        """Write in groups what has come in, and look after the connection; raises what ends it."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_EVERY):
                    await self._wanted.wait()
            self._wanted.clear()
            self.check_lease()
            if self._connection is None:
                raise failed("the connection was given up")
            async with self._asking():
                if not (self._lines or self._claims or self._jobs or self._told):
                    await self._connection.execute("SELECT 1")
                    continue
                if self._lines:
                    await self._write()
                if self._claims:
                    await self._take()
            while self._jobs:
                job, done = self._jobs[0]
                async with self._asking():
                    await self._attempt(done, job)
                self._jobs.pop(0)
            if self._told:
                said, self._told = self._told, []
                async with self._asking():
                    await self._connection.fetch(TELL, CHANNEL, said)

    async def _attempt(self, done: asyncio.Future[None], job: Job) -> None:
        """Do a job and answer who waits for it; raises only if the connection has ended."""
        try:
            await job(self._connection)
        except (*TROUBLE, StorageError) as error:
            if self._ended(error):
                raise
            if not done.done():
                done.set_exception(error if isinstance(error, StorageError) else failed(error))
            return
        if not done.done():
            done.set_result(None)

    def _ended(self, error: Exception) -> bool:
        """True if the connection has ended with this error, and not only one statement failed."""
        # What can't be encoded is the client's own error too, and a value's.
        useless = isinstance(error, asyncpg.InterfaceError) and not isinstance(error, ValueError)
        return self._connection is None or self._connection.is_closed() or useless or isinstance(error, FATAL)

    async def _write(self) -> None:
        """All lines in one statement; if that is refused each table's own, so that one takes no other with it."""
        group = list(self._lines)
        if not await self._insert(group, last=False):
            for one in group:
                await self._insert([one], last=True)
        # Until here they are found by who has to tell them of a lost connection.
        del self._lines[: len(group)]

    async def _insert(self, group: list[tuple[str, Sequence[Line], asyncio.Future[None]]], last: bool) -> bool:
        numbers = {code: self.owned.get(code, 0) for code, _, _ in group}
        columns: tuple[list[Any], ...] = ([], [], [], [], [])
        for code, lines, _ in group:
            for line in lines:
                number = numbers[code]
                numbers[code] = number + 1
                for column, value in zip(columns, (code, number, *line), strict=True):
                    column.append(value)
        try:
            if any(code not in self.owned for code, _, _ in group):
                raise StorageError("store.moved")
            await self._connection.execute(APPEND, *columns)
        except (*TROUBLE, StorageError) as error:
            if self._ended(error):
                raise
            if last:
                code, _, done = group[0]
                if isinstance(error, asyncpg.UniqueViolationError):
                    # Somebody else has written this line: whatever we know of the table is out of date.
                    log.error("a line of a log was written already: the table is given up")
                    self.owned.pop(code, None)
                    self.tokens.pop(code, None)
                    self.lost([code])
                    await self._connection.fetch(UNLOCK, [lock_key(code)])
                if not done.done():
                    done.set_exception(error if isinstance(error, StorageError) else failed(error))
            return False
        # What was given back meanwhile stays so.
        self.owned.update((code, number) for code, number in numbers.items() if code in self.owned)
        for _, _, done in group:
            if not done.done():
                done.set_result(None)
        return True

    async def _take(self) -> None:
        """Try the locks of all tables that are wanted, and follow those that we got from the last line on."""
        codes = list(self._claims)
        try:
            got = await self._connection.fetch(LOCK, [lock_key(code) for code in codes])
            ours = [code for code, (locked,) in zip(codes, got, strict=True) if locked]
            lines = dict(await self._connection.fetch(FOLLOW, ours, self.node)) if ours else {}
            others = [code for code in codes if code not in ours]
            owners = dict(await self._connection.fetch(OWNERS, others)) if others else {}
        except asyncpg.PostgresError as error:
            if self._ended(error):
                raise
            # No more locks, say: whether some of these were taken is not known, so none is kept.
            await self._connection.fetch(UNLOCK, [lock_key(code) for code in codes])
            for code in codes:
                done = self._claims.pop(code)
                if not done.done():
                    done.set_exception(failed(error))
            return
        for code in ours:
            self.owned[code] = lines.get(code, 0)
            self._claimed += 1
            self.tokens[code] = self._claimed
        for first in range(0, len(ours), MOST_TOLD):
            self.tell(moved=ours[first : first + MOST_TOLD])
        for code in codes:
            done = self._claims.pop(code)
            if not done.done():
                owner = owners.get(code, "")
                # An address that is ours tells of an earlier life of this node.
                done.set_result(None if code in self.owned else "" if owner == self.node else owner)
