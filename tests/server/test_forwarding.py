"""What is about a table of another node goes there and comes back; whatever that node does, nobody waits for ever."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from fuzzing import LENIENT, SECRETS, Fuzzer, fuzzed
from one_line import OneLine, OverAsgi
from waiting import until

pytest.importorskip("asyncpg")

from cardhouse.engine.errors import Refused
from cardhouse.server.asgi_sockets import AsgiSockets
from cardhouse.server.forwarding import MOVED, Gone, Upstream, asked
from cardhouse.server.guard import NODE_HEADER
from cardhouse.server.limits import Addresses
from cardhouse.server.nodes import Forward, Nodes
from cardhouse.server.visit import Door

COOKIE = f"cardhouse={SECRETS[0]}"
KEY = "the-key-of-all-nodes"
SWITCHED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


@contextlib.asynccontextmanager
async def node(*answers: bytes, stay: bool = False) -> AsyncIterator[str]:
    """Another node that answers a request with these pieces and ends the connection, or stays."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for piece in answers:
            writer.write(piece)
            await writer.drain()
        if stay:
            await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


def run(check: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(check(), 60))


def test_an_answer_comes_back_as_it_is_but_for_what_is_about_the_connection() -> None:
    async def check() -> None:
        lines = ["HTTP/1.1 404 Not Found", "Content-Type: text/x", "Connection: close", "Transfer-Encoding: chunked"]
        head = "\r\n".join([*lines, "", ""]).encode()
        async with node(b"HTTP/1.1 100 Continue\r\n\r\n", head, b"2\r\nno\r\n", b"3\r\nne!\r\n0\r\n\r\n") as where:
            given = [(b"host", b"x"), (b"content-length", b"9")]
            assert await asked(where, b"POST", b"/x", given, b"body") == (404, [(b"content-type", b"text/x")], b"none!")

    run(check)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"nonsense\r\n\r\n",
        f"HTTP/1.1 {int(MOVED)} Moved\r\nContent-Length: 0\r\n\r\n".encode(),
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
    ],
    ids=["none", "nonsense", "moved", "half"],
)
def test_a_node_that_has_no_answer_is_gone(answer: bytes) -> None:
    async def check() -> None:
        async with node(answer) as where:
            with pytest.raises(Gone):
                await asked(where, b"GET", b"/x", [(b"host", b"x")], b"")
        for nobody in (where, "nowhere", "127.0.0.1:no"):
            with pytest.raises(Gone):
                await asked(nobody, b"GET", b"/x", [(b"host", b"x")], b"")

    run(check)


def test_a_node_that_gives_no_websocket_is_gone() -> None:
    async def check() -> None:
        for answer in (b"", b"HTTP/1.1 10", f"HTTP/1.1 {int(MOVED)} Moved\r\n\r\n".encode()):
            async with node(answer) as where:
                with pytest.raises(Gone):
                    await Upstream.open(where, b"GET /ws/x HTTP/1.1\r\n\r\n")
        with pytest.raises(Gone):
            await Upstream.open(where, b"GET /ws/x HTTP/1.1\r\n\r\n")

    run(check)


class Person(asyncio.Transport):
    """Somebody's end: what they were sent, whether it is closed, and whether they are read from."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = False
        self.reading = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def test_bytes_go_both_ways_until_the_node_ends() -> None:
    async def check() -> None:
        async with node(SWITCHED[:20], SWITCHED[20:] + b"a", stay=True) as where:
            upstream = await Upstream.open(where, b"GET /ws/x HTTP/1.1\r\n\r\n")
            person = Person()
            upstream.carry_to(person)
            assert person.sent == SWITCHED + b"a"
            upstream.data_received(b"b")
            assert person.sent.endswith(b"ab")
            # Who is slower than the other is waited for.
            upstream.pause_writing()
            assert not person.reading
            upstream.resume_writing()
            assert person.reading
            upstream.pause()
            upstream.resume()
            upstream.close()
            await until(lambda: person.closed)
            late = Person()
            upstream.carry_to(late)
            assert late.closed

    run(check)


def test_before_there_is_a_person_nobody_is_told_to_wait() -> None:
    async def check() -> None:
        async with node(SWITCHED, stay=True) as where:
            upstream = await Upstream.open(where, b"GET /ws/x HTTP/1.1\r\n\r\n")
            upstream.pause_writing()
            upstream.resume_writing()
            upstream.data_received(b"more")
            upstream.close()
            person = Person()
            upstream.carry_to(person)
            assert person.sent == SWITCHED + b"more"

    run(check)


class Others:
    """Stands in for `Nodes`: all tables are somebody else's, and this is what comes of asking there."""

    def __init__(self, answer: Any = None, ours: bool = False) -> None:
        self.answer = answer
        self.ours = ours
        self.asking = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()

    def may_speak(self) -> bool:
        return True

    async def owner(self, code: str) -> str | None:
        return await self._answered() if not self.ours else None

    async def answers_for(self, code: str) -> bool:
        return self.ours

    async def dial(self, code: str, request: object, address: str) -> Any:
        return await self._answered()

    async def at_owner(self, code: str, ask: Callable[[str], Awaitable[Any]]) -> Any:
        found = await self._answered()
        return await ask(found) if isinstance(found, str) else found

    async def _answered(self) -> Any:
        self.asking.set()
        await self.go_on.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def line(fuzzer: Fuzzer, others: Others, asgi: bool, **headers: str) -> OneLine | OverAsgi:
    """A visitor of a node whose tables are elsewhere."""
    door: Door = fuzzer.app.state.door
    door.addresses.key = KEY
    away = dataclasses.replace(door, nodes=cast(Nodes, others))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if not asgi:
        return OneLine(away, "/ws/elsewhere", COOKIE, named)

    async def route(scope: Any, receive: Any, send: Any) -> None:
        await AsgiSockets(away)({**scope, "path_params": {"code": "elsewhere"}}, receive, send)

    return OverAsgi(route, "/ws/elsewhere", COOKIE, named)


def with_house(folder: Path, check: Callable[[Fuzzer], Awaitable[None]]) -> None:
    async def main() -> None:
        async with fuzzed(folder, 1, LENIENT) as fuzzer:
            await check(fuzzer)

    asyncio.run(main())


BOTH = pytest.mark.parametrize("asgi", [False, True], ids=["own", "asgi"])


@BOTH
def test_a_node_that_asks_for_a_table_that_is_not_here_is_sent_away(tmp_path: Path, asgi: bool) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, Others(), asgi, **{NODE_HEADER: KEY})
        await until(lambda: bool(here.kinds))
        assert here.kinds == ["answer 403" if asgi else f"answer {int(MOVED)}"]

    with_house(tmp_path, check)


@BOTH
def test_a_node_that_asks_for_what_is_nobodys_hears_so_here(tmp_path: Path, asgi: bool) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, Others(ours=True), asgi, **{NODE_HEADER: KEY})
        await until(lambda: "close" in here.kinds)
        assert here.kinds == ["answer 101", "refusal", "close"]

    with_house(tmp_path, check)


@BOTH
def test_while_nobody_knows_whose_a_table_is_who_comes_is_told_why(tmp_path: Path, asgi: bool) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, Others(Refused("refused.server.moving", retry=1)), asgi)
        await until(lambda: "close" in here.kinds)
        assert here.kinds == ["answer 101", "refusal", "close"]

    with_house(tmp_path, check)


def test_who_hung_up_before_the_owner_was_found_leaves_no_connection_there(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        for found in (Person(), None):
            others = Others(found)
            others.go_on.clear()
            here = line(fuzzer, others, asgi=False)
            await others.asking.wait()
            here.hang_up()
            others.go_on.set()
            if found is not None:
                await until(partial(getattr, found, "closed"))
        assert here.kinds == []

    with_house(tmp_path, check)


class Carrier:
    """The connection to the owner of a table, as a socket uses it."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def carry_to(self, person: object) -> None:
        self.done.append("carried")

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def pause(self) -> None:
        self.done.append("paused")

    def resume(self) -> None:
        self.done.append("resumed")

    def close(self) -> None:
        self.done.append("closed")


def test_once_the_owner_is_found_all_goes_there_as_it_is(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        carrier = Carrier()
        here = line(fuzzer, Others(carrier), asgi=False)
        assert isinstance(here, OneLine)
        here.socket.pause_writing()
        here.socket.resume_writing()
        await until(lambda: bool(carrier.done))
        here.socket.data_received(b"as it is")
        here.socket.pause_writing()
        here.socket.resume_writing()
        here.socket.eof_received()
        here.hang_up()
        assert carrier.done == ["carried", b"as it is", "paused", "resumed", "closed"]

    with_house(tmp_path, check)


def test_who_ends_their_side_of_the_line_is_answered_and_gone(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        table = fuzzer.lobby.tables[fuzzer.codes[0]]
        here = OneLine(fuzzer.app.state.door, f"/ws/{fuzzer.codes[0]}", COOKIE)
        await until(lambda: bool(table.connections))
        here.socket.eof_received()
        here.socket.shutdown()
        await until(lambda: not table.connections)

    with_house(tmp_path, check)


def test_an_upgrade_that_is_none_is_answered_and_no_table_is_asked_for(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        here = line(fuzzer, Others(), False, Sec_WebSocket_Version="7")
        await until(lambda: bool(here.kinds))
        assert here.kinds == ["answer 400"]

    with_house(tmp_path, check)


def test_a_strangers_page_gets_no_socket(tmp_path: Path) -> None:
    async def check(fuzzer: Fuzzer) -> None:
        for asgi in (False, True):
            here = line(fuzzer, Others(), asgi, Origin="https://elsewhere.example")
            await until(partial(lambda one: bool(one.kinds), here))
            assert here.kinds == ["answer 403"]

    with_house(tmp_path, check)


# Requests over HTTP.


async def asked_here(others: Others, node: bool = False, *heard: dict[str, Any]) -> list[Any]:
    """What this node answers when it is asked for something of a table."""
    told: list[Any] = []
    said = [*heard, {"type": "http.request", "body": b"", "more_body": False}]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        told.append("here")

    async def receive() -> Any:
        return said.pop(0)

    async def send(message: Any) -> None:
        told.append(message.get("status"))

    others.addresses = Addresses()  # type: ignore[attr-defined]
    scope = {
        "type": "http", "method": "POST", "path": "/api/tables/elsewhere/sit", "query_string": b"a=1",
        "headers": [(b"host", b"test")], "state": {"node": node, "address": "10.1.1.1"},
    }  # fmt: skip
    await Forward(app, cast(Nodes, others))(scope, receive, send)
    return [each for each in told if each is not None]


def test_a_question_about_a_table_is_answered_where_it_is() -> None:
    async def check() -> None:
        assert await asked_here(Others(ours=True)) == ["here"]
        assert await asked_here(Others(), node=True) == [int(MOVED)]
        assert await asked_here(Others(ours=True), node=True) == ["here"]
        assert await asked_here(Others(Refused("refused.server.moving", retry=1))) == [429]
        async with node(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") as where:
            assert await asked_here(Others(where)) == [200]
            # Who is gone before they have said it all is not answered.
            assert await asked_here(Others(where), False, {"type": "http.disconnect"}) == []

    run(check)


def test_a_table_that_became_ours_while_it_was_asked_for_is_moving() -> None:
    class Moved(Others):
        async def at_owner(self, code: str, ask: Callable[[str], Awaitable[Any]]) -> Any:
            return None

    async def check() -> None:
        assert await asked_here(Moved("10.0.0.1:1")) == [429]

    run(check)
