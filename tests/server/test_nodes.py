"""One house on several nodes: a table has one owner, others pass questions on, and nothing is lost when one goes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import tempfile
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from databases import database
from serving import Server
from waiting import until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

pytest.importorskip("asyncpg")

import asyncpg

from bench.nodes import WRONG, House
from bench.nodes import run as run_house
from cardhouse.cli import main
from cardhouse.client import Client
from cardhouse.contract.messages import Act, Clock, Host, Propose, Queue, Setup, StepMessage, Welcome
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.engine.errors import Refused
from cardhouse.server import nodes as nodes_of
from cardhouse.server.app import make_app
from cardhouse.server.budget import Rate
from cardhouse.server.forwarding import Gone
from cardhouse.server.limits import Limits
from cardhouse.server.people import People, person_id
from cardhouse.server.visit import Visit
from cardhouse.storage import StorageError, session
from cardhouse.storage.session import lock_key
from cardhouse.table.log import Fired, Paused

ANN = Person("ann", "Ann", "fox")
TWO = [SeatRequest("you"), SeatRequest("link")]


class Node:
    """A node without a network: what is asked of its lobby is asked of it."""

    def __init__(self, data: str, number: int, limits: Limits | None = None) -> None:
        self.app = make_app(data, 0, limits, node_address=f"10.0.0.{number}:8750")
        self.lobby = self.app.state.lobby
        self.nodes = self.app.state.door.nodes
        self.session = self.nodes.session


@contextlib.asynccontextmanager
async def nodes(count: int = 2, limits: Limits | None = None) -> AsyncIterator[list[Node]]:
    data = database()
    async with contextlib.AsyncExitStack() as stack:
        made = [Node(data, number, limits) for number in range(count)]
        for node in made:
            await stack.enter_async_context(node.app.router.lifespan_context(node.app))
        yield made


def run(check: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(check(), 60))


async def break_session(node: Node) -> None:
    """End a node's session as the database would."""
    pid = node.session._connection.get_server_pid()
    admin = await asyncpg.connect(node.session.address)
    await admin.execute("SELECT pg_terminate_backend($1)", pid)
    await admin.close()


def test_a_table_is_whose_node_made_it_and_the_other_knows_where() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            assert await one.nodes.owner(table.code) is None
            assert await two.nodes.owner(table.code) == "10.0.0.0:8750"
            with pytest.raises(Refused, match="moving"):
                await two.lobby.find(table.code)
            assert await two.nodes.owner("nowhere") is None

    run(check)


def test_others_hear_of_tables_at_once() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO, listed=True), ANN)
            await until(lambda: len(two.lobby.listed()) == 1)
            assert [summary.plan.code for summary in two.lobby.of("ann")] == [table.code]
            await table.take_seat(Person("bea", "Bea"))
            await until(lambda: two.lobby.listed() == [])
            await until(lambda: two.lobby.summary(table.code).status == "playing")
            await one.lobby._drop(table.code)
            await until(lambda: two.lobby.of("bea") == [])

    run(check)


def test_a_table_that_nobody_has_goes_on_at_whoever_is_asked() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            await table.take_seat(Person("bea", "Bea"))
            await one.nodes.drain()
            assert table.code not in one.lobby.tables
            await until(lambda: table.code not in two.nodes._elsewhere)
            assert await two.nodes.owner(table.code) is None
            taken = await two.lobby.find(table.code)
            assert taken.state.seating.people == {"ann", "bea"}
            assert not await one.nodes.claim(table.code)
            await until(lambda: one.nodes._elsewhere.get(table.code) == "10.0.0.1:8750")

    run(check)


def test_whose_session_ends_stops_its_tables_and_writes_nothing_more() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            told: list[Any] = []
            table.join(ANN, told.append)
            await until(lambda: table.state.prepared is not None and not table.busy)
            await until(lambda: len(told) == 2)
            before = len(await one.lobby.storage.log(table.code))
            heard = len(told)
            await break_session(one)
            await until(lambda: table.code not in one.lobby.tables)
            with pytest.raises(Refused):
                await table.take_seat(Person("bea", "Bea"))
            with pytest.raises(StorageError):
                await one.lobby.storage.append(table.code, [Paused(1.0, True)])
            assert len(told) == heard
            await until(lambda: one.session.connected)
            with pytest.raises(StorageError, match="moved"):
                await one.lobby.storage.append(table.code, [Paused(1.0, True)])
            # The forwarding node finds out that it isn't there any more.
            two.nodes._elsewhere.clear()
            assert await two.nodes.owner(table.code) is None
            taken = await two.lobby.find(table.code)
            await taken.take_seat(Person("bea", "Bea"))
            assert len(await two.lobby.storage.log(table.code)) > before
            assert await one.nodes.owner(table.code) == "10.0.0.1:8750"

    run(check)


def test_what_waits_for_a_write_when_the_session_ends_is_never_acknowledged() -> None:
    async def check() -> None:
        async with nodes(1) as (one,):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            writing = [
                asyncio.create_task(one.lobby.storage.append(table.code, [Fired(float(n), "fire x")]))
                for n in range(50)
            ]
            await asyncio.sleep(0)
            one.session._connection.terminate()
            done = await asyncio.gather(*writing, return_exceptions=True)
            await until(lambda: one.session.connected)
            kept = {entry.at for entry in await one.lobby.storage.log(table.code)}
            assert any(isinstance(answer, StorageError) for answer in done)
            assert all(isinstance(answer, StorageError) or float(n) in kept for n, answer in enumerate(done))

    run(check)


def test_a_line_that_another_has_written_ends_the_table_and_no_other() -> None:
    async def check() -> None:
        async with nodes(1) as (one,):
            tables = [await one.lobby.make(CreateTable("threes", TWO), ANN) for _ in range(2)]
            stale, other = tables
            one.session.owned[stale.code] -= 1
            answers = await asyncio.gather(
                *[one.lobby.storage.append(table.code, [Paused(1.0, False)]) for table in tables],
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers] == [StorageError, type(None)]
            assert stale.code not in one.lobby.tables
            assert other.code in one.lobby.tables
            again = await one.lobby.find(stale.code)
            assert again is not stale

    run(check)


def test_a_table_that_was_lost_and_won_again_while_its_log_was_read_is_read_anew() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            await one.nodes.drain()
            one.nodes.draining = False
            storage = two.lobby.storage
            read, reading, go_on = storage.log, asyncio.Event(), asyncio.Event()

            async def slowly(code: str) -> Any:
                entries = await read(code)
                reading.set()
                await go_on.wait()
                return entries

            storage.log = slowly
            finding = asyncio.create_task(two.lobby.find(table.code))
            await reading.wait()
            storage.log = read
            await break_session(two)
            await until(lambda: two.session.connected and two.session.times_lost == 1)
            one.nodes._elsewhere.clear()
            again = await one.lobby.find(table.code)
            await again.take_seat(Person("bea", "Bea"))
            one.lobby.let_go(table.code)
            await again.close()
            await one.nodes.release(table.code)
            assert await two.nodes.claim(table.code)
            go_on.set()
            with pytest.raises(Refused, match="moving"):
                await finding
            taken = await two.lobby.find(table.code)
            assert taken.state.seating.people == {"ann", "bea"}

    run(check)


def test_nobody_comes_to_a_table_that_has_stopped() -> None:
    async def check() -> None:
        async with nodes(1) as (one,):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            table.stop()
            with pytest.raises(Refused, match="moving"):
                table.join(ANN, lambda message: None)

    run(check)


def test_two_that_ask_at_once_get_one_owner() -> None:
    async def check() -> None:
        async with nodes(3) as three:
            table = await three[0].lobby.make(CreateTable("threes", TWO), ANN)
            for _ in range(20):
                for node in three:
                    for code in list(node.session.owned):
                        loaded = node.lobby.let_go(code)
                        if loaded is not None:
                            await loaded.close()
                        await node.nodes.release(code)
                    node.nodes._elsewhere.clear()
                found = await asyncio.gather(*[node.lobby.find(table.code) for node in three], return_exceptions=True)
                assert sum(isinstance(one, Refused) for one in found) == 2, found
                assert sum(table.code in node.session.owned for node in three) == 1
                admin = await asyncpg.connect(three[0].session.address)
                key = lock_key(table.code) & 0xFFFFFFFFFFFFFFFF
                sql = "SELECT count(*) FROM pg_locks WHERE classid = $1 AND objid = $2 AND granted"
                assert await admin.fetchval(sql, key >> 32, key & 0xFFFFFFFF) == 1
                await admin.close()

    run(check)


def test_a_new_name_is_known_everywhere() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            secret = "a-secret-that-is-long-enough"
            people = [node.app.state.door.people for node in (one, two)]
            assert (await people[1].holder(secret)).name == ""
            await people[0].rename(Person(person_id(secret), ""), "Ann", "fox")
            for _ in range(5000):
                if (await people[1].holder(secret)).name == "Ann":
                    break
                await asyncio.sleep(0.002)
            assert (await people[1].holder(secret)).name == "Ann"

    run(check)


def test_a_device_is_its_persons_at_every_node() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            here, there = one.app.state.door.people, two.app.state.door.people
            assert await there.owner("laptop") == "laptop"
            code = (await here.code_for("ann", "ann", "Phone")).code
            await there.join("laptop", code, "Laptop")
            await until_true(lambda: owned_by(here, "laptop", "ann"))
            await here.drop("ann", "laptop")
            await until_true(lambda: owned_by(there, "laptop", "laptop"))

    run(check)


async def owned_by(people: People, device: str, person: str) -> bool:
    return await people.owner(device) == person


async def until_true(check: Callable[[], Awaitable[bool]]) -> None:
    while not await check():
        await asyncio.sleep(0.01)


def test_a_room_goes_on_at_another_node_as_it_was() -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            bea, cy = Person("bea", "Bea"), Person("cy", "Cy")
            lines = {person.id: table.join(person, lambda message: None) for person in (ANN, bea, cy)}
            await table.take_seat(bea)
            await until(lambda: table.state.status == "playing")
            for who, message in (
                ("ann", Clock(60)),
                ("ann", Host(table.room.tag("bea"))),
                ("cy", Queue(True)),
                ("ann", Propose(Setup("hearts"), now=True)),
                ("bea", Propose(Setup("hearts"), now=True)),
                ("cy", Propose(Setup("hearts"), now=True)),
            ):
                table.hear(lines[who], message)
            # Dealt as well, so that nothing more is written while the node gives its tables up.
            await until(lambda: table.state.plan.game == "hearts" and table.state.rounds == 2)
            before = table.state
            await one.nodes.drain()
            await until(lambda: table.code not in two.nodes._elsewhere)
            after = (await two.lobby.find(table.code)).state
            assert after.plan == before.plan
            assert after.plan.host == "bea"
            assert after.seating.plans == before.seating.plans
            assert {seat.person for seat in after.seating.plans} >= {"ann", "bea", "cy"}
            assert (after.queue, after.arranged, after.rounds) == (before.queue, before.arranged, before.rounds)

    run(check)


def test_limits_hold_for_the_whole_house() -> None:
    async def check() -> None:
        limits = Limits(tables=3, tables_of_one=2, creations_of_one=Rate(3, 1000.0), sockets_of_one=8)
        async with nodes(2, limits) as (one, two):
            for _ in range(2):
                await one.lobby.make(CreateTable("threes", TWO), ANN)
            await until(lambda: len(two.lobby.plans) == 2)
            with pytest.raises(Refused) as refused:
                await two.lobby.make(CreateTable("threes", TWO), ANN)
            assert refused.value.key == "refused.server.your_tables"
            # What was taken, and who has many places, is told once a second; here now.
            bea = Person("bea", "Bea")
            # Of a table that was made elsewhere it may be known from where before anything else is.
            two.nodes._heard({"from": "x", "node": "10.0.0.9:8750", "made": ["unknown", "10.1.1.1"]})
            one.lobby.guards.create("bea", "10.1.1.1")
            one.lobby.guards.create("bea", "10.1.1.1")
            one.nodes._tell_use()
            await until(lambda: len(two.lobby.guards.creations_of_one) > 0)
            await two.lobby.make(CreateTable("threes", TWO), bea, "10.1.1.1")
            with pytest.raises(Refused) as refused:
                two.lobby.guards.create("bea", "10.1.1.1")
            assert refused.value.key == "refused.server.rate"
            for _ in range(5):
                one.lobby.guards.sockets_of_one.enter("bea")
            one.nodes._tell_use()
            await until(lambda: bool(two.lobby.guards.sockets_of_one.elsewhere))
            for _ in range(3):
                two.lobby.guards.sockets_of_one.enter("bea")
            with pytest.raises(Refused):
                two.lobby.guards.sockets_of_one.enter("bea")
            for _ in range(5):
                one.lobby.guards.sockets_of_one.leave("bea")
            one.nodes._tell_use()
            await until(lambda: not any(two.lobby.guards.sockets_of_one.elsewhere.values()))
            two.lobby.guards.sockets_of_one.enter("bea")

    run(check)


def test_the_database_goes_and_comes_back() -> None:
    async def check() -> None:
        async with nodes(1) as (one,):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            await break_session(one)
            await until(lambda: one.session.times_lost == 1 and one.session.connected)
            again = await one.lobby.find(table.code)
            await again.take_seat(Person("bea", "Bea"))
            assert again.state.seating.people == {"ann", "bea"}
            figures = one.nodes.figures()
            assert figures["sessions_lost"] == 1
            assert figures["tables_owned"] == 1

    run(check)


def test_the_tables_of_a_node_that_is_cut_off_from_the_database_go_on_elsewhere() -> None:
    """It is alive and others reach it: it must send them away, and nobody waits there for an answer that can't come."""

    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            assert await two.nodes.owner(table.code) == "10.0.0.0:8750"
            assert await one.nodes.answers_for(table.code)
            assert not await two.nodes.answers_for(table.code)
            connect, storage = one.session._connect, one.lobby.storage

            async def unreachable() -> Any:
                raise OSError("no route to host")

            one.session._connect = unreachable
            reading = asyncio.create_task(storage._do("SELECT pg_sleep(3600)"))
            await until(lambda: len(storage._reading) == 1)
            await break_session(one)
            with pytest.raises(StorageError):
                await reading
            with pytest.raises(StorageError):
                await storage.person("ann")
            assert not await one.nodes.answers_for(table.code)

            async def forward(owner: str) -> str:
                assert owner == "10.0.0.0:8750"
                raise Gone

            assert await two.nodes.at_owner(table.code, forward) is None
            assert (await two.lobby.find(table.code)).state.seating.people == {"ann"}
            one.session._connect = connect
            await until(lambda: one.session.connected)
            assert await storage.person("nobody") is None

    run(check)


def test_a_node_that_stood_still_says_nothing_more_of_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds out by its own clock, before the database or anybody else tells it."""

    async def check() -> None:
        async with nodes(1) as (one,):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            wrote: list[bytes] = []
            ended: list[int] = []
            visit = Visit(one.app.state.door, wrote.append, lambda code, why: ended.append(code))
            assert await visit.enter(table.code, "ann-whose-node-stands-still", None, lambda: True)
            assert wrote
            wrote.clear()
            now = session.clock()
            monkeypatch.setattr(session, "clock", lambda: now + 60.0)
            lost = one.session.times_lost
            table.broadcast_news()
            assert (wrote, ended) == ([], [])
            await until(lambda: bool(ended))
            assert (wrote, ended) == ([], [1012])
            assert (one.session.times_lost, one.session.owned, one.lobby.tables) == (lost + 1, {}, {})
            with pytest.raises(Refused, match="moving"):
                await table.take_seat(Person("bea", "Bea", "owl"))
            visit.leave()
            # It comes back as one that asks, with a lease of its own.
            await until(lambda: one.session.connected and one.session.leased)
            assert not [one for one in wrote if b"welcome" in one]

    run(check)


def test_a_node_that_others_do_not_hear_of_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with nodes() as (one, two):
            table = await one.lobby.make(CreateTable("threes", TWO), ANN)
            assert await two.nodes.owner(table.code) == "10.0.0.0:8750"
            await until(lambda: bool(two.nodes._heard_of))
            ended: list[str] = []
            talks, others = Exchange(), Exchange()
            two.nodes.carry(talks, table.code, "10.0.0.0:8750", lambda: ended.append("talks"))
            two.nodes.carry(others, "another", "10.0.0.9:8750", lambda: ended.append("others"))
            monkeypatch.setattr(nodes_of, "QUIET", -1.0)
            two.nodes._forget_quiet()
            assert (ended, two.nodes._elsewhere) == (["talks"], {})
            monkeypatch.undo()

            async def dial(owner: str) -> str:
                # It is not asked before it has been heard of again.
                assert not two.nodes._silent
                return owner

            assert await two.nodes.at_owner(table.code, dial) == "10.0.0.0:8750"
            # When the table moves, who was passed on to its last owner comes back too.
            two.nodes.carry(talks, table.code, "10.0.0.0:8750", lambda: ended.append("moved"))
            two.nodes._heard({"from": "x", "node": "10.0.0.3:8750", "moved": [table.code]})
            assert ended == ["talks", "moved"]

    run(check)


class Exchange:
    """Stands for a conversation with another node."""


# Real servers.


@pytest.fixture(scope="module", params=["own", "asgi"])
def pair(request: pytest.FixtureRequest) -> Any:
    """Two nodes; the second is our own server, or the application under any ASGI server."""
    data = database()
    flags = ["--most-messages", "1000"]
    made = [Server(data, 0, flags), Server(data, 0, flags, asgi=request.param == "asgi")]
    yield made
    for server in made:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def ask(server: Server, method: str, path: str, cookie: str, body: Any = None) -> Any:
    raw = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{server.address}{path}", raw, {"Cookie": cookie}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def test_everything_about_a_table_goes_through_any_node(pair: list[Server]) -> None:
    async def check() -> None:
        one, two = pair
        async with Client(one.address) as ann:
            code = await ann.make("threes", [{"kind": "you"}, {"kind": "link"}])
            cookie = "cardhouse=bea-who-comes-through-another-node"
            seat = await asyncio.to_thread(ask, two, "POST", f"/api/tables/{code}/sit", cookie, {})
            assert seat == {"seat": 1}
            info = await asyncio.to_thread(ask, two, "GET", f"/api/tables/{code}", cookie)
            assert info["code"] == code
            with pytest.raises(urllib.error.HTTPError) as refused:
                await asyncio.to_thread(ask, two, "POST", f"/api/tables/{code}/sit", cookie, {"seat": "x" * 20000})
            assert refused.value.code == 413
            refused.value.close()
            async with (
                ann.at(code) as table,
                connect(f"ws://127.0.0.1:{two.port}/ws/{code}", additional_headers={"Cookie": cookie}) as other,
            ):
                moved = asyncio.Event()

                async def play() -> None:
                    async for message in table:
                        if isinstance(message, Welcome | StepMessage):
                            for view in message.views:
                                if view["seat"] in view["turn"]:
                                    await table.say(Act(view["seat"], view["legal"][0], view["step"]))

                playing = asyncio.create_task(play())
                async for raw in other:
                    message = json.loads(raw)
                    for view in message.get("views", []):
                        if view["seat"] in view["turn"]:
                            act = {"t": "act", "seat": 1, "action": view["legal"][0], "step": view["step"]}
                            await other.send(json.dumps(act))
                    if message["t"] == "step" and message["step"] > 12:
                        moved.set()
                        break
                assert moved.is_set()
                playing.cancel()

    run(check)


def test_a_killed_node_loses_nothing_and_the_other_goes_on(pair: list[Server]) -> None:
    async def check() -> None:
        one, two = pair
        cookie = "cardhouse=ann-whose-node-is-killed-here"
        wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "here"}], "pace": "instant"}
        code = (await asyncio.to_thread(ask, one, "POST", "/api/tables", cookie, wish))["code"]
        address = f"ws://127.0.0.1:{two.port}/ws/{code}"
        last = 0
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            with contextlib.suppress(ConnectionClosed):
                async for raw in socket:
                    message = json.loads(raw)
                    last = max(last, message.get("step", 0))
                    if last >= 6 and one.process is not None and one.process.poll() is None:
                        one.kill()
                    for view in message.get("views", []):
                        if view["seat"] in view["turn"]:
                            act = {"t": "act", "seat": view["seat"], "action": view["legal"][0], "step": view["step"]}
                            with contextlib.suppress(ConnectionClosed):
                                await socket.send(json.dumps(act))
        assert last >= 6
        async with connect(address, additional_headers={"Cookie": cookie}) as socket:
            assert json.loads(await socket.recv())["step"] >= last
        one.start()

    run(check)


def test_the_tables_of_a_frozen_node_go_on_elsewhere_and_when_it_wakes_it_says_nothing(pair: list[Server]) -> None:
    """Its kernel answers all the while: only the loop that serves tables can tell that it lives."""

    async def check() -> None:
        one, two = pair
        cookie = {"Cookie": "cardhouse=ann-whose-node-is-frozen"}
        wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "here"}], "pace": "instant"}
        code = (await asyncio.to_thread(ask, one, "POST", "/api/tables", cookie["Cookie"], wish))["code"]
        through_two = f"ws://127.0.0.1:{two.port}/ws/{code}"
        assert one.process is not None
        async with connect(
            f"ws://127.0.0.1:{one.port}/ws/{code}", additional_headers=cookie, ping_interval=None
        ) as old:
            told: list[Any] = []

            async def hear() -> None:
                async for raw in old:
                    told.append(json.loads(raw))

            hearing = asyncio.create_task(hear())
            await until(lambda: any(view["turn"] for message in told for view in message.get("views", [])))
            one.process.send_signal(signal.SIGSTOP)
            try:
                last = max(message.get("step", 0) for message in told)
                view = next(view for view in told[-1]["views"] if view["seat"] in view["turn"])
                act = {"t": "act", "seat": view["seat"], "action": view["legal"][0], "step": view["step"]}
                await old.send(json.dumps(act))
                welcome = None
                while welcome is None:
                    with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                        async with connect(through_two, additional_headers=cookie) as socket:
                            welcome = json.loads(await socket.recv())
                            if welcome["t"] != "welcome":
                                welcome = None
                assert welcome["step"] == last
                told.clear()
            finally:
                one.process.send_signal(signal.SIGCONT)
            with contextlib.suppress(ConnectionClosed):
                await hearing
            assert (told, old.close_code) == ([], 1012)
        async with connect(through_two, additional_headers=cookie) as socket:
            assert json.loads(await socket.recv())["step"] == last
        # It comes back to the others.
        while True:
            with contextlib.suppress(urllib.error.HTTPError):
                assert (await asyncio.to_thread(ask, one, "GET", f"/api/tables/{code}", ""))["code"] == code
                break

    run(check)


def test_a_node_that_ends_hands_its_tables_over(pair: list[Server]) -> None:
    async def check() -> None:
        one, two = pair
        cookie = "cardhouse=ann-whose-node-is-asked-to-end"
        wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "link"}]}
        code = (await asyncio.to_thread(ask, one, "POST", "/api/tables", cookie, wish))["code"]
        async with connect(f"ws://127.0.0.1:{one.port}/ws/{code}", additional_headers={"Cookie": cookie}) as socket:
            await socket.recv()
            stopping = asyncio.create_task(asyncio.to_thread(one.stop))
            with contextlib.suppress(ConnectionClosed):
                async for _ in socket:
                    pass
            assert socket.close_code == 1012
            # The table is free before anybody is sent away.
            async with connect(f"ws://127.0.0.1:{two.port}/ws/{code}", additional_headers={"Cookie": cookie}) as again:
                assert json.loads(await again.recv())["t"] == "welcome"
        assert await stopping == 0
        one.start()

    run(check)


def test_what_can_not_be_started_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    assert main(["serve", "--data", str(tmp_path), "--node-address", "10.0.0.1:1"]) == 2
    assert "share a database" in capsys.readouterr().err
    assert main(["serve", "--data", "postgresql://x@127.0.0.1:1/y", "--host", "0.0.0.0"]) == 2
    assert "--node-address must say" in capsys.readouterr().err
    assert main(["serve", "--data", "postgresql://x@127.0.0.1:1/y", "--node-address", "nowhere"]) == 2
    assert "HOST:PORT" in capsys.readouterr().err
    assert main(["serve", "--data", "postgresql://x@127.0.0.1:1/y"]) == 2
    assert "database can't be used" in capsys.readouterr().err


def test_a_stranger_is_no_node(pair: list[Server]) -> None:
    """A request that claims to be a node's without the key counts as anybody's."""
    one = pair[0]
    headers = {"X-Cardhouse-Node": "guessed", "Origin": "https://elsewhere.example", "Cookie": "cardhouse=" + "x" * 30}
    request = urllib.request.Request(f"{one.address}/api/tables", b"{}", headers, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=30)
    assert refused.value.code == 403
    refused.value.close()


def test_nothing_is_lost_whatever_breaks() -> None:
    """A small share of what ``python -m bench.nodes`` does."""
    database()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), nodes=2, tables=3, seed=4)
        try:
            found = asyncio.run(run_house(house, kills=1, cuts=1, stops=1, drains=1))
        finally:
            house.cluster.stop()
    assert {name: found[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    assert found["told"] > 10
