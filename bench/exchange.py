"""Tables of four scripted players, on Cardhouse or on boardgame.io, and how long everybody waits for an action.

At each table one action is under way at a time: it is sent, and when all four have been told of it, the next one is.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from bench.wire import Wire

SEATS = 4
# The actions of a deal of Hearts for four: passes and cards.
DEAL = 56
STEP = re.compile(rb'"step":(\d+)')
TURN = re.compile(rb'"turn":\[(\d)')
LEGAL = re.compile(rb'"legal":\["([^"]+)"')
STATE = re.compile(rb'"_stateID":(\d+)')
PLAYER = re.compile(rb'"currentPlayer":"(\d)"')


class Stopwatch:
    """The seconds from each action's being sent to its being seen by all, between `start` and `stop`."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.running = False

    def took(self, seconds: float) -> None:
        if self.running:
            self.waits.append(seconds)


class Exchange(ABC):
    """One table: knows what each player was told last, and who is to act."""

    def __init__(self, watch: Stopwatch, every: float) -> None:
        self.watch = watch
        self.every = every
        self.wires: list[Wire] = []
        self.latest: list[bytes] = [b""] * SEATS
        self.step = 0
        self.stopped = False
        # Paced tables first come to different points of a deal, as fast as they can.
        self.ahead = random.randrange(DEAL) if every else 0
        self._seen = 0
        self._sent = 0.0
        self._due = 0.0

    def begin(self) -> None:
        """Send the first action."""
        if self.ahead:
            self._act()
        else:
            self._take_pace()

    def _take_pace(self) -> None:
        """Send the next action, with ``every`` at a random moment within it."""
        self._due = time.perf_counter() + random.random() * self.every
        self._next()

    def told(self, seat: int, step: int, message: bytes) -> None:
        """A player was told how things stand after this step."""
        self.latest[seat] = message
        if step != self.step + 1:
            return
        self._seen += 1
        if self._seen == SEATS:
            self.watch.took(time.perf_counter() - self._sent)
            self.step, self._seen = step, 0
            if not self.ahead:
                self._next()
                return
            self.ahead -= 1
            if self.ahead:
                self._act()
            else:
                self._take_pace()

    def _next(self) -> None:
        if self.stopped:
            return
        wait = self._due - time.perf_counter() if self.every else 0.0
        self._due += self.every
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._act)
        else:
            self._act()

    def _act(self) -> None:
        if not self.stopped:
            self._sent = time.perf_counter()
            self.act()

    @abstractmethod
    def act(self) -> None:
        """Send the next action."""

    def close(self) -> None:
        """Stop, and leave the table."""
        self.stopped = True
        for wire in self.wires:
            wire.close()


class OnCardhouse(Exchange):
    """Hearts for four people."""

    async def sit(self, host: str, number: int, through: str = "") -> None:
        """Make a table, take its seats and connect to it, maybe through another node."""
        cookies = [f"cardhouse=bench-{number:010}-{random.getrandbits(64):016x}-{seat}" for seat in range(SEATS)]
        wish = {"game": "hearts", "seats": [{"kind": "link"}] * SEATS, "options": {"limit": 500, "claims": False}}
        code = (await ask(host, "POST", "/api/tables", cookies[0], wish))["code"]
        for seat, cookie in enumerate(cookies):
            await ask(host, "POST", f"/api/tables/{code}/sit", cookie, {"seat": seat})
        for seat, cookie in enumerate(cookies):
            self.wires.append(await Wire.open(through or host, f"/ws/{code}", cookie, partial(self.hear, seat)))
        while not all(LEGAL.search(message) or b'"legal":[]' in message for message in self.latest):
            await asyncio.sleep(0.01)

    def hear(self, seat: int, raw: bytes) -> None:
        if raw.startswith((b'{"t":"step"', b'{"t":"welcome"')):
            found = STEP.search(raw)
            assert found is not None
            self.told(seat, int(found[1]), raw)
        elif raw.startswith(b'{"t":"refusal"'):
            raise RuntimeError(raw.decode())

    def act(self) -> None:
        turn = TURN.search(self.latest[0])
        if turn is None:
            # The game is over, after some hundred actions: this table has done its share.
            self.stopped = True
            return
        seat = int(turn[1])
        legal = LEGAL.search(self.latest[seat])
        assert legal is not None
        self.wires[seat].say(b'{"t":"act","seat":%d,"action":"%s","step":%d}' % (seat, legal[1], self.step))


class OnBoardgameIo(Exchange):
    """Four hands of which one card after another is played: see ``boardgame_io.cjs``."""

    async def sit(self, host: str, number: int) -> None:
        """Make a match by asking for it, and connect to it."""
        self.match = f"match{number}"
        for seat in range(SEATS):
            path = "/socket.io/?EIO=4&transport=websocket"
            self.wires.append(await Wire.open(host, path, "", partial(self.hear, seat)))
            while not STATE.search(self.latest[seat]):
                await asyncio.sleep(0.005)

    def hear(self, seat: int, raw: bytes) -> None:
        wire = self.wires[seat] if seat < len(self.wires) else None
        if raw.startswith(b"0"):
            asyncio.get_running_loop().call_soon(self._enter, seat)
        elif raw.startswith(b"2") and wire is not None:
            wire.say(b"3")
        elif raw.startswith(b"40/hands") and wire is not None:
            wire.say(b'42/hands,["sync","%s","%d",null,%d]' % (self.match.encode(), seat, SEATS))
        elif raw.startswith((b'42/hands,["update"', b'42/hands,["sync"')):
            found = STATE.search(raw)
            assert found is not None
            self.told(seat, int(found[1]), raw)

    def _enter(self, seat: int) -> None:
        if seat < len(self.wires):
            self.wires[seat].say(b"40/hands,")
        else:
            asyncio.get_running_loop().call_later(0.002, self._enter, seat)

    def act(self) -> None:
        player = PLAYER.search(self.latest[0])
        assert player is not None
        payload = {"type": "play", "args": [0], "playerID": player[1].decode(), "credentials": None}
        action = json.dumps({"type": "MAKE_MOVE", "payload": payload}).encode()
        rest = b'%d,"%s","%s"' % (self.step, self.match.encode(), player[1])
        self.wires[int(player[1])].say(b'42/hands,["update",%s,%s]' % (action, rest))


class OnRelay(Exchange):
    """No game: each message is answered to all four."""

    async def sit(self, host: str, number: int) -> None:
        """Connect to the place of this number."""
        self.ahead = 0
        self.latest = [b""] * SEATS
        for seat in range(SEATS):
            self.wires.append(await Wire.open(host, f"/{number}", "", partial(self.hear, seat)))

    def hear(self, seat: int, raw: bytes) -> None:
        found = STEP.search(raw)
        assert found is not None
        self.told(seat, int(found[1]), raw)

    def act(self) -> None:
        self.wires[self.step % SEATS].say(b'{"t":"act","seat":%d,"action":"play 2c","step":%d}' % (0, self.step))


async def ask(host: str, method: str, path: str, cookie: str, body: object) -> dict[str, str]:
    """The answer to one HTTP request, on a connection of its own."""
    address, _, port = host.rpartition(":")
    data = json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n"
    reader, writer = await asyncio.open_connection(address, int(port))
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    head_, _, raw = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head_.splitlines()[0] + b" ":
        raise RuntimeError(f"{path}: {answer[:400]!r}")
    found: dict[str, str] = msgspec.json.decode(raw)
    return found


async def seated(tables: list[Exchange], sit: Callable[[Exchange, int], Awaitable[None]], at_once: int = 20) -> None:
    """Seat everybody, some tables at a time."""
    for first in range(0, len(tables), at_once):
        await asyncio.gather(*[sit(table, first + n) for n, table in enumerate(tables[first : first + at_once])])
