"""HTTP connections: bounded in number, and in how long a request may take to arrive or a response to be read."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from ..engine.errors import Refused
from .endpoints import refuse
from .limits import Addresses, Guards, address_key

log = logging.getLogger("cardhouse.http")

SECONDS_FOR_A_HEAD = 10.0
# Longer than a body has: its sender is to hear why it was not taken.
SECONDS_FOR_A_REQUEST = 30.0
SECONDS_WITHOUT_READING = 30.0
SAY_AGAIN_AFTER = 60.0


class FullHouse:
    """Says in the log that connections are refused, at most once a minute."""

    def __init__(self) -> None:
        self._said = -SAY_AGAIN_AFTER

    def say(self, most: int) -> None:
        now = time.monotonic()
        if now - self._said >= SAY_AGAIN_AFTER:
            self._said = now
            log.warning("all %d connections are taken: new ones are refused. See the file limit in the docs", most)


class BoundedHttp(H11Protocol):
    """An HTTP connection within limits; one that becomes a WebSocket keeps its place among the connections."""

    guards: Guards
    addresses: Addresses
    full: FullHouse

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._for_a_request = False
        self._unread: asyncio.TimerHandle | None = None
        self._place: str | None = None
        peer = self.client[0] if self.client else ""
        # A proxy brings many people.
        place = f"proxy {id(self)}" if self.addresses.brings_many(peer) else address_key(peer)
        try:
            self.guards.connections.enter(place)
            self._place = place
        except Refused as error:
            if self.guards.connections.taken >= self.guards.connections.most:
                self.full.say(self.guards.connections.most)
            self._turn_away(error)
            return
        self._start(SECONDS_FOR_A_HEAD)

    def _turn_away(self, error: Refused) -> None:
        response = refuse(error)
        head = "".join(f"{name.decode()}: {value.decode()}\r\n" for name, value in response.raw_headers)
        said = f"HTTP/1.1 429 Too Many Requests\r\n{head}connection: close\r\n\r\n".encode() + bytes(response.body)
        self.transport.write(said)
        self.transport.close()

    def _start(self, seconds: float) -> None:
        self._stop()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        if self._place is None:
            return
        super().data_received(data)
        # What has become a WebSocket has no request on its way.
        if self.transport.get_protocol() is self:
            self._follow()

    def _follow(self) -> None:
        """Have a deadline while a request is on its way, and none while it is answered or nothing is asked."""
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            if not self._for_a_request:
                self._for_a_request = True
                self._start(SECONDS_FOR_A_REQUEST)
            return
        self._for_a_request = False
        if state is h11.IDLE and self.conn.trailing_data[0]:
            if self._deadline is None:
                self._start(SECONDS_FOR_A_HEAD)
        elif state is not h11.IDLE or self.cycle is not None:
            # Between requests the server's own timer for idle connections runs.
            self._stop()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()
        self.resume_writing()
        self.leave()

    def leave(self) -> None:
        """Give the place among the connections back."""
        if self._place is not None:
            self.guards.connections.leave(self._place)
            self._place = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop()
        super().handle_websocket_upgrade(event)
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
    """What the HTTP server makes of a connection."""

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
