"""What every storage does, whatever is behind it: what is written is there, and nobody's failure is another's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from databases import database

from cardhouse.contract.kept import Notes, Result, SlapFigures
from cardhouse.contract.requests import Person
from cardhouse.engine.action import parse_action
from cardhouse.storage import FOREVER, Outline, Storage, StorageError
from cardhouse.storage.opening import storage_at
from cardhouse.storage.statistics import MOST_SLAPS
from cardhouse.table.log import Acted, Dealt, Fired, LogEntry, Paused, Seated
from cardhouse.table.plan import SeatPlan, TablePlan

PLAN = TablePlan("abc", "hearts", {"limit": 50}, [SeatPlan("cat", level="easy")], "ann", made_at=5.0)
RECORD = "Cardhouse record 1\ngame: hearts\n"
With = Callable[[Callable[[Storage], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite", "postgres"])
def with_storage(request: pytest.FixtureRequest, tmp_path: Path) -> With:
    """Runs something with a storage; a second time it is opened again on the same data."""
    data = database() if request.param == "postgres" else str(tmp_path)

    def run(check: Callable[[Storage], Awaitable[None]]) -> None:
        async def main() -> None:
            storage = storage_at(data)
            await storage.open()
            try:
                await check(storage)
            finally:
                storage.close()

        asyncio.run(main())

    return run


def test_what_is_written_reads_back(with_storage: With) -> None:
    entries: list[LogEntry] = [
        Acted(1.5, 0, parse_action("play 7h"), SlapFigures(5.0)),
        Fired(2.0, "fire take"),
    ]

    async def write(store: Storage) -> None:
        await store.add_table(PLAN)
        await store.append("abc", entries)
        await store.append("other", [Paused(1.0, True)])

    async def read(store: Storage) -> None:
        assert await store.outlines() == [Outline("abc", PLAN, PLAN.seats, step=2, touched=5.0)]
        assert await store.log("abc") == entries
        await store.drop_table("abc")
        assert await store.outlines() == []
        assert await store.log("abc") == []
        assert len(await store.log("other")) == 1

    with_storage(write)
    with_storage(read)


def test_an_outline_has_the_seats_the_round_and_the_steps_since_its_deal(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        await store.add_table(PLAN)
        ann = SeatPlan("person", "ann", "Ann")
        await store.append("abc", [Fired(6.0, "fire x"), Seated(7.0, 0, ann), Dealt(8.0, 2, 5, "salt")])
        await store.append("abc", [Acted(9.0, 0, parse_action("play 7h")), Fired(9.5, "fire x"), Paused(9.6, True)])
        assert await store.outlines() == [Outline("abc", PLAN, [ann], 2, 2, False, 9.6)]
        await store.finish("abc", 2, RECORD, [])
        assert await store.outlines() == [Outline("abc", PLAN, [ann], 2, 2, True, 9.6)]

    with_storage(check)


def test_the_latest_table_comes_last(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        for code, at in (("b", 3.0), ("a", 2.0), ("c", 1.0)):
            await store.add_table(TablePlan(code, "hearts", {}, [], "ann", made_at=at))
        assert [found.code for found in await store.outlines()] == ["c", "a", "b"]

    with_storage(check)


def test_people_are_remembered(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        await store.keep_person(Person("ann", "Ann", "fox"))
        await store.keep_person(Person("ann", "Anna 🂡", "owl"))
        assert await store.person("ann") == Person("ann", "Anna 🂡", "owl")
        assert await store.person("bea") is None

    with_storage(check)


def test_records_and_results_are_kept_and_can_be_forgotten(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        results = [Result(0, "ann", "Ann", "", 1, 3, Notes(), "owl"), Result(1, "", "Soot", "easy", 2, 30, Notes())]
        await store.finish("abc", 1, RECORD, results)
        await store.finish("abc", 1, RECORD, results)
        assert await store.record("abc-1") == RECORD
        assert await store.record("abc-2") is None
        assert await store.faces("abc-1") == ["owl", ""]
        assert await store.faces("abc-2") == []
        (game,) = await store.history("ann", FOREVER, 10)
        assert (game.game, game.record) == ("hearts", "abc-1")
        assert [seat.yours for seat in game.seats] == [True, False]
        assert await store.history("ann", game.at, 10) == []
        await store.forget_results("ann")
        assert await store.history("ann", FOREVER, 10) == []
        assert await store.record("abc-1") is not None

    with_storage(check)


def test_statistics_are_counted_once_and_cleared(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        mine = Result(0, "ann", "Ann", "", 1, 3, Notes({"burn": 2}, slaps=[300.0] * 400))
        results = [mine, Result(1, "", "Soot", "easy", 2, 30, Notes(slaps=[200.0]))]
        for number in (1, 2, 2):
            await store.finish("abc", number, "Cardhouse record 1\ngame: slapjack\n", results)
        (row,) = await store.statistics("ann")
        assert (row.game, row.against, row.played, row.streak, row.events) == ("slapjack", "easy", 2, 2, {"burn": 4})
        assert len(row.slaps) == MOST_SLAPS
        assert await store.statistics("") == []
        await store.forget_results("ann")
        assert await store.statistics("ann") == []

    with_storage(check)


def test_games_that_end_at_the_same_time_are_all_counted(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        results = [Result(0, "ann", "Ann", "", 1, 3, Notes()), Result(1, "bea", "Bea", "", 2, 5, Notes())]
        await asyncio.gather(*[store.finish(f"t{n}", 1, RECORD, results[:: 1 - 2 * (n % 2)]) for n in range(20)])
        for person in ("ann", "bea"):
            (row,) = await store.statistics(person)
            assert row.played == 20

    with_storage(check)


def test_many_writers_share_a_flush_and_none_is_lost(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        await asyncio.gather(*[store.append(f"t{n % 7}", [Fired(float(n), str(n))]) for n in range(700)])
        for table in range(7):
            written = [int(entry.at) for entry in await store.log(f"t{table}")]
            assert written == sorted(written)
            assert len(written) == 100

    with_storage(check)


def test_one_that_cannot_be_written_does_not_take_the_others_with_it(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        await store.add_table(PLAN)
        results = await asyncio.gather(
            store.append("x", [Paused(1.0, True)]),
            store.add_table(PLAN),
            store.append("y", [Paused(1.0, True)]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), StorageError, type(None)]
        assert len(await store.log("x")) == len(await store.log("y")) == 1

    with_storage(check)


def test_it_can_be_tried_out(with_storage: With) -> None:
    async def check(store: Storage) -> None:
        await store.check()
        await store.check()

    with_storage(check)


def test_notes_of_a_persons_own_are_kept_by_kind_and_key(with_storage: With) -> None:
    async def write(store: Storage) -> None:
        assert await store.notes("ann", "exercise") == {}
        await store.note("ann", "exercise", {"b": "1", "a": "2"})
        await store.note("ann", "exercise", {"b": "3", "c": "4"})
        await store.note("ann", "rated", {"a": "5"})
        await store.note("bea", "exercise", {"a": "6"})
        await store.note("ann", "rated", {"a": "7", "b": "8"}, keep=True)

    async def read(store: Storage) -> None:
        assert list((await store.notes("ann", "exercise")).items()) == [("a", "2"), ("b", "3"), ("c", "4")]
        assert await store.notes("ann", "rated") == {"a": "5", "b": "8"}
        await store.note("ann", "exercise", {"a": None, "d": "9", "none": None})
        assert await store.notes("ann", "exercise") == {"b": "3", "c": "4", "d": "9"}
        await store.forget_results("ann")
        assert await store.notes("ann", "exercise") == await store.notes("ann", "rated") == {}
        assert await store.notes("bea", "exercise") == {"a": "6"}

    with_storage(write)
    with_storage(read)
