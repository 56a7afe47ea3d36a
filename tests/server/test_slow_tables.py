"""Tables whose clock is in days, in a house: out of memory, over restarts, on time though nobody comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import virtual
from sitting import Sitter, settled
from soaking_days import soak_days

from cardhouse.browser.storage import PageStorage
from cardhouse.contract.messages import Act
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.contract.settings import DAY
from cardhouse.engine.errors import Refused
from cardhouse.server.lobby import FORGET_FINISHED_AFTER, UNLOAD_AFTER, Lobby
from cardhouse.server.metrics import Metrics
from cardhouse.table.pool import BotPool
from cardhouse.table.slow import YourTurn
from cardhouse.table.table import Table

BEGAN = 1_700_000_000.0
ANN, BEA = Person("ann", "Ann", "fox"), Person("bea", "Bea", "owl")
TWO = [SeatRequest("you"), SeatRequest("link")]


@pytest.fixture(autouse=True)
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock advances with the loop's."""
    monkeypatch.setattr(time, "time", lambda: BEGAN + asyncio.get_running_loop().time())


def over_days(folder: Path, main: Callable[[Callable[[], Awaitable[Lobby]]], Awaitable[None]]) -> None:
    """Run something with a house on virtual time; what it is given ends the house, and opens it again."""
    houses: list[Lobby] = []

    async def whole() -> None:
        storage = PageStorage(folder)

        async def opened() -> Lobby:
            for before in houses:
                await before.close()
            await storage.open()
            houses[:] = [Lobby(storage, BotPool(0), Metrics(), clock=lambda: time.time())]
            await houses[0].open()
            await settled()
            return houses[0]

        await main(opened)
        await houses[0].close()
        storage.close()

    virtual.run(whole(), 100 * DAY)


async def slow_table(house: Lobby, days: int = 1) -> Table:
    table = await house.make(CreateTable("durak", TWO, turn_clock=days * DAY), ANN)
    await table.take_seat(BEA)
    await settled()
    assert table.state.status == "playing"
    return table


def on_move(table: Table) -> int:
    assert table.state.round is not None
    return int(table.state.round.game.turn()[0])


def test_a_table_out_of_memory_is_brought_back_when_its_clock_is_up(tmp_path: Path) -> None:
    async def main(opened: Callable[[], Awaitable[Lobby]]) -> None:
        house = await opened()
        table = await slow_table(house)
        code, seat, person = table.code, on_move(table), table.state.seating.plans[on_move(table)].person
        await asyncio.sleep(UNLOAD_AFTER + 120)
        assert code not in house.tables
        # Without it being in memory it is known whose turn it is.
        assert house.turn(code) == [seat]
        await asyncio.sleep(DAY - UNLOAD_AFTER - 300)
        assert code not in house.tables
        await asyncio.sleep(400)
        assert (await house.find(code)).state.seating.plans[seat].away == person

    over_days(tmp_path, main)


def test_a_house_that_was_down_knows_its_deadlines_again(tmp_path: Path) -> None:
    async def main(opened: Callable[[], Awaitable[Lobby]]) -> None:
        house = await opened()
        told: list[YourTurn] = []
        house.tell_turn = told.append
        table = await slow_table(house, 2)
        code, seat = table.code, on_move(table)
        await asyncio.sleep(600)
        assert len(told) == 1
        deadline = table.slow.next_at
        house = await opened()
        house.tell_turn = told.append
        await asyncio.sleep(600)
        assert house.turn(code) == [seat]
        assert (await house.find(code)).slow.next_at == deadline
        assert len(told) == 1
        await asyncio.sleep(2 * DAY)
        assert (await house.find(code)).state.seating.plans[seat].kind == "cat"
        # Then it was the other one's turn, once.
        assert [turn.person for turn in told] == [told[0].person, ({"ann", "bea"} - {told[0].person}).pop()]

    over_days(tmp_path, main)


def test_a_finished_game_stays_for_as_long_as_a_move_may_take(tmp_path: Path) -> None:
    async def main(opened: Callable[[], Awaitable[Lobby]]) -> None:
        house = await opened()
        table = await slow_table(house, 3)
        code = table.code
        sitters = {0: Sitter(table, "ann"), 1: Sitter(table, "bea")}
        while table.state.status != "over":
            assert table.state.round is not None
            seat, step = on_move(table), int(table.state.round.game.step)
            legal = [str(action) for action in table.state.round.game.legal(seat)]
            await sitters[seat].say(Act(seat, legal[0], step))
        for sitter in sitters.values():
            sitter.part()
        await asyncio.sleep(FORGET_FINISHED_AFTER + 2 * DAY)
        assert code in house.plans
        await asyncio.sleep(2 * DAY)
        assert code not in house.plans

    over_days(tmp_path, main)


def test_a_clock_in_days_is_for_games_that_are_played_in_turns(tmp_path: Path) -> None:
    async def main(opened: Callable[[], Awaitable[Lobby]]) -> None:
        house = await opened()
        for game, days in (("ratscrew", 1), ("slapjack", 7)):
            with pytest.raises(Refused) as why:
                await house.make(CreateTable(game, TWO, turn_clock=days * DAY), ANN)
            assert why.value.key == "refused.server.slow_game"
        with pytest.raises(Refused) as why:
            await house.make(CreateTable("durak", TWO, turn_clock=4 * DAY), ANN)
        assert why.value.key == "refused.server.turn_clock"

    over_days(tmp_path, main)


def test_strangers_find_a_table_over_days_though_nobody_is_there(tmp_path: Path) -> None:
    async def main(opened: Callable[[], Awaitable[Lobby]]) -> None:
        house = await opened()
        await house.make(CreateTable("durak", TWO, turn_clock=DAY, listed=True), ANN)
        await asyncio.sleep(UNLOAD_AFTER + 120)
        assert house.tables == {}
        assert len(house.listed()) == 1

    over_days(tmp_path, main)


def test_days_of_slow_tables_lose_nothing_and_tells_each_turn_once(tmp_path: Path) -> None:
    soaked = soak_days(tmp_path, tables=9, days=4, restarts=3)
    assert soaked.faults == []
    assert soaked.restarts == 3
    assert soaked.pushes == soaked.told > 30
    assert soaked.moves > 50
    assert soaked.taken_over > 0
