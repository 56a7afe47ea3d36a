"""The REST API: games, tables, history, records and statistics, as JSON.

Nothing here knows how a request came: `endpoints` brings those of HTTP, `browser` those of a page with no server.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qs

import msgspec

from ..bots import bot_names, cat_levels, usual_level
from ..contract.exercises import Exercise, Exercises
from ..contract.kept import Archive, ArchivedGame, Finished, Statistics
from ..contract.ladder import DayStreak, LadderGame
from ..contract.messages import TableInfo
from ..contract.puzzles import DailyDeal, DailyStanding, Missed, PuzzleAnswer, PuzzleGame, PuzzleTry
from ..contract.requests import (
    LONGEST_BODY,
    LONGEST_RECORD,
    REQUESTS,
    Brought,
    CodeOwner,
    CreateTable,
    Device,
    DeviceCode,
    ForkRequest,
    GameInfo,
    JoinRequest,
    ListedTable,
    Made,
    NewPasskey,
    Nothing,
    OptionInfo,
    OwnTable,
    PasskeyChallenge,
    PasskeySignature,
    Person,
    PushInfo,
    ReachInfo,
    RecoveryWords,
    Rename,
    Seated,
    SitRequest,
    Subscription,
    ThisDevice,
)
from ..contract.reviews import MoveWeighed, ReviewBegun, Unit, WeighedMove
from ..contract.settings import LONGEST_NAME
from ..engine.errors import BadSetup, CardhouseError, Refused
from ..engine.options import Value
from ..engine.registry import game_class
from ..games import GameSpec, games
from ..names import plain_name
from ..storage import FOREVER
from . import exercises, ladder
from .archive import archive, keep, proven
from .forks import ForkWish, taken_up, taken_up_as_known
from .glass import glass_of
from .limits import payers_of
from .lobby import Lobby, TableSummary
from .page_files import page_module
from .people import People
from .push import Notifier
from .puzzles import Puzzles, encoded_task, find
from .replays import replay_of
from .reviewer import reason

log = logging.getLogger("cardhouse.api")

T = TypeVar("T")
MOST_LISTED = 100
USUALLY_LISTED = 50
THIS_MACHINE = ("127.0.0.1", "::1")
ONE_DIGIT = frozenset("0123456789")
# No game has a move with a number of so many digits.
LONGEST_NUMBER = 8
STATUS = {
    "refused.server.no_table": 404,
    "refused.server.no_record": 404,
    "refused.server.no_puzzle": 404,
    "refused.server.no_daily": 404,
    "refused.server.too_long": 413,
    "refused.server.slow": 408,
    "refused.server.origin": 403,
    "refused.server.host": 421,
    "refused.server.head": 431,
}
# What a name takes on disk, and a subscription.
A_NAME = 300
A_SUBSCRIPTION = 1200
# Nobody is there any more to read it.
GONE = 499


@dataclass
class Request:
    """A request, whichever way it came.

    ``read`` gives the body if it has no more than this many bytes; ``gone`` returns when nobody waits any more. What is
    in ``holding`` is given back when the answer has been sent. ``gzip``: a compressed answer is understood.
    ``device`` is the id of the browser that asks; empty where there is only one. ``origin`` is the page's address, if
    a page asks.
    """

    address: str
    path_params: Mapping[str, str]
    query_params: Mapping[str, str]
    read: Callable[[int], Awaitable[bytes]]
    gone: Callable[[], Awaitable[None]]
    holding: ExitStack
    gzip: bool = False
    device: str = ""
    origin: str = ""


@dataclass(frozen=True)
class Answer:
    """An answer, as bytes; a long one comes in parts, and a stream one by one, each a JSON text."""

    body: bytes = b""
    status: int = 200
    media: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    stream: AsyncIterator[bytes] | None = None
    parts: AsyncIterator[bytes] | None = None


Handler = Callable[[Request, Person], Awaitable[Any]]


def read(raw: bytes, kind: Any) -> Any:
    """A body as a typed value; `Refused` says what is wrong with it, and where."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("refused.server.body", why=str(error)[:200]) from error


def reply(value: Any, status: int = 200) -> Answer:
    """A value as JSON."""
    return Answer(msgspec.json.encode(value), status)


def refuse(error: CardhouseError) -> Answer:
    """A refusal as JSON, with its reason and, where that is known, when to try again."""
    why = reason(error)
    facts = why.facts
    usual = 503 if error.key.startswith("store.") else 429 if "retry" in facts else 400
    answer = reply(why, STATUS.get(error.key, usual))
    if "retry" in facts:
        answer.headers["retry-after"] = str(facts["retry"])
    return answer


async def while_there(request: Request, work: Awaitable[T]) -> T | None:
    """Return what the work gives; it is cancelled, and gives None, when the client is gone."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(request.gone())
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


def page_of(request: Request) -> tuple[float, int]:
    """Which part of a list is wanted: before when, and how many at most."""
    asked = request.query_params
    try:
        before = float(asked.get("before", FOREVER))
    except ValueError:
        before = FOREVER
    wanted = asked.get("limit", "")
    most = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else USUALLY_LISTED
    return before, max(1, min(most, MOST_LISTED))


def last_seen(query: str) -> tuple[int, int] | None:
    """The round and step that a page has seen last."""
    fields = parse_qs(query)
    try:
        return int(fields["round"][0]), int(fields["step"][0])
    except (KeyError, ValueError):
        return None


def limited(info: GameSpec) -> dict[int, dict[str, list[Value]]]:
    """By number of seats: the options that can't have every value with this many, each with those it can have."""
    found: dict[int, dict[str, list[Value]]] = {}
    usual = {option.name: option.default for option in info.options}
    for seats in info.seat_choices:
        for option in info.options:
            fitting = [value for value in option.choices if _goes(info.name, seats, {**usual, option.name: value})]
            if fitting and len(fitting) < len(option.choices):
                found.setdefault(seats, {})[option.name] = fitting
    return found


def _goes(game: str, seats: int, options: dict[str, Value]) -> bool:
    try:
        game_class(game).cards(seats, options)
    except BadSetup:
        return False
    return True


class Reachable(Protocol):
    """Knows from where others reach the house."""

    def info(self) -> ReachInfo:
        """Return what a page is told of it."""

    async def open(self) -> ReachInfo:
        """Let the same networks in."""


class Api:
    """The answers, each for the person who asks."""

    def __init__(
        self, lobby: Lobby, people: People, reach: Reachable | None = None, notifier: Notifier | None = None
    ) -> None:
        self.lobby = lobby
        self.people = people
        self.trials = Puzzles(lobby)
        self._reach = reach
        self._notifier = notifier

    def handlers(self) -> list[tuple[str, str, Handler]]:
        """Return what answers which method and path."""
        return [(asked.method, asked.path, getattr(self, asked.name)) for asked in REQUESTS]

    async def _wish(self, request: Request, kind: type[T]) -> T:
        """The request's body as a typed value."""
        found: T = read(await request.read(LONGEST_BODY) or b"{}", kind)
        return found

    async def me(self, request: Request, person: Person) -> Person:
        return person

    async def rename(self, request: Request, person: Person) -> Person:
        wanted = await self._wish(request, Rename)
        name = plain_name(wanted.name)
        if not name or len(wanted.name) > 4 * LONGEST_NAME:
            raise Refused("refused.server.name", most=LONGEST_NAME)
        if wanted.face and not (wanted.face.isascii() and wanted.face.isalnum() and len(wanted.face) <= LONGEST_NAME):
            raise Refused("refused.server.face", face=wanted.face[:20])
        if (person.name, person.face) != (name, wanted.face):
            self.lobby.guards.disk.take(payers_of(request.address, person.id), A_NAME)
        return await self.people.rename(person, name, wanted.face)

    async def devices(self, request: Request, person: Person) -> list[Device]:
        self._check_devices(request)
        return await self.people.devices(person.id, request.device)

    async def device_code(self, request: Request, person: Person) -> DeviceCode:
        self._check_devices(request)
        wanted = await self._wish(request, ThisDevice)
        return await self.people.code_for(person.id, request.device, wanted.device)

    async def code_owner(self, request: Request, person: Person) -> CodeOwner:
        self._check_devices(request)
        owner = await self.people.owner_of(request.path_params["code"])
        return CodeOwner(owner.name, owner.face)

    async def join_device(self, request: Request, person: Person) -> Person:
        self._check_devices(request)
        wanted = await self._wish(request, JoinRequest)
        joined = await self.people.join(request.device, wanted.code, wanted.device)
        if self._notifier is not None:
            # From now on it hears only what concerns its own person.
            await self._notifier.forget(person.id, request.device)
        self.lobby.send_off(request.device)
        return joined

    async def recovery_words(self, request: Request, person: Person) -> RecoveryWords:
        self._check_devices(request)
        return RecoveryWords(await self.people.words_for(person.id))

    async def passkey_challenge(self, request: Request, person: Person) -> PasskeyChallenge:
        self._check_devices(request)
        return await self.people.challenge_for(person.id, request.device)

    async def add_passkey(self, request: Request, person: Person) -> Nothing:
        self._check_devices(request)
        made = await self._wish(request, NewPasskey)
        await self.people.add_passkey(person.id, request.device, made, request.origin)
        return Nothing()

    async def use_passkey(self, request: Request, person: Person) -> Person:
        self._check_devices(request)
        signed = await self._wish(request, PasskeySignature)
        joined = await self.people.use_passkey(request.device, signed, request.origin)
        self.lobby.send_off(request.device)
        return joined

    async def drop_device(self, request: Request, person: Person) -> Nothing:
        self._check_devices(request)
        device = request.path_params["device"]
        if await self.people.drop(person.id, device):
            self.lobby.send_off(device)
            if self._notifier is not None:
                await self._notifier.forget(person.id, device)
        return Nothing()

    async def push(self, request: Request, person: Person) -> PushInfo:
        if self._notifier is None or not request.device:
            return PushInfo()
        return await self._notifier.info(person.id, request.device)

    async def push_here(self, request: Request, person: Person) -> Nothing:
        wanted = await self._wish(request, Subscription)
        if self._notifier is None or not request.device:
            raise Refused("refused.push.not_here")
        self.lobby.guards.disk.take(payers_of(request.address, person.id), A_SUBSCRIPTION)
        await self._notifier.subscribe(person.id, request.device, wanted)
        return Nothing()

    async def no_push(self, request: Request, person: Person) -> Nothing:
        if self._notifier is not None and request.device:
            await self._notifier.forget(person.id, request.device)
        return Nothing()

    async def reach(self, request: Request, person: Person) -> ReachInfo:
        return self._reach.info() if self._reach is not None else ReachInfo(False, False, [])

    async def open_reach(self, request: Request, person: Person) -> ReachInfo:
        # Who sits at this machine says who else comes in.
        if self._reach is None or request.address not in THIS_MACHINE:
            raise Refused("refused.reach.there")
        return await self._reach.open()

    def _check_devices(self, request: Request) -> None:
        """`Refused` where there is but one device, or where codes are tried out too quickly."""
        if not request.device:
            raise Refused("refused.devices.here")
        self.lobby.guards.devices.take(request.address)

    async def games(self, request: Request, person: Person) -> list[GameInfo]:
        return [
            GameInfo(
                name=info.name,
                seat_choices=list(info.seat_choices),
                default_seats=info.usual_seats or info.default_seats,
                options=[
                    OptionInfo(one.name, one.kind, one.default, list(one.choices), one.low, one.high)
                    for one in info.options
                ],
                limited=limited(info),
                bots=bot_names(info.name),
                levels=cat_levels(info.name),
                usual_level=usual_level(info.name),
                slaps=info.slaps,
                page=page_module(info),
                slow=info.slow,
            )
            for info in games()
        ]

    async def make(self, request: Request, person: Person) -> Made:
        wanted = await self._wish(request, CreateTable)
        table = await self.lobby.make(wanted, person, request.address)
        return Made(table.code)

    async def listed(self, request: Request, person: Person) -> list[ListedTable]:
        return [
            ListedTable(
                code=table.plan.code,
                game=table.plan.game,
                options=table.plan.options,
                names=table.names,
                free=table.free,
                since=table.plan.made_at,
            )
            for table in _latest(self.lobby.listed(), request)
        ]

    async def mine(self, request: Request, person: Person) -> list[OwnTable]:
        return [
            OwnTable(
                code=table.plan.code,
                game=table.plan.game,
                names=[seat.name for seat in table.seats],
                status=table.status,
                step=table.step,
                since=table.plan.made_at,
                counts=table.counts_for(person.id),
                yours=[at for at, seat in enumerate(table.seats) if person.id in (seat.person, seat.away)],
                turn=self.lobby.turn(table.plan.code),
                lesson=table.plan.lesson,
                forked=table.plan.fork is not None,
                slow=table.plan.slow,
            )
            for table in _latest([table for table in self.lobby.of(person.id) if table.status != "over"], request)
        ]

    async def table(self, request: Request, person: Person) -> TableInfo:
        table = await self.lobby.find(request.path_params["code"])
        return table.info(person.id)

    async def discard(self, request: Request, person: Person) -> Nothing:
        await self.lobby.discard(request.path_params["code"], person)
        return Nothing()

    async def sit(self, request: Request, person: Person) -> Seated:
        wanted = await self._wish(request, SitRequest)
        table = await self.lobby.find(request.path_params["code"])
        return Seated(await table.take_seat(person, wanted.seat))

    async def history(self, request: Request, person: Person) -> list[Finished]:
        return await self.lobby.storage.history(person.id, *page_of(request))

    async def _record(self, request: Request) -> str:
        name = request.path_params["record"]
        text = await self.lobby.storage.record(name)
        if text is None:
            raise Refused("refused.server.no_record", record=name[:40])
        return text

    async def record(self, request: Request, person: Person) -> Answer:
        return Answer((await self._record(request)).encode(), media="text/plain; charset=utf-8")

    def _take_turn(self, request: Request, person: Person) -> None:
        """Take a place for a job until the response is sent, before anything is read."""
        request.holding.enter_context(self.lobby.guards.job(person.id, request.address))

    async def replay(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        text, faces = await self._record(request), await self.lobby.storage.faces(request.path_params["record"])
        return await self._replayed(request, text, faces)

    async def replay_file(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        raw = await request.read(LONGEST_RECORD)
        return await self._replayed(request, raw.decode("utf-8", "replace"), None)

    async def _replayed(self, request: Request, text: str, faces: list[str] | None) -> Answer:
        # Compressed where it is made: a long game would hold every table up here.
        work = self.lobby.jobs.run(request.address, replay_of, text, faces, request.gzip)
        found = await while_there(request, work)
        if found is None:
            return Answer(status=GONE)
        return Answer(found, headers={"content-encoding": "gzip", "vary": "accept-encoding"} if request.gzip else {})

    async def review(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        return await self._reviewed(request, await self._record(request), person)

    async def review_file(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        raw = await request.read(LONGEST_RECORD)
        return await self._reviewed(request, raw.decode("utf-8", "replace"))

    async def _reviewed(self, request: Request, text: str, person: Person | None = None) -> Answer:
        wanted, reviewer = request.query_params.get("seat"), self.lobby.reviewer
        if wanted is not None and wanted not in ONE_DIGIT:
            raise Refused("refused.server.seat", seat=wanted[:20])
        seat = None if wanted is None else int(wanted)
        opened = await while_there(request, reviewer.open(request.address, text, seat))
        if opened is None:
            return Answer(status=GONE)

        seats = [] if person is None else await self.lobby.storage.seats(request.path_params["record"])
        own = {at for at, (who, _, _) in enumerate(seats) if person is not None and who == person.id}

        async def told() -> AsyncIterator[bytes]:
            unit: Unit = "points"
            async for line in reviewer.moves(request.address, opened):
                if isinstance(line, ReviewBegun):
                    unit = line.unit
                elif isinstance(line, MoveWeighed) and line.move is not None and line.move.seat in own:
                    await self._keep_exercise(request.path_params["record"], opened.game, unit, line.move, person)
                yield msgspec.json.encode(line)

        return Answer(stream=told())

    async def glass(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        seats = await self.lobby.storage.seats(request.path_params["record"])
        return await self._looked_into(request, await self._record(request), [level for _, level, _ in seats])

    async def glass_file(self, request: Request, person: Person) -> Answer:
        self._take_turn(request, person)
        raw = await request.read(LONGEST_RECORD)
        return await self._looked_into(request, raw.decode("utf-8", "replace"), [])

    async def _looked_into(self, request: Request, text: str, levels: list[str]) -> Answer:
        wanted = request.query_params.get("at", "")
        if not (wanted.isascii() and wanted.isdigit() and len(wanted) < LONGEST_NUMBER):
            raise Refused("refused.server.body", why="at is the number of a move")
        work = self.lobby.jobs.run(request.address, glass_of, text, int(wanted), levels)
        found = await while_there(request, work)
        return Answer(status=GONE) if found is None else Answer(msgspec.json.encode(found))

    async def fork(self, request: Request, person: Person) -> Made:
        wanted, text = await self._wish(request, ForkRequest), await self._record(request)
        seats = await self.lobby.storage.seats(request.path_params["record"])
        return await self._forked(request, person, text, wanted, seats)

    async def fork_file(self, request: Request, person: Person) -> Made:
        raw, given = await request.read(LONGEST_RECORD), request.query_params
        try:
            wanted = ForkRequest(int(given["step"]), int(given.get("seat", 0)), given.get("ask", "") == "true")
        except (KeyError, ValueError) as error:
            raise Refused("refused.server.body", why="step and seat are numbers") from error
        return await self._forked(request, person, raw.decode("utf-8", "replace"), wanted)

    async def _forked(
        self,
        request: Request,
        person: Person,
        text: str,
        wanted: ForkRequest,
        seats: list[tuple[str, str, str]] | None = None,
        exercise: str = "",
    ) -> Made:
        self._take_turn(request, person)
        taken = await self.lobby.jobs.run(request.address, taken_up, text, wanted.step, wanted.seat, wanted.ask)
        levels, faces = [level for _, level, _ in seats or []], [face for _, _, face in seats or []]
        wish = ForkWish(taken, wanted.level, levels, faces, wanted.ask, exercise)
        return Made((await self.lobby.fork(wish, person, request.address)).code)

    async def exercises(self, request: Request, person: Person) -> Exercises:
        return await exercises.waiting(self.lobby.storage, person.id, self.lobby.clock())

    async def exercise(self, request: Request, person: Person) -> Made:
        one = await self._exercise(request, person)
        text = await self.lobby.storage.record(one.record)
        if text is None:
            raise Refused("refused.server.no_record", record=one.record[:40])
        wanted = ForkRequest(one.number - 1, one.seat, True)
        return await self._forked(request, person, text, wanted, await self.lobby.storage.seats(one.record), one.id)

    async def no_exercise(self, request: Request, person: Person) -> Nothing:
        await exercises.forget(self.lobby.storage, person.id, (await self._exercise(request, person)).id)
        return Nothing()

    async def _exercise(self, request: Request, person: Person) -> Exercise:
        name = request.path_params["exercise"]
        for one in await exercises.all_of(self.lobby.storage, person.id):
            if one.id == name:
                return one
        raise Refused("refused.server.no_exercise")

    async def fork_table(self, request: Request, person: Person) -> Made:
        wanted, code = await self._wish(request, ForkRequest), request.path_params["code"]
        table = await self.lobby.find(code)
        text = table.own_record(person, wanted.seat)
        self._take_turn(request, person)
        seats = table.state.seating.plans
        taken = await self.lobby.jobs.run(
            request.address, taken_up_as_known, text, wanted.step, wanted.seat, secrets.randbits(64)
        )
        wish = ForkWish(taken, wanted.level, [seat.level for seat in seats], [seat.face for seat in seats])
        return Made((await self.lobby.fork(wish, person, request.address)).code)

    async def _keep_exercise(
        self, record: str, game: str, unit: Unit, move: WeighedMove, person: Person | None
    ) -> None:
        one = exercises.exercise_of(record, game, unit, move, self.lobby.clock())
        if one is None or person is None:
            return
        try:
            await exercises.keep(self.lobby.storage, person.id, one)
        except CardhouseError as error:
            # A review goes on without.
            log.warning("an exercise can't be kept: %s", error)

    async def stats(self, request: Request, person: Person) -> list[Statistics]:
        return await self.lobby.storage.statistics(person.id)

    async def archive(self, request: Request, person: Person) -> Answer:
        memory = self.lobby.guards.memory

        def held(size: int) -> AbstractAsyncContextManager[None]:
            return memory.held_in_time(request.address, size)

        return Answer(parts=archive(self.lobby.storage, person, *page_of(request), held))

    async def bring(self, request: Request, person: Person) -> Brought:
        self._take_turn(request, person)
        kept: list[ArchivedGame] = read(await request.read(LONGEST_RECORD), Archive)
        proofs = await self.lobby.jobs.run(request.address, proven, kept)

        def pay(size: int) -> None:
            self.lobby.guards.disk.take(payers_of(request.address, person.id), size)

        added = await keep(self.lobby.storage, person, kept, proofs, self.lobby.clock(), pay)
        return Brought(added, len(kept))

    async def puzzles(self, request: Request, person: Person) -> list[PuzzleGame]:
        return await self.trials.overview(person)

    async def next_puzzle(self, request: Request, person: Person) -> Answer:
        asked = request.query_params
        rating = asked.get("rating", "")
        wanted = int(rating) if rating.isascii() and rating.isdigit() and len(rating) < 6 else None
        found = await self.trials.next(person, asked.get("game", ""), asked.get("theme", ""), wanted)
        return Answer(await self.lobby.jobs.run(request.address, encoded_task, found.id))

    async def missed(self, request: Request, person: Person) -> list[Missed]:
        return await self.trials.missed(person)

    async def puzzle(self, request: Request, person: Person) -> Answer:
        found = find(request.path_params["puzzle"])
        return Answer(await self.lobby.jobs.run(request.address, encoded_task, found.id))

    async def try_puzzle(self, request: Request, person: Person) -> PuzzleAnswer:
        wanted = await self._wish(request, PuzzleTry)
        return await self.trials.attempt(person, request.path_params["puzzle"], wanted)

    async def dailies(self, request: Request, person: Person) -> list[DailyDeal]:
        return await self.trials.dailies(person)

    async def begin_daily(self, request: Request, person: Person) -> Made:
        return Made(await self.trials.begin(person, request.path_params["game"], request.address))

    async def daily(self, request: Request, person: Person) -> DailyStanding:
        asked, today = request.query_params.get("day", ""), self.trials.today()
        try:
            day = min(date.fromisoformat(asked), today) if asked else today
        except ValueError:
            day = today
        return await self.trials.standing(person, request.path_params["game"], day)

    async def ladder(self, request: Request, person: Person) -> list[LadderGame]:
        return await ladder.ladder(self.lobby.storage, person)

    async def streak(self, request: Request, person: Person) -> DayStreak:
        return await self.trials.streak(person)

    async def clear_stats(self, request: Request, person: Person) -> Nothing:
        await self.trials.forget(person)
        await self.lobby.storage.forget_results(person.id)
        return Nothing()


def _latest(tables: list[TableSummary], request: Request) -> list[TableSummary]:
    """The part of these tables that is wanted, in the order in which they were made."""
    before, most = page_of(request)
    return [table for table in tables if table.plan.made_at < before][-most:]
