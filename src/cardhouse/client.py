"""A client for a Cardhouse server: sit at a table anywhere, with a program of your own or with a bot.

async with Client("http://127.0.0.1:8750") as server:
    code = await server.make("hearts", [{"kind": "you"}] + [{"kind": "cat"}] * 3)
    async with server.at(code) as table:
        async for message in table:
            ...
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from .bots import Bot
from .bots.answers import BotFault, checked, fault_of
from .contract.messages import (
    Act,
    Contribute,
    FromPerson,
    News,
    Ping,
    Pong,
    Slap,
    TableInfo,
    ToPerson,
    Welcome,
    encode,
    read_to_person,
)
from .engine.errors import CardhouseError, Refused
from .engine.view import View

# A server takes 20 messages a second; the answers to its pings are among them.
EVERY = 0.06
# How long a bot from a file may think about a move.
MOVE_SECONDS = 60.0


# Refusals after which a bot has no place at a table; others only say that something else happened first.
FINAL = ("refused.server.", "refused.table.no_watching", "refused.table.discarded", "refused.table.removed")


class NoServer(CardhouseError):
    """No server answers there."""


class BotFailed(CardhouseError):
    """A bot raised an error, chose what isn't legal, took too long or ended its process; ``trace`` says where."""

    def __init__(self, key: str, trace: str = "", **facts: object) -> None:
        super().__init__(key, **facts)
        self.trace = trace


class Client:
    """A person at a server: keeps their cookie, asks over HTTP, and sits at tables over WebSockets."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    async def __aenter__(self) -> Client:
        await self.ask("GET", "/api/me")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._opener.close()

    @property
    def cookie(self) -> str:
        """The person's secret, as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request's answer; `Refused` with the server's reason if it says no."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self._opener.open(request, timeout=30) as response:
                raw = response.read()
        except urllib.error.HTTPError as error:
            raise _refusal(error.read()) from error
        except OSError as error:
            raise NoServer("client.no_server", address=self.address, why=str(error)) from error
        return json.loads(raw) if raw[:1] in b"{[" else raw.decode()

    async def rename(self, name: str, face: str = "") -> None:
        """Take a name."""
        await self.ask("PUT", "/api/me", {"name": name, "face": face})

    async def make(self, game: str, seats: list[dict[str, str]], **wishes: object) -> str:
        """Make a table; gives its code."""
        made = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **wishes})
        return str(made["code"])

    async def sit(self, code: str, seat: int | None = None) -> int:
        """Take an open seat at a table; gives its number."""
        return int((await self.ask("POST", f"/api/tables/{code}/sit", {"seat": seat}))["seat"])

    def at(self, code: str, last: tuple[int, int] | None = None) -> TableSocket:
        """A connection to a table, to be entered; ``last`` is the round and step that was seen last."""
        since = f"?round={last[0]}&step={last[1]}" if last else ""
        socket = "ws" + self.address.removeprefix("http")
        return TableSocket(f"{socket}/ws/{code}{since}", self.cookie)


class TableSocket:
    """Somebody's place at a table: iterate over what is told, say what is to be done. Pings are answered by itself."""

    def __init__(self, address: str, cookie: str) -> None:
        self._connecting = connect(address, additional_headers={"Cookie": cookie}, max_size=2**22, compression=None)
        self._socket: ClientConnection | None = None
        self._free_at = 0.0
        # The commitment of the deal that a number was given for.
        self._given = ""

    async def __aenter__(self) -> TableSocket:
        try:
            self._socket = await self._connecting
        except OSError as error:
            raise NoServer("client.no_server", address="the table", why=str(error)) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._socket is not None
        await self._socket.close()

    async def say(self, message: FromPerson) -> None:
        """Send a message; never more a second than a server takes."""
        assert self._socket is not None
        now = asyncio.get_running_loop().time()
        wait, self._free_at = self._free_at - now, max(self._free_at, now) + EVERY
        if wait > 0:
            await asyncio.sleep(wait)
        await self._socket.send(encode(message).decode())

    async def hear(self) -> ToPerson | None:
        """The next message; None when the connection has ended."""
        assert self._socket is not None
        while True:
            try:
                message = read_to_person(await self._socket.recv())
            except ConnectionClosed:
                return None
            if message is None:
                # A server of a later version says something new.
                continue
            if isinstance(message, Ping):
                await self.say(Pong(message.n))
                continue
            if isinstance(message, Welcome | News):
                await self._contribute(message.table)
            return message

    async def _contribute(self, table: TableInfo) -> None:
        """Give a number of one's own for the next deal, as soon as the table is bound to it."""
        if table.next_commitment in ("", self._given) or not any(seat.yours for seat in table.seats):
            return
        self._given = table.next_commitment
        await self.say(Contribute(table.round + 1, secrets.token_hex(16)))

    async def __aiter__(self) -> AsyncIterator[ToPerson]:
        while (message := await self.hear()) is not None:
            yield message


def split_link(link: str) -> tuple[str, str]:
    """The server and the table's code of a link like ``http://host:port/#/table/CODE``."""
    address, _, rest = link.partition("#")
    code = (rest or urlsplit(link).path).rstrip("/").rpartition("/")[2]
    if "//" not in address or not code:
        raise Refused("client.link", link=link[:80])
    return address, code


@dataclass(frozen=True)
class Played:
    """A game that a bot has played to its end: how the table stood, the bot's seat, and the outcome."""

    table: TableInfo
    seat: int
    places: list[int]
    scores: list[int]


def failed(fault: BotFault) -> BotFailed:
    """Return what went wrong with a bot, in a sentence."""
    key = "client.bot_illegal" if fault.kind == "illegal" else "client.bot_raised"
    why = f"it took {fault.why} for a move" if fault.kind == "overrun" else fault.why
    return BotFailed(key, fault.trace, why=why)


async def move_at(table: TableSocket, bot: Bot, token: str, plain: dict[str, Any], reveal: float) -> None:
    """Let a bot choose from this view, and say what it has chosen when its moment has come."""
    view = View.read(plain)
    if view.seat is None or not view.legal:
        return
    if view.seat not in view.turn and not any(action.verb == "slap" for action in view.legal):
        return
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        move = checked(await asyncio.to_thread(bot.move, view), view)
    except Exception as error:
        raise failed(fault_of(error)) from error
    if move is None:
        if view.timer is not None or view.seat not in view.turn:
            return
        raise BotFailed("client.bot_illegal", why="None")
    slaps = move.action.verb == "slap"
    await asyncio.sleep(max(began + move.after + (reveal / 1000 if slaps else 0.0) - loop.time(), 0.0))
    if slaps:
        await table.say(Slap(view.seat, token, move.after * 1000))
    else:
        await table.say(Act(view.seat, str(move.action), view.step))


def _refusal(raw: bytes) -> CardhouseError:
    try:
        said = json.loads(raw)
        return Refused(said["key"], **said["facts"])
    except (ValueError, KeyError, TypeError):
        return NoServer("client.strange", said=raw[:80].decode("utf-8", "replace"))
