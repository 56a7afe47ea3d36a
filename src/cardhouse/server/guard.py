"""Before anything is answered: is it meant for this server, does it come from its own page, can its sender pay?"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..engine.errors import CardhouseError, Refused
from .budget import Metered
from .endpoints import refuse
from .limits import Addresses, Guards, payers_of
from .people import person_id, secret_in

log = logging.getLogger("cardhouse.guard")

CHANGES_NOTHING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# What one node of a house says to another.
NODE_HEADER = "x-cardhouse-node"
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_A_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

# Scripts, styles and pictures come from here and nowhere else.
SECURITY = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def content_policy(host: str) -> str:
    """The content security policy for a page of this host: its only WebSocket is its own."""
    sockets = f" ws://{host} wss://{host}" if _A_HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    )


class Hosts:
    """The names under which this server answers; any, if none are given. Ports don't matter."""

    def __init__(self, allowed: Iterable[str] | None) -> None:
        self._allowed = None if allowed is None else {host.lower() for host in allowed}

    def allow(self, hosts: Iterable[str]) -> None:
        """Answer under these names too."""
        if self._allowed is not None:
            self._allowed |= {host.lower() for host in hosts}

    def check(self, host: str) -> None:
        """`Refused` if a request is meant for another name: a page elsewhere may have pointed its own name here."""
        name = host if host.endswith("]") else re.sub(r":\d*$", "", host)
        if self._allowed is not None and name.lower() not in self._allowed:
            raise Refused("refused.server.host", host=host[:60])


def check_origin(origins: Sequence[str], host: str | None, site: str | None = None) -> None:
    """`Refused` if a page of another site is behind a request; programs send no origin, and nobody sends two."""
    if len(origins) > 1 or site in ("cross-site", "same-site"):
        raise Refused("refused.server.origin")
    try:
        ours = all(urlsplit(origin).netloc == host for origin in origins)
    except ValueError:
        ours = False
    if not ours:
        raise Refused("refused.server.origin")


def secret_of(cookies: Iterable[str]) -> str | None:
    """The secret among these headers with cookies, if there is one."""
    found: dict[str, str] = {}
    for header in cookies:
        found.update(cookie_parser(header))
    return secret_in(found)


class Guard:
    """Refuses what is not for the application, and adds the security headers to every response.

    What comes through has the key of the sender's address in ``state["address"]``.
    """

    def __init__(self, app: ASGIApp, guards: Guards, addresses: Addresses, hosts: Hosts) -> None:
        self.app = app
        self.guards = guards
        self.addresses = addresses
        self.hosts = hosts
        self._told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.setdefault("content-security-policy", content_policy(headers.get("host", "")))
                for name, value in SECURITY.items():
                    told.setdefault(name, value)
                told.setdefault("cache-control", "no-cache")
            await send(message)

        try:
            self._check(scope, headers)
        except CardhouseError as error:
            response: Response = refuse(error)
            # What else comes on this connection could be anything.
            response.headers["connection"] = "close"
            await response(scope, receive, with_headers)
            return
        secret = secret_of(headers.getlist("cookie"))
        payers = payers_of(scope["state"]["address"], person_id(secret) if secret else "")
        await self.guards.turns.wait(payers)
        await Metered(self.app(scope, receive, with_headers), lambda cost: self.guards.work.charge(payers, cost))

    def _check(self, scope: Scope, headers: Headers) -> None:
        peer = scope["client"][0] if scope.get("client") else ""
        forwarded = ",".join(headers.getlist("x-forwarded-for"))
        node = self.addresses.is_node(headers.get(NODE_HEADER))
        if forwarded and not node and not self._told and not self.addresses.trusts(peer):
            self._told = True
            log.warning("requests are forwarded by a proxy that isn't trusted, and all count for one: --trusted-proxy")
        address = self.addresses.of(peer, forwarded, node)
        scope.setdefault("state", {}).update(address=address, node=node)
        if ("content-length" in headers and "transfer-encoding" in headers) or "\0" in scope["path"]:
            raise Refused("refused.server.request")
        if node:
            # It has checked the rest.
            return
        self.hosts.check(headers.get("host", ""))
        if scope["method"] not in CHANGES_NOTHING:
            check_origin(headers.getlist("origin"), headers.get("host"), headers.get("sec-fetch-site"))
