"""A person's WebSocket as an ASGI application: for any ASGI server, where `sockets` can't take the connection over.

The same visit as there. What an ASGI server hands over are whole messages: their frames, pings and size are its own
business, and what is sent goes through a queue that a task empties.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.frames import CloseCode

from ..engine.errors import CardhouseError, Refused
from .api import last_seen
from .forwarding import MOVED, UPGRADE_WITHIN, Gone
from .guard import NODE_HEADER, check_origin, secret_of
from .visit import MOST_WAITING, Door, Visit

SAID = frozenset({1000, 1001, 1008, 1011, 1012, 1013})
CLOSED = (WebSocketDisconnect, WebSocketException, OSError, RuntimeError)


class AsgiSockets:
    """The route of WebSockets: ``/ws/CODE``."""

    def __init__(self, door: Door) -> None:
        self.door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        headers = socket.headers
        secret = secret_of(headers.getlist("cookie"))
        node = self.door.addresses.is_node(headers.get(NODE_HEADER))
        try:
            if not node:
                self.door.hosts.check(headers.get("host", ""))
                check_origin(headers.getlist("origin"), headers.get("host"))
        except Refused:
            secret = None
        if secret is None:
            # Before it is accepted a close is an answer of 403.
            await socket.close()
            return
        peer = scope["client"][0] if scope.get("client") else ""
        address = self.door.addresses.of(peer, ",".join(headers.getlist("x-forwarded-for")), node)
        code = scope["path_params"]["code"]
        upstream = None
        if self.door.nodes is not None and code.lower() not in self.door.lobby.tables:
            try:
                if node:
                    if not await self.door.nodes.answers_for(code):
                        await self._moved(socket)
                        return
                else:
                    upstream = await self.door.nodes.at_owner(code, lambda owner: self._dial(owner, socket, address))
            except CardhouseError:
                # What is wrong is said once they are in.
                pass
        if upstream is not None:
            await forward(socket, upstream)
        else:
            await socket.accept()
            await Conversation(self.door, socket, address).run(code, secret)

    async def _moved(self, socket: WebSocket) -> None:
        """Say to a node that the table isn't here, where the server can say so before accepting."""
        extensions = socket.scope.get("extensions") or {}
        if "websocket.http.response" in extensions:
            await socket.send({"type": "websocket.http.response.start", "status": int(MOVED), "headers": []})
            await socket.send({"type": "websocket.http.response.body", "body": b""})
        else:
            await socket.close()

    async def _dial(self, owner: str, socket: WebSocket, address: str) -> ClientConnection:
        path = quote(socket.url.path) + (f"?{socket.url.query}" if socket.url.query else "")
        headers = {
            "Cookie": "; ".join(socket.headers.getlist("cookie")),
            "X-Forwarded-For": address,
            NODE_HEADER: self.door.addresses.key,
        }
        try:
            async with asyncio.timeout(UPGRADE_WITHIN):
                upstream = await connect(
                    f"ws://{owner}{path}", additional_headers=headers, compression=None, ping_interval=None, proxy=None
                )
        except (InvalidStatus, InvalidHandshake, OSError, TimeoutError) as error:
            raise Gone from error
        assert self.door.nodes is not None
        self.door.nodes.carry(upstream, socket.path_params["code"], owner, upstream.transport.abort)
        return upstream


class Conversation:
    """One visit over an ASGI server's WebSocket."""

    def __init__(self, door: Door, socket: WebSocket, address: str) -> None:
        self.socket = socket
        self.limits = door.lobby.limits
        self.visit = Visit(door, self._write, self._end)
        self.visit.address = address
        self._waiting = 0
        self._queue: asyncio.Queue[bytes | tuple[CloseCode, str]] = asyncio.Queue()
        self._over = asyncio.Event()

    async def run(self, code: str, secret: str) -> None:
        writing = asyncio.create_task(self._empty())
        try:
            if await self.visit.enter(code, secret, last_seen(self.socket.url.query), lambda: not self._over.is_set()):
                await self._listen()
            # A reason that was given arrives before the end.
            await self._over.wait()
        finally:
            self.visit.leave()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _listen(self) -> None:
        over = asyncio.create_task(self._over.wait())
        try:
            while not self._over.is_set():
                message = asyncio.create_task(self._message())
                await asyncio.wait({message, over}, return_when=asyncio.FIRST_COMPLETED)
                if not message.done():
                    message.cancel()
                    return
                raw = message.result()
                if raw is None:
                    self._over.set()
                    return
                self.visit.heard(raw[: self.limits.message + 1], len(raw))
                debt = self.visit.debt
                if debt > 0:
                    await asyncio.wait({over}, timeout=debt)
        finally:
            over.cancel()

    async def _message(self) -> bytes | None:
        received: dict[str, Any] = dict(await self.socket.receive())
        if received["type"] == "websocket.disconnect":
            return None
        text = received.get("text")
        return text.encode("utf-8", "surrogatepass") if text is not None else received.get("bytes") or b""

    def _write(self, payload: bytes) -> None:
        """Send a message; a connection that reads too slowly is closed, and comes back to what it missed."""
        self._waiting += len(payload)
        if self._waiting > MOST_WAITING:
            self.visit.part()
            self._over.set()
        elif not self._over.is_set():
            self._queue.put_nowait(payload)

    def _end(self, code: CloseCode, why: str) -> None:
        self._queue.put_nowait((code, why))
        self.visit.part()

    async def _empty(self) -> None:
        try:
            while True:
                what = await self._queue.get()
                if isinstance(what, tuple):
                    await self.socket.close(int(what[0]), what[1])
                    return
                await self.socket.send_text(what.decode())
                self._waiting -= len(what)
        except CLOSED:
            pass
        finally:
            self._over.set()


async def forward(socket: WebSocket, upstream: ClientConnection) -> None:
    """Pass on what is said at both ends until one of them ends."""
    await socket.accept()

    async def there() -> None:
        while True:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            await upstream.send(text if text is not None else received.get("bytes") or b"")

    async def back() -> None:
        async for message in upstream:
            if isinstance(message, str):
                await socket.send_text(message)
            else:
                await socket.send_bytes(message)

    tasks = [asyncio.create_task(there()), asyncio.create_task(back())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await upstream.close()
        code = upstream.close_code
        with suppress(*CLOSED):
            # Some codes only say that there was none.
            await socket.close(code if code in SAID else int(CloseCode.SERVICE_RESTART), upstream.close_reason or "")
