"""A connection at the level of bytes: the server's own protocols behind a transport that a test reads and feeds."""

from __future__ import annotations

import asyncio
import random
import re
from struct import pack
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from cardhouse.server.http import http_for
from cardhouse.server.sockets import sockets_for

STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
METHODS = [b"GET", b"GET", b"POST", b"PUT", b"HEAD", b"OPTIONS", b"CONNECT", b"PRI", b"get", b"\xff"]
HEADERS = [
    b"Host: test", b"Host: other", b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Connection: close", b"Connection: keep-alive",
    b"Connection: Upgrade", b"Upgrade: websocket", b"Upgrade: h2c", b"Expect: 100-continue", b"Origin: http://test",
    b"Origin: http://[", b"Cookie: cardhouse=fuzz-secret-of-person-0", b"Cookie: ;;=\xff", b"Sec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Sec-WebSocket-Key: x", b"X-Forwarded-For: 1.2.3.4, ,::1%x",
    b"X: " + b"y" * 5000, b" folded", b"no colon", b"\x00: \x00", b"Accept-Encoding: gzip",
    b"If-None-Match: *, W/\"x\"",
    b"Range: bytes=0-", b"X-Cardhouse-Node: x",
]  # fmt: skip
BODIES = [
    b"",
    b"{}",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"5;x=y\r\nhello\r\n",
    b"fffffffffffffffff\r\n",
    b"0\r\nA: b\r\n\r\n",
    b"[" * 3000,
]


class RawBytes(asyncio.Transport):
    """Somebody's connection to a server with this application; ``heard`` is what came back."""

    def __init__(self, app: Any) -> None:
        super().__init__()
        door, guards = app.state.door, app.state.lobby.guards
        config = uvicorn.Config(
            app, log_config=None, http=http_for(guards, door.addresses), ws=sockets_for(door), lifespan="off"
        )
        config.load()
        self.heard = bytearray()
        self.gone = False
        self._reading = True
        self._protocol: Any = config.http_protocol_class(  # type: ignore[call-arg]
            config=config, server_state=ServerState(), app_state={}
        )
        self._protocol.connection_made(self)

    @property
    def statuses(self) -> list[int]:
        """The status of every answer so far."""
        return [int(status) for status in STATUS.findall(bytes(self.heard))]

    async def say(self, data: bytes) -> None:
        """Bytes arrive, as soon as they are read."""
        for _ in range(200):
            if self._reading or self.gone:
                break
            await asyncio.sleep(0.001)
        if self._reading and not self.gone:
            self._protocol.data_received(data)

    def hang_up(self) -> None:
        """End the connection without a word."""
        if not self.gone:
            self.gone = True
            self._protocol.connection_lost(None)

    # What the server's end sees.

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("10.9.8.7", 1), "sockname": ("10.0.0.1", 80)}.get(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol  # type: ignore[no-any-return]

    def write(self, data: bytes | bytearray | memoryview) -> None:
        # As uvloop's does.
        if self.gone:
            raise RuntimeError("the handler is closed")
        self.heard += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.gone

    def can_write_eof(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if not self.gone:
            self.gone = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)


def request(chance: random.Random, paths: list[str]) -> bytes:
    """Bytes that are nearly a request, or are one."""
    if chance.random() < 0.4:
        return b"GET /%b HTTP/1.1\r\nHost: test\r\n\r\n" % chance.choice([b"", b"health", b"api/me", b"web/main.js"])
    lines = [b"%s /%s HTTP/1.1" % (chance.choice(METHODS), chance.choice(paths).lstrip("/").encode("utf-8", "replace"))]
    if chance.random() < 0.1:
        lines[0] = chance.choice(
            [b"GET", b"GET / HTTP/9.9", b"\x16\x03\x01", b"GET http://[ HTTP/1.1", b"OPTIONS * HTTP/1.1"]
        )
    lines += [HEADERS[0], *chance.sample(HEADERS, chance.randrange(6))]
    return b"\r\n".join(lines) + b"\r\n\r\n" + chance.choice(BODIES)


def upgrade(code: str) -> bytes:
    """A request to become a WebSocket at a table."""
    lines = [f"GET /ws/{code} HTTP/1.1".encode(), *[HEADERS[at] for at in (0, 9, 10, 13, 15, 17, 18)]]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def frame(chance: random.Random, data: bytes) -> bytes:
    """A frame, right or wrong: fragments of pings, reserved bits and opcodes, lengths that aren't theirs, no mask."""
    first = chance.choice([0x81, 0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8A, 0x09, 0xC1, 0x83, 0xFF])
    size = len(data) if chance.random() < 0.95 else chance.choice([0, 125, 1 << 15])
    masked = 0x80 if chance.random() < 0.97 else 0
    if size < 126:
        head = bytes([first, masked | size])
    elif size < 1 << 16:
        head = pack("!BBH", first, masked | 126, size)
    else:
        head = pack("!BBQ", first, masked | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + data


def frames(chance: random.Random, message: bytes) -> bytes:
    """Bytes that are nearly frames of a WebSocket."""
    sizes = [chance.choice([0, 1, 2, 125, 5000]) for _ in range(chance.randrange(1, 6))]
    return b"".join(frame(chance, message[:size]) for size in sizes)


def damaged(chance: random.Random, raw: bytes) -> bytes:
    """The same bytes with some of them changed, lost, or twice."""
    found = bytearray(raw)
    for _ in range(chance.choice([0, 0, 1, 3])):
        at = chance.randrange(len(found) + 1)
        match chance.randrange(3):
            case 0:
                found[at : at + 1] = chance.randbytes(1)
            case 1:
                del found[at : at + chance.randrange(20)]
            case _:
                found[at:at] = found[at : at + chance.randrange(50)]
    return bytes(found)


def pieces(chance: random.Random, raw: bytes) -> list[bytes]:
    """Bytes as they may arrive."""
    if chance.random() < 0.5:
        return [raw]
    size = max(chance.choice([1, 7, 100, 1000]), len(raw) // 200)
    return [raw[at : at + size] for at in range(0, len(raw), size)]
