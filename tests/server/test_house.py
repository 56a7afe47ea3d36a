"""The house: its tables are known without being in memory, brought back when somebody comes, and cleared away."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from sitting import Sitter

from cardhouse.errors import Refused
from cardhouse.messages import encode
from cardhouse.server.house import (
    A_DAY,
    FEW_GONE,
    FORGET_FINISHED_AFTER,
    UNLOAD_AFTER,
    House,
    Limits,
    SeatWish,
    TableWish,
)
from cardhouse.server.metrics import Metrics
from cardhouse.server.stats import statistics
from cardhouse.store import Store
from cardhouse.table.seating import Person
from cardhouse.table.thinker import Thinker

ANN, BEA = Person("ann", "Ann", "fox"), Person("bea", "Bea", "owl")
TWO = [SeatWish("you"), SeatWish("link")]


def with_house(folder: Path, main: Callable[[House], Awaitable[None]], limits: Limits | None = None) -> None:
    """Run something with a house on this data; afterwards the house is closed, as when a server stops."""

    async def whole() -> None:
        store = Store(folder)
        house = House(store, Thinker(0), Metrics(), limits)
        await main(house)
        await house.close()
        store.close()

    asyncio.run(whole())


async def finished(house: House) -> str:
    """A table whose game is over; gives its code."""
    table = await house.make(TableWish("threes", [SeatWish("you"), SeatWish("here")], pace="instant"), ANN)
    await settled_on_disk(lambda: table.status == "playing")
    ann = Sitter(table, "ann")
    while table.status != "over":
        before = len(ann.told)
        await ann.play_on()
        await settled_on_disk(partial(_told_more, ann, before))
    await settled_on_disk(lambda: house.store.record(f"{table.code}-1") is not None)
    ann.part()
    return table.code


def _told_more(sitter: Sitter, before: int) -> bool:
    return len(sitter.told) > before


async def settled_on_disk(done: Callable[[], bool]) -> None:
    for _ in range(5000):
        if done():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it never happened")


class TestAfterARestart:
    def test_my_tables_are_known_and_not_loaded(self, tmp_path: Path) -> None:
        async def before(house: House) -> None:
            table = await house.make(TableWish("threes", TWO, listed=True), ANN)
            assert await table.take_seat(BEA) == 1
            await settled_on_disk(lambda: table.status == "playing")
            await house.make(TableWish("durak", TWO, listed=True), ANN)
            await finished(house)

        async def after(house: House) -> None:
            mine, hers = house.of("ann"), house.of("bea")
            assert [(table.plan.game, table.status) for table in mine] == [
                ("threes", "playing"),
                ("durak", "waiting"),
                ("threes", "over"),
            ]
            assert [table.names for table in hers] == [["Ann", "Bea"]]
            assert [(table.plan.game, table.free) for table in house.listed()] == [("durak", 1)]
            assert mine[2].step > 10
            assert house.tables == {}

        with_house(tmp_path, before)
        with_house(tmp_path, after)

    def test_a_glance_says_the_same_of_a_loaded_table(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            code = await finished(house)
            loaded = house.glance(code)
            await house.sweep(time.time() + UNLOAD_AFTER + 1)
            assert house.tables == {}
            assert house.glance(code) == loaded

        with_house(tmp_path, main)

    def test_tables_that_were_let_go_leave_memory_when_there_are_many(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            code = await finished(house)
            table = weakref.ref(house.tables[code])
            gc.disable()
            try:
                await house.sweep(time.time() + UNLOAD_AFTER + 1)
                assert table() is not None
                house.gone += FEW_GONE
                # The loop itself still knows of what it did last.
                await asyncio.sleep(0.01)
                await house.sweep(time.time())
                assert table() is None
                assert house.gone == 0
            finally:
                gc.enable()

        with_house(tmp_path, main)

    def test_visiting_a_finished_table_changes_neither_history_nor_cleared_statistics(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            code = await finished(house)
            history = house.store.history("ann", 1e12, 10)
            assert statistics(history)[0]["played"] == 1
            await house.sweep(time.time() + UNLOAD_AFTER + 1)
            await house.find(code)
            await asyncio.sleep(0.05)
            assert house.store.history("ann", 1e12, 10) == history
            await house.store.forget_results("ann")
            await house.sweep(time.time() + UNLOAD_AFTER + 1)
            await house.find(code)
            await asyncio.sleep(0.05)
            assert house.store.history("ann", 1e12, 10) == []

        with_house(tmp_path, main)


class TestSweeping:
    def test_tables_without_guests_leave_memory_and_then_the_store(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            code = await finished(house)
            waiting = (await house.make(TableWish("threes", TWO), ANN)).code
            now = time.time()
            await house.sweep(now + UNLOAD_AFTER + 1)
            assert house.tables == {}
            assert set(house.plans) == {code, waiting}
            await house.sweep(now + FORGET_FINISHED_AFTER + 10)
            assert set(house.plans) == {waiting}
            await house.sweep(now + A_DAY + 10)
            assert house.plans == {}
            assert house.store.log(waiting) == []
            assert house.store.record(f"{code}-1") is not None
            with pytest.raises(Refused):
                await house.find(code)

        with_house(tmp_path, main)

    def test_a_table_with_somebody_at_it_stays(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            table = await house.make(TableWish("threes", TWO), ANN)
            Sitter(table, "ann")
            await house.sweep(time.time() + 2 * A_DAY)
            assert house.tables == {table.code: table}
            assert await house.find(table.code.upper()) is table

        with_house(tmp_path, main)


class TestLimits:
    def test_so_many_tables_of_one_person_and_finished_ones_do_not_count(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            await finished(house)
            await finished(house)
            await house.make(TableWish("threes", TWO), ANN)
            await house.make(TableWish("threes", TWO), ANN)
            with pytest.raises(Refused) as refusal:
                await house.make(TableWish("threes", TWO), ANN)
            assert refusal.value.key == "refused.server.your_tables"
            await house.make(TableWish("threes", TWO), BEA)

        with_house(tmp_path, main, Limits(tables_of_one=2))

    def test_so_many_tables_in_all(self, tmp_path: Path) -> None:
        async def main(house: House) -> None:
            await house.make(TableWish("threes", TWO), ANN)
            with pytest.raises(Refused) as refusal:
                await house.make(TableWish("threes", TWO), BEA)
            assert refusal.value.key == "refused.server.all_tables"

        with_house(tmp_path, main, Limits(tables=1))


def test_ids_and_invitations_stay_inside(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """Nobody is told another's id, and logs know neither people nor how to get to their tables."""
    ann, bea = Person("5ecret1dofann", "Ann"), Person("5ecret1dofbea", "Bea")
    caplog.set_level(logging.DEBUG)

    async def main(house: House) -> None:
        wish = TableWish("threes", [SeatWish("you"), SeatWish("link"), SeatWish("cat", level="random")], listed=True)
        table = await house.make(wish, ann)
        await table.take_seat(bea)
        told: list[bytes] = []
        guests = [table.join(person, lambda message: told.append(encode(message))) for person in (ann, bea)]
        await asyncio.sleep(0.05)
        table.part(guests[0])
        await table.give_to_cat(0)
        table.soon(lambda: table.do(0, "nonsense"))
        await asyncio.sleep(0.05)
        told.append(msgspec.json.encode(table.info(bea.id)))
        told.append(json.dumps([str(house.listed()[0].names) if house.listed() else ""]).encode())
        everything = b"".join(told).decode()
        assert "Ann" in everything
        for secret in (ann.id, bea.id):
            assert secret not in everything
            assert secret not in caplog.text
        assert "a command failed" in caplog.text
        assert table.code not in caplog.text
        assert "Ann" not in caplog.text

    with_house(tmp_path, main)
