"""The house: all its tables, made, found, brought back after a restart, and cleared away when nobody comes any more."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass

import msgspec

from ..bots import make_bot
from ..errors import CardhouseError, Refused
from ..games import game_class, new
from ..options import settle
from ..store import Store
from ..table.cats import LEAST, cat_for
from ..table.plan import SeatPlan, TablePlan
from ..table.seating import Person
from ..table.table import Table
from ..table.thinker import Thinker
from .metrics import Metrics
from .people import LONGEST_NAME, plain_name

log = logging.getLogger("cardhouse.house")

# Letters that nobody mixes up when reading a code aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10
A_DAY = 24 * 3600.0
PING_EVERY = 2.0
SWEEP_EVERY = 60.0
UNLOAD_AFTER = 600.0


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


class House:
    """All tables. Those in use are in memory, the others in the store."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics, limits: Limits | None = None) -> None:
        self.store = store
        self.thinker = thinker
        self.metrics = metrics
        self.limits = limits or Limits()
        self.plans: dict[str, TablePlan] = {plan.code: plan for plan in store.tables()}
        self.tables: dict[str, Table] = {}
        self._chores: list[asyncio.Task[None]] = []

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

    async def make(self, wish: TableWish, person: Person) -> Table:
        """Make a table as somebody wants it; `Refused` or `BadSetup` says what is wrong with the wish."""
        if len(self.plans) >= self.limits.tables:
            raise Refused("refused.server.all_tables", most=self.limits.tables)
        if sum(plan.host == person.id for plan in self.plans.values()) >= self.limits.tables_of_one:
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
        face = wish.face if wish.face.isalnum() and len(wish.face) <= LONGEST_NAME else ""
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
        await table.open()
        return table

    async def of(self, person: str) -> list[Table]:
        """The tables where this person plays or that they made."""
        mine = []
        for plan in list(self.plans.values()):
            seated = any(person in (seat.person, seat.away) for seat in plan.seats)
            loaded = self.tables.get(plan.code)
            if plan.host == person or seated or (loaded and (loaded.seating.of(person) or loaded.seating.away(person))):
                mine.append(await self.find(plan.code))
        return mine

    def listed(self) -> list[Table]:
        """The tables with a free seat that anybody may take."""
        return [table for table in self.tables.values() if table.plan.listed and table.seating.open_seats]

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

    async def sweep(self, now: float) -> None:
        """Let go of tables that nobody uses now, and clear away those abandoned for a day."""
        for code, table in list(self.tables.items()):
            idle = now - table.idle_since
            if not table.guests and idle > UNLOAD_AFTER:
                del self.tables[code]
                await table.close()
        for code, plan in list(self.plans.items()):
            loaded = self.tables.get(code)
            if loaded is not None and loaded.guests:
                continue
            if now - max(plan.made_at, self.store.touched(code)) > A_DAY:
                self.plans.pop(code)
                if loaded is not None:
                    del self.tables[code]
                    await loaded.close()
                await self.store.drop_table(code)
