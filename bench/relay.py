"""The least that four sockets cost: ``python -m bench.relay PORT`` is a server with no table, no rules and no disk.

Each WebSocket message that it reads is answered with 600 bytes to everybody at the same path, about as much as a table
tells each player of an action. How far a server that does more is from this is what that costs.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import struct
import sys
from collections import defaultdict
from typing import cast

import uvloop

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
SIZE = 600


class Relay(asyncio.Protocol):
    """One socket; all at one path are a table."""

    def __init__(self, tables: dict[bytes, list[Relay]], steps: dict[bytes, int]) -> None:
        self.tables = tables
        self.steps = steps
        self._path = b""
        self._buffer = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:

        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self in self.tables[self._path]:
            self.tables[self._path].remove(self)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._path:
            head, found, self._buffer = self._buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._greet(head)
        while (end := self._message_ends()) > 0:
            self._buffer = self._buffer[end:]
            self._tell()

    def _greet(self, head: bytes) -> None:
        lines = head.split(b"\r\n")
        self._path = lines[0].split()[1]
        keys = [line.partition(b": ")[2] for line in lines if line.lower().startswith(b"sec-websocket-key")]
        if not keys:
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.transport.close()
            return
        accepted = base64.b64encode(hashlib.sha1(keys[0] + MAGIC).digest())
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accepted + b"\r\n\r\n"
        )
        self.tables[self._path].append(self)

    def _message_ends(self) -> int:
        """Where the first whole message ends; 0 if there is none. What it says makes no difference."""
        if len(self._buffer) < 2:
            return 0
        size, begins = self._buffer[1] & 127, 6
        if size == 126 and len(self._buffer) >= 4:
            (size,), begins = struct.unpack_from(">H", self._buffer, 2), 8
        return begins + size if len(self._buffer) >= begins + size else 0

    def _tell(self) -> None:
        self.steps[self._path] += 1
        said = (b'{"step":%d}' % self.steps[self._path]).ljust(SIZE)
        frame = struct.pack(">BBH", 0x81, 126, len(said)) + said
        for one in self.tables[self._path]:
            one.transport.write(frame)


async def main() -> None:
    tables: dict[bytes, list[Relay]] = defaultdict(list)
    steps: dict[bytes, int] = defaultdict(int)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Relay(tables, steps), "127.0.0.1", int(sys.argv[1]), backlog=1000)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
