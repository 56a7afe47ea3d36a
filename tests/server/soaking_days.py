"""Many tables over days on virtual time, in one house with its real storage: nothing lost, doubled or told twice.

People look in now and then, at hours of their own; some choose ahead, some are too late, some never come back. The
house is closed and opened again. What was told is read by each person's browser, as the push service passes it on.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import virtual
from push_service import Browser, signed_by
from sitting import Sitter

import cardhouse
from cardhouse.browser.storage import PageStorage
from cardhouse.contract.messages import Act, Ahead
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.contract.settings import DAY, SLOW_CLOCKS
from cardhouse.engine.record import read_record
from cardhouse.games import spec
from cardhouse.server import lobby
from cardhouse.server.budget import Rate
from cardhouse.server.limits import Limits
from cardhouse.server.lobby import Lobby
from cardhouse.server.metrics import Metrics
from cardhouse.server.push import Notifier
from cardhouse.table.log import Acted, Dealt, LogEntry, Seated, Told
from cardhouse.table.plan import TablePlan
from cardhouse.table.pool import BotPool
from cardhouse.table.state import TableState

BEGAN = 1_700_000_000.0
AT_WILL = Rate(10**9, 0.0)
FREELY = Limits(tables=10**6, tables_of_one=10**6, creations_of_one=AT_WILL, creations_of_address=AT_WILL)
HOUR = 3600.0
# Nobody stays for long enough to fall silent: a week has few of the house's ticks.
TICK = 60.0


@dataclass
class Soaked:
    """What was seen."""

    tables: int = 0
    moves: int = 0
    turns: int = 0
    told: int = 0
    pushes: int = 0
    ahead: int = 0
    taken_over: int = 0
    finished: int = 0
    restarts: int = 0
    faults: list[str] = field(default_factory=list)


class Remembering(PageStorage):
    """The real storage, which keeps the logs of tables that are cleared away for a look at them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.dropped: dict[str, list[LogEntry]] = {}

    async def drop_table(self, code: str) -> None:
        self.dropped[code] = await self.log(code)
        await super().drop_table(code)


class Days:
    """The house, its people and their browsers."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self.dice = random.Random(seed)
        self.tables = tables
        self.soaked = Soaked(tables)
        self.storage = Remembering(folder)
        self.people = [Person(f"p{number}", f"P{number}", "fox") for number in range(max(tables // 2, 4))]
        self.browsers = {one.id: Browser(f"https://push.example/{one.id}") for one in self.people}
        # What each browser was told, by table, and how often.
        self.told: Counter[tuple[str, str]] = Counter()
        self.plans: dict[str, TablePlan] = {}

    async def send(self, endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
        who = endpoint.rpartition("/")[2]
        signed_by(headers["authorization"], endpoint, time.time())
        self.told[who, self.browsers[who].read(body).table] += 1
        self.soaked.pushes += 1
        return 201

    async def open(self) -> None:
        await self.storage.open()

        async def at_once(work: Any, *given: Any) -> Any:
            return work(*given)

        self.metrics = Metrics()
        self.notifier = Notifier(self.storage, send=self.send, aside=at_once)
        self.house = Lobby(self.storage, BotPool(0), self.metrics, FREELY, clock=lambda: time.time())
        self.house.tell_turn = self.notifier.tell
        await self.notifier.open()
        await self.house.open()

    async def close(self) -> None:
        await self.house.close()
        await self.notifier.close()
        if self.metrics.counts["stalls"]:
            self.soaked.faults.append("a table stalled")

    async def make(self) -> None:
        """One more table, with other people by the link."""
        info = self.dice.choice([info for info in cardhouse.games() if info.slow])
        count = self.dice.choice([seats for seats in info.seat_choices if seats <= 4])
        people = self.dice.sample(self.people, self.dice.randint(2, min(count, 3)))
        others = [SeatRequest("cat", level="random")] * (count - len(people))
        seats = [SeatRequest("you"), *[SeatRequest("link")] * (len(people) - 1), *others]
        wish = CreateTable(info.name, seats, turn_clock=self.dice.choice(SLOW_CLOCKS[:3]))
        table = await self.house.make(wish, people[0])
        for person in people[1:]:
            await table.take_seat(person)
        self.plans[table.code] = self.house.plans[table.code]

    async def visit(self, person: Person) -> None:
        """Look in at each table where it is one's turn, play, and perhaps choose ahead; then go."""
        for summary in self.house.of(person.id):
            mine = [seat for seat, plan in enumerate(summary.seats) if plan.person == person.id]
            waits = set(mine) & set(self.house.turn(summary.plan.code))
            if summary.status != "playing" or not (waits or self.dice.random() < 0.05):
                continue
            table = await self.house.find(summary.plan.code)
            sitter = Sitter(table, person.id)
            await asyncio.sleep(0)
            for _ in range(12):
                current = table.state.round
                turn = current.game.turn() if current is not None and table.state.status == "playing" else []
                seat = next((seat for seat in mine if seat in turn), None)
                if current is None or seat is None:
                    break
                legal = [str(action) for action in current.game.legal(seat)]
                before = len(sitter.refusals)
                await sitter.say(Act(seat, self.dice.choice(legal), int(current.game.step)))
                self.soaked.moves += 1
                if len(sitter.refusals) > before:
                    self.soaked.faults.append(f"a legal move is refused: {sitter.refusals[-1]}")
                await asyncio.sleep(2)
            if mine and table.state.status == "playing" and self.dice.random() < 0.2:
                seat = mine[0]
                hand = self._hand(table.state, seat)
                if seat not in table.state.turns and hand:
                    ahead = self.dice.choice(["take", "done", "pickup", *[f"play {card}" for card in hand]])
                    await sitter.say(Ahead(seat, ahead))
                    self.soaked.ahead += 1
            sitter.part()

    @staticmethod
    def _hand(state: TableState, seat: int) -> list[str]:
        if state.round is None:
            return []
        zones = state.round.game.view(seat).zones
        return [str(card) for zone in zones if zone.name == "hand" and zone.seat == seat for card in zone.known]

    async def live(self, person: Person, days: float) -> None:
        """Somebody's days: every so many hours they look in, and some stop coming."""
        dice = random.Random(f"{person.id} {self.dice.random()}")
        every = dice.choice((3, 6, 12, 20, 30)) * HOUR
        until = days * DAY * (dice.uniform(0.1, 0.8) if dice.random() < 0.15 else 1.0)
        await asyncio.sleep(dice.uniform(0, every))
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            async with self.opened:
                await self.visit(person)
            await asyncio.sleep(dice.uniform(0.5, 1.5) * every)

    async def run(self, days: float, restarts: int) -> None:
        await self.open()
        for one in self.people:
            await self.notifier.subscribe(one.id, "phone", self.browsers[one.id].subscription)
        for _ in range(self.tables):
            await self.make()
        self.opened = asyncio.Lock()
        loop = asyncio.get_running_loop()
        lives = [asyncio.create_task(self.live(person, days)) for person in self.people]
        for number in range(restarts):
            await asyncio.sleep(max(days * DAY * (number + 1) / (restarts + 1) - loop.time(), 0))
            async with self.opened:
                await self.close()
                # Now and then the house is away for a while.
                await asyncio.sleep(self.dice.choice((1.0, 600.0, 5 * HOUR)))
                await self.open()
            self.soaked.restarts += 1
        await asyncio.gather(*lives)
        await asyncio.sleep(max(days * DAY - loop.time(), 0) + HOUR)
        for code in self.plans:
            self.check(code, self.storage.dropped.get(code) or await self.storage.log(code))
        await self.close()
        for code in self.plans:
            for number in range(1, 1000):
                text = await self.storage.record(f"{code}-{number}")
                if text is None:
                    break
                read_record(text).verify()
        self.storage.close()

    def check(self, code: str, entries: list[LogEntry]) -> None:
        """Go through a log: each turn that waited was told, none of them twice, and no cat came early or late."""
        state = TableState(self.plans[code])
        told: Counter[tuple[str, str]] = Counter()
        faults = self.soaked.faults
        for entry in entries:
            turns = dict(state.turns)
            match entry:
                case Told():
                    turn = turns.get(entry.seat)
                    if turn is None or turn.told:
                        faults.append(f"{code}: told twice, or of no turn")
                    told[state.seating.plans[entry.seat].person, code] += 1
                    self.soaked.told += 1
                case Seated() if entry.plan.away:
                    turn = turns.get(entry.seat)
                    if turn is None or entry.at - turn.since < state.plan.turn_clock - 1:
                        faults.append(f"{code}: a cat came before the clock was up")
                    elif entry.at - turn.since > state.plan.turn_clock + 6 * HOUR:
                        faults.append(f"{code}: a cat came {(entry.at - turn.since) / HOUR:.1f} h late")
                    if turn is not None and not turn.told and entry.at - turn.since > 120:
                        faults.append(f"{code}: nobody was told before a cat came")
                    self.soaked.taken_over += 1
            state.apply(entry)
            if isinstance(entry, Acted | Dealt):
                self.soaked.turns += len(state.turns.keys() - turns.keys())
        if state.status == "over":
            self.soaked.finished += 1
        for (who, where), times in told.items():
            if self.told[who, where] != times:
                faults.append(f"{code}: {who} was to be told {times} times, and heard {self.told[who, where]}")
        now = time.time()
        for turn in state.turns.values():
            if now - turn.since > state.plan.turn_clock + 120:
                faults.append(f"{code}: a deadline passed and nothing happened")
            if not turn.told and now - turn.since > 300:
                faults.append(f"{code}: somebody waits to be told")


def soak_days(folder: Path, tables: int, days: float = 7.0, restarts: int = 6, seed: int = 0) -> Soaked:
    """That many tables through so many virtual days; the machine's clock advances with the loop's meanwhile."""

    async def main() -> Soaked:
        loop = asyncio.get_running_loop()
        real, time.time = time.time, lambda: BEGAN + loop.time()
        tick, lobby.TICK_EVERY = lobby.TICK_EVERY, TICK
        try:
            whole = Days(folder, tables, seed)
            await whole.run(days, restarts)
        finally:
            time.time, lobby.TICK_EVERY = real, tick
        return whole.soaked

    assert spec("durak").slow
    return virtual.run(main(), 60 * DAY)
