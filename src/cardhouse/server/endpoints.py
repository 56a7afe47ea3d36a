"""The answers of `api` over HTTP: each as an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack

from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..engine.errors import CardhouseError, Refused
from . import api
from .api import GONE, Answer, Api, Handler, Request
from .limits import Guards
from .people import COOKIE, SECURE_COOKIE, People, person_id, secret_in

# What is too long is still read up to here, so that its sender hears the reason and not a broken connection.
MOST_DRAINED = 16 * 1024 * 1024
SECONDS_FOR_A_BODY = 20
A_YEAR = 365 * 24 * 3600


def response_of(answer: Answer) -> Response:
    """An answer as HTTP has it."""
    if answer.stream is not None:
        # Proxies and compression would hold back what is known until all of it is.
        unbuffered = {"x-accel-buffering": "no"}
        return StreamingResponse(_events(answer.stream), media_type="text/event-stream", headers=unbuffered)
    if answer.parts is not None:
        return StreamingResponse(answer.parts, answer.status, answer.headers, answer.media)
    return Response(answer.body, answer.status, answer.headers, answer.media)


async def _events(lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async for line in lines:
        yield b"data: " + line + b"\n\n"


def refuse(error: CardhouseError) -> Response:
    """A refusal with its reason and, where that is known, when to try again."""
    return response_of(api.refuse(error))


async def body(request: HttpRequest, most: int, guards: Guards, holding: ExitStack) -> bytes:
    """The request's body, if it isn't too long, nor too long on its way. Its memory is held with ``holding``."""
    read, size = [], 0
    try:
        async with asyncio.timeout(SECONDS_FOR_A_BODY):
            async for part in request.stream():
                size += len(part)
                if size <= most:
                    holding.enter_context(guards.memory.held(request.state.address, len(part)))
                    read.append(part)
                elif size > MOST_DRAINED:
                    break
    except TimeoutError:
        raise Refused("refused.server.slow", most=SECONDS_FOR_A_BODY) from None
    if size > most:
        raise Refused("refused.server.too_long", size=size, most=most)
    return b"".join(read)


async def gone(request: HttpRequest) -> None:
    """Return when the client has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Endpoint:
    """One answer of the server, as an ASGI application: what it holds is given back when the response is sent."""

    def __init__(self, handler: Handler, the_api: Api, secure: bool) -> None:
        self.handler = handler
        self.people: People = the_api.people
        self.lobby = the_api.lobby
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        http, secret = HttpRequest(scope, receive), None
        with ExitStack() as holding:
            asked = Request(
                address=http.state.address,
                path_params=http.path_params,
                query_params=http.query_params,
                read=lambda most: body(http, most, self.lobby.guards, holding),
                gone=lambda: gone(http),
                holding=holding,
                gzip="gzip" in http.headers.get("accept-encoding", ""),
                origin=http.headers.get("origin", ""),
            )
            try:
                person, secret = await self.people.greet(http.cookies)
                asked.device = person_id(secret or secret_in(http.cookies) or "")
                value = await self.handler(asked, person)
            except CardhouseError as error:
                self.lobby.metrics.observe("refusals", 1)
                value = api.refuse(error)
            except ClientDisconnect:
                value = Answer(status=GONE)
            response = response_of(value if isinstance(value, Answer) else api.reply(value))
            self._keep(response, secret, http.cookies)
            await response(scope, receive, send)

    def _keep(self, response: Response, secret: str | None, cookies: Mapping[str, str]) -> None:
        """Have a browser keep the secret of a new person, or one that it has under the name for plain HTTP."""
        name = SECURE_COOKIE if self.secure else COOKIE
        if secret is None and self.secure and SECURE_COOKIE not in cookies:
            secret = secret_in(cookies)
            response.delete_cookie(COOKIE, path="/")
        if secret is not None:
            response.set_cookie(
                name, secret, max_age=A_YEAR, httponly=True, samesite="lax", secure=self.secure, path="/"
            )


def routes(the_api: Api, secure: bool) -> list[Route]:
    """Where each answer is found. ``secure``: cookies are sent over HTTPS only."""
    found = the_api.handlers()
    return [Route(path, Endpoint(handler, the_api, secure), methods=[method]) for method, path, handler in found]
