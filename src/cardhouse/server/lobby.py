"""The lobby: all tables, made, found, brought back after a restart, and cleared away when nobody comes any more."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec

from ..bots import make_bot
from ..contract.messages import Status
from ..contract.requests import CreateTable, Person, SeatRequest
from ..contract.settings import BEST_OF, GONE_CHOICES, LISTED_TURN_CLOCK, LONGEST_NAME
from ..engine.errors import CardhouseError, Refused
from ..engine.options import settle
from ..engine.registry import game_class, new
from ..names import plain_name, told_apart
from ..puzzles.pool import Deal, daily_of
from ..storage import FOREVER, DamagedRow, Outline, Storage, StorageError
from ..table.arranging import check_clock
from ..table.bots import LEAST, cat_for
from ..table.plan import SeatPlan, TablePlan, tag_of
from ..table.pool import BotPool
from ..table.slow import YourTurn
from ..table.state import BadLog
from ..table.table import Table
from .exercises import found_out
from .forks import ForkWish, fork_plan
from .jobs import Jobs
from .limits import SOON, Guards, Limits
from .metrics import Metrics
from .people import LETTERS
from .reviewer import Reviewer

log = logging.getLogger("cardhouse.lobby")

CODE_LENGTH = 10
# Unfinished games are kept so long after anybody last did something there, finished ones only for a rematch.
FORGET_UNFINISHED_AFTER = 30 * 24 * 3600.0
FORGET_FINISHED_AFTER = 3600.0
# Seconds for a move where anybody may sit down; friends wait for each other.
# Connections are asked whether they are there every other time that tables look for who has fallen silent.
TICK_EVERY = 1.0
SWEEP_EVERY = 60.0
UNLOAD_AFTER = 600.0
# A page that is loaded again is gone for a moment.
LISTED_ALONE_FOR = 15.0
# Whether somebody is at a table of another node nobody says: it is listed so long after it was written to.
LISTED_ELSEWHERE_FOR = 600.0
FEW_GONE = 100
# The WebSocket code for "try again later".
COME_BACK = 1013
# A table that another server has, or that can't be read now, is looked at again so many seconds later.
LOOK_AGAIN_AFTER = 300.0


class SteadyClock:
    """Seconds since the epoch that advance as time passes, whatever somebody does to the machine's own clock.

    It begins with the latest time that was written down, so that a clock that is ahead makes nothing look abandoned.
    """

    def __init__(self, latest: float = 0.0) -> None:
        self._began = min(latest, time.time()) if latest else time.time()
        self._started = time.monotonic()

    def __call__(self) -> float:
        return self._began + time.monotonic() - self._started


@dataclass(frozen=True)
class TableSummary:
    """A table seen from afar, whether it is in memory or not."""

    plan: TablePlan
    seats: list[SeatPlan]
    status: Status
    step: int
    round: int = 0
    touched: float = 0.0
    # Whose turn it is, as far as that is known; and when its clock is up, in seconds since the epoch: 0 if unknown.
    turn: tuple[int, ...] = ()
    due: float = 0.0

    @property
    def played(self) -> bool:
        """True if anything was ever done there."""
        return self.step > 0 or self.round > 1

    def wakes(self, now: float) -> bool:
        """True if something is to happen there by now, though nobody comes: its clock runs in days."""
        dealt = self.status == "playing" or (self.status == "waiting" and not self.free)
        return self.plan.slow and dealt and self.due <= now

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.kind != "open"]

    @property
    def free(self) -> int:
        return sum(seat.kind == "open" for seat in self.seats)

    def counts_for(self, person: str) -> bool:
        """True if it takes a place of this person's limit: they play there, or nobody else does and they made it."""
        if self.status == "over":
            return False
        if any(seat.person == person for seat in self.seats):
            return True
        return self.plan.host == person and not any((seat.person or seat.away) and not seat.left for seat in self.seats)

    def is_of(self, person: str) -> bool:
        """True if this person can go on here: they have a seat, or nobody else has and they made it."""
        if any(person in (seat.person, seat.away) and not seat.left for seat in self.seats):
            return True
        alone = not any((seat.person or seat.away) and not seat.left for seat in self.seats)
        return self.plan.host == person and (self.status == "waiting" or alone)


class Ownership(Protocol):
    """Which tables are this server's, where there are several servers."""

    async def claim(self, code: str) -> int:
        """Take a table if nobody has it: a token for as long as it is ours, or 0 if it isn't."""

    def token(self, code: str) -> int:
        """The token of a table that is ours, or 0: one that was lost and won again has another."""

    async def release(self, code: str) -> None:
        """Give a table back."""

    async def learn(self, code: str) -> None:
        """Find out about a table that may have been made elsewhere a moment ago."""

    def made(self, code: str, address: str) -> None:
        """Tell the others from where a table was made."""


class Visitor(Protocol):
    """Somebody's connection to a table, from one of their devices."""

    table: Table | None
    device: str
    # Closes it, with a WebSocket's code and a reason.
    end: Callable[..., None]


class Lobby:
    """All tables. Those in use are in memory; of the others it knows a summary, and the rest is in the storage."""

    def __init__(
        self,
        storage: Storage,
        pool: BotPool,
        metrics: Metrics,
        limits: Limits | None = None,
        clock: Callable[[], float] | None = None,
        jobs: Jobs | None = None,
    ) -> None:
        self.storage = storage
        self.pool = pool
        self.metrics = metrics
        self.limits = limits or Limits()
        self.guards = Guards(self.limits)
        self.jobs = jobs or Jobs(pool.workers, most_seconds=self.limits.job_seconds)
        self.reviewer = Reviewer(self.jobs)
        self.clock: Callable[[], float] = clock or SteadyClock()
        self._own_clock = clock is not None
        self.plans: dict[str, TablePlan] = {}
        self.tables: dict[str, Table] = {}
        # Tables that can't be read.
        self.damaged: set[str] = set()
        self._resting: dict[str, TableSummary] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        # The address from which each table was made, since the server started.
        self.made_from: dict[str, str] = {}
        # Since when nobody has been at a table in memory.
        self._idle: dict[str, float] = {}
        # Hears whose turn it is that isn't there.
        self.tell_turn: Callable[[YourTurn], None] = lambda turn: None
        self._chores: list[asyncio.Task[None]] = []
        # Connections and tables that have gone since memory was last cleared of them.
        self.gone = 0
        # Who is connected to tables here.
        self.visits: set[Visitor] = set()
        # None: all tables are ours.
        self.ownership: Ownership | None = None

    async def open(self) -> None:
        """Find out which tables there are, and begin with the chores."""
        await self.load()
        self.pool.start()
        self._chores = [
            asyncio.create_task(self._ping()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._wake()),
        ]

    async def load(self) -> None:
        """Find out which tables there are. One that is damaged stays closed and stops no other."""
        outlines = await self.storage.outlines()
        self.take_in(outlines)
        if not self._own_clock:
            self.clock = SteadyClock(max([found.touched for found in outlines], default=0.0))

    def take_in(self, outlines: Iterable[Outline], gone: Iterable[str] = ()) -> None:
        """Note how tables stand that are not in memory, and which are no more."""
        for found in outlines:
            if found.code in self.tables or found.code in self._loading:
                continue
            if found.plan is None:
                self._close_damaged(found.code, found.damage)
                continue
            playing = found.round and not found.waiting
            status: Status = "over" if found.over else "playing" if playing else "waiting"
            self.plans[found.code] = found.plan
            self._resting[found.code] = TableSummary(
                found.now or found.plan, found.seats, status, found.step, found.round, found.touched
            )
        for code in gone:
            if code not in self.tables and code not in self._loading:
                self._forget(code)

    def uses(self, code: str) -> bool:
        """True if a table is in memory, or on its way there."""
        return code in self.tables or code in self._loading

    def let_go(self, code: str) -> Table | None:
        """Take a table out of memory as it stands; return it, so that it can be stopped."""
        table = self.tables.get(code)
        if table is not None:
            self._resting[code] = replace(self.summary(code), seats=list(table.state.seating.plans))
            del self.tables[code]
            self._idle.pop(code, None)
            self.gone += 1
        return table

    def _close_damaged(self, code: str, why: str) -> None:
        log.error("table %s is damaged and stays closed: %s", tag_of(code), why)
        self.damaged.add(code)
        self.plans.pop(code, None)
        self._resting.pop(code, None)

    async def close(self) -> None:
        """Stop everything; the storage has all that was done."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await asyncio.gather(*[table.close() for table in self.tables.values()])
        self.pool.close()
        self.jobs.close()

    async def make_daily(self, deal: Deal, person: Person, address: str = "") -> Table:
        """Make a table for one person with a deal of the day."""
        declared = daily_of(deal.game)
        cats = [SeatRequest("cat", level=declared.level)] * (declared.seats - 1)
        seats = [SeatRequest("you"), *cats]
        wish = CreateTable(deal.game, seats, options=dict(declared.options), watchable=False, hints=False)
        self._check_places(person, address)
        plan = msgspec.structs.replace(self._plan(wish, person), daily=deal.number)
        return await self._add(plan, person, address)

    async def make(self, wish: CreateTable, person: Person, address: str = "") -> Table:
        """Make a table as somebody wants it; `Refused` or `BadSetup` says what is wrong with the wish."""
        self._check_places(person, address)
        return await self._add(self._plan(wish, person), person, address)

    async def fork(self, wish: ForkWish, person: Person, address: str = "") -> Table:
        """Make a table where somebody plays on from the middle of another game, in place of their last such table."""
        plan = fork_plan(wish, person, self._code())
        for table in self.of(person.id):
            code = table.plan.code
            at = self.tables.get(code)
            if table.plan.fork is not None and not (at is not None and at.connections):
                await self.discard(code, person)
        self._check_places(person, address)
        return await self._add(plan, person, address)

    def _check_places(self, person: Person, address: str) -> None:
        """`Refused` if a person, or an address, has as many unfinished tables as it may."""
        limits = self.limits
        if sum(table.counts_for(person.id) for table in self.of(person.id)) >= limits.tables_of_one:
            raise Refused("refused.server.your_tables", most=limits.tables_of_one)
        neighbours = [code for code, made_from in self.made_from.items() if made_from == address and code in self.plans]
        if address and sum(self.summary(code).status != "over" for code in neighbours) >= limits.tables_of_address:
            raise Refused("refused.server.at_once", most=limits.tables_of_address, retry=SOON)

    async def _add(self, plan: TablePlan, person: Person, address: str) -> Table:
        """Keep a new table, and open it."""
        self.guards.create(person.id, address)
        if len(self.plans) >= self.limits.tables:
            await self._make_room()
        # It takes its place before it is written: others ask meanwhile.
        self.plans[plan.code] = plan
        self._resting[plan.code] = TableSummary(plan, list(plan.seats), "waiting", 0, 0, self.clock())
        self.made_from[plan.code] = address
        try:
            await self.storage.add_table(plan)
        except CardhouseError:
            self._forget(plan.code)
            raise
        if self.ownership is not None:
            self.ownership.made(plan.code, address)
        return await self.find(plan.code)

    async def _make_room(self) -> None:
        """Clear away a table that nobody ever played at, of who has most of them; `Refused` if there is none."""
        unused: dict[str, list[str]] = {}
        for code in self.plans:
            table = self.tables.get(code)
            if code not in self._loading and not (table and table.connections) and not self.summary(code).played:
                unused.setdefault(self.made_from.get(code, ""), []).append(code)
        if not unused:
            raise Refused("refused.server.all_tables", most=self.limits.tables, retry=math.ceil(SWEEP_EVERY))
        code = max(unused.values(), key=len)[0]
        if self.ownership is not None and not await self.ownership.claim(code):
            raise Refused("refused.server.all_tables", most=self.limits.tables, retry=1)
        await self._drop(code)

    @staticmethod
    def _code() -> str:
        return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))

    def _plan(self, wish: CreateTable, person: Person) -> TablePlan:
        kind = game_class(wish.game)
        options = settle(wish.game, kind.options, wish.options)
        new(wish.game, seats=len(wish.seats), seed=0, options=options)
        if wish.pace not in LEAST:
            raise Refused("refused.server.pace", pace=wish.pace[:20])
        turn_clock = wish.turn_clock
        if turn_clock is None:
            turn_clock = LISTED_TURN_CLOCK if wish.listed else 0
        check_clock(wish.game, turn_clock)
        if wish.gone_after not in GONE_CHOICES:
            known = ", ".join(map(str, GONE_CHOICES))
            raise Refused("refused.room.gone_after", seconds=wish.gone_after, known=known)
        if wish.best_of not in BEST_OF:
            raise Refused("refused.server.best_of", best_of=wish.best_of, known=", ".join(map(str, BEST_OF)))
        seats: list[SeatPlan] = []
        for number, wanted in enumerate(wish.seats):
            seat = self._seat(wish.game, number, wanted, person, seats)
            others = [other.name for other in seats if other.name]
            seats.append(msgspec.structs.replace(seat, name=told_apart(seat.name, others)) if seat.name else seat)
        by_link = any(wanted.kind == "link" for wanted in wish.seats)
        plan = TablePlan(
            code=self._code(),
            game=wish.game,
            options=options,
            seats=seats,
            host=person.id,
            pace=wish.pace,
            listed=wish.listed,
            watchable=wish.watchable,
            open_cards=wish.open_cards and not wish.rated,
            hints=wish.hints and not wish.rated,
            made_at=time.time(),
            turn_clock=turn_clock,
            best_of=wish.best_of,
            lesson=wish.lesson,
            rated=wish.rated and not wish.lesson,
            chat=not wish.listed and by_link if wish.chat is None else wish.chat,
            takeover=not wish.listed and by_link if wish.takeover is None else wish.takeover,
            gone_after=wish.gone_after,
        )
        if plan.listed and (plan.chat or plan.takeover):
            raise Refused("refused.room.listed")
        if plan.open_cards and not plan.for_one_person:
            raise Refused("refused.server.open_cards")
        if plan.rated and plan.on_one_screen:
            raise Refused("refused.server.rated")
        return plan

    def _seat(self, game: str, number: int, wish: SeatRequest, person: Person, others: list[SeatPlan]) -> SeatPlan:
        name = plain_name(wish.name)
        face = wish.face if wish.face.isascii() and wish.face.isalnum() and len(wish.face) <= LONGEST_NAME else ""
        match wish.kind:
            case "you":
                return SeatPlan("person", person.id, name or person.name or "You", face or person.face)
            case "here":
                return SeatPlan("person", person.id, name or f"Player {number + 1}", face)
            case "link":
                return SeatPlan("open")
            case "cat":
                if ".py:" in wish.level:
                    raise Refused("refused.server.body", why="a cat's level is a name")
                make_bot(game, wish.level)
                cat = cat_for(wish.level, others)
                return SeatPlan("cat", "", name or cat.name, face or cat.face, wish.level)
        raise Refused("refused.server.body", why=f"no seat is '{wish.kind[:20]}'")

    async def find(self, code: str) -> Table:
        """The table with this code, brought back from the storage if need be; `Refused` if there is none."""
        code = code.lower()
        if code in self.damaged:
            raise Refused("refused.server.damaged", code=code[:20])
        if code not in self.plans and self.ownership is not None:
            await self.ownership.learn(code)
        plan = self.plans.get(code)
        if plan is None:
            raise Refused("refused.server.no_table", code=code[:20])
        if code in self.tables:
            return self.tables[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(plan))
        # The first to ask may leave before it is there.
        return await asyncio.shield(self._loading[code])

    async def _load(self, plan: TablePlan) -> Table:
        code = plan.code
        try:
            token = await self.ownership.claim(code) if self.ownership is not None else 0
            entries = await self.storage.log(code)
            # What was lost meanwhile may have been written to by somebody else.
            if self.ownership is not None and (not token or self.ownership.token(code) != token):
                raise Refused("refused.server.moving", retry=1)
            table = Table(plan, self.storage, self.pool, entries, self.metrics.observe, self.practised, self._told)
        except Exception as error:
            if isinstance(error, Refused | StorageError) and not isinstance(error, DamagedRow):
                raise
            self._close_damaged(code, str(error) if isinstance(error, DamagedRow | BadLog) else repr(error))
            raise Refused("refused.server.damaged", code=code[:20]) from error
        finally:
            del self._loading[code]
        self.tables[code] = table
        self._resting.pop(code, None)
        await table.open()
        return table

    def _told(self, turn: YourTurn) -> None:
        self.tell_turn(turn)

    def summary(self, code: str) -> TableSummary:
        """A table as it stands; it is not brought back for that."""
        table = self.tables.get(code)
        if table is None:
            return self._resting[code]
        state, number = table.state, table.state.round
        step = int(number.game.step) if number else 0
        turn = tuple(number.game.turn()) if number else ()
        due = table.slow.next_at if state.plan.slow else None
        return TableSummary(
            state.plan,
            state.seating.plans,
            state.status,
            step,
            number.number if number else 0,
            self.clock(),
            turn,
            FOREVER if due is None else due,
        )

    def _now(self, code: str) -> TablePlan:
        """A table's plan as it is now: a room may play another game than it was made for, and have another host."""
        table = self.tables.get(code)
        return table.state.plan if table is not None else self._resting[code].plan

    def _sitting(self, code: str) -> list[SeatPlan]:
        table = self.tables.get(code)
        return table.state.seating.plans if table is not None else self._resting[code].seats

    def of(self, person: str) -> list[TableSummary]:
        """The tables where this person can go on, the latest last."""
        mine = []
        for code in self.plans:
            sits = any(person in (seat.person, seat.away) for seat in self._sitting(code))
            if sits or self._now(code).host == person:
                mine.append(self.summary(code))
        return [table for table in mine if table.is_of(person)]

    def unfinished(self, code: str) -> bool:
        """True if there is a table with this code whose game is not over."""
        return code in self.plans and self.summary(code).status != "over"

    def turn(self, code: str) -> list[int]:
        """The seats that are to move at a table; none where no game is on, or another server has the table."""
        table = self.tables.get(code)
        if table is None:
            return list(self._resting[code].turn) if code in self._resting else []
        current = table.state.round
        return list(current.game.turn()) if current is not None else []

    async def practised(self, person: str, exercise: str, found: bool) -> None:
        """Note whether somebody found an exercise of theirs."""
        await found_out(self.storage, person, exercise, found, self.clock())

    async def discard(self, code: str, person: Person) -> None:
        """Throw a table away or, where others play on, leave it for good; `Refused` if it isn't this person's."""
        plan = self.plans.get(code.lower())
        if plan is None or not self.summary(plan.code).is_of(person.id):
            raise Refused("refused.server.no_table", code=code[:20])
        seats = [seat for seat in self._sitting(plan.code) if not seat.left]
        if {who for seat in seats for who in (seat.person, seat.away) if who} - {person.id}:
            await (await self.find(plan.code)).leave_for_good(person)
        else:
            await self._drop(plan.code)

    async def _drop(self, code: str) -> None:
        if code in self._loading:
            await asyncio.gather(self._loading[code], return_exceptions=True)
        table = self._forget(code)
        if table is not None:
            table.dismiss()
            await table.close()
        await self.storage.drop_table(code)

    def _forget(self, code: str) -> Table | None:
        for known in (self.plans, self._resting, self.made_from, self._idle):
            known.pop(code, None)
        return self.tables.pop(code, None)

    def send_off(self, device: str) -> None:
        """End the connections of a device that is another person's now: its page comes back by itself, as them."""
        for visit in [visit for visit in self.visits if visit.device == device]:
            visit.end(COME_BACK, "another person's device")

    def listed(self) -> list[TableSummary]:
        """The tables with a free seat that anybody may take, and with somebody there to play with."""
        listed = [code for code, plan in self.plans.items() if plan.listed and self._somebody_at(code)]
        return [self.summary(code) for code in listed if any(seat.kind == "open" for seat in self._sitting(code))]

    def _somebody_at(self, code: str) -> bool:
        """True if somebody is at a table who plays there; of another node's, if it has been touched lately."""
        table = self.tables.get(code)
        if table is not None:
            return table.state.plan.slow or table.deserted_for < LISTED_ALONE_FOR
        if self._resting[code].plan.slow:
            return True
        return self.ownership is not None and self.clock() - self._resting[code].touched < LISTED_ELSEWHERE_FOR

    async def _ping(self) -> None:
        ticks = 0
        while True:
            await asyncio.sleep(TICK_EVERY)
            ticks += 1
            # A table of a node that is frozen goes on elsewhere: people find out because they hear nothing.
            everybody = self.ownership is not None and ticks % 4 == 0
            for table in list(self.tables.values()):
                if ticks % 2 == 0:
                    table.ping(everybody)
                table.tick()

    async def _wake(self) -> None:
        while True:
            try:
                await self.wake()
            except Exception:
                log.exception("waking tables failed")
            await asyncio.sleep(SWEEP_EVERY)

    async def wake(self) -> None:
        """Bring back the tables whose clock in days is up, or of which nobody knows yet when it is."""
        for code in list(self._resting):
            now, resting = time.time(), self._resting.get(code)
            if resting is None or code in self._loading or not resting.wakes(now):
                continue
            try:
                await self.find(code)
            except CardhouseError as error:
                log.info("table %s can't be brought back: %s", tag_of(code), error)
                if code in self._resting:
                    self._resting[code] = replace(self._resting[code], due=now + LOOK_AGAIN_AFTER)
            # There may be thousands: nobody waits for all of them.
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except CardhouseError as error:
                log.warning("sweeping failed: %s", error)
            except Exception:
                log.exception("sweeping failed")

    async def sweep(self) -> None:
        """Let go of tables that nobody uses now; clear away those abandoned for a month, or over for an hour."""
        now = self.clock()
        for code, table in list(self.tables.items()):
            if table.connections or table.busy or table.slow.at_work:
                self._idle.pop(code, None)
            elif now - self._idle.setdefault(code, now) > UNLOAD_AFTER:
                self.let_go(code)
                await table.close()
                if self.ownership is not None:
                    await self.ownership.release(code)
        for code, resting in list(self._resting.items()):
            idle = now - resting.touched
            # Where nobody needs to be there, everybody has time to see how it ended.
            kept_for = max(FORGET_FINISHED_AFTER, resting.plan.turn_clock)
            over = resting.status == "over" and idle > kept_for
            if (over or idle > FORGET_UNFINISHED_AFTER) and code not in self._loading and code in self._resting:
                if self.ownership is None or await self.ownership.claim(code):
                    await self._drop(code)
                # There may be thousands: nobody waits for all of them.
                await asyncio.sleep(0)
        await self.storage.clear_old(now)
        # A look through all of memory holds every table up: it must be worth it.
        if self.gone > max(FEW_GONE, len(self.tables) + self.metrics.counts["sockets"]):
            self.gone = 0
            gc.collect()
