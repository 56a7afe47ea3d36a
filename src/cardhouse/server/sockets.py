"""A person's WebSocket as the HTTP server hands it over: reads with limits, writes without ever holding the table up.

From then on its bytes go straight to the table and back, with no task and no queue in between: what everybody is told
of an action is on its way within the same turn of the loop. Where the table is another node's, the bytes go there and
back as they are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from struct import pack
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from ..engine.errors import CardhouseError, Refused
from .api import last_seen
from .faults import ended
from .forwarding import MOVED, Upstream
from .guard import NODE_HEADER, check_origin, secret_of
from .line import ends_here, round_trip
from .visit import MOST_WAITING, PLACE, Door, Visit

LARGEST_FRAME = 64 * 1024
WHOLE_TEXT = 0x80 | Opcode.TEXT
MASKED = 0x80
# Of a short message: two bytes, and the mask.
MASKED_HEAD = 6
# So much is taken apart at once: a frame has at least six bytes, and costs some microseconds.
A_SLICE = 2048
ALIVE_EVERY = 20.0
LONGEST_CLOSING = 5.0


def text_frame(payload: bytes) -> bytes:
    """A text message as it goes out: the library's own way to it costs as much as making the message."""
    size = len(payload)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + payload
    if size < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def short_text(data: bytes) -> bytes | None:
    """Return what a client says, if these bytes are one short text message and nothing else.

    Most are, and the library's own way to it costs several times as much.
    """
    size = len(data) - MASKED_HEAD
    if not 0 < size < 126 or data[0] != WHOLE_TEXT or data[1] != MASKED | size:
        return None
    mask = int.from_bytes((data[2:MASKED_HEAD] * 32)[:size], "big")
    return (int.from_bytes(data[MASKED_HEAD:], "big") ^ mask).to_bytes(size, "big")


class Socket(asyncio.Protocol):
    """One connection, from its opening to its end."""

    def __init__(self, door: Door, connections: set[Any], tasks: set[asyncio.Task[None]]) -> None:
        self.door = door
        self.lobby = door.lobby
        self.connections = connections
        self.tasks = tasks
        # Called when the connection has ended.
        self.leave: Callable[[], None] | None = None
        self.frames = ServerProtocol(max_size=LARGEST_FRAME)
        self.visit = Visit(door, self._send, self._close)
        self._upstream: Upstream | None = None
        self._transport: asyncio.Transport
        # Whether it is a WebSocket now, and neither end has begun to close it.
        self._open = False
        # Of a message that comes in fragments: whether it goes on, what has come of it, and its size.
        self._unfinished = False
        self._parts: list[bytes] = []
        self._size = 0
        # What has come and is not taken apart yet; why nothing is read now.
        self._later = b""
        self._held: set[str] = set()
        self._alive = True
        self._timer: asyncio.TimerHandle | None = None

    # What the HTTP server calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not every loop's transport is a subclass of asyncio's own.
        self._transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.discard(self)
        self.visit.leave()
        if self._upstream is not None:
            self._upstream.close()
        if self.leave is not None:
            self.leave()
        if self._timer is not None:
            self._timer.cancel()

    def shutdown(self) -> None:
        """The server is about to end."""
        self._close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._upstream is not None:
            self._upstream.write(data)
            return
        self._alive = True
        if self._later:
            self._later += data
            return
        if self._open and not self._unfinished and not self.frames.reader.buffer:
            text = short_text(data)
            if text is not None:
                self._hear(text, len(text))
                return
        self._take(data)

    def _take(self, data: bytes) -> None:
        """Take bytes apart, a slice at a time: between two of them it is others' turn."""
        try:
            self._taken(data[:A_SLICE])
        except Exception as error:
            ended("a socket", error)
            self.visit.part()
            self._transport.abort()
            return
        self._later = data[A_SLICE:]
        if self._later:
            self._hold("slices")
            asyncio.get_running_loop().call_soon(self._take_more)

    def _take_more(self) -> None:
        later, self._later = self._later, b""
        if self._transport.is_closing() or "end" in self._held:
            return
        if later:
            self._take(later)
        if not self._later:
            self._release("slices")

    def _taken(self, data: bytes) -> None:
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

    def _hold(self, why: str) -> None:
        """Read nothing, for this reason and for as long as there is one."""
        if not self._held:
            self._transport.pause_reading()
        self._held.add(why)

    def _release(self, why: str) -> None:
        if why in self._held:
            self._held.discard(why)
            if not self._held and not self._transport.is_closing():
                self._transport.resume_reading()

    def eof_received(self) -> None:
        if self._upstream is None:
            self.frames.receive_eof()
            self._flush()

    def pause_writing(self) -> None:
        if self._upstream is not None:
            self._upstream.pause()

    def resume_writing(self) -> None:
        if self._upstream is not None:
            self._upstream.resume()

    # Coming in.

    def _asked(self, request: Request) -> None:
        where = urlsplit(request.path)
        secret = secret_of(request.headers.get_all("Cookie"))
        node = self.door.addresses.is_node("".join(request.headers.get_all(NODE_HEADER)))
        try:
            if not node:
                hosts = request.headers.get_all("Host")
                host = hosts[0] if len(hosts) == 1 else ""
                self.door.hosts.check(host)
                check_origin(request.headers.get_all("Origin"), host)
        except Refused:
            secret = None
        if not where.path.startswith(PLACE) or secret is None:
            self._reject(HTTPStatus.FORBIDDEN)
            return
        name = self._transport.get_extra_info("peername")
        peer = name[0] if isinstance(name, tuple) else ""
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        self.visit.address = self.door.addresses.of(peer, forwarded, node)
        if not node and ends_here(peer, forwarded != "", self.door.addresses):
            self.visit.line = partial(round_trip, self._transport)
        # Nothing is heard before there is somebody to hear it.
        self._hold("entering")
        code = unquote(where.path.removeprefix(PLACE))
        if self.door.nodes is None or code.lower() in self.lobby.tables:
            self._accept(request, code, secret)
        else:
            self._start(self._route(request, code, secret, node))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            ended("a socket", error)
            self._transport.abort()

    def _reject(self, status: HTTPStatus) -> None:
        self.frames.send_response(self.frames.reject(status, ""))

    def _accept(self, request: Request, code: str, secret: str) -> None:
        answer = self.frames.accept(request)
        self.frames.send_response(answer)
        if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._release("entering")
            return
        self._start(self._enter(code, secret, last_seen(urlsplit(request.path).query)))

    async def _route(self, request: Request, code: str, secret: str, node: bool) -> None:
        """Let somebody in here or, where the table is another node's, pass on what they say."""
        assert self.door.nodes is not None
        upstream = None
        try:
            if node:
                # Who forwards asks again; it goes no further from here.
                if not await self.door.nodes.answers_for(code):
                    self._reject(MOVED)
            else:
                upstream = await self.door.nodes.dial(code, request, self.visit.address)
        except CardhouseError:
            # What is wrong is said once they are in.
            pass
        if self._transport.is_closing():
            if upstream is not None:
                upstream.close()
            return
        if upstream is not None:
            self._upstream = upstream
            upstream.carry_to(self._transport)
            self._release("entering")
            return
        if self.frames.state is State.CONNECTING and not self.frames.close_expected():
            self._accept(request, code, secret)
        else:
            self._release("entering")
        self._flush()

    async def _enter(self, code: str, secret: str, last: tuple[int, int] | None) -> None:
        try:
            entered = await self.visit.enter(code, secret, last, lambda: not self._transport.is_closing())
        finally:
            self._release("entering")
        if entered:
            self._timer = asyncio.get_running_loop().call_later(ALIVE_EVERY, self._ask_whether_alive)

    def _framed(self, frame: Frame) -> None:
        # What came before the other end's close counts, also where both came at once.
        if self.frames.state is not State.OPEN and not self.frames.close_rcvd_then_sent:
            return
        told = frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
        # What is no whole message costs something too: pings, fragments, empty frames.
        if not (told and frame.fin and frame.data) and not self.visit.pace.allows(time.monotonic()):
            self._goes_on(self.visit.refuse("refused.server.too_many", most=self.lobby.limits.messages_a_second))
        if not told:
            return
        self._unfinished = not frame.fin
        self._size += len(frame.data)
        if self._size <= self.lobby.limits.message:
            self._parts.append(bytes(frame.data))
        if frame.fin:
            raw, size = b"".join(self._parts), self._size
            self._parts, self._size = [], 0
            self._hear(raw, size)

    def _hear(self, raw: bytes, size: int) -> None:
        self._goes_on(self.visit.heard(raw, size))
        debt = self.visit.debt
        if debt > 0 and "debt" not in self._held:
            self._hold("debt")
            asyncio.get_running_loop().call_later(debt, self._release, "debt")

    def _goes_on(self, patient: bool) -> None:
        if not patient:
            # Nothing more of theirs is read, not even to be thrown away.
            self._hold("end")

    # Going out.

    def _send(self, payload: bytes) -> None:
        """Send a message; a connection that reads too slowly is closed, and comes back to what it missed."""
        if self._open:
            self._write(text_frame(payload))

    def _write(self, data: bytes) -> None:
        transport = self._transport
        # It may be gone before connection_lost says so, and writing would raise then.
        if transport.is_closing():
            return
        transport.write(data)
        if transport.get_write_buffer_size() > MOST_WAITING:
            self.visit.part()
            transport.abort()

    def _flush(self) -> None:
        self._open = self.frames.state is State.OPEN
        for data in self.frames.data_to_send():
            if data:
                self._write(data)
            elif not self._transport.is_closing() and self._transport.can_write_eof():
                self._transport.write_eof()

    def _close(self, code: CloseCode, why: str = "") -> None:
        if self.frames.state is State.OPEN:
            self.frames.send_close(code, why)
            self._flush()
            self._give_up_after(LONGEST_CLOSING)
        self.visit.part()

    def _give_up_after(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def _ask_whether_alive(self) -> None:
        """Close the connection if nothing was heard since the last ping."""
        if not self._alive:
            self.visit.part()
            self._transport.abort()
            return
        self._alive = False
        if self.frames.state is State.OPEN:
            self.frames.send_ping(b"")
            self._flush()
        self._timer = asyncio.get_running_loop().call_later(ALIVE_EVERY, self._ask_whether_alive)


def sockets_for(door: Door) -> type[Socket]:
    """Return what the HTTP server makes of a connection that asks to become a WebSocket."""

    class OfThisServer(Socket):
        def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
            super().__init__(door, server_state.connections, server_state.tasks)

    return OfThisServer
