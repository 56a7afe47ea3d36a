"""All that the server answers over HTTP, as an ASGI application; play itself goes over `sockets`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..store import Store
from ..table.thinker import Thinker
from .api import Api, reply
from .house import House, Limits
from .metrics import Metrics
from .people import People

WEB = Path(__file__).parent.parent / "web"

# Scripts, styles and pictures come from here and nowhere else.
SECURITY = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def make_app(data: Path, workers: int | None = None, limits: Limits | None = None, secure: bool = False) -> Starlette:
    """The application with its data in this folder; `StoreError` if the data can't be opened."""
    store = Store(data)
    metrics = Metrics()
    house = House(store, Thinker(workers), metrics, limits)
    people = People(store, secure)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()
        store.close()

    async def page(request: Request) -> Response:
        return FileResponse(WEB / "index.html")

    async def file_at_root(request: Request) -> Response:
        return FileResponse(WEB / request.url.path.lstrip("/"))

    async def health(request: Request) -> Response:
        return reply({"ok": True, "tables": len(house.tables)})

    async def figures(request: Request) -> Response:
        gauges = {
            "tables": len(house.plans),
            "tables_loaded": len(house.tables),
            "sockets": metrics.counts["sockets"],
            "search_queue": house.thinker.waiting,
            "reviews": house.reviewer.running,
            "moves_reviewed": house.reviewer.weighed,
        }
        return PlainTextResponse(metrics.text(gauges), media_type="text/plain; version=0.0.4")

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/sw.js", file_at_root),
            Route("/manifest.webmanifest", file_at_root),
            Route("/health", health),
            Route("/metrics", figures),
            *Api(house, people).routes(),
            Mount("/web", StaticFiles(directory=WEB)),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(SecurityHeaders)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=6)
    app.state.house = house
    app.state.people = people
    return app
