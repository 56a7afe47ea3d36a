"""One house on many machines: which node has which table, and what nodes tell each other.

A table is the node's whose session in PostgreSQL holds its lock; there is no other coordination. A node that is asked
about a table that nobody has takes it, and otherwise passes the question on to the one that does. Everything else any
node answers. What others must hear of at once goes by NOTIFY.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.frames import CloseCode
from websockets.http11 import Request as Upgrade

from ..contract.requests import LONGEST_BODY
from ..engine.errors import CardhouseError, Refused
from ..storage.postgres import PostgresStorage
from ..table.table import Table
from .endpoints import refuse
from .forwarding import MOVED, Gone, Upstream, asked, node_headers
from .limits import Addresses, address_key
from .lobby import Lobby
from .people import People

log = logging.getLogger("cardhouse.nodes")
T = TypeVar("T")

TABLES = "/api/tables/"
# A node that was cut off loses its tables after some ten seconds: a request for one waits as long.
FOUND_WITHIN = 20.0
AGAIN_AFTER, AGAIN_AT_MOST = 0.02, 0.5
# What changed elsewhere is read in groups.
GATHER = 0.02
TELL_EVERY = 1.0
TIDY_EVERY = 60
MOST_TOLD = 100
# A node that says nothing for so long is not counted any more, and nobody is kept waiting for it.
QUIET = 6.0


class Nodes:
    """This node among the others."""

    def __init__(self, lobby: Lobby, storage: PostgresStorage, people: People, addresses: Addresses) -> None:
        self.lobby = lobby
        self.storage = storage
        self.session = storage.session
        self.people = people
        self.addresses = addresses
        self.draining = False
        self.forwarded = 0
        self.taken_over = 0
        self._elsewhere: dict[str, str] = {}
        self._changed: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._heard_of: dict[str, tuple[str, float]] = {}
        # Kinds of places of which some at this node were told.
        self._crowded: set[str] = set()
        # Other nodes that have fallen silent, and the conversations that are passed on to any: with which table, at
        # which node, and how to end them.
        self._silent: set[str] = set()
        self._carried: WeakKeyDictionary[object, tuple[str, str, Callable[[], None]]] = WeakKeyDictionary()
        lobby.ownership = self
        self.session.lost = self._lost
        self.session.back = self._reload
        self.session.heard = self._heard

    def open(self) -> None:
        """Begin to tell the others, now that the storage is open."""
        self.addresses.key = self.storage.key
        for rate in self.lobby.guards.rates.values():
            rate.taken = Counter()
        self._start(self._chores())

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Whose a table is.

    async def owner(self, code: str) -> str | None:
        """Where the node is that has a table; None: it is ours, or there is no such table. Empty: it is moving."""
        code = code.lower()
        self.session.check_lease()
        if code in self.lobby.tables or self.token(code):
            return None
        if code in self._elsewhere:
            return self._elsewhere[code]
        if code not in self.lobby.plans:
            await self.learn(code)
            if code not in self.lobby.plans:
                return None
        if self.draining:
            raise Refused("refused.server.moving", retry=1)
        owner = await self.session.claim(code)
        if owner:
            self._elsewhere[code] = owner
        elif owner is None:
            self.taken_over += 1
        return owner

    async def answers_for(self, code: str) -> bool:
        """True if another node that asks us for a table is right to: it is ours, or there is no such table.

        Who is cut off from the database, or hands its tables over, sends everybody away to find out by themselves.
        """
        try:
            return await self.owner(code) is None
        except CardhouseError:
            return False

    async def claim(self, code: str) -> int:
        if self.draining:
            return 0
        self._elsewhere.pop(code, None)
        await self.session.claim(code)
        return self.token(code)

    def token(self, code: str) -> int:
        return self.session.tokens.get(code, 0)

    async def release(self, code: str) -> None:
        await self.session.release([code])

    async def learn(self, code: str) -> None:
        await self._refresh([code])

    def made(self, code: str, address: str) -> None:
        self.session.tell(made=[code, address])

    async def at_owner(self, code: str, ask: Callable[[str], Awaitable[T]]) -> T | None:
        """The answer of a table's owner, even if it changes meanwhile; None: it is ours, or there is no such table."""
        wait = AGAIN_AFTER
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FOUND_WITHIN):
                while True:
                    owner = await self.owner(code)
                    if owner is None:
                        return None
                    try:
                        # One that has fallen silent would keep everybody waiting, and is about to lose its tables.
                        if owner and owner not in self._silent:
                            answer = await ask(owner)
                            self.forwarded += 1
                            return answer
                    except Gone:
                        pass
                    self._elsewhere.pop(code.lower(), None)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, AGAIN_AT_MOST)
        raise Refused("refused.server.moving", retry=1)

    async def dial(self, code: str, request: Upgrade, address: str) -> Upstream | None:
        """Somebody's WebSocket at the owner of a table; None: it is ours, or there is no such table."""
        given = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.raw_items()]
        headers = node_headers(given, address, self.addresses.key, upgrade=True)
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        raw = b"GET " + request.path.encode("latin-1") + b" HTTP/1.1\r\n" + lines + b"\r\n"

        async def ask(owner: str) -> Upstream:
            upstream = await Upstream.open(owner, raw)
            self.carry(upstream, code, owner, upstream.close)
            return upstream

        return await self.at_owner(code, ask)

    def carry(self, upstream: object, code: str, owner: str, end: Callable[[], None]) -> None:
        """Note a conversation that is passed on to another node, to end it when the table is no longer there."""
        self._carried[upstream] = (code.lower(), owner, end)

    def _drop_carried(self, gone: Callable[[str, str], bool]) -> None:
        for upstream, (code, owner, end) in list(self._carried.items()):
            if gone(code, owner):
                del self._carried[upstream]
                end()

    # Losing tables.

    def may_speak(self) -> bool:
        """True if what we would say of our tables is still true. If not, the people there are sent away."""
        if self.session.leased:
            return True
        # Not now: this is asked in the middle of a table's work.
        asyncio.get_running_loop().call_soon(self.session.check_lease)
        return False

    def _lost(self, codes: Iterable[str]) -> None:
        """Stop these tables at once: they may be somebody else's already, and nothing more may be said here."""
        self._end(self._stopped(codes))

    def _stopped(self, codes: Iterable[str]) -> set[Table]:
        tables = {table for table in map(self.lobby.let_go, codes) if table is not None}
        for table in tables:
            table.stop()
        return tables

    def _end(self, tables: set[Table]) -> None:
        """Send everybody at these tables away, so that they come back to the tables' next owner."""
        for visit in [visit for visit in self.lobby.visits if visit.table in tables]:
            visit.end(CloseCode.SERVICE_RESTART, "")

    async def drain(self) -> None:
        """Release all tables to the node that is asked for them next. From now on none is taken."""
        self.draining = True
        tables = self._stopped(list(self.lobby.tables))
        await asyncio.gather(*[table.close() for table in tables])
        with contextlib.suppress(CardhouseError):
            await self.session.release(list(self.session.owned))
        # Now, and not before: who comes back finds a table that is free.
        self._end(tables)

    # What others tell.

    def _heard(self, told: dict[str, Any]) -> None:
        who = str(told.get("from", ""))
        node = str(told.get("node", ""))
        self._heard_of[who] = (node, asyncio.get_running_loop().time())
        self.addresses.nodes = frozenset(
            address_key(address.rpartition(":")[0]) for address, _ in self._heard_of.values()
        )
        self._silent.discard(node)
        moved = set(told.get("moved", ()))
        if moved:
            self._elsewhere.update(dict.fromkeys(moved, node))
            self._drop_carried(lambda code, owner: code in moved and owner != node)
        for code in told.get("free", ()):
            self._elsewhere.pop(code, None)
        changed = told.get("changed", ())
        if changed:
            if not self._changed:
                self._start(self._follow())
            self._changed.update(changed)
        if "made" in told:
            code, address = told["made"]
            self.lobby.made_from[code] = address
        if "person" in told:
            self.people.forget(told["person"])
        if "device" in told:
            self.people.forget(told["device"])
            self.lobby.send_off(told["device"])
        guards = self.lobby.guards
        for name, taken in told.get("taken", {}).items():
            for key, times in taken.items():
                guards.rates[name].charge(key, times)
        for name, held in told.get("held", {}).items():
            guards.places[name].elsewhere[who] = held

    async def _follow(self) -> None:
        await asyncio.sleep(GATHER)
        codes, self._changed = list(self._changed), set()
        try:
            await self._refresh(codes)
        except CardhouseError as error:
            log.warning("what changed elsewhere can't be read: %s", error)

    async def _refresh(self, codes: list[str]) -> None:
        found = await self.storage.outlines(codes)
        gone = set(codes) - {outline.code for outline in found}
        self.lobby.take_in(found, gone)
        for code in gone:
            self._elsewhere.pop(code, None)

    async def _reload(self) -> None:
        """After the connection was lost nobody knows what was missed."""
        self._elsewhere.clear()
        now = asyncio.get_running_loop().time()
        self._heard_of = {who: (node, now) for who, (node, _) in self._heard_of.items()}
        found = await self.storage.outlines()
        self.lobby.take_in(found, self.lobby.plans.keys() - {outline.code for outline in found})

    # What others are told.

    async def _chores(self) -> None:
        round_ = 0
        while True:
            await asyncio.sleep(TELL_EVERY)
            round_ += 1
            try:
                self._tell_use()
                self._forget_quiet()
                if round_ % TIDY_EVERY == 0:
                    # Somebody asked for these and left before they were there.
                    unused = [code for code in self.session.owned if not self.lobby.uses(code)]
                    await self.session.release(unused)
            except CardhouseError as error:
                log.warning("a chore failed: %s", error)
            except Exception:
                log.exception("a chore failed")

    def _tell_use(self) -> None:
        """Tell who takes much, so that limits hold for the whole house."""
        guards = self.lobby.guards
        taken = {}
        for name, rate in guards.rates.items():
            if rate.taken:
                least = max(1, rate.rate.burst // 50)
                taken[name] = {key: times for key, times in rate.taken.most_common(MOST_TOLD) if times >= least}
                rate.taken.clear()
        self.session.tell(alive=True)
        for name, keys in taken.items():
            if keys:
                self.session.tell(taken={name: keys})
        for name, places in guards.places.items():
            held = dict(Counter(places.crowded()).most_common(MOST_TOLD))
            # Also that there is nobody any more.
            if held or name in self._crowded:
                self.session.tell(held={name: held})
            (self._crowded.add if held else self._crowded.discard)(name)

    def _forget_quiet(self) -> None:
        now = asyncio.get_running_loop().time()
        if not (self.session.connected and self.session.leased):
            # It is we who hear nothing.
            return
        for who in [who for who, (_, heard) in self._heard_of.items() if now - heard > QUIET]:
            node, _ = self._heard_of.pop(who)
            for places in self.lobby.guards.places.values():
                places.elsewhere.pop(who, None)
            if all(other != node for other, _ in self._heard_of.values()):
                self._silence(node)

    def _silence(self, node: str) -> None:
        """A node is frozen, cut off or dead. Who talks with it through us comes back and finds the table elsewhere."""
        self._silent.add(node)
        self._elsewhere = {code: owner for code, owner in self._elsewhere.items() if owner != node}
        self._drop_carried(lambda code, owner: owner == node)

    def figures(self) -> dict[str, float]:
        """Return what this node's metrics have besides those of all nodes."""
        return {
            "tables_owned": len(self.session.owned),
            "tables_taken": self.taken_over,
            "forwarded": self.forwarded,
            "sessions_lost": self.session.times_lost,
            "nodes_heard": len(self._heard_of),
            "draining": float(self.draining),
        }


class Forward:
    """Has requests about a table answered by the node that has it."""

    def __init__(self, app: ASGIApp, nodes: Nodes) -> None:
        self.app = app
        self.nodes = nodes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(TABLES):
            await self.app(scope, receive, send)
            return
        code = scope["path"].removeprefix(TABLES).partition("/")[0]
        try:
            if scope["state"]["node"]:
                # Who forwards asks again; it goes no further from here.
                if not await self.nodes.answers_for(code):
                    await Response(status_code=MOVED)(scope, receive, send)
                    return
            elif await self.nodes.owner(code) is not None:
                answer = await self._forwarded(code, Request(scope, receive))
                await answer(scope, receive, send)
                return
        except CardhouseError as error:
            await refuse(error)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        await self.app(scope, receive, send)

    async def _forwarded(self, code: str, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                # So much is enough to be refused.
                break
        scope = request.scope
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        target = scope.get("raw_path", scope["path"].encode()) + query
        headers = node_headers(scope["headers"], request.state.address, self.nodes.addresses.key)
        found = await self.nodes.at_owner(
            code, lambda owner: asked(owner, scope["method"].encode(), target, headers, body)
        )
        if found is None:
            raise Refused("refused.server.moving", retry=1)
        status, answered, content = found
        response = Response(content, status)
        response.raw_headers = list(answered)
        return response
