"""People for tests: they sit at a live table without a network and remember all that they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cardhouse
from cardhouse.contract.messages import Act, FromPerson, News, Refusal, Slap, StepMessage, ToPerson, Welcome
from cardhouse.contract.requests import Person
from cardhouse.table.connection import Connection
from cardhouse.table.log import Dealt, LogEntry, MemoryLog, TableLog
from cardhouse.table.plan import SeatPlan, TablePlan
from cardhouse.table.pool import BotPool
from cardhouse.table.table import Table


def cat(name: str = "Soot", level: str = "random") -> SeatPlan:
    return SeatPlan("cat", "", name, "soot", level)


def person(who: str) -> SeatPlan:
    return SeatPlan("person", who, who.title(), "mouse")


def table_of(
    game: str,
    *seats: SeatPlan,
    log: TableLog | None = None,
    entries: Sequence[LogEntry] = (),
    pace: str = "medium",
    watchable: bool = True,
    open_cards: bool = False,
    hints: bool = True,
    turn_clock: int = 0,
    takeover: bool = False,
    chat: bool = False,
    seed: int | None = None,
    options: Mapping[str, bool | int | str] | None = None,
) -> Table:
    """A table whose cats think on the spot; with ``seed`` the first deal is made already."""
    if seed is not None:
        entries = [Dealt(0.0, 1, seed, f"{seed:032x}")]
    info = next(info for info in cardhouse.games() if info.name == game)
    settled: dict[str, bool | int | str] = {option.name: option.default for option in info.options} | dict(
        options or {}
    )
    plan = TablePlan(
        "abcdefghjk", game, settled, list(seats), "ann", turn_clock=turn_clock, takeover=takeover, chat=chat,
        pace=pace, watchable=watchable, open_cards=open_cards, hints=hints,
    )  # fmt: skip
    return Table(plan, log or MemoryLog(), BotPool(0), entries)


class Sitter:
    """Somebody at a table: what they were told, and the last view of each of their seats."""

    def __init__(
        self,
        table: Table,
        who: str,
        last: tuple[int, int] | None = None,
        line: Callable[[], float | None] | None = None,
    ) -> None:
        self.table = table
        self.told: list[ToPerson] = []
        self.connection: Connection = table.join(Person(who, who.title(), "mouse"), self.told.append, last, line)

    def of_kind(self, kind: type[ToPerson]) -> list[ToPerson]:
        return [message for message in self.told if isinstance(message, kind)]

    @property
    def refusals(self) -> list[str]:
        return [message.key for message in self.told if isinstance(message, Refusal)]

    @property
    def views(self) -> list[dict[str, Any]]:
        for message in reversed(self.told):
            if isinstance(message, StepMessage | Welcome) and message.views:
                return message.views
        return []

    @property
    def news(self) -> News | Welcome:
        return next(message for message in reversed(self.told) if isinstance(message, News | Welcome))

    @property
    def token(self) -> str:
        for message in reversed(self.told):
            if isinstance(message, StepMessage | Welcome) and message.token:
                return message.token
        return ""

    async def say(self, message: FromPerson) -> None:
        """Say something, and let the table do it."""
        self.table.hear(self.connection, message)
        await settled()

    async def act(self, action: str, seat: int | None = None) -> None:
        view = self.views[0]
        await self.say(Act(view["seat"] if seat is None else seat, action, view["step"]))

    async def slap(self, reaction: float, seat: int = 0) -> None:
        await self.say(Slap(seat, self.token, reaction))

    async def play_on(self) -> None:
        """Do the first thing that may be done with each seat that is awaited."""
        for view in list(self.views):
            turn, legal, seat, step = view["turn"], view["legal"], view["seat"], view["step"]
            wanted = [action for action in legal if not action.startswith("slap")]
            if seat in turn and wanted:
                await self.say(Act(seat, wanted[step % len(wanted)], step))

    def part(self) -> None:
        self.table.part(self.connection)


async def settled() -> None:
    """Let everything happen that happens at once."""
    for _ in range(30):
        await asyncio.sleep(0)


async def ann_and_bea(game: str, *others: SeatPlan, **how: Any) -> tuple[Table, Sitter, Sitter]:
    """A table at which two people sit, with cats perhaps, and have been dealt their cards; and the two."""
    table = table_of(game, person("ann"), person("bea"), *others, **how)
    await table.open()
    ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
    await settled()
    return table, ann, bea


async def play_out(table: Table, *sitters: Sitter, most: int = 30_000) -> None:
    """Play until the game is over."""
    for _ in range(most):
        if table.state.status == "over":
            break
        for sitter in sitters:
            await sitter.play_on()
        await asyncio.sleep(0.5)
    await asyncio.sleep(1)
    assert table.state.status == "over"
