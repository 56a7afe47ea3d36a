"""The client's end of WebSockets for measuring: just enough of the protocol to cost less than what is measured."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Wire(asyncio.Protocol):
    """One WebSocket: ``hear`` gets every message as bytes, `say` sends one."""

    def __init__(self, host: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    @staticmethod
    async def open(host: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
        """Connect to ``host`` (``address:port``); `OSError` if nobody is there or the upgrade is refused."""
        address, _, port = host.rpartition(":")
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: Wire(host, path, cookie, hear), address, int(port))
        await wire.ready
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the socket was refused"))
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.ready.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            del buffer[: end + 4]
            self.ready.set_result(None)
        start = 0
        while (frame := _frame(buffer, start)) is not None:
            kind, begins, start = frame
            payload = bytes(buffer[begins:start])
            if kind in (TEXT, BINARY):
                self.hear(payload)
            elif kind == PING:
                self._send(PONG, payload)
            elif kind == CLOSE:
                self.close()
        del buffer[:start]

    def say(self, text: bytes) -> None:
        """Send a text message."""
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        long = b"" if size < 126 else struct.pack(">H", size)
        # A mask of zeros is a mask, and leaves the payload as it is.
        head = bytes([0x80 | kind, 0x80 | (size if size < 126 else 126)]) + long + b"\0\0\0\0"
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + payload)

    def close(self) -> None:
        """Let go of the connection."""
        if self._transport is not None:
            self._transport.close()


def _frame(buffer: bytearray, start: int) -> tuple[int, int, int] | None:
    """The kind of the frame that begins here, and where its payload begins and ends; None if it is not all there."""
    if len(buffer) < start + 2:
        return None
    size, begins = buffer[start + 1] & 0x7F, start + 2
    if size == 126:
        if len(buffer) < start + 4:
            return None
        size, begins = struct.unpack_from(">H", buffer, start + 2)[0], start + 4
    elif size == 127:
        if len(buffer) < start + 10:
            return None
        size, begins = struct.unpack_from(">Q", buffer, start + 2)[0], start + 10
    return (buffer[start] & 0x0F, begins, begins + size) if len(buffer) >= begins + size else None
