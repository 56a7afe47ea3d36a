"""The whole server as an ASGI application. Under our own `serve` play goes over the quicker `sockets` instead."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import anyio
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ..engine.errors import CardhouseError
from ..storage import Storage
from ..storage.opening import is_address, storage_at
from ..table.pool import BotPool
from . import endpoints, exposition, files
from .api import Api, reply
from .asgi_sockets import AsgiSockets
from .endpoints import response_of
from .guard import Guard, Hosts
from .limits import Addresses, Limits
from .lobby import Lobby
from .metrics import Metrics
from .own_house import OwnHouse
from .people import People
from .push import Notifier
from .reach import Reach
from .visit import PLACE, Door

# What can be written is tried out no more often than this: anybody may ask.
CHECK_EVERY = 5.0


class Health:
    """Checks now and then that the storage can be written to."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._checked = -CHECK_EVERY
        self._why = ""

    async def trouble(self) -> str:
        """Why nothing can be written; empty if something can."""
        now = time.monotonic()
        if now - self._checked >= CHECK_EVERY:
            self._checked = now
            try:
                await self.storage.check()
                self._why = ""
            except CardhouseError as error:
                self._why = str(error)
        return self._why


def make_app(
    data: Path | str,
    workers: int | None = None,
    limits: Limits | None = None,
    secure: bool = False,
    trusted_proxies: Iterable[str] = (),
    allowed_hosts: Iterable[str] | None = None,
    node_address: str = "",
    workers_at: str = "",
    site: Path | None = None,
    metrics_from: Iterable[str] = (),
    host: str = "",
    port: int = 0,
    push_contact: str = "",
) -> Starlette:
    """The application with its data in this folder or database; `StorageError` if the data can't be opened.

    It answers for any host unless some are given, and takes a forwarded address from trusted proxies only. With a
    database there can be many, each with the address under which the others reach it (``HOST:PORT``). With the address
    of a Dask cluster its workers think for the cats. With a site that `cardhouse site` made, the page can open a house
    of its own while the server is away. With ``host`` and ``port``, where it listens, it says from where others reach
    it. The figures are for programs on this machine, and for those networks.
    ``push_contact``: where push services reach who runs the house.
    """
    readers = exposition.Readers(metrics_from)
    own = OwnHouse(site) if site is not None else None
    storage = storage_at(data, node_address)
    metrics = Metrics()
    lobby = Lobby(storage, BotPool(workers, cluster=workers_at, observe=metrics.observe), metrics, limits)
    people, addresses = People(storage), Addresses(trusted_proxies)
    notifier = Notifier(storage, push_contact, observe=metrics.observe)
    lobby.tell_turn = notifier.tell
    nodes: Any = None
    if is_address(data) and node_address:
        from .nodes import Forward, Nodes

        nodes = Nodes(lobby, cast(Any, storage), people, addresses)
    hosts = Hosts(allowed_hosts)
    reach = Reach(host, port, hosts) if host else None
    door = Door(lobby, people, addresses, hosts, nodes)
    health_of = Health(storage)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await storage.open()
            if nodes is not None:
                nodes.open()
            await notifier.open()
            await lobby.open()
            # What streams answers is loaded with the first of them, and every table would wait for that.
            async with anyio.create_task_group():
                pass
            yield
            await drain()
        finally:
            await lobby.close()
            await notifier.close()
            if nodes is not None:
                nodes.close()
            storage.close()

    async def drain() -> None:
        """Hand all tables over to other nodes, if there can be any; nothing happens the second time."""
        if nodes is not None and not nodes.draining:
            await nodes.drain()

    async def health(request: Request) -> Response:
        why = await health_of.trouble()
        if nodes is not None and nodes.draining:
            why = "its tables are being handed over"
        if why:
            return response_of(reply({"ok": False, "why": why}, 503))
        lost = {"missing": str(storage.missing)} if storage.missing is not None else {}
        if lobby.damaged:
            lost["damaged"] = f"{len(lobby.damaged)} tables can't be read: the log says which, and why."
        return response_of(reply({"ok": True, "tables": len(lobby.tables), **lost}))

    async def figures(request: Request) -> Response:
        if not readers.may(request.state.address, "x-forwarded-for" in request.headers):
            return Response(status_code=404)
        gauges = {
            "tables": len(lobby.plans),
            "tables_loaded": len(lobby.tables),
            "tables_damaged": len(lobby.damaged),
            "sockets": metrics.counts["sockets"],
            "search_queue": lobby.pool.waiting,
            "reviews": lobby.reviewer.running,
            "moves_reviewed": lobby.reviewer.weighed,
            **(nodes.figures() if nodes is not None else {}),
        }
        return Response(exposition.text(metrics, gauges), headers={"content-type": exposition.CONTENT_TYPE})

    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/metrics", figures),
            *endpoints.routes(Api(lobby, door.people, reach, notifier), secure),
            WebSocketRoute(PLACE + "{code:path}", AsgiSockets(door)),
            *files.routes(own),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=6)
    if nodes is not None:
        app.add_middleware(Forward, nodes=nodes)
    app.add_middleware(Guard, guards=lobby.guards, addresses=door.addresses, hosts=door.hosts)
    app.state.lobby = lobby
    app.state.door = door
    app.state.reach = reach
    app.state.notifier = notifier
    app.state.drain = drain
    return app
