"""The house: all its tables, made, found, brought back after a restart, and cleared away when nobody comes any more."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from dataclasses import dataclass

import msgspec

from ..bots import make_bot
from ..errors import CardhouseError, Refused
from ..games import game_class, new
from ..messages import Status
from ..options import settle
from ..store import Store
from ..table.cats import LEAST, cat_for
from ..table.plan import SeatPlan, TablePlan
from ..table.seating import Person
from ..table.table import Table
from ..table.thinker import Thinker
from .metrics import Metrics
from .people import LONGEST_NAME, plain_name
from .reviewer import Reviewer

log = logging.getLogger("cardhouse.house")

# Letters that nobody mixes up when reading a code aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10
A_DAY = 24 * 3600.0
PING_EVERY = 2.0
SWEEP_EVERY = 60.0
UNLOAD_AFTER = 600.0
FEW_GONE = 100
FORGET_FINISHED_AFTER = 3600.0


@dataclass(frozen=True)
class Limits:
    """What the house bears."""

    tables: int = 5000
    tables_of_one: int = 40
    message: int = 4096
    messages_a_second: int = 20
    forgiven: int = 40


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit on a seat: ``you``, somebody else ``here``, somebody by ``link``, or a ``cat``."""

    kind: str
    name: str = ""
    face: str = ""
    level: str = "medium"


class TableWish(msgspec.Struct, forbid_unknown_fields=True):
    """A table that somebody wants."""

    game: str
    seats: list[SeatWish]
    options: dict[str, bool | int | str] = {}
    pace: str = "medium"
    listed: bool = False
    watchable: bool = True
    open_cards: bool = False
    hints: bool = True


@dataclass(frozen=True)
class Glance:
    """A table seen from afar, whether it is in memory or not."""

    plan: TablePlan
    seats: list[SeatPlan]
    status: Status
    step: int

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.kind != "open"]

    @property
    def free(self) -> int:
        return sum(seat.kind == "open" for seat in self.seats)


class House:
    """All tables. Those in use are in memory, the others in the store."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics, limits: Limits | None = None) -> None:
        self.store = store
        self.thinker = thinker
        self.reviewer = Reviewer(thinker.workers)
        self.metrics = metrics
        self.limits = limits or Limits()
        self.plans: dict[str, TablePlan] = {plan.code: plan for plan in store.tables()}
        self.tables: dict[str, Table] = {}
        # Who sits at the tables that are not in memory.
        self._seats = {code: list(plan.seats) for code, plan in self.plans.items()}
        for code, changes in store.seatings().items():
            for seat, plan in changes:
                if code in self._seats:
                    self._seats[code][seat] = plan
        self._chores: list[asyncio.Task[None]] = []
        # Connections and tables that have gone since memory was last cleared of them.
        self.gone = 0

    async def open(self) -> None:
        """Begin with the chores."""
        self.thinker.start()
        self._chores = [asyncio.create_task(self._ping()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop everything; the store has all that was done."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await asyncio.gather(*[table.close() for table in self.tables.values()])
        self.thinker.close()
        self.reviewer.close()

    async def make(self, wish: TableWish, person: Person) -> Table:
        """Make a table as somebody wants it; `Refused` or `BadSetup` says what is wrong with the wish."""
        if len(self.plans) >= self.limits.tables:
            raise Refused("refused.server.all_tables", most=self.limits.tables)
        made = [plan.code for plan in self.plans.values() if plan.host == person.id]
        if sum(self.glance(code).status != "over" for code in made) >= self.limits.tables_of_one:
            raise Refused("refused.server.your_tables", most=self.limits.tables_of_one)
        plan = self._plan(wish, person)
        await self.store.add_table(plan)
        self.plans[plan.code] = plan
        return await self._load(plan)

    def _plan(self, wish: TableWish, person: Person) -> TablePlan:
        kind = game_class(wish.game)
        options = settle(wish.game, kind.options, wish.options)
        new(wish.game, seats=len(wish.seats), seed=0, options=options)
        if wish.pace not in LEAST:
            raise Refused("refused.server.pace", pace=wish.pace[:20])
        seats: list[SeatPlan] = []
        for number, seat in enumerate(wish.seats):
            seats.append(self._seat(wish.game, number, seat, person, seats))
        return TablePlan(
            code="".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)),
            game=wish.game,
            options=options,
            seats=seats,
            host=person.id,
            pace=wish.pace,
            listed=wish.listed,
            watchable=wish.watchable,
            open_cards=wish.open_cards,
            hints=wish.hints,
            made_at=time.time(),
        )

    def _seat(self, game: str, number: int, wish: SeatWish, person: Person, others: list[SeatPlan]) -> SeatPlan:
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
                cat = cat_for(number, wish.level, others)
                return SeatPlan("cat", "", name or cat.name, face or cat.face, wish.level)
        raise Refused("refused.server.body", why=f"no seat is '{wish.kind[:20]}'")

    async def find(self, code: str) -> Table:
        """The table with this code, brought back from the store if need be; `Refused` if there is none."""
        plan = self.plans.get(code.lower())
        if plan is None:
            raise Refused("refused.server.no_table", code=code[:20])
        return self.tables.get(plan.code) or await self._load(plan)

    async def _load(self, plan: TablePlan) -> Table:
        table = Table(plan, self.store, self.thinker, self.store.log(plan.code), self.metrics.observe)
        self.tables[plan.code] = table
        self._seats.pop(plan.code, None)
        await table.open()
        return table

    def glance(self, code: str) -> Glance:
        """A table as it stands; it is not brought back for that."""
        plan, table = self.plans[code], self.tables.get(code)
        if table is not None:
            step = int(table.round.game.step) if table.round else 0
            return Glance(plan, table.seating.plans, table.status, step)
        number, step, over = self.store.progress(code)
        return Glance(plan, self._seats[code], "over" if over else "playing" if number else "waiting", step)

    def _sitting(self, code: str) -> list[SeatPlan]:
        table = self.tables.get(code)
        return table.seating.plans if table is not None else self._seats[code]

    def of(self, person: str) -> list[Glance]:
        """The tables where this person plays or that they made."""
        mine = []
        for code, plan in self.plans.items():
            if plan.host == person or any(person in (seat.person, seat.away) for seat in self._sitting(code)):
                mine.append(self.glance(code))
        return mine

    def listed(self) -> list[Glance]:
        """The tables with a free seat that anybody may take."""
        listed = [code for code, plan in self.plans.items() if plan.listed]
        return [self.glance(code) for code in listed if any(seat.kind == "open" for seat in self._sitting(code))]

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            for table in list(self.tables.values()):
                table.ping()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep(time.time())
            except CardhouseError as error:
                log.warning("sweeping failed: %s", error)
            except Exception:
                log.exception("sweeping failed")

    async def sweep(self, now: float) -> None:
        """Let go of tables that nobody uses now; clear away those abandoned for a day, or over for an hour."""
        for code, table in list(self.tables.items()):
            if not table.guests and now - table.idle_since > UNLOAD_AFTER:
                self._seats[code] = list(table.seating.plans)
                del self.tables[code]
                self.gone += 1
                await table.close()
        for code, plan in list(self.plans.items()):
            if code in self.tables or now - plan.made_at < FORGET_FINISHED_AFTER:
                continue
            idle = now - max(plan.made_at, self.store.touched(code))
            if idle > A_DAY or (idle > FORGET_FINISHED_AFTER and self.glance(code).status == "over"):
                del self.plans[code]
                self._seats.pop(code, None)
                await self.store.drop_table(code)
            # There may be thousands: nobody waits for all of them.
            await asyncio.sleep(0)
        # A look through all of memory holds every table up: it must be worth it.
        if self.gone > max(FEW_GONE, len(self.tables) + self.metrics.counts["sockets"]):
            self.gone = 0
            gc.collect()
