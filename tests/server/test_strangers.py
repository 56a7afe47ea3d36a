"""What one stranger does costs others nothing: requests that are hard to read, and work that is hard to do."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fuzzing import LENIENT
from test_http import answer, heard, running

from cardhouse.engine.errors import Refused
from cardhouse.server import faults
from cardhouse.server.app import make_app
from cardhouse.server.budget import UNLIMITED, Budget, Metered, Payers, Rate, Turns
from cardhouse.server.faults import OnceAMinute
from cardhouse.server.limits import Places, networks_of, payers_of
from cardhouse.server.visit import A_MESSAGE, AN_ECHO, Visit

POST = b"POST /api/replay HTTP/1.1\r\nHost: x\r\n"
MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 200_000, 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1;" + b"x" * MEGABYTE, 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 200, 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\na:" + b"b" * MEGABYTE, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:b\r\n" * 10_000, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\na:" + b"b" * MEGABYTE, 431),
        (b"GET /" + b"a" * MEGABYTE, 431),
        (b"\r\n" * MEGABYTE, 431),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 10_000, 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
        (b"GET /api/records/a%00b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
    ],
)
def test_a_request_that_costs_more_than_it_asks_for_is_turned_away(
    tmp_path: Path, raw: bytes, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as here:
        with here.connect() as line:
            try:
                line.sendall(raw)
                found = heard(line)
            except OSError:
                # It was closed before all was read.
                found = b""
        if found and not raw.startswith(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
            assert answer(found)[0] == status
        assert here.ask("GET", "/health")[0] == 200
        assert here.app.state.lobby.guards.memory.taken == 0
    assert [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info] == []


def test_a_body_in_chunks_of_a_usual_size_is_read(tmp_path: Path) -> None:
    text = b"no record" * 20_000
    chunks = [text[at : at + 500] for at in range(0, len(text), 500)]
    body = b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
    with running(tmp_path) as here:
        status, told = answer(here.say(POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + body))
        assert (status, told["key"]) == (400, "record.heading")


UPGRADE = (
    b"GET /ws/nowhere HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: cardhouse=a-secret-of-twenty-letters-and-more\r\n"
)


@pytest.mark.parametrize(
    "more",
    [
        b"Host: x\r\nOrigin: http://x\r\nOrigin: http://evil\r\n",
        b"Host: x\r\nHost: x\r\nOrigin: http://y\r\n",
        b"Host: x\r\nOrigin: http://[\r\n",
        b"Host: x\r\nUpgrade: h2c\r\n",
        b"Host: x\r\nSec-WebSocket-Key: AAAA\r\n",
        b"Host: x\r\nSec-WebSocket-Version: 8\r\n",
        b"Host: x\r\nX: " + b"\xff" * 100 + b"\r\nOrigin: \xff\r\n",
    ],
)
def test_an_upgrade_with_headers_that_contradict_each_other_is_refused_without_a_trace(
    tmp_path: Path, more: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as here:
        raw = here.say(UPGRADE + more + b"Connection: Upgrade\r\n\r\n")
        assert not raw or 400 <= int(raw.split()[1]) < 500
        assert here.ask("GET", "/health")[0] == 200
    assert [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info] == []


def test_two_origins_are_one_too_many(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        own = f"Origin: http://127.0.0.1:{here.port}\r\n"
        for origins, status in ((own, 400), (own + own, 403), (own + "Origin: http://evil\r\n", 403)):
            raw = here.say(
                f"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1:{here.port}\r\n{origins}Content-Length: 2\r\n"
                "Connection: close\r\n\r\n{}".encode()
            )
            assert answer(raw)[0] == status


# What it costs.


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def budget(clock: Clock, person: Rate = UNLIMITED, address: Rate = UNLIMITED, network: Rate = UNLIMITED) -> Budget:
    made = Budget(person, address, network)
    for buckets in (made.persons, made.addresses, made.networks):
        buckets._clock = clock
    return made


def test_a_debt_is_paid_off_as_time_passes() -> None:
    clock = Clock()
    work = budget(clock, address=Rate(2.0, 10.0))
    ann = payers_of("10.0.0.1")
    work.charge(ann, 1.5)
    assert work.debt(ann) < 0
    work.charge(ann, 1.5)
    assert work.debt(ann) == pytest.approx(10.0)
    assert work.debt(payers_of("10.0.0.2")) <= 0
    clock.now += 10.0
    assert work.debt(ann) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("addresses", "stranger"),
    [
        (["10.0.0.1", "10.0.0.2", "10.0.0.3"], "10.0.1.1"),
        (["2001:db8:1:100::/64", "2001:db8:1:1ff::/64", "2001:db8:1:200::/64"], "2001:db8:2::/64"),
    ],
)
def test_neighbours_pay_together(addresses: list[str], stranger: str) -> None:
    work = budget(Clock(), network=Rate(2.0, 1.0))
    for address in addresses:
        work.charge(payers_of(address), 1.0)
    assert all(work.debt(payers_of(address)) > 0 for address in addresses)
    assert work.debt(payers_of(stranger)) <= 0


def test_what_is_taken_ahead_is_refused_with_a_time_and_takes_nothing() -> None:
    disk = budget(Clock(), person=Rate(100.0, 0.5))
    ann = payers_of("10.0.0.1", "ann")
    disk.take(ann, 80.0)
    with pytest.raises(Refused) as refusal:
        disk.take(ann, 40.0)
    assert refusal.value.facts == {"retry": 10}
    disk.take(ann, 20.0)
    disk.take(payers_of("10.0.0.1", "bea"), 100.0)


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("10.1.2.3", ("10.1.2.0/24",)),
        ("2001:db8:1:2::/64", ("2001:db8:1::/56", "2001:db8:1::/48")),
        ("127.0.0.1", ()),
        ("::1", ()),
        ("somewhere", ()),
    ],
)
def test_the_networks_around_an_address(address: str, networks: tuple[str, ...]) -> None:
    assert networks_of(address) == networks


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        return await work()

    return asyncio.run(main())


def test_who_asks_for_much_begins_it_one_after_the_other() -> None:
    order: list[str] = []

    async def check() -> None:
        turns = Turns(budget(Clock()))

        async def ask(name: str) -> None:
            await turns.wait(Payers(name))
            order.append(name)

        many = [asyncio.create_task(ask("crowd")) for _ in range(50)]
        await asyncio.gather(*many[:3], asyncio.create_task(ask("ann")), asyncio.create_task(ask("bea")))
        assert order.index("ann") < 10
        assert order.index("bea") < 10
        await asyncio.gather(*many)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not turns._waiting

    run(check)
    assert len(order) == 52


def test_who_is_in_debt_waits_and_holds_up_nobody_of_their_address() -> None:
    order: list[str] = []

    async def check() -> None:
        clock = Clock()
        work = budget(clock, person=Rate(1.0, 10.0))
        work.charge(Payers("home", (), "ann"), 3.0)
        turns = Turns(work)

        async def ask(name: str) -> None:
            await turns.wait(Payers("home", (), name))
            order.append(name)

        ann = asyncio.create_task(ask("ann"))
        await asyncio.sleep(0)
        await ask("bea")
        assert order == ["bea"]
        gone = asyncio.create_task(ask("ann"))
        await asyncio.sleep(0)
        gone.cancel()
        clock.now += 20.0
        await ann
        assert order == ["bea", "ann"]

    run(check)


def test_the_work_of_a_request_is_measured_step_by_step() -> None:
    costs: list[float] = []

    async def work(wanted: int) -> int:
        for _ in range(wanted):
            await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            return sum(range(100_000))
        return 0

    async def check() -> None:
        assert await Metered(work(3), costs.append) == sum(range(100_000))
        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert ended == ["cancelled"]
        with pytest.raises(ValueError, match="no"):
            await Metered(raising(), costs.append)

    ended: list[str] = []

    async def forever() -> None:
        async def inner() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                ended.append("cancelled")
                raise

        await Metered(inner(), costs.append)

    async def raising() -> None:
        raise ValueError("no")

    run(check)
    assert len(costs) >= 7
    assert max(costs) > 0.0003


def test_somebody_new_always_finds_a_place() -> None:
    places = Places(32, 100)
    taken = []
    for network in range(4):
        for number in range(40):
            address = f"2001:db8:{network}:{number:x}::/64"
            try:
                places.enter(address)
                taken.append(address)
            except Refused:
                break
    counts = [sum(address.startswith(f"2001:db8:{network}:") for address in taken) for network in range(4)]
    assert counts[0] == 16
    assert all(counts)
    places.enter("2001:db8:99::/64")
    for address in [*taken, "2001:db8:99::/64"]:
        places.leave(address)
    assert places.taken == 0
    assert not places._of_one
    assert not places._of_network


@pytest.mark.parametrize("path", ["/", "/web/main.js", "/web/words/ru.json", "/api/games", "/nowhere", "/ws/x"])
def test_every_path_is_paid_for(tmp_path: Path, path: str) -> None:
    with running(tmp_path, replace(LENIENT, work_of_address=Rate(1e6, 1e6))) as here:
        work = here.app.state.lobby.guards.work.addresses
        before = work.wait("127.0.0.1")
        here.say(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        # A connection costs 0.0002 s, and more was charged than that.
        assert work.wait("127.0.0.1") - before > 0.00025 * 1e6


def test_whose_debt_is_large_waits_while_others_are_answered(tmp_path: Path) -> None:
    with running(tmp_path, replace(LENIENT, work_of_address=Rate(1.0, 100.0)), trusted_proxies=["127.0.0.1"]) as here:
        guards = here.app.state.lobby.guards
        guards.work.charge(payers_of("10.0.0.1"), 50.0)
        with here.connect() as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n")
            while not len(guards.turns):
                time.sleep(0.005)
            assert here.ask("GET", "/health", X_Forwarded_For="10.0.1.1")[0] == 200
            assert len(guards.turns) == 1
        assert here.ask("GET", "/health", X_Forwarded_For="10.0.1.1")[0] == 200


def test_of_whose_debt_is_large_not_a_byte_is_read_before_it_is_paid(tmp_path: Path) -> None:
    with running(tmp_path, replace(LENIENT, work_of_address=Rate(1.0, 1.0))) as here:
        work, payers = here.app.state.lobby.guards.work, payers_of("127.0.0.1")
        work.charge(payers, 2.0)
        with here.connect() as line:
            line.sendall(b"no request\r\n\r\n")
            assert answer(heard(line))[0] == 400
            assert work.debt(payers) < 0.1


def test_what_somebody_says_is_paid_for_to_the_last_of_it(tmp_path: Path) -> None:
    app = make_app(tmp_path, 0, LENIENT)
    app.state.lobby.storage.close()
    charged: list[float] = []

    def charge(payers: Payers, cost: float) -> float:
        charged.append(cost)
        return 0.0

    app.state.lobby.guards.work.charge = charge
    visit = Visit(app.state.door, lambda payload: None, lambda code, why: None)
    visit.table, visit.connection = cast(Any, SimpleNamespace(connections=[None] * 4)), cast(Any, object())
    for _ in range(30):
        visit.heard(b"", 1_000_000)
    visit.table = visit.connection = None
    visit.leave()
    assert sum(charged) == pytest.approx(30 * (A_MESSAGE + 4 * AN_ECHO))
    assert len(charged) < 10


# What is said of it.


def test_the_log_says_once_a_minute_what_a_stranger_can_bring_about() -> None:
    clock, said = Clock(), []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    handler = Keep()
    handler.addFilter(OnceAMinute(("test.chatty",), clock))
    chatty, other = logging.getLogger("test.chatty"), logging.getLogger("test.other")
    for logger in (chatty, other):
        logger.addHandler(handler)
    try:
        for number in range(1001):
            if number == 1000:
                assert said == ["number 0 went wrong"]
                clock.now += faults.AGAIN_AFTER + 1
            chatty.warning("number %d went wrong", number)
        chatty.warning("something else")
        for _ in range(2):
            other.warning("news")
    finally:
        for logger in (chatty, other):
            logger.removeHandler(handler)
    assert said[1:] == [
        "number 1000 went wrong (and 999 times more since it was said last)", "something else", "news", "news",
    ]  # fmt: skip
