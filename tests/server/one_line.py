"""Both ends of a WebSocket in one process: the server's socket, and a client who may say anything."""

from __future__ import annotations

import asyncio
import json

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from cardhouse.server.house import House
from cardhouse.server.people import People
from cardhouse.server.sockets import Socket


class OneLine(asyncio.Transport):
    """A connection to this socket; ``kinds`` has what came back, message by message."""

    def __init__(self, house: House, people: People, path: str, cookie: str) -> None:
        super().__init__()
        self.kinds: list[str] = []
        self.waiting = 0
        self._open = True
        self._reading = True
        self._lost = False
        self._client = ClientProtocol(parse_uri(f"ws://test{path}"), max_size=None)
        self._connections: set[object] = set()
        self.socket = Socket(house, people, self._connections, set())
        self.socket.connection_made(self)
        request = self._client.connect()
        request.headers["Cookie"] = cookie
        self._client.send_request(request)
        self._carry()

    @property
    def gone(self) -> bool:
        """Whether the server has ended the connection, or is about to."""
        return not self._open or self._client.state is not State.OPEN

    def heard_of(self) -> bool:
        """Whether the server reads now."""
        return self._reading or self.gone

    def say(self, message: str | bytes) -> None:
        """Send a message: text as text, bytes as they are."""
        if self.gone:
            return
        if isinstance(message, str):
            self._client.send_text(message.encode("utf-8", "surrogatepass"))
        else:
            self._client.send_binary(message)
        self._carry()

    def say_bytes(self, data: bytes) -> None:
        """Send bytes that need not be a frame."""
        if not self.gone:
            self.socket.data_received(data)

    def hang_up(self) -> None:
        """End the connection without a word."""
        self._open = False
        if not self._lost:
            self._lost = True
            self.socket.connection_lost(None)
        assert not self._connections

    def _carry(self) -> None:
        for data in self._client.data_to_send():
            if data and self._open:
                self.socket.data_received(data)

    # What the server's end sees.

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._client.receive_data(bytes(data))
        for event in self._client.events_received():
            if isinstance(event, Response):
                self.kinds.append(f"answer {event.status_code}")
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.kinds.append(json.loads(bytes(event.data))["t"])
            elif isinstance(event, Frame) and event.opcode is Opcode.CLOSE:
                self.kinds.append("close")

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return not self._open

    def can_write_eof(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if self._open:
            self._open = False
            asyncio.get_running_loop().call_soon(self.hang_up)
