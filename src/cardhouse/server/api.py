"""What the page asks over HTTP: the games, tables, history, records and statistics, as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from ..bots import bot_names
from ..errors import CardhouseError, Refused
from ..games import games
from ..record import read_record
from ..table.seating import Person
from .house import House, TableWish
from .people import LONGEST_NAME, People, plain_name
from .replays import laid_out
from .stats import MOST_GAMES, statistics

T = TypeVar("T")
LONGEST_BODY = 16 * 1024
LONGEST_RECORD = 2 * 1024 * 1024
FOREVER = 1e12
ONE_DIGIT = frozenset("0123456789")
NOT_FOUND = {"refused.server.no_table", "refused.server.no_record"}

Answer = Callable[[Request, Person], Awaitable[Any]]


class Me(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a face."""

    name: str
    face: str = ""


class SitWish(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that somebody wants; None: any free one."""

    seat: int | None = None


def reply(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refuse(error: CardhouseError) -> Response:
    """A refusal as JSON, with its reason."""
    facts = {name: value for name, value in error.facts.items() if isinstance(value, str | int | float)}
    status = 404 if error.key in NOT_FOUND else 503 if error.key.startswith("store.") else 400
    return reply({"key": error.key, "text": str(error), "facts": facts}, status)


async def body(request: Request, most: int) -> bytes:
    """The request's body, if it isn't too long."""
    read = b""
    async for part in request.stream():
        read += part
        if len(read) > most:
            raise Refused("refused.server.too_long", size=len(read), most=most)
    return read


async def wish(request: Request, kind: type[T]) -> T:
    """The request's body as a typed value."""
    try:
        return msgspec.json.decode(await body(request, LONGEST_BODY) or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused("refused.server.body", why=str(error)[:200]) from error


class Api:
    """The answers, each for the person who asks."""

    def __init__(self, house: House, people: People) -> None:
        self.house = house
        self.people = people

    def routes(self) -> list[Route]:
        """Where each answer is found."""
        found: list[tuple[str, str, Answer]] = [
            ("GET", "/api/me", self.me),
            ("PUT", "/api/me", self.rename),
            ("GET", "/api/games", self.games),
            ("POST", "/api/tables", self.make),
            ("GET", "/api/tables", self.listed),
            ("GET", "/api/mine", self.mine),
            ("GET", "/api/tables/{code}", self.table),
            ("POST", "/api/tables/{code}/sit", self.sit),
            ("GET", "/api/history", self.history),
            ("GET", "/api/records/{record}", self.record),
            ("GET", "/api/records/{record}/replay", self.replay),
            ("GET", "/api/records/{record}/review", self.review),
            ("POST", "/api/replay", self.replay_file),
            ("POST", "/api/review", self.review_file),
            ("GET", "/api/stats", self.stats),
            ("DELETE", "/api/stats", self.clear_stats),
        ]
        return [Route(path, self._answering(answer), methods=[method]) for method, path, answer in found]

    def _answering(self, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            person, secret = self.people.greet(request.cookies)
            try:
                value = await answer(request, person)
            except CardhouseError as error:
                self.house.metrics.observe("refusals", 1)
                value = refuse(error)
            response = value if isinstance(value, Response) else reply(value)
            return self.people.give(response, secret)

        return respond

    async def me(self, request: Request, person: Person) -> Any:
        return person

    async def rename(self, request: Request, person: Person) -> Any:
        wanted = await wish(request, Me)
        name = plain_name(wanted.name)
        if not name or len(wanted.name) > 4 * LONGEST_NAME:
            raise Refused("refused.server.name", most=LONGEST_NAME)
        if wanted.face and not (wanted.face.isascii() and wanted.face.isalnum() and len(wanted.face) <= LONGEST_NAME):
            raise Refused("refused.server.face", face=wanted.face[:20])
        return await self.people.rename(person, name, wanted.face)

    async def games(self, request: Request, person: Person) -> Any:
        return [
            {
                "name": info.name,
                "seat_choices": info.seat_choices,
                "default_seats": info.default_seats,
                "options": [asdict(option) for option in info.options],
                "bots": bot_names(info.name),
            }
            for info in games()
        ]

    async def make(self, request: Request, person: Person) -> Any:
        table = await self.house.make(await wish(request, TableWish), person)
        return {"code": table.code}

    async def listed(self, request: Request, person: Person) -> Any:
        return [
            {
                "code": table.plan.code,
                "game": table.plan.game,
                "options": table.plan.options,
                "names": table.names,
                "free": table.free,
            }
            for table in self.house.listed()
        ]

    async def mine(self, request: Request, person: Person) -> Any:
        return [
            {
                "code": table.plan.code,
                "game": table.plan.game,
                "names": [seat.name for seat in table.seats],
                "status": table.status,
                "step": table.step,
                "since": table.plan.made_at,
            }
            for table in self.house.of(person.id)
            if table.status != "over"
        ]

    async def table(self, request: Request, person: Person) -> Any:
        table = await self.house.find(request.path_params["code"])
        return table.info(person.id)

    async def sit(self, request: Request, person: Person) -> Any:
        wanted = await wish(request, SitWish)
        table = await self.house.find(request.path_params["code"])
        return {"seat": await table.take_seat(person, wanted.seat)}

    async def history(self, request: Request, person: Person) -> Any:
        try:
            before = float(request.query_params.get("before", FOREVER))
        except ValueError:
            before = FOREVER
        return self.house.store.history(person.id, before, 50)

    def _record(self, request: Request) -> str:
        name = request.path_params["record"]
        text = self.house.store.record(name)
        if text is None:
            raise Refused("refused.server.no_record", record=name[:40])
        return text

    async def record(self, request: Request, person: Person) -> Any:
        return PlainTextResponse(self._record(request))

    async def replay(self, request: Request, person: Person) -> Any:
        text, faces = self._record(request), self.house.store.faces(request.path_params["record"])
        return await asyncio.to_thread(lambda: laid_out(read_record(text)) | {"faces": faces})

    async def replay_file(self, request: Request, person: Person) -> Any:
        raw = await body(request, LONGEST_RECORD)
        return await asyncio.to_thread(lambda: laid_out(read_record(raw.decode("utf-8", "replace"))))

    async def review(self, request: Request, person: Person) -> Any:
        return await self._reviewed(request, self._record(request))

    async def review_file(self, request: Request, person: Person) -> Any:
        raw = await body(request, LONGEST_RECORD)
        return await self._reviewed(request, raw.decode("utf-8", "replace"))

    async def _reviewed(self, request: Request, text: str) -> Any:
        wanted = request.query_params.get("seat")
        if wanted is not None and wanted not in ONE_DIGIT:
            raise Refused("refused.server.seat", seat=wanted[:20])
        opened = await self.house.reviewer.open(text, None if wanted is None else int(wanted))

        async def told() -> AsyncIterator[bytes]:
            async for line in self.house.reviewer.moves(opened):
                yield b"data: " + msgspec.json.encode(line) + b"\n\n"

        # Proxies and compression would hold back what is known until all of it is.
        return StreamingResponse(told(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def stats(self, request: Request, person: Person) -> Any:
        return statistics(self.house.store.history(person.id, FOREVER, MOST_GAMES))

    async def clear_stats(self, request: Request, person: Person) -> Any:
        await self.house.store.forget_results(person.id)
        return []
