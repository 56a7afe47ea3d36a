"""Both ends of a WebSocket in one process: the server's, by protocol or by ASGI, and a client who may say anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from cardhouse.server.sockets import Socket
from cardhouse.server.visit import Door


class OneLine(asyncio.Transport):
    """A connection to this socket; ``kinds`` has what came back, message by message."""

    def __init__(self, door: Door, path: str, cookie: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.kinds: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.waiting = 0
        self._open = True
        self._reading = True
        self._lost = False
        self._client = ClientProtocol(parse_uri(f"ws://test{path}"), max_size=None)
        self._connections: set[object] = set()
        self.socket = Socket(door, self._connections, set())
        self.socket.connection_made(self)
        request = self._client.connect()
        request.headers["Cookie"] = cookie
        for name, value in (headers or {}).items():
            if name in request.headers:
                del request.headers[name]
            request.headers[name] = value
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

    def say_frames(self, *frames: Frame) -> None:
        """Send frames as they are, whatever they make together."""
        for frame in frames:
            if not self.gone:
                self.socket.data_received(frame.serialize(mask=True))

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

    def break_off(self) -> None:
        """The connection is gone, and the server's end has not been told of it yet."""
        self._open = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        # As uvloop's does.
        if not self._open:
            raise RuntimeError("the handler is closed")
        self._client.receive_data(bytes(data))
        for event in self._client.events_received():
            if isinstance(event, Response):
                self.kinds.append(f"answer {event.status_code}")
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.told.append(json.loads(bytes(event.data)))
                self.kinds.append(self.told[-1]["t"])
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


class OverAsgi:
    """A connection to the application's WebSocket route, as an ASGI server would bring it."""

    def __init__(self, app: Any, path: str, cookie: str, headers: Mapping[str, str] | None = None) -> None:
        self.kinds: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.gone = False
        self.reading = asyncio.Event()
        self.reading.set()
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        given = {"host": "test", "cookie": cookie, **{name.lower(): value for name, value in (headers or {}).items()}}
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "ws",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("", 0),
            "server": ("test", 80),
            "subprotocols": [],
            "state": {},
        }
        self._task = asyncio.get_running_loop().create_task(self._run(app, scope))

    async def _run(self, app: Any, scope: dict[str, Any]) -> None:
        await app(scope, self._said.get, self._hear)
        self.gone = True

    async def _hear(self, message: dict[str, Any]) -> None:
        await self.reading.wait()
        match message["type"]:
            case "websocket.accept":
                self.kinds.append("answer 101")
            case "websocket.send":
                self.told.append(json.loads(message["text"]))
                self.kinds.append(self.told[-1]["t"])
            case "websocket.close":
                self.kinds.append("close" if self.kinds else "answer 403")
                self.gone = True

    def say(self, message: str | bytes) -> None:
        """Send a message: text as text, bytes as they are."""
        self._said.put_nowait({"type": "websocket.receive", "text" if isinstance(message, str) else "bytes": message})

    def hang_up(self) -> None:
        """End the connection without a word."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1006})
