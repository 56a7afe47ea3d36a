"""Nonsense for a server, in this process: random bytes, random JSON, messages in wrong order, strange requests.

Whatever comes, nothing may be answered with a status of 500 or more, nothing may be raised, and every table must stand
where its log says it stands and go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from one_line import OneLine
from raw_bytes import RawBytes, damaged, frames, pieces, request, upgrade

import cardhouse
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.engine.record import Record, read_record
from cardhouse.server.app import make_app
from cardhouse.server.budget import UNLIMITED
from cardhouse.server.limits import Limits
from cardhouse.server.lobby import Lobby
from cardhouse.server.people import person_id
from cardhouse.table.table import Table

MANY = 1_000_000_000
LENIENT = Limits(
    tables=MANY, tables_of_one=MANY, tables_of_address=MANY, messages_a_second=1_000_000, forgiven=MANY,
    creations_of_one=UNLIMITED, creations_of_address=UNLIMITED, work_of_one=UNLIMITED, work_of_address=UNLIMITED,
    work_of_network=UNLIMITED, disk_of_one=UNLIMITED, disk_of_address=UNLIMITED, disk_of_network=UNLIMITED,
)  # fmt: skip
SECRETS = [f"fuzz-secret-of-person-{number}" for number in range(4)]
GAMES = {"hearts": 4, "threes": 2, "durak": 3, "ratscrew": 2, "slapjack": 3}
VERBS = ["act", "slap", "start", "sit", "leave", "pause", "rematch", "react", "hint", "pong", "", "happened", "dance"]
ACTIONS = ["turn", "slap", "take", "done", "play 7h", "pass 2c 3c 4c", "attack 7h", "beat 7h 9h", "fire", "🂡", ""]
METHODS = ["GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "NONSENSE"]
PATHS = [
    "/", "/api/me", "/api/games", "/api/tables", "/api/mine", "/api/tables/{}", "/api/tables/{}/sit", "/api/history",
    "/api/records/{}", "/api/records/{}/replay", "/api/replay", "/api/review", "/api/stats", "/health", "/metrics",
    "/web/{}", "/web/../{}", "/games/{}", "/games/hearts/{}", "/shell.json", "/sw.js",
    "/manifest.webmanifest", "/ws/{}", "/{}",
]  # fmt: skip


@dataclass
class Found:
    """What came back, and what should not have."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


class Fuzzer:
    """Sends nonsense to one application."""

    def __init__(self, app: Any, seed: int) -> None:
        self.app = app
        self.lobby: Lobby = app.state.lobby
        self.random = random.Random(seed)
        self.found = Found()
        self.codes: list[str] = []
        self.at = ""
        self.record = ""

    # What is sent.

    def text(self, most: int = 40) -> str:
        letters = "abc0123456789 {}[]\"\\':,\n\t/%.\x00é🂡\u202e"
        return "".join(self.random.choice(letters) for _ in range(self.random.randrange(most)))

    def value(self, depth: int = 0) -> Any:
        """Any JSON value."""
        kinds = ["none", "bool", "int", "huge", "float", "text", "list", "dict"]
        match self.random.choice(kinds[: 6 if depth > 3 else 8]):
            case "none":
                return None
            case "bool":
                return self.random.random() < 0.5
            case "int":
                return self.random.randrange(-3, 12)
            case "huge":
                return self.random.choice([2**31, 2**63, -(2**63) - 1, 2**64, 10**400, -1])
            case "float":
                return self.random.choice([0.5, -1e308, 1e308, 300.0, -0.0])
            case "text":
                return self.text()
            case "list":
                return [self.value(depth + 1) for _ in range(self.random.randrange(5))]
        return {self.text(8): self.value(depth + 1) for _ in range(self.random.randrange(5))}

    def message(self) -> str | bytes:
        """A message for a table: sense, nonsense, or something in between."""
        chance = self.random.random()
        if chance < 0.15:
            return self.random.randbytes(self.random.randrange(200))
        if chance < 0.25:
            return self.text(300)
        if chance < 0.4:
            return json.dumps(self.value())
        if chance < 0.42:
            return "[" * self.random.randrange(4000)
        if chance < 0.44:
            return json.dumps({"t": "act", "action": "x" * self.random.randrange(9000)})
        said = self.sense()
        if chance < 0.65:
            said[self.random.choice([*said, "extra"])] = self.value()
        raw = json.dumps(said)
        if chance > 0.97:
            at = self.random.randrange(len(raw))
            raw = raw[:at] + self.text(4) + raw[at + 1 :]
        return raw.replace("300.0", "1e999") if chance > 0.95 else raw

    def sense(self) -> dict[str, Any]:
        """A message that could be right, at another time."""
        verb = self.random.choice(["act", self.random.choice(VERBS)])
        seat = self.random.randrange(-1, 5)
        table = self.lobby.tables.get(self.at)
        match verb:
            case "act":
                action = self.random.choice(ACTIONS)
                step = self.random.randrange(50)
                if table is not None and table.state.round is not None and self.random.random() < 0.7:
                    game = table.state.round.game
                    seat = self.random.choice([*game.turn(), seat % int(game.seats)])
                    legal = game.legal(seat)
                    step = int(game.step)
                    action = str(legal[self.random.randrange(len(legal))]) if len(legal) else action
                return {"t": "act", "seat": seat, "action": action, "step": step, "id": 7}
            case "slap":
                token = table.slaps.token if table is not None and table.slaps.token else "none"
                return {"t": "slap", "seat": seat, "token": token, "reaction": self.random.choice([300.0, -5.0, 0.0])}
            case "sit" | "leave" | "hint":
                return {"t": verb, "seat": seat}
            case "pause":
                return {"t": "pause", "on": self.random.random() < 0.1}
            case "react":
                return {"t": "react", "seat": seat, "kind": self.random.choice(["paw", "purr", "bark"])}
            case "pong":
                return {"t": "pong", "n": self.random.randrange(2**31)}
        return {"t": verb}

    def word(self) -> str:
        """Something for a path."""
        return self.random.choice([*self.codes, *[f"{code}-1" for code in self.codes], self.text(), "..", "x" * 3000])

    def body(self, path: str) -> bytes:
        chance = self.random.random()
        if chance < 0.2:
            return self.random.randbytes(self.random.randrange(300))
        if path.startswith(("/api/replay", "/api/review")) and chance < 0.9:
            lines = self.record.splitlines() or ["Cardhouse record 1"]
            for _ in range(self.random.randrange(1, 6)):
                at = self.random.randrange(len(lines))
                lines[at] = self.random.choice(
                    [self.text(), lines[at][:-1], "seats: 99999999999", "seed: " + "9" * 5000]
                )
            return "\n".join(lines if "replay" in path else lines[:8]).encode("utf-8", "replace")
        if chance < 0.4:
            return json.dumps(self.value()).encode()
        seats = [{"kind": self.random.choice(["you", "here", "link", "cat", "dog"]), "level": "random"}] * 3
        wish: dict[str, Any] = {"game": self.random.choice([*GAMES, "bridge"]), "seats": seats, "options": {}}
        if path == "/api/me":
            wish = {"name": self.text(60), "face": "fox"}
        elif path.endswith("sit"):
            wish = {"seat": self.random.choice([None, 0, 1, 2, 9, -1])}
        if chance < 0.7:
            wish[self.random.choice([*wish, "pace", "extra"])] = self.value()
        return b"x" * 20_000 if chance > 0.98 else json.dumps(wish).encode()

    def headers(self) -> list[tuple[bytes, bytes]]:
        secret = self.random.choice([*SECRETS, self.text(), "x" * 5000])
        cookie = self.random.choice([f"cardhouse={secret}", secret, f"cardhouse={secret}; cardhouse=", ";;=;"])
        return [(b"host", b"test"), (b"cookie", cookie.encode("latin-1", "replace")), (b"accept-encoding", b"gzip")]

    # How it is sent.

    async def request(self) -> None:
        """One HTTP request."""
        path = self.random.choice(PATHS).format(self.word())
        method = self.random.choice(METHODS)
        parts = [self.body(path)] if method in ("POST", "PUT", "PATCH") else [b""]
        query = self.random.choice(["", "before=nan", "before=1e999", "seat=²", "seat=" + "9" * 5000, self.text()])
        status = await self._ask(method, path, quote(query, safe="=&").encode(), parts[0])
        self.found.sent += 1
        self.found.answers[f"http {status // 100}xx"] += 1
        if not 200 <= status < 500:
            self.found.failures.append(f"{method} {path[:60]} {query[:20]}: {status}")

    async def _ask(self, method: str, path: str, query: bytes, body: bytes) -> int:
        status = 0
        sent = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not sent:
                await asyncio.Event().wait()
            return sent.pop()

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]

        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode("utf-8", "replace"), "query_string": query, "root_path": "",
            "headers": self.headers(), "client": ("test", 1), "server": ("test", 80), "state": {},
        }  # fmt: skip
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            self.found.failures.append(f"{method} {path[:60]}: {error!r}")
            return 599
        return status

    async def socket(self, code: str, secret: str, messages: int) -> None:
        """One WebSocket that sends this many messages."""
        self.at = code
        query = self.random.choice(["", "?round=1&step=0", "?round=x&step=", f"?round={'9' * 5000}&step=1"])
        line = OneLine(self.app.state.door, f"/ws/{code}{query}", f"cardhouse={secret}")
        try:
            for _ in range(messages):
                while not line.heard_of():
                    await asyncio.sleep(0.001)
                if line.gone:
                    break
                line.say(self.message())
                self.found.sent += 1
                # Now and then everything that was said is done before more is.
                await asyncio.sleep(0 if self.random.random() < 0.8 else 0.003)
            await asyncio.sleep(0.05)
            line.hang_up()
        except Exception as error:
            self.found.failures.append(f"socket: {error!r}")
        self.found.answers.update(f"socket {kind}" for kind in line.kinds)

    async def raw(self) -> None:
        """One connection, byte by byte: some that are nearly requests, then perhaps a WebSocket with nearly frames."""
        line, chance = RawBytes(self.app), self.random
        try:
            for _ in range(chance.randrange(1, 5)):
                paths = [chance.choice(PATHS).format(quote(self.word())[:200]) for _ in range(3)]
                told, raw = len(line.statuses), request(chance, paths)
                await self._say(line, raw if chance.random() < 0.6 else damaged(chance, raw))
                for _ in range(chance.choice([0, 50])):
                    if line.gone or len(line.statuses) > told:
                        break
                    await asyncio.sleep(0.0005)
            if chance.random() < 0.6:
                line.hang_up()
                line = RawBytes(self.app)
                await line.say(upgrade(self.at or self.codes[0]))
                await asyncio.sleep(0.002)
                for _ in range(chance.randrange(1, 20)):
                    said = self.message()
                    raw = frames(chance, said if isinstance(said, bytes) else said.encode())
                    await self._say(line, damaged(chance, raw))
            await asyncio.sleep(0)
            line.hang_up()
        except Exception as error:
            self.found.failures.append(f"bytes: {error!r}")
        for status in line.statuses:
            self.found.answers[f"bytes {status // 100}xx"] += 1
            if status >= 500:
                self.found.failures.append(f"bytes: {bytes(line.heard)[:300]!r}")

    async def _say(self, line: RawBytes, raw: bytes) -> None:
        for piece in pieces(self.random, raw):
            if line.gone:
                break
            await line.say(piece)
        self.found.sent += 1
        await asyncio.sleep(0)

    async def restore(self) -> None:
        """A table of every game is there: some nonsense is a host's wish to discard one."""
        people = [Person(person_id(secret), f"P{number}") for number, secret in enumerate(SECRETS)]
        standing = {self.lobby.plans[code].game: code for code in self.codes if code in self.lobby.plans}
        for game, seats in GAMES.items():
            if game in standing:
                continue
            wishes = [SeatRequest("you"), *[SeatRequest("link")] * (seats - 2), SeatRequest("cat", level="random")]
            table = await self.lobby.make(CreateTable(game, wishes, pace="instant", hints=False), people[0])
            standing[game] = table.code
            for person in people[1 : seats - 1]:
                await table.take_seat(person)
        self.codes = list(standing.values())

    # What must still be true.

    async def check(self, table: Table) -> None:
        """A table stands where its log says, and goes on."""
        for _ in range(2000):
            if not table.busy:
                break
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        storage = self.lobby.storage
        again = Table(table.state.plan, storage, self.lobby.pool, await storage.log(table.code))
        mine, logged = table.state.round, again.state.round
        if (mine is None) != (logged is None):
            self.found.failures.append(f"{table.state.plan.game}: the log has another round")
        if mine is not None and logged is not None and mine.game.digest() != logged.game.digest():
            self.found.failures.append(f"{table.state.plan.game}: the log has another game")
        if again.state.seating.plans != table.state.seating.plans or again.state.paused != table.state.paused:
            self.found.failures.append(f"{table.state.plan.game}: the log has another table")
        if table._task is None or table._task.done():
            self.found.failures.append(f"{table.state.plan.game}: the table does not listen any more")
        if mine is not None and mine.game.over:
            read_record(await storage.record(f"{table.code}-{mine.number}") or "").verify()


@contextlib.asynccontextmanager
async def fuzzed(folder: Path, seed: int, limits: Limits = LENIENT) -> AsyncIterator[Fuzzer]:
    """A house with a table of every game, and who will talk nonsense at them."""
    app = make_app(folder, 0, limits)
    async with app.router.lifespan_context(app):
        fuzzer = Fuzzer(app, seed)
        await fuzzer.restore()
        fuzzer.record = a_record()
        yield fuzzer


def a_record() -> str:
    """The record of a short game."""
    game = cardhouse.new("threes", seats=2, seed=3)
    record = Record.of(game, ["Ann", "Bea"], "5a17")
    while not game.over:
        seat = game.turn()[0]
        action = str(game.legal(seat)[0])
        game.apply(seat, action)
        record.add(seat, action)
    record.close(game)
    return record.text()
