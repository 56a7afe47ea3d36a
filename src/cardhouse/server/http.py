"""HTTP connections: bounded in number, in what a request may be made of, and in how long it may take.

llhttp reads them (`httptools`), in C. What it hands over is counted here, since it has no bounds of its own: the size
and number of headers, how much of a body is nothing but its framing, and requests that are asked ahead of their
answers. So nothing that arrives at once costs more than a millisecond or two. What is asked for is `guard`'s to pace.
"""

from __future__ import annotations

import asyncio
import logging
import time
from enum import Enum, auto
from typing import Any, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from ..engine.errors import Refused
from .endpoints import MOST_DRAINED, refuse
from .faults import ended
from .limits import Addresses, Guards, address_key, payers_of

log = logging.getLogger("cardhouse.http")

SECONDS_FOR_A_HEAD = 10.0
# Longer than a body has: its sender is to hear why it was not taken.
SECONDS_FOR_A_REQUEST = 30.0
SECONDS_WITHOUT_READING = 30.0
SAY_AGAIN_AFTER = 60.0
# Of one head, in all; trailers after a body count as well.
LONGEST_HEAD = 32 * 1024
MOST_HEADERS = 100
# A chunk costs some six bytes of its own: this many bytes of a body may be none of it, and a part of what it has.
FRAMING = 2 * 1024
OF_A_BODY = 4
OF_A_CHUNK = 6
MOST_AHEAD = 16
# What accepting a connection costs, in seconds of processor time.
A_CONNECTION = 0.0002


class FullHouse:
    """Says in the log that connections are refused, at most once a minute."""

    def __init__(self) -> None:
        self._said = -SAY_AGAIN_AFTER

    def say(self, most: int) -> None:
        now = time.monotonic()
        if now - self._said >= SAY_AGAIN_AFTER:
            self._said = now
            log.warning("all %d connections are taken: new ones are refused. See the file limit in the docs", most)


class Stage(Enum):
    """The part of a request that comes next."""

    NOTHING = auto()
    HEAD = auto()
    BODY = auto()


class BoundedHttp(HttpToolsProtocol):
    """An HTTP connection within limits; one that becomes a WebSocket keeps its place among the connections."""

    guards: Guards
    addresses: Addresses
    full: FullHouse

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._stage = Stage.NOTHING
        self._head = self._headers = self._framed = self._body = self._pieces = 0
        self._completed = False
        # The request that is being answered; with others asked ahead it is not the one that was read last.
        self._answering: RequestResponseCycle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._for_a_request = False
        self._unread: asyncio.TimerHandle | None = None
        # While they are in debt: when that is looked at again, and what came before reading could be stopped.
        self._indebted: asyncio.TimerHandle | None = None
        self._early = b""
        self._place: str | None = None
        peer = self.client[0] if self.client else ""
        # A proxy brings many people.
        many = self.addresses.brings_many(peer)
        place = f"proxy {id(self)}" if many else address_key(peer)
        self._payers = None if many else payers_of(place)
        try:
            self.guards.connections.enter(place)
            self._place = place
        except Refused as error:
            if self.guards.connections.taken >= self.guards.connections.most:
                self.full.say(self.guards.connections.most)
            self._turn_away(error)
            return
        self._start(SECONDS_FOR_A_HEAD)
        self._charge(A_CONNECTION)

    def _charge(self, cost: float) -> None:
        """Charge who is at the other end, and read nothing more of them until it is paid off."""
        if self._payers is None:
            return
        debt = self.guards.work.charge(self._payers, cost)
        if debt > 0 and self._indebted is None and self.transport.get_protocol() is self:
            self.transport.pause_reading()
            self._indebted = self.loop.call_later(min(debt, SECONDS_FOR_A_HEAD), self._look_again)

    def _look_again(self) -> None:
        self._indebted = None
        self._charge(0.0)
        if self._indebted is not None or self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        early, self._early = self._early, b""
        if early:
            self.data_received(early)

    def _turn_away(self, error: Refused) -> None:
        """Say why nothing more is taken here, unless an answer is on its way, and end the connection."""
        self._stop()
        if self.transport.is_closing():
            return
        self._leave_unanswered()
        if self._answering is None or not self._answering.response_started or self._answering.response_complete:
            response = refuse(error)
            head = "".join(f"{name.decode()}: {value.decode()}\r\n" for name, value in response.raw_headers)
            status = f"HTTP/1.1 {response.status_code} Refused\r\n"
            self.transport.write(f"{status}{head}connection: close\r\n\r\n".encode() + bytes(response.body))
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _leave_unanswered(self) -> None:
        """Nobody is there any more for an answer; requests that were asked ahead are not begun."""
        self.pipeline.clear()
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _start(self, seconds: float) -> None:
        self._stop()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        if self._place is None or self.transport.is_closing():
            return
        if self._indebted is not None:
            # Some loops begin to read after the connection was made, whatever was said in it.
            self._early += data
            self.transport.pause_reading()
            return
        self._unset_keepalive_if_required()
        began = time.thread_time()
        try:
            self._read(data)
        except Exception as error:
            ended("a request", error)
            self.transport.abort()
        self._charge(time.thread_time() - began)

    def _read(self, data: bytes) -> None:
        in_body, self._completed = self._stage is Stage.BODY, False
        try:
            self.parser.feed_data(data)
            self._count(len(data), in_body)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._stop()
                self.handle_websocket_upgrade()
                return
        except httptools.HttpParserError as error:
            # What a callback raised is behind it.
            why = error.__context__
            self._turn_away(why if isinstance(why, Refused) else Refused("refused.server.request"))
            return
        except Refused as error:
            self._turn_away(error)
            return
        self._follow()

    # What the parser hands over.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._stage = Stage.HEAD
        self._headers = self._framed = self._body = self._pieces = 0

    def on_url(self, url: bytes) -> None:
        self._take_header(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        self._take_header(len(name) + len(value))
        super().on_header(name, value)

    def _take_header(self, size: int) -> None:
        self._head += size
        if self._head > LONGEST_HEAD or self._headers > MOST_HEADERS:
            raise Refused("refused.server.head", most=LONGEST_HEAD)

    def on_headers_complete(self) -> None:
        self._stage = Stage.BODY
        if len(self.pipeline) >= MOST_AHEAD:
            raise Refused("refused.server.request")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        self._pieces += 1
        self._check_framing(self._pieces * OF_A_CHUNK)
        if self._body > 2 * MOST_DRAINED:
            raise Refused("refused.server.too_long", size=self._body, most=MOST_DRAINED)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stage, self._completed, self._head = Stage.NOTHING, True, 0
        super().on_message_complete()

    def _check_framing(self, framing: int) -> None:
        if framing > FRAMING + self._body // OF_A_BODY:
            raise Refused("refused.server.request")

    def _count(self, size: int, in_body: bool) -> None:
        """Count what has come and was not handed over: a header that doesn't end, or framing."""
        if self._completed:
            return
        if in_body:
            self._framed += size
            self._check_framing(self._framed - self._body)
        elif self._stage is not Stage.BODY:
            self._head += size
            self._take_header(0)

    # How long it takes.

    def _follow(self) -> None:
        """Have a deadline while a request is on its way, and none while it is answered or nothing is asked."""
        if self._stage is Stage.BODY:
            if not self._for_a_request:
                self._for_a_request = True
                self._start(SECONDS_FOR_A_REQUEST)
            return
        if self._for_a_request:
            self._for_a_request = False
            self._stop()
        if self._stage is Stage.HEAD or self.cycle is None or self.cycle.response_complete:
            if self._deadline is None:
                self._start(SECONDS_FOR_A_HEAD)
        else:
            # Between requests the server's own timer for idle connections runs.
            self._stop()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._stage is Stage.NOTHING:
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._indebted is not None:
            self._indebted.cancel()
        self._leave_unanswered()
        self._stop()
        self.resume_writing()
        self.leave()

    def leave(self) -> None:
        """Give the place among the connections back."""
        if self._place is not None:
            self.guards.connections.leave(self._place)
            self._place = None

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        cast(Any, self.transport.get_protocol()).leave = self.leave

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(SECONDS_WITHOUT_READING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def http_for(guards: Guards, addresses: Addresses) -> type[BoundedHttp]:
    """Return what the HTTP server makes of a connection."""

    class OfThisServer(BoundedHttp):
        def __init__(
            self,
            config: Config,
            server_state: ServerState,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            super().__init__(config, server_state, app_state, _loop)
            self.guards, self.addresses, self.full = guards, addresses, full

    full = FullHouse()
    return OfThisServer
