"""The house: its tables are known without being in memory, brought back when somebody comes, and cleared away."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import sqlite3
import time
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest
from sitting import Sitter
from waiting import until

from cardhouse.contract.messages import encode
from cardhouse.contract.requests import CreateTable, Person, SeatRequest
from cardhouse.engine.action import parse_action
from cardhouse.engine.errors import Refused
from cardhouse.server import lobby, people
from cardhouse.server.budget import Rate
from cardhouse.server.limits import Limits
from cardhouse.server.lobby import (
    FEW_GONE,
    FORGET_FINISHED_AFTER,
    FORGET_UNFINISHED_AFTER,
    UNLOAD_AFTER,
    Lobby,
    SteadyClock,
)
from cardhouse.server.metrics import Metrics
from cardhouse.storage import FOREVER, StorageError
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.plan import tag_of
from cardhouse.table.pool import BotPool

ANN, BEA = Person("ann", "Ann", "fox"), Person("bea", "Bea", "owl")
TWO = [SeatRequest("you"), SeatRequest("link")]


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def with_house(folder: Path, main: Callable[[Lobby], Awaitable[None]], limits: Limits | None = None) -> None:
    """Run something with a lobby on this data; afterwards the lobby is closed, as when a server stops."""

    async def whole() -> None:
        storage = SqliteStorage(folder)
        house = Lobby(storage, BotPool(0), Metrics(), limits, Clock())
        await house.load()
        await main(house)
        await house.close()
        storage.close()

    asyncio.run(whole())


async def finished(house: Lobby, lesson: bool = False) -> str:
    """A table whose game is over; gives its code."""
    seats = [SeatRequest("you"), SeatRequest("here")]
    table = await house.make(CreateTable("threes", seats, pace="instant", lesson=lesson), ANN)
    await until(lambda: table.state.status == "playing")
    ann = Sitter(table, "ann")
    while table.state.status != "over":
        before = len(ann.told)
        await ann.play_on()
        await until(partial(_told_more, ann, before))
    while await house.storage.record(f"{table.code}-1") is None:
        await asyncio.sleep(0.002)
    ann.part()
    return table.code


def _told_more(sitter: Sitter, before: int) -> bool:
    return len(sitter.told) > before


async def later(house: Lobby, seconds: float) -> None:
    """Let so much time pass, and sweep."""
    assert isinstance(house.clock, Clock)
    await until(lambda: not any(table.busy for table in house.tables.values()))
    await house.sweep()
    house.clock.now += seconds
    await house.sweep()


class TestAfterARestart:
    def test_my_tables_are_known_and_not_loaded(self, tmp_path: Path) -> None:
        async def before(house: Lobby) -> None:
            table = await house.make(CreateTable("threes", TWO, listed=True), ANN)
            assert await table.take_seat(BEA) == 1
            await until(lambda: table.state.status == "playing")
            await house.make(CreateTable("durak", TWO, listed=True), ANN)
            await finished(house)

        async def after(house: Lobby) -> None:
            mine, hers = house.of("ann"), house.of("bea")
            assert [(table.plan.game, table.status) for table in mine] == [
                ("threes", "playing"),
                ("durak", "waiting"),
                ("threes", "over"),
            ]
            assert [table.names for table in hers] == [["Ann", "Bea"]]
            # Nobody is there: a stranger would sit down alone.
            assert house.listed() == []
            assert mine[1].free == 1
            assert mine[2].step > 10
            assert house.tables == {}

        with_house(tmp_path, before)
        with_house(tmp_path, after)

    def test_a_glance_says_the_same_of_a_loaded_table(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            code = await finished(house)
            loaded = house.summary(code)
            await later(house, UNLOAD_AFTER + 1)
            assert house.tables == {}
            assert replace(house.summary(code), touched=loaded.touched) == loaded

        with_house(tmp_path, main)

    def test_tables_that_were_let_go_leave_memory_when_there_are_many(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            code = await finished(house)
            table = weakref.ref(house.tables[code])
            gc.disable()
            try:
                await later(house, UNLOAD_AFTER + 1)
                assert table() is not None
                house.gone += FEW_GONE
                # The loop itself still knows of what it did last.
                await asyncio.sleep(0.01)
                await house.sweep()
                assert table() is None
                assert house.gone == 0
            finally:
                gc.enable()

        with_house(tmp_path, main)

    def test_visiting_a_finished_table_changes_neither_history_nor_cleared_statistics(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            code = await finished(house)
            history = await house.storage.history("ann", FOREVER, 10)
            assert [row.played for row in await house.storage.statistics("ann")] == [1]
            await later(house, UNLOAD_AFTER + 1)
            await house.find(code)
            await asyncio.sleep(0.05)
            assert await house.storage.history("ann", FOREVER, 10) == history
            assert [row.played for row in await house.storage.statistics("ann")] == [1]
            await house.storage.forget_results("ann")
            await later(house, UNLOAD_AFTER + 1)
            await house.find(code)
            await asyncio.sleep(0.05)
            assert await house.storage.history("ann", FOREVER, 10) == []

        with_house(tmp_path, main)

    def test_a_lesson_is_neither_won_nor_lost(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            await finished(house, lesson=True)
            assert await house.storage.statistics("ann") == []
            await finished(house)
            assert [row.played for row in await house.storage.statistics("ann")] == [1]

        with_house(tmp_path, main)

    def test_it_is_known_whose_turn_it_is_where_a_game_is_on(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            table = await house.make(CreateTable("threes", [SeatRequest("you"), SeatRequest("here")]), ANN)
            assert table.state.round is not None or house.turn(table.code) == []
            await until(lambda: table.state.status == "playing")
            assert table.state.round is not None
            assert house.turn(table.code) == list(table.state.round.game.turn()) != []
            assert house.turn("nowhere") == []

        with_house(tmp_path, main)


class TestSweeping:
    def test_tables_without_guests_leave_memory_and_then_the_store(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            code = await finished(house)
            waiting = (await house.make(CreateTable("threes", TWO), ANN)).code
            await later(house, UNLOAD_AFTER + 1)
            assert house.tables == {}
            assert set(house.plans) == {code, waiting}
            await later(house, FORGET_FINISHED_AFTER + 10)
            assert set(house.plans) == {waiting}
            await later(house, FORGET_UNFINISHED_AFTER + 10)
            assert house.plans == {}
            assert await house.storage.log(waiting) == []
            assert await house.storage.record(f"{code}-1") is not None
            with pytest.raises(Refused):
                await house.find(code)

        with_house(tmp_path, main)

    def test_a_table_with_somebody_at_it_stays(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            table = await house.make(CreateTable("threes", TWO), ANN)
            Sitter(table, "ann")
            await later(house, 2 * FORGET_UNFINISHED_AFTER)
            assert house.tables == {table.code: table}
            assert await house.find(table.code.upper()) is table

        with_house(tmp_path, main)


class TestLimits:
    def test_so_many_tables_of_one_person_and_finished_ones_do_not_count(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            await finished(house)
            await finished(house)
            await house.make(CreateTable("threes", TWO), ANN)
            await house.make(CreateTable("threes", TWO), ANN)
            with pytest.raises(Refused) as refusal:
                await house.make(CreateTable("threes", TWO), ANN)
            assert refusal.value.key == "refused.server.your_tables"
            await house.make(CreateTable("threes", TWO), BEA)

        with_house(tmp_path, main, Limits(tables_of_one=2))

    def test_so_many_tables_from_one_address(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            for number in range(3):
                await house.make(CreateTable("threes", TWO), Person(f"p{number}", ""), "10.0.0.1")
            with pytest.raises(Refused) as refusal:
                await house.make(CreateTable("threes", TWO), BEA, "10.0.0.1")
            assert refusal.value.facts["retry"]
            await house.make(CreateTable("threes", TWO), BEA, "10.0.0.2")

        with_house(tmp_path, main, Limits(tables_of_address=3))

    def test_so_many_tables_at_a_time(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
            await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
            with pytest.raises(Refused, match="Try again in 60 seconds"):
                await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
            await house.make(CreateTable("threes", TWO), BEA, "10.0.0.1")

        with_house(tmp_path, main, Limits(creations_of_one=Rate(2, 60.0)))

    def test_many_at_the_same_moment_are_not_one_too_many(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            wishes = [house.make(CreateTable("threes", TWO), ANN, "10.0.0.1") for _ in range(10)]
            made = await asyncio.gather(*wishes, return_exceptions=True)
            assert sum(isinstance(one, Refused) for one in made) == 7
            assert len(house.plans) == 3

        with_house(tmp_path, main, Limits(tables_of_one=3))

    def test_a_full_house_clears_away_what_nobody_played_at_of_who_has_most(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            waiting = await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
            made = [await house.make(CreateTable("threes", TWO), BEA, "10.0.0.2") for _ in range(3)]
            Sitter(made[0], "bea")
            other = await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
            assert set(house.plans) == {waiting.code, other.code, made[0].code, made[2].code}
            with pytest.raises(Refused):
                await house.find(made[1].code)

        with_house(tmp_path, main, Limits(tables=4))

    def test_a_house_full_of_games_in_play_refuses(self, tmp_path: Path) -> None:
        async def main(house: Lobby) -> None:
            Sitter(await house.make(CreateTable("threes", TWO), ANN), "ann")
            with pytest.raises(Refused) as refusal:
                await house.make(CreateTable("threes", TWO), BEA)
            assert refusal.value.key == "refused.server.all_tables"
            assert refusal.value.facts["retry"]

        with_house(tmp_path, main, Limits(tables=1))


class TestDamage:
    def harm(self, folder: Path, sql: str) -> None:
        connection = sqlite3.connect(folder / "cardhouse.sqlite3")
        assert connection.execute(sql).rowcount > 0
        connection.commit()
        connection.close()

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE tables SET plan = '{\"code\"' WHERE game = 'durak'",
            "UPDATE tables SET plan = x'ff00ff' WHERE game = 'durak'",
            "UPDATE log SET data = '{}' WHERE kind = 'deal' AND game = 'durak'",
            "UPDATE log SET data = '{\"round\": 1, \"seed\": \"x' WHERE kind = 'deal' AND game = 'durak'",
            "UPDATE log SET kind = 'act', data = '{\"seat\": 0, \"action\": \"play 2c\"}' WHERE game = 'durak'",
            # Each of these can be read, and none was ever possible.
            'INSERT INTO log (code, kind, at, data) SELECT code, \'act\', 0, \'{"seat": 0, "action": "play 2c"}\' '
            "FROM tables WHERE game = 'durak'",
            'INSERT INTO log (code, kind, at, data) SELECT code, \'act\', 0, \'{"seat": 9, "action": "pass"}\' '
            "FROM tables WHERE game = 'durak'",
            "INSERT INTO log (code, kind, at, data) SELECT code, 'fire', 0, '{\"action\": \"fire x\"}' "
            "FROM tables WHERE game = 'durak'",
            "INSERT INTO log (code, kind, at, data) "
            'SELECT code, \'seat\', 0, \'{"seat": 9, "plan": {"kind": "open"}}\' FROM tables WHERE game = \'durak\'',
        ],
    )
    def test_a_damaged_row_stops_one_table_and_says_which(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture, sql: str
    ) -> None:
        codes = []

        async def before(house: Lobby) -> None:
            for game in ("durak", "threes"):
                table = await house.make(CreateTable(game, [SeatRequest("you"), SeatRequest("here")]), ANN)
                await until(lambda table=table: table.state.status == "playing")  # type: ignore[misc]
                codes.append(table.code)

        async def after(house: Lobby) -> None:
            with pytest.raises(Refused) as refusal:
                await house.find(codes[0])
            assert refusal.value.key == "refused.server.damaged"
            assert f"table {tag_of(codes[0])} is damaged" in caplog.text
            assert [table.plan.code for table in house.of("ann")] == [codes[1]]
            assert (await house.find(codes[1])).state.status == "playing"
            await later(house, UNLOAD_AFTER + 1)
            # The good one is cleared away in time; the other is for somebody to look at.
            await later(house, 2 * FORGET_UNFINISHED_AFTER)

        with_house(tmp_path, before)
        self.harm(tmp_path, sql.replace("game = 'durak'", f"code = '{codes[0]}'"))
        with_house(tmp_path, after)
        connection = sqlite3.connect(tmp_path / "cardhouse.sqlite3")
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        connection.close()


class TestClock:
    def test_it_begins_with_what_was_written_last_and_not_with_a_clock_that_is_ahead(self) -> None:
        now = time.time()
        assert abs(SteadyClock(now - 5000)() - (now - 5000)) < 100
        assert abs(SteadyClock(now + 5000)() - now) < 100
        assert abs(SteadyClock()() - now) < 100

    def test_a_clock_that_jumps_ahead_clears_nothing_away(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def main() -> None:
            storage = SqliteStorage(tmp_path)
            house = Lobby(storage, BotPool(0), Metrics())
            await house.load()
            if not house.plans:
                await house.make(CreateTable("threes", TWO), ANN)
            monkeypatch.setattr(time, "time", lambda: ahead)
            await house.sweep()
            assert len(house.plans) == 1
            await house.close()
            storage.close()

        ahead = time.time() + 10 * FORGET_UNFINISHED_AFTER
        asyncio.run(main())
        asyncio.run(main())


def test_ids_and_invitations_stay_inside(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """Nobody is told another's id, and logs know neither people nor how to get to their tables."""
    ann, bea = Person("5ecret1dofann", "Ann"), Person("5ecret1dofbea", "Bea")
    caplog.set_level(logging.DEBUG)

    async def main(house: Lobby) -> None:
        wish = CreateTable(
            "threes", [SeatRequest("you"), SeatRequest("link"), SeatRequest("cat", level="random")], listed=True
        )
        table = await house.make(wish, ann)
        await table.take_seat(bea)
        told: list[bytes] = []
        guests = [table.join(person, lambda message: told.append(encode(message))) for person in (ann, bea)]
        await asyncio.sleep(0.05)
        table.part(guests[0])
        await table.give_to_bot(0)
        # Two ranks never go together, whatever was dealt.
        table.post(lambda: table.act(0, parse_action("play 2c 3d")))
        await until(lambda: "a command failed" in caplog.text)
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


def test_a_table_that_could_not_be_written_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(house: Lobby) -> None:
        async def fail(plan: object) -> None:
            raise StorageError("store.failed", why="disk full")

        with monkeypatch.context() as broken:
            broken.setattr(house.storage, "add_table", fail)
            with pytest.raises(StorageError):
                await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")
        assert (house.of("ann"), house.plans, house.made_from) == ([], {}, {})
        await house.make(CreateTable("threes", TWO), ANN, "10.0.0.1")

    with_house(tmp_path, main)


def test_a_match_has_a_length_that_there_is(tmp_path: Path) -> None:
    async def main(house: Lobby) -> None:
        with pytest.raises(Refused) as refused:
            await house.make(CreateTable("threes", TWO, best_of=2), ANN)
        assert refused.value.key == "refused.server.best_of"

    with_house(tmp_path, main)


def test_a_table_that_is_thrown_away_while_it_is_brought_back_is_gone(tmp_path: Path) -> None:
    async def main(house: Lobby) -> None:
        code = (await house.make(CreateTable("threes", TWO), ANN)).code
        await later(house, UNLOAD_AFTER + 1)
        assert code not in house.tables
        # Two ask for it at once, and it is brought back once.
        finding = [asyncio.create_task(house.find(code)) for _ in range(2)]
        await asyncio.sleep(0)
        assert house.uses(code)
        await house.discard(code, ANN)
        assert len({await one for one in finding}) == 1
        assert not house.uses(code)
        with pytest.raises(Refused):
            await house.find(code)

    with_house(tmp_path, main)


def test_a_sweep_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lobby, "SWEEP_EVERY", 0.001)
    failures = [StorageError("store.failed", why="disk full"), RuntimeError("a bug")]

    async def main(house: Lobby) -> None:
        swept = asyncio.Event()

        async def sweep() -> None:
            if failures:
                raise failures.pop()
            swept.set()

        monkeypatch.setattr(house, "sweep", sweep)
        chore = asyncio.create_task(house._sweep())
        await swept.wait()
        chore.cancel()

    with_house(tmp_path, main)
    assert "disk full" in caplog.text
    assert "a bug" in caplog.text


def test_people_are_remembered_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)

    async def main(house: Lobby) -> None:
        known = people.People(house.storage)
        await known.rename(ANN, "Ann", "fox")
        for number in range(5):
            await known.known(f"somebody-{number}")
        assert len(known._known) <= 3
        assert (await known.known("ann")).name == "Ann"

    with_house(tmp_path, main)
