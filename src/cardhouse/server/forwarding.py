"""Forwards requests about a table of another node, over HTTP and over WebSockets, and passes the answers on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import cast

import h11

from .guard import NODE_HEADER

# A node's answer to another one: the table is not there any more.
MOVED = HTTPStatus.MISDIRECTED_REQUEST
ANSWER_WITHIN = 10.0
# The beginning of a conversation can be asked for again at no cost.
UPGRADE_WITHIN = 3.0
# Headers that are about one connection only, and those that a node sets itself.
UPGRADE = frozenset({b"connection", b"upgrade"})
OWN = UPGRADE | {b"keep-alive", b"transfer-encoding", b"x-forwarded-for", NODE_HEADER.encode()}
Headers = Sequence[tuple[bytes, bytes]]


class Gone(Exception):
    """The node isn't there, or the table is no longer there: its owner of now can be asked the same again."""


def node_headers(headers: Headers, address: str, key: str, upgrade: bool = False) -> list[tuple[bytes, bytes]]:
    """The headers of somebody's request as another node gets them; with ``upgrade`` it is to become a WebSocket."""
    left_out = OWN - UPGRADE if upgrade else OWN
    kept = [(name, value) for name, value in headers if name.lower() not in left_out]
    return [*kept, (b"x-forwarded-for", address.encode()), (NODE_HEADER.encode(), key.encode())]


async def connected(node: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to another node; `Gone` if it isn't there."""
    host, _, port = node.rpartition(":")
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            return await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, ValueError, TimeoutError) as error:
        raise Gone from error


class Upstream(asyncio.Protocol):
    """The connection to another node behind somebody's WebSocket: bytes go both ways as they are."""

    def __init__(self) -> None:
        self.head: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._read = b""
        self._transport: asyncio.Transport
        self._person: asyncio.Transport | None = None

    @staticmethod
    async def open(node: str, request: bytes) -> Upstream:
        """Ask another node for a WebSocket; `Gone` if it isn't there, or the table isn't."""
        host, _, port = node.rpartition(":")
        upstream = None
        try:
            async with asyncio.timeout(UPGRADE_WITHIN):
                loop = asyncio.get_running_loop()
                _, upstream = await loop.create_connection(Upstream, host.strip("[]"), int(port))
                upstream.write(request)
                head = await upstream.head
        except (OSError, ValueError, TimeoutError) as error:
            if upstream is not None:
                upstream.close()
            raise Gone from error
        if head.split(b" ", 2)[1:2] == [str(int(MOVED)).encode()]:
            upstream.close()
            raise Gone
        return upstream

    def carry_to(self, person: asyncio.Transport) -> None:
        """Pass on what came and what comes."""
        self._person = person
        person.write(self._read)
        self._read = b""
        if self._transport.is_closing():
            person.close()

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    def pause(self) -> None:
        """The person reads slower than the table tells."""
        self._transport.pause_reading()

    def resume(self) -> None:
        self._transport.resume_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.head.done():
            self.head.set_exception(ConnectionError("the node ended the connection"))
        if self._person is not None:
            self._person.close()

    def data_received(self, data: bytes) -> None:
        if self._person is not None:
            self._person.write(data)
            return
        self._read += data
        if b"\r\n\r\n" in self._read and not self.head.done():
            self.head.set_result(self._read)

    def pause_writing(self) -> None:
        if self._person is not None:
            self._person.pause_reading()

    def resume_writing(self) -> None:
        if self._person is not None:
            self._person.resume_reading()


async def asked(node: str, method: bytes, target: bytes, headers: Headers, body: bytes) -> tuple[int, Headers, bytes]:
    """Another node's answer to a request; `Gone` if it isn't there, or the table isn't."""
    reader, writer = await connected(node)
    exchange = h11.Connection(h11.CLIENT)
    kept = [(name, value) for name, value in headers if name.lower() != b"content-length"]
    request = h11.Request(
        method=method,
        target=target,
        headers=[*kept, (b"content-length", str(len(body)).encode()), (b"connection", b"close")],
    )
    status, answered, parts = 0, [], []
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(exchange.send(event) or b"")
            while True:
                found = exchange.next_event()
                if found is h11.NEED_DATA:
                    exchange.receive_data(await reader.read(1 << 16))
                elif isinstance(found, h11.Response):
                    status, answered = found.status_code, list(found.headers)
                elif isinstance(found, h11.Data):
                    parts.append(bytes(found.data))
                elif isinstance(found, h11.EndOfMessage | h11.ConnectionClosed):
                    break
    except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
        raise Gone from error
    finally:
        writer.close()
    if status == MOVED or not status:
        raise Gone
    return status, [(name, value) for name, value in answered if name.lower() not in OWN], b"".join(parts)
