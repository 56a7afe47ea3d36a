"""The house of one page: answers what the page asks, and connects it with its tables."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from ..build import running
from ..contract.messages import Refusal, ToPerson, encode, read_from_person
from ..contract.requests import Person
from ..engine.errors import CardhouseError, Refused
from ..server.api import Answer, Api, Handler, Request, last_seen, refuse, reply
from ..server.budget import UNLIMITED
from ..server.jobs import Jobs
from ..server.limits import Limits
from ..server.lobby import Lobby
from ..server.metrics import Metrics
from ..server.people import People
from ..table.connection import Connection
from ..table.pool import BotPool
from ..table.table import Table
from .storage import PageStorage
from .thinking import WorkerExecutor

# The one who plays here, and the only address that anything comes from.
HERE = "here"
# What a bot may take in milliseconds: plain files play weaker in wasm, not slower.
MOST_THINKING = 200.0 if running() == "compiled" else 800.0
# Reviews are weighed by the same worker, and it is the page that ends it.
DEADLINE = 600.0
POLICY_VIOLATION = 1008
# Nobody has to be kept from asking too much of themselves.
LIMITS = Limits(
    creations_of_one=UNLIMITED,
    creations_of_address=UNLIMITED,
    disk_of_one=UNLIMITED,
    disk_of_address=UNLIMITED,
    disk_of_network=UNLIMITED,
    hints_of_one=UNLIMITED,
    hints_of_address=UNLIMITED,
)


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


class Line:
    """The page's connection to one table."""

    def __init__(self, house: House, send: Callable[[str], None], end: Callable[[int], None]) -> None:
        self.house = house
        self._send = send
        self._end = end
        self.table: Table | None = None
        self.connection: Connection | None = None

    def send(self, message: ToPerson) -> None:
        self._send(encode(message).decode())

    async def open(self, code: str, last: tuple[int, int] | None) -> None:
        """Come to a table; where that can't be, the page hears why."""
        try:
            table = await self.house.lobby.find(code)
            self.connection = table.join(await self.house.person(), self.send, last)
            self.table = table
        except CardhouseError as error:
            self.send(Refusal(error.key, str(error), dict(error.facts)))
            self._end(POLICY_VIOLATION)

    def hear(self, text: str) -> None:
        """Something that the page says at this table."""
        if self.table is None or self.connection is None:
            return
        try:
            self.table.hear(self.connection, read_from_person(text))
        except Refused as error:
            self.send(Refusal(error.key, str(error), dict(error.facts)))

    def close(self) -> None:
        """Be at the table no longer."""
        if self.table is not None and self.connection is not None:
            self.table.part(self.connection)
        self.table = self.connection = None


class House:
    """Everything behind the page. ``think`` sends a job to the second worker; what comes back goes to `executor`."""

    def __init__(self, folder: Path, think: Callable[[int, bytes], None]) -> None:
        self.executor = WorkerExecutor(think)
        self.storage = PageStorage(folder)
        pool = BotPool(1, lambda: self.executor, MOST_THINKING, deadline=DEADLINE)
        jobs = Jobs(1, lambda: self.executor)
        self.lobby = Lobby(self.storage, pool, Metrics(), LIMITS, jobs=jobs)
        self.people = People(self.storage)
        self._answers: list[tuple[str, re.Pattern[str], Handler]] = [
            (method, _pattern(path.lstrip("/")), handler)
            for method, path, handler in Api(self.lobby, self.people).handlers()
        ]

    async def open(self) -> None:
        """Find out which tables there are; `StorageError` if the data can't be read."""
        # Players read no log; what is broken still goes to the browser's console.
        logging.getLogger("cardhouse").setLevel(logging.ERROR)
        await self.lobby.open()

    async def close(self) -> None:
        """Stop everything; the storage has all that was done."""
        await self.lobby.close()
        self.storage.close()

    async def person(self) -> Person:
        """Who plays here."""
        return await self.people.known(HERE)

    async def ask(self, method: str, path: str, body: str, left: Callable[[], Awaitable[None]]) -> Answer:
        """Answer the page; ``left`` returns when it no longer wants to know. A stream's holding ends with it."""
        where = urlsplit(path)
        for known, pattern, handler in self._answers:
            found = pattern.fullmatch(where.path)
            if known == method and found is not None:
                params = {name: unquote(value) for name, value in found.groupdict().items()}
                query = dict(parse_qsl(where.query))
                return await self._answer(handler, params, query, body.encode(), left)
        return Answer(status=404)

    async def _answer(
        self,
        handler: Handler,
        params: dict[str, str],
        query: dict[str, str],
        body: bytes,
        left: Callable[[], Awaitable[None]],
    ) -> Answer:
        async def read(most: int) -> bytes:
            if len(body) > most:
                raise Refused("refused.server.too_long", size=len(body), most=most)
            return body

        holding = ExitStack()
        try:
            value = await handler(Request(HERE, params, query, read, left, holding), await self.person())
        except CardhouseError as error:
            value = refuse(error)
        answer = value if isinstance(value, Answer) else reply(value)
        if answer.parts is not None:
            answer = Answer(b"".join([part async for part in answer.parts]), answer.status, answer.media)
        if answer.stream is None:
            holding.close()
            return answer
        return Answer(stream=_held(answer.stream, holding))

    def connect(self, path: str, send: Callable[[str], None], end: Callable[[int], None]) -> Line:
        """A line to the table that a path names; ``end`` is called if it ends by itself."""
        where = urlsplit(path)
        line = Line(self, send, end)
        opening = asyncio.ensure_future(line.open(unquote(where.path.rpartition("/")[2]), last_seen(where.query)))
        # The task must not be collected before it is done.
        opening.add_done_callback(lambda done: done.exception())
        return line


async def _held(lines: AsyncIterator[bytes], holding: ExitStack) -> AsyncIterator[bytes]:
    with holding:
        async for line in lines:
            yield line
