"""One person's WebSocket at a table: reads with limits, writes without ever holding the table up.

The HTTP server hands a connection over here when it asks to become a WebSocket. From then on its bytes go straight
to the table and back, with no task and no queue in between: what everybody is told of an action is on its way within
the same turn of the loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from http import HTTPStatus
from struct import pack
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from starlette.requests import cookie_parser
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from ..errors import CardhouseError
from ..messages import Pong, Refusal, ToPerson, encode, read_from_person
from ..table.guest import Guest
from ..table.seating import Person
from ..table.table import Table
from ..words import say
from .house import House, Limits
from .people import People

PLACE = "/ws/"
MOST_WAITING = 1_000_000
LARGEST_FRAME = 64 * 1024
WHOLE_TEXT = 0x80 | Opcode.TEXT
ALIVE_EVERY = 20.0
LONGEST_CLOSING = 5.0


class Pace:
    """How many messages somebody may send; each one too many is forgiven a limited number of times."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.times: deque[float] = deque(maxlen=limits.messages_a_second)
        self.sins = 0

    def allows(self, now: float) -> bool:
        """Whether one more message is fine now."""
        if len(self.times) == self.times.maxlen and now - self.times[0] < 1.0:
            return False
        self.times.append(now)
        return True

    def patience_is_over(self) -> bool:
        """Note something bad; whether it was one time too many."""
        self.sins += 1
        return self.sins > self.limits.forgiven


def text_frame(payload: bytes) -> bytes:
    """A text message as it goes out: the library's own way to it costs as much as making the message."""
    size = len(payload)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + payload
    if size < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def same_origin(request: Request) -> bool:
    """Whether the page that opened the socket came from here; programs send no origin."""
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("Host")


class Socket(asyncio.Protocol):
    """One connection, from its opening to its end."""

    def __init__(self, house: House, people: People, connections: set[Any], tasks: set[asyncio.Task[None]]) -> None:
        self.house = house
        self.people = people
        self.connections = connections
        self.tasks = tasks
        self.frames = ServerProtocol(max_size=LARGEST_FRAME)
        self.pace = Pace(house.limits)
        self.table: Table | None = None
        self.guest: Guest | None = None
        self._transport: asyncio.Transport
        self._parts: list[bytes] = []
        self._alive = True
        self._timer: asyncio.TimerHandle | None = None

    # What the HTTP server calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not every loop's transport is a subclass of asyncio's own.
        self._transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.discard(self)
        self._part()
        if self._timer is not None:
            self._timer.cancel()

    def shutdown(self) -> None:
        """The server is about to end."""
        self._close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._alive = True
        self.frames.receive_data(data)
        for event in self.frames.events_received():
            if isinstance(event, Request):
                self._asked(event)
            elif isinstance(event, Frame):
                self._framed(event)
        self._flush()
        if self.frames.close_expected():
            self._give_up_after(LONGEST_CLOSING)
        if self.frames.state is State.CLOSED:
            self._transport.close()

    def eof_received(self) -> None:
        self.frames.receive_eof()
        self._flush()

    # Coming in.

    def _asked(self, request: Request) -> None:
        where = urlsplit(request.path)
        person = self.people.holder(_cookies(request))
        if not where.path.startswith(PLACE) or not same_origin(request) or person is None:
            self.frames.send_response(self.frames.reject(HTTPStatus.FORBIDDEN, ""))
            return
        answer = self.frames.accept(request)
        self.frames.send_response(answer)
        if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            return
        # Nothing is heard before there is somebody to hear it.
        self._transport.pause_reading()
        enter = self._enter(unquote(where.path.removeprefix(PLACE)), person, _last(where.query))
        task = asyncio.get_running_loop().create_task(enter)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _enter(self, code: str, person: Person, last: tuple[int, int] | None) -> None:
        try:
            table = await self.house.find(code)
            if self._transport.is_closing():
                return
            self.guest = table.join(person, self.send, last)
        except CardhouseError as error:
            self.send(Refusal(error.key, str(error)))
            self._close(CloseCode.POLICY_VIOLATION, error.key)
            return
        finally:
            if not self._transport.is_closing():
                self._transport.resume_reading()
        self.table = table
        self.house.metrics.observe("sockets", 1)
        self._timer = asyncio.get_running_loop().call_later(ALIVE_EVERY, self._ask_whether_alive)

    def _framed(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            raw = b"".join(self._parts)
            self._parts = []
            self._heard(raw)

    def _heard(self, raw: bytes) -> None:
        table, guest, limits = self.table, self.guest, self.house.limits
        if table is None or guest is None:
            return
        self.house.metrics.observe("messages", 1)
        if len(raw) > limits.message:
            self._refuse("refused.server.too_long", size=len(raw), most=limits.message)
            return
        try:
            message = read_from_person(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse("refused.server.message", why=str(error)[:200])
            return
        # An answer that was asked for is not held against anybody.
        if (isinstance(message, Pong) and guest.awaits(message.n)) or self.pace.allows(time.monotonic()):
            table.hear(guest, message)
        else:
            self._refuse("refused.server.too_many", most=limits.messages_a_second)

    def _refuse(self, key: str, **facts: object) -> None:
        self.house.metrics.observe("refusals", 1)
        self.send(Refusal(key, say(key, facts), facts))
        if self.pace.patience_is_over():
            self._close(CloseCode.POLICY_VIOLATION, "too much that can't be taken")

    # Going out.

    def send(self, message: ToPerson) -> None:
        """Send a message; somebody who reads too slowly is let go and comes back to what they missed."""
        if self.frames.state is not State.OPEN:
            return
        self._transport.write(text_frame(encode(message)))
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self._part()
            self._transport.abort()

    def _flush(self) -> None:
        for data in self.frames.data_to_send():
            if data:
                self._transport.write(data)
            elif self._transport.can_write_eof():
                self._transport.write_eof()

    def _close(self, code: CloseCode, why: str = "") -> None:
        if self.frames.state is State.OPEN:
            self.frames.send_close(code, why)
            self._flush()
            self._give_up_after(LONGEST_CLOSING)
        self._part()

    def _give_up_after(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def _part(self) -> None:
        """Be at the table no longer."""
        if self.table is not None and self.guest is not None:
            self.house.metrics.observe("sockets", -1)
            self.house.gone += 1
            self.table.part(self.guest)
        self.table = self.guest = None

    def _ask_whether_alive(self) -> None:
        """Whoever has said nothing, nor answered, since they were asked last is gone."""
        if not self._alive:
            self._part()
            self._transport.abort()
            return
        self._alive = False
        if self.frames.state is State.OPEN:
            self.frames.send_ping(b"")
            self._flush()
        self._timer = asyncio.get_running_loop().call_later(ALIVE_EVERY, self._ask_whether_alive)


def sockets_for(house: House, people: People) -> type[Socket]:
    """What the HTTP server makes of a connection that asks to become a WebSocket."""

    class OfThisHouse(Socket):
        def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
            super().__init__(house, people, server_state.connections, server_state.tasks)

    return OfThisHouse


def _cookies(request: Request) -> dict[str, str]:
    found: dict[str, str] = {}
    for header in request.headers.get_all("Cookie"):
        found.update(cookie_parser(header))
    return found


def _last(query: str) -> tuple[int, int] | None:
    fields = parse_qs(query)
    try:
        return int(fields["round"][0]), int(fields["step"][0])
    except (KeyError, ValueError):
        return None
