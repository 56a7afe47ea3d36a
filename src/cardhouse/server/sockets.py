"""One person's WebSocket at a table: reads with limits, writes without ever holding the table up."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import CardhouseError
from ..messages import Pong, Refusal, ToPerson, encode, read_from_person
from ..table.guest import Guest
from ..table.table import Table
from ..words import say
from .house import House, Limits
from .people import People

MOST_WAITING = 500
POLICY = 1008
TOO_SLOW = 1013


class Pace:
    """How many messages somebody may send; each one too many is forgiven a limited number of times."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.times: deque[float] = deque(maxlen=limits.messages_a_second)
        self.sins = 0

    def allows(self, now: float) -> bool:
        """Whether one more message is fine now."""
        if len(self.times) == self.times.maxlen and now - self.times[0] < 1.0:
            return False
        self.times.append(now)
        return True

    def patience_is_over(self) -> bool:
        """Note something bad; whether it was one time too many."""
        self.sins += 1
        return self.sins > self.limits.forgiven


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that opened the socket came from here; programs send no origin."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def serve_socket(socket: WebSocket, house: House, people: People) -> None:
    """A socket from its opening to its end."""
    person = people.holder(socket.cookies)
    if not same_origin(socket) or person is None:
        await socket.close(POLICY)
        return
    await socket.accept()
    waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(message: ToPerson) -> None:
        try:
            waiting.put_nowait(encode(message))
        except asyncio.QueueFull:
            # Somebody who reads too slowly is let go and comes back to what they missed.
            while not waiting.empty():
                waiting.get_nowait()
            waiting.put_nowait(None)

    try:
        table = await house.find(socket.path_params["code"])
        guest = table.join(person, send, _last(socket))
    except CardhouseError as error:
        await socket.send_bytes(encode(Refusal(error.key, str(error))))
        await socket.close(POLICY, error.key)
        return
    house.metrics.observe("sockets", 1)
    writer = asyncio.create_task(_write(socket, waiting))
    try:
        await _read(socket, house, table, guest)
    except WebSocketDisconnect:
        pass
    finally:
        house.metrics.observe("sockets", -1)
        table.part(guest)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _write(socket: WebSocket, waiting: asyncio.Queue[bytes | None]) -> None:
    while True:
        raw = await waiting.get()
        if raw is None:
            await socket.close(TOO_SLOW)
            return
        await socket.send_text(raw.decode())


async def _read(socket: WebSocket, house: House, table: Table, guest: Guest) -> None:
    limits, pace = house.limits, Pace(house.limits)

    def refuse(key: str, **facts: object) -> bool:
        house.metrics.observe("refusals", 1)
        guest.tell(Refusal(key, say(key, facts), facts))
        return pace.patience_is_over()

    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        raw = received.get("bytes") or (received.get("text") or "").encode()
        house.metrics.observe("messages", 1)
        over = False
        message = None
        if len(raw) > limits.message:
            over = refuse("refused.server.too_long", size=len(raw), most=limits.message)
        else:
            try:
                message = read_from_person(raw)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                over = refuse("refused.server.message", why=str(error)[:200])
        if message is not None:
            # An answer that was asked for is not held against anybody.
            if (isinstance(message, Pong) and guest.awaits(message.n)) or pace.allows(time.monotonic()):
                await table.hear(guest, message)
            else:
                over = refuse("refused.server.too_many", most=limits.messages_a_second)
        if over:
            await socket.close(POLICY, "too much that can't be taken")
            return


def _last(socket: WebSocket) -> tuple[int, int] | None:
    try:
        return int(socket.query_params["round"]), int(socket.query_params["step"])
    except (KeyError, ValueError):
        return None
