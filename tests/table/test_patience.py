"""People who don't move, people who are taken off the table, and games that are left for good."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sitting import Sitter, cat, person, play_out, settled, table_of
from virtual import run

from cardhouse import Refused
from cardhouse.contract.messages import Pause, Remove, Sit, StepMessage, Welcome
from cardhouse.server.limits import Limits
from cardhouse.server.lobby import CreateTable, Lobby, SeatRequest
from cardhouse.server.metrics import Metrics
from cardhouse.storage.sqlite import SqliteStorage
from cardhouse.table.log import MemoryLog
from cardhouse.table.plan import SeatPlan
from cardhouse.table.pool import BotPool
from cardhouse.table.seating import Person

ANN, BEA = Person("ann", "Ann", "fox"), Person("bea", "Bea", "owl")
OPEN = SeatPlan("open")


def test_a_cat_plays_on_for_who_is_there_and_does_not_move() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"), turn_clock=60)
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        assert table.state.round is not None
        (slow,) = table.state.round.game.turn()
        told = ann.of_kind(Welcome)[-1]
        assert isinstance(told, Welcome)
        assert told.turn_left == {slow: 60.0}
        await asyncio.sleep(59)
        assert table.state.seating.plans[slow].kind == "person"
        await asyncio.sleep(2)
        seat = ann.news.table.seats[slow]
        assert (seat.kind, seat.stand_in, seat.name) == ("cat", True, ("Ann", "Bea")[slow])
        back = (ann, bea)[slow]
        await back.say(Sit(slow))
        assert table.state.seating.plans[slow].kind == "person"
        await play_out(table, ann, bea)
        await table.close()

    run(main())


def test_the_turn_clock_starts_anew_with_each_move_of_ones_own() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"), turn_clock=60)
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        for _ in range(6):
            await asyncio.sleep(40)
            await ann.play_on()
            await bea.play_on()
        assert {plan.kind for plan in table.state.seating.plans} == {"person"}
        step = ann.of_kind(StepMessage)[-1]
        assert isinstance(step, StepMessage)
        assert list(step.turn_left.values()) == [60.0]
        await table.close()

    run(main())


def test_a_pause_ends_the_turn_clocks_and_who_goes_on_hears_what_is_left() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"), turn_clock=60)
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        assert table.state.round is not None
        (slow,) = table.state.round.game.turn()
        await asyncio.sleep(40)
        for one in (ann, bea):
            await one.say(Pause(True))
        assert (ann.news.table.paused, ann.news.turn_left) == (True, {})
        await asyncio.sleep(90)
        for one in (ann, bea):
            await one.say(Pause(False))
        assert (ann.news.table.paused, ann.news.turn_left) == (False, {slow: 60.0})
        await table.close()

    run(main())


def test_without_a_turn_clock_friends_wait_for_each_other() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"))
        await table.open()
        Sitter(table, "ann"), Sitter(table, "bea")
        await asyncio.sleep(5000)
        assert {plan.kind for plan in table.state.seating.plans} == {"person"}
        await table.close()

    run(main())


def test_the_host_takes_somebody_off_the_table_before_the_deal() -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of("threes", person("ann"), OPEN, OPEN, log=log)
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await bea.say(Sit(1))
        await bea.say(Remove(0))
        assert bea.refusals == ["refused.table.host_starts"]
        await ann.say(Remove(2))
        assert ann.refusals == ["refused.table.not_removed"]
        await ann.say(Remove(1))
        assert table.state.seating.plans[1].kind == "open"
        await bea.say(Sit(2))
        assert bea.refusals[-1] == "refused.table.removed"
        again = table_of("threes", person("ann"), OPEN, OPEN, entries=log.logs[table.code])
        assert again.state.barred == {"bea"}
        await table.close()

    run(main())


def test_one_person_has_one_seat_unless_the_table_is_for_one_screen() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), OPEN, OPEN, cat())
        await table.open()
        bea = Sitter(table, "bea")
        await bea.say(Sit(1))
        await bea.say(Sit(2))
        assert bea.refusals == ["refused.table.one_seat"]
        with pytest.raises(Refused, match="already have a seat"):
            await table.take_seat(BEA, 2)
        here = table_of("hearts", person("ann"), person("ann"), OPEN, cat())
        await here.open()
        await here.take_seat(ANN, 2)
        assert here.state.seating.of("ann") == (0, 1, 2)
        await table.close()
        await here.close()

    run(main())


def test_open_cards_only_where_one_person_plays_cats_from_the_beginning() -> None:
    async def main() -> None:
        alone = table_of("hearts", person("ann"), cat(), cat(), cat(), open_cards=True)
        assert alone.state.open_cards
        await alone.open()
        ann = Sitter(alone, "ann")
        await settled()
        await alone.give_to_bot(0)
        assert not ann.news.table.open_cards
        await alone.close()
        friends = table_of("hearts", person("ann"), person("bea"), cat(), cat(), open_cards=True)
        await friends.open()
        Sitter(friends, "ann")
        await asyncio.sleep(100)
        assert friends.state.seating.plans[1].away == "bea"
        assert not friends.state.open_cards
        await friends.close()

    run(main())


async def with_lobby(folder: Path, limits: Limits | None = None) -> Lobby:
    lobby = Lobby(SqliteStorage(folder), BotPool(0), Metrics(), limits)
    await lobby.load()
    return lobby


def cats(count: int) -> list[SeatRequest]:
    return [SeatRequest("cat", level="random")] * count


def test_an_unfinished_game_can_be_discarded_and_gives_its_place_back(tmp_path: Path) -> None:
    async def main() -> None:
        lobby = await with_lobby(tmp_path, Limits(tables_of_one=2))
        wish = CreateTable("threes", [SeatRequest("you"), *cats(1)])
        made = [await lobby.make(wish, ANN) for _ in range(2)]
        with pytest.raises(Refused, match="discard or leave one"):
            await lobby.make(wish, ANN)
        with pytest.raises(Refused, match="no table"):
            await lobby.discard(made[0].code, BEA)
        ann = Sitter(made[0], "ann")
        await lobby.discard(made[0].code, ANN)
        assert ann.refusals == ["refused.table.discarded"]
        assert [table.plan.code for table in lobby.of("ann")] == [made[1].code]
        third = await lobby.make(wish, ANN)
        # Who leaves a table to a cat has their place back too.
        await third.give_to_bot(0)
        await lobby.make(wish, ANN)
        await lobby.close()
        lobby.storage.close()
        again = await with_lobby(tmp_path)
        assert made[0].code not in again.plans
        assert len(again.of("ann")) == 3
        again.storage.close()

    asyncio.run(main())


def test_where_others_play_on_discarding_means_leaving_for_good(tmp_path: Path) -> None:
    async def main() -> None:
        lobby = await with_lobby(tmp_path)
        table = await lobby.make(CreateTable("hearts", [SeatRequest("you"), SeatRequest("link"), *cats(2)]), ANN)
        await table.take_seat(BEA)
        while table.state.status != "playing":
            await asyncio.sleep(0)
        await lobby.discard(table.code, ANN)
        assert [plan.kind for plan in table.state.seating.plans] == ["cat", "person", "cat", "cat"]
        assert lobby.of("ann") == []
        assert [summary.plan.code for summary in lobby.of("bea")] == [table.code]
        await lobby.close()
        lobby.storage.close()

    asyncio.run(main())


def test_a_listed_table_has_a_turn_clock_and_friends_have_none(tmp_path: Path) -> None:
    async def main() -> None:
        lobby = await with_lobby(tmp_path)
        seats = [SeatRequest("you"), SeatRequest("link")]
        assert (await lobby.make(CreateTable("threes", seats, listed=True), ANN)).state.plan.turn_clock == 60
        assert (await lobby.make(CreateTable("threes", seats), ANN)).state.plan.turn_clock == 0
        assert (await lobby.make(CreateTable("threes", seats, turn_clock=30), ANN)).state.plan.turn_clock == 30
        with pytest.raises(Refused, match="turn clock of 7 seconds"):
            await lobby.make(CreateTable("threes", seats, turn_clock=7), ANN)
        with pytest.raises(Refused, match="one person against cats"):
            await lobby.make(CreateTable("threes", seats, open_cards=True), ANN)
        await lobby.close()
        lobby.storage.close()

    asyncio.run(main())
