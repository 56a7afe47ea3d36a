"""HTTP at its edges, against a real server: slow, silent, too long, from elsewhere, too many."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fuzzing import LENIENT, a_record

from cardhouse.engine.errors import CardhouseError
from cardhouse.server import app, endpoints, http, jobs
from cardhouse.server.app import make_app
from cardhouse.server.http import BoundedHttp, http_for
from cardhouse.server.limits import Limits
from cardhouse.server.page_files import WEB
from cardhouse.server.run import free_port
from cardhouse.server.sockets import sockets_for


class Running:
    """A server in a thread of this process, whose times and limits a test can set."""

    def __init__(self, folder: Path, limits: Limits, **more: Any) -> None:
        self.port = free_port("127.0.0.1", 0)
        self.app = make_app(folder, 0, limits, **more)
        state = self.app.state
        config = uvicorn.Config(
            self.app,
            port=self.port,
            log_config=None,
            http=http_for(state.lobby.guards, state.door.addresses),
            ws=sockets_for(state.door),
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 20)

    def say(self, raw: bytes) -> bytes:
        """Everything that comes back for these bytes, until the server closes the connection."""
        with self.connect() as line:
            line.sendall(raw)
            return heard(line)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
        head = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body)), "Connection": "close", **headers}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in head.items())
        return answer(self.say(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body))


def heard(line: socket.socket) -> bytes:
    parts = []
    while part := line.recv(1 << 16):
        parts.append(part)
    return b"".join(parts)


def answer(raw: bytes) -> tuple[int, Any]:
    head, _, body = raw.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body) if body.startswith((b"{", b"[")) else body


@contextmanager
def running(folder: Path, limits: Limits = LENIENT, **more: Any) -> Iterator[Running]:
    here = Running(folder, limits, **more)
    here.thread.start()
    while not here.server.started:
        time.sleep(0.005)
    try:
        yield here
    finally:
        here.server.should_exit = True
        here.thread.join()


def test_a_head_that_does_not_come_and_one_that_comes_in_drops_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "SECONDS_FOR_A_HEAD", 0.3)
    with running(tmp_path) as here:
        for beginning in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: "):
            with here.connect() as line:
                line.sendall(beginning)
                assert gone(line, b"x")
        # Between two requests nobody is hurried.
        with here.connect() as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200 OK" in line.recv(1000)
            (between,) = here.server.server_state.connections
            assert isinstance(between, BoundedHttp)
            assert between._deadline is None
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b"200 OK" in heard(line)
        assert here.app.state.lobby.guards.connections.taken == 0


def gone(line: socket.socket, drop: bytes) -> bool:
    """Whether the server ends the connection although bytes keep coming."""
    line.settimeout(0.05)
    for _ in range(400):
        try:
            line.sendall(drop)
            if not line.recv(1000):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_a_body_that_comes_in_drops_hears_why_it_was_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "SECONDS_FOR_A_BODY", 0.2)
    with running(tmp_path) as here:
        status, told = answer(
            here.say(b"PUT /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{")
        )
        assert (status, told["key"]) == (408, "refused.server.slow")


def test_a_body_for_nobody_is_given_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "SECONDS_FOR_A_REQUEST", 0.3)
    with running(tmp_path) as here, here.connect() as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        assert gone(line, b"x")


@pytest.mark.parametrize("size", [20_000, 3_000_000, 12_000_000])
def test_a_body_that_is_too_long_hears_so(tmp_path: Path, size: int) -> None:
    with running(tmp_path) as here:
        status, told = here.ask("PUT", "/api/me", b"x" * size)
        assert (status, told["key"]) == (413, "refused.server.too_long")
        assert told["facts"]["size"] == size


def test_what_bodies_hold_in_memory_is_bounded(tmp_path: Path) -> None:
    with running(tmp_path, replace(LENIENT, memory_of_address=10)) as here:
        with here.connect() as line:
            line.sendall(b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{       ")
            while here.app.state.lobby.guards.memory.taken < 8:
                time.sleep(0.005)
            status, told = here.ask("PUT", "/api/me", b"{  }")
            assert (status, told["key"]) == (429, "refused.server.rate")
        while here.app.state.lobby.guards.memory.taken:
            time.sleep(0.005)
        assert here.ask("PUT", "/api/me", b"{}")[1]["key"] == "refused.server.body"


def test_two_lengths_are_one_too_many(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        raw = here.say(
            b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        assert answer(raw)[0] == 400
        assert raw.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:PORT"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-origin"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost:PORT"}, 200),
        ({"Host": ""}, 421),
    ],
)
def test_only_our_own_page_changes_anything_and_only_under_our_own_name(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with running(tmp_path, allowed_hosts=["127.0.0.1", "localhost"]) as here:
        sent = {name: value.replace("PORT", str(here.port)) for name, value in headers.items()}
        found, told = here.ask("PUT", "/api/me", b'{"name": "Ann"}', **sent)
        assert found == status, told
        if "Host" not in headers:
            assert here.ask("GET", "/api/games", b"", **sent)[0] == 200


def test_a_socket_is_opened_by_our_own_page_only(tmp_path: Path) -> None:
    key = "Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    cookie = "Cookie: cardhouse=a-secret-of-twenty-letters-and-more"
    with running(tmp_path, allowed_hosts=["127.0.0.1"]) as here:
        for host, origin, status in [
            (f"127.0.0.1:{here.port}", f"http://127.0.0.1:{here.port}", 101),
            (f"127.0.0.1:{here.port}", "http://evil.example", 403),
            ("evil.example", "http://evil.example", 403),
        ]:
            with here.connect() as line:
                head = f"GET /ws/nowhere HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n"
                line.sendall(f"{head}{key}\r\n{cookie}\r\n\r\n".encode())
                assert int(line.recv(100).split()[1]) == status


def test_the_page_may_talk_to_its_own_socket_only(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        for host, sockets in [
            ("cards.example:8750", b"ws://cards.example:8750 wss://cards.example:8750;"),
            ("a b;c", b";"),
        ]:
            raw = here.say(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert b"connect-src 'self' ".rstrip() + (b" " if sockets != b";" else b"") + sockets in raw


def test_too_many_connections_from_one_address_are_turned_away_with_a_time(tmp_path: Path) -> None:
    with running(tmp_path, Limits(connections_of_address=3)) as here:
        lines = [here.connect() for _ in range(3)]
        while here.app.state.lobby.guards.connections.taken < 3:
            time.sleep(0.005)
        with here.connect() as line:
            raw = heard(line)
        assert answer(raw)[0] == 429
        assert b"retry-after: 20" in raw
        for line in lines:
            line.close()
        while here.app.state.lobby.guards.connections.taken:
            time.sleep(0.005)
        assert here.ask("GET", "/health")[0] == 200


def test_a_full_house_turns_everybody_away_and_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path, replace(LENIENT, connections=1)) as here, here.connect():
        while not here.app.state.lobby.guards.connections.taken:
            time.sleep(0.005)
        for _ in range(2):
            with here.connect() as line:
                assert answer(heard(line))[0] == 429
    assert caplog.text.count("all 1 connections are taken") == 1


def test_who_takes_what_they_asked_for_too_slowly_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "SECONDS_WITHOUT_READING", 0.2)
    with running(tmp_path) as here:
        big = max((path for path in WEB.rglob("*.js")), key=lambda path: path.stat().st_size).relative_to(WEB)
        request = f"GET /web/{big.as_posix()} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", here.port))
            # More than sockets hold between here and there.
            line.sendall(request * 16)
            while here.app.state.lobby.guards.connections.taken:
                time.sleep(0.005)
        assert here.ask("GET", "/health")[0] == 200


def test_the_next_request_has_its_deadline_when_it_began_before_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "SECONDS_FOR_A_HEAD", 0.5)
    with running(tmp_path) as here, here.connect() as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea")
        raw = heard(line)
        assert answer(raw)[0] == 200


def test_a_proxy_that_is_not_trusted_is_told_of_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as here:
        for _ in range(2):
            assert here.ask("GET", "/health", X_Forwarded_For="10.0.0.1")[0] == 200
    assert caplog.text.count("a proxy that isn't trusted") == 1


@pytest.fixture
def work() -> Iterator[jobs.Jobs]:
    made = jobs.Jobs(1)
    yield made
    made.close()


def test_a_job_that_takes_too_long_is_ended_and_the_next_has_its_turn(
    work: jobs.Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        work.most_seconds = 0.05
        monkeypatch.setattr(jobs, "GRACE", 0.05)
        with pytest.raises(CardhouseError) as refused:
            await work.run("ann", time.sleep, 1000)
        assert refused.value.key == "refused.server.too_hard"
        work.most_seconds = 600.0
        assert await work.run("ann", int) == 0

    asyncio.run(main())


def test_a_job_whose_worker_dies_is_refused_and_the_next_has_another(work: jobs.Jobs) -> None:
    async def main() -> None:
        with pytest.raises(CardhouseError) as refused:
            await work.run("ann", os.abort)
        assert refused.value.key == "refused.server.review"
        assert await work.run("ann", int) == 0

    asyncio.run(main())


def test_whoever_wants_much_waits_for_themselves(work: jobs.Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann's jobs take forever, and she has many; Bea's are done meanwhile."""
    monkeypatch.setattr(jobs, "GRACE", 0.05)

    async def main() -> None:
        hard = [asyncio.create_task(work.run("ann", time.sleep, 1000)) for _ in range(10)]
        assert [await work.run("bea", int) for _ in range(3)] == [0, 0, 0]
        for task in hard:
            task.cancel()
        await asyncio.gather(*hard, return_exceptions=True)
        assert await work.run("ann", int) == 0
        assert work._own == {}

    asyncio.run(main())


class Patient(Executor):
    """A worker that does at once what is quickly done, and never ends with the rest until it is ended."""

    def __init__(self) -> None:
        self.busy: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        if fn is time.sleep:
            self.busy.append(done)
        else:
            done.set_result(fn(*args))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for done in self.busy:
            if not done.done():
                done.set_exception(BrokenExecutor("ended"))


def test_two_networks_do_not_keep_everybody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that take forever, from many addresses of two networks; somebody else's is done all the same."""
    monkeypatch.setattr(jobs, "GRACE", 0.0)
    monkeypatch.setattr(jobs, "LOOK_EVERY", 0.001)
    now = [0.0]

    async def main() -> None:
        work = jobs.Jobs(1, Patient, 1e12, lambda: now[0])
        addresses = [f"2001:db8:{network}:{number}::/64" for network in (1, 2) for number in range(8)]
        hard = [asyncio.create_task(work.run(address, time.sleep, 1000)) for address in addresses]
        while sum(len(worker._worker.busy) for worker in work._workers if isinstance(worker._worker, Patient)) < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        mine = asyncio.create_task(work.run("10.0.0.1", int))
        await asyncio.sleep(0.01)
        assert not mine.done()
        now[0] = jobs.WHILE_OTHERS_WAIT + 1
        assert await mine == 0
        for task in hard:
            task.cancel()
        await asyncio.gather(*hard, return_exceptions=True)
        assert work._own == {}
        work.close()

    asyncio.run(main())


def test_when_who_asked_is_gone_their_replay_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = threading.Event()

    async def endless(*given: Any) -> bytes:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()
        raise AssertionError

    with running(tmp_path) as here:
        monkeypatch.setattr(here.app.state.lobby.jobs, "run", endless)
        record = a_record().encode()
        with here.connect() as line:
            line.sendall(
                f"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: {len(record)}\r\n\r\n".encode() + record
            )
            guards = here.app.state.lobby.guards
            while not guards.jobs_of_one.taken:
                time.sleep(0.005)
        assert given_up.wait(20)
        while guards.jobs_of_one.taken:
            time.sleep(0.005)


def test_health_says_when_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "CHECK_EVERY", 0.0)
    with running(tmp_path) as here:
        assert here.ask("GET", "/health") == (200, {"ok": True, "tables": 0})
        storage = here.app.state.lobby.storage

        async def fail() -> None:
            raise CardhouseError("store.failed", why="disk full")

        monkeypatch.setattr(storage, "check", fail)
        status, told = here.ask("GET", "/health")
        assert status == 503
        assert "disk full" in told["why"]


def test_health_says_that_a_table_is_damaged(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        wish = {"game": "durak", "seats": [{"kind": "you"}, {"kind": "here"}]}
        code = here.ask("POST", "/api/tables", json.dumps(wish).encode())[1]["code"]
        while here.ask("GET", f"/api/tables/{code}")[1]["status"] != "playing":
            time.sleep(0.005)
    with sqlite3.connect(tmp_path / "cardhouse.sqlite3") as data:
        row = (code, "act", 0.0, '{"seat": 0, "action": "defend 2c"}')
        data.execute("INSERT INTO log (code, kind, at, data) VALUES (?, ?, ?, ?)", row)
    data.close()
    with running(tmp_path) as here:
        assert "damaged" not in here.ask("GET", "/health")[1]
        assert here.ask("GET", f"/api/tables/{code}")[1]["key"] == "refused.server.damaged"
        assert here.ask("GET", "/health")[1]["damaged"].startswith("1 tables")


def test_health_says_that_saved_data_is_missing(tmp_path: Path) -> None:
    with running(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "cardhouse.sqlite3") as data:
        (house,) = data.execute("SELECT house FROM commits").fetchone()
    data.close()
    receipt = [house, 1_000, 5.0, 7, ["0123abcd"]]
    (tmp_path / "cardhouse.sqlite3-receipts").write_text(json.dumps(receipt) + "\n")
    with running(tmp_path) as here:
        status, told = here.ask("GET", "/health")
        assert (status, told["ok"]) == (200, True)
        assert "7 lines of logs, 1 tables" in told["missing"]
        assert "0123abcd" not in told["missing"]


def test_lists_come_in_pages(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        cookie = "cardhouse=a-secret-of-twenty-letters-and-more"
        wish = {"game": "threes", "seats": [{"kind": "you"}, {"kind": "link"}], "listed": True}
        made = [here.ask("POST", "/api/tables", json.dumps(wish).encode(), Cookie=cookie)[1]["code"] for _ in range(5)]
        for path in ("/api/tables", "/api/mine"):
            found = here.ask("GET", f"{path}?limit=2", Cookie=cookie)[1]
            assert [table["code"] for table in found] == made[3:]
            earlier = here.ask("GET", f"{path}?limit=2&before={found[0]['since']!r}", Cookie=cookie)[1]
            assert [table["code"] for table in earlier] == made[1:3]
            assert len(here.ask("GET", f"{path}?limit=nonsense&before=x", Cookie=cookie)[1]) == 5


def test_a_websocket_has_no_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was a request that had to arrive in time is none once it has become a WebSocket."""
    kept: list[Any] = []
    upgrade = BoundedHttp.handle_websocket_upgrade

    def noted(self: BoundedHttp) -> None:
        kept.append(self)
        upgrade(self)

    monkeypatch.setattr(BoundedHttp, "handle_websocket_upgrade", noted)
    with running(tmp_path) as here, here.connect() as line:
        line.sendall(
            b"GET /ws/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Cookie: cardhouse=somebody-who-asks-for-a-socket\r\n\r\n"
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        (protocol,) = kept
        assert protocol._deadline is None


def cookies_in(raw: bytes) -> list[str]:
    head = raw.partition(b"\r\n\r\n")[0].decode()
    return [line.partition(": ")[2] for line in head.split("\r\n") if line.lower().startswith("set-cookie")]


def test_over_https_the_cookie_is_of_this_host_alone_and_an_older_one_is_moved(tmp_path: Path) -> None:
    with running(tmp_path, secure=True) as here:

        def me(cookie: str) -> tuple[dict[str, Any], list[str]]:
            raw = here.say(
                f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n".encode()
            )
            return answer(raw)[1], cookies_in(raw)

        _, (new,) = me("")
        assert new.startswith("__Host-cardhouse=")
        assert {"secure", "path=/", "httponly"} <= {part.strip().lower() for part in new.split(";")}
        assert "domain" not in new.lower()
        secret = new.partition("=")[2].partition(";")[0]
        name = json.dumps({"name": "Ann", "face": "fox"}).encode()
        assert here.ask("PUT", "/api/me", name, Cookie=f"__Host-cardhouse={secret}")[0] == 200
        told, kept = me(f"__Host-cardhouse={secret}; cardhouse={'x' * 30}")
        assert (told["name"], kept) == ("Ann", [])
        # Who came before there was this name stays who they are.
        told, kept = me(f"cardhouse={secret}")
        assert told["name"] == "Ann"
        assert sorted(one.partition(";")[0] for one in kept) == [f"__Host-cardhouse={secret}", 'cardhouse=""']


def test_without_https_the_cookie_is_one_that_plain_http_can_keep(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        (cookie,) = cookies_in(here.say(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
        assert cookie.startswith("cardhouse=")


def test_figures_are_for_this_machine_only_unless_asked(tmp_path: Path) -> None:
    with running(tmp_path) as here:
        assert here.ask("GET", "/metrics")[0] == 200
        assert here.ask("GET", "/metrics", X_Forwarded_For="10.0.0.1")[0] == 404
    with running(tmp_path, trusted_proxies=["127.0.0.1"], metrics_from=["10.0.0.0/24"]) as here:
        assert here.ask("GET", "/metrics", X_Forwarded_For="10.0.0.1")[0] == 200
        assert here.ask("GET", "/metrics", X_Forwarded_For="10.0.1.1")[0] == 404
