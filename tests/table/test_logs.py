"""A log that fails in the middle: nothing is half done, nobody is stuck, and it goes on when the disk is back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from sitting import Sitter, ann_and_bea, cat, person, play_out, settled, table_of
from virtual import run

from cardhouse.contract.kept import Result
from cardhouse.contract.messages import Hint, Rematch, StepMessage
from cardhouse.contract.requests import Person
from cardhouse.contract.settings import GONE_AFTER
from cardhouse.engine.errors import CardhouseError
from cardhouse.games.slapping.seen import patterns_seen
from cardhouse.table.log import LogEntry, MemoryLog, entry_to_row
from cardhouse.table.plan import SeatPlan


class Flaky(MemoryLog):
    """A log that refuses to write some kinds of entries as long as it is told to."""

    def __init__(self, *kinds: str) -> None:
        super().__init__()
        self.kinds = set(kinds)
        self.failed = 0

    def _check(self, kind: str) -> None:
        if kind in self.kinds:
            self.failed += 1
            raise CardhouseError("store.failed", why="disk full")

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            self._check(entry_to_row(entry)[0])
        await super().append(code, entries)

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        self._check("finish")
        await super().finish(code, round_number, record, results)


def test_a_seat_that_could_not_be_written_is_still_free() -> None:
    async def main() -> None:
        log = Flaky("seat")
        table = table_of("threes", person("ann"), SeatPlan("open"), log=log)
        await table.open()
        ann = Sitter(table, "ann")
        with pytest.raises(CardhouseError):
            await table.take_seat(Person("bea", "Bea", "fox"))
        assert ann.news.table.seats[1].kind == "open"
        log.kinds.clear()
        assert await table.take_seat(Person("bea", "Bea", "fox")) == 1
        await table.close()

    run(main())


def test_a_deal_that_could_not_be_written_is_dealt_when_it_can_be() -> None:
    async def main() -> None:
        log = Flaky("deal")
        table = table_of("threes", person("ann"), SeatPlan("open"), log=log)
        await table.open()
        ann = Sitter(table, "ann")
        assert await table.take_seat(Person("bea", "Bea", "fox")) == 1
        await asyncio.sleep(5)
        assert str(table.state.status) == "waiting"
        assert log.failed > 1
        log.kinds.clear()
        await asyncio.sleep(2)
        assert str(table.state.status) == "playing"
        assert ann.views != []
        await table.close()

    run(main())


def test_who_asks_for_a_seat_and_hangs_up_has_it_and_the_game_begins() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"))
        await table.open()
        Sitter(table, "ann")
        asking = asyncio.create_task(table.take_seat(Person("bea", "Bea", "fox")))
        await asyncio.sleep(0)
        asking.cancel()
        await settled()
        assert table.state.status == "playing"
        await table.close()

    run(main())


def test_a_cat_that_could_not_move_moves_when_it_can() -> None:
    async def main() -> None:
        log = Flaky("act", "fire")
        table = table_of("durak", person("ann"), cat(), log=log, seed=6)
        await table.open()
        ann = Sitter(table, "ann")
        await asyncio.sleep(5)
        log.kinds.clear()
        await play_out(table, ann)
        await table.close()

    run(main())


def test_a_cat_that_could_not_take_over_does_when_it_can() -> None:
    async def main() -> None:
        log = Flaky()
        table, ann, bea = await ann_and_bea("hearts", cat(), cat(), log=log)
        log.kinds = {"seat"}
        bea.part()
        await asyncio.sleep(GONE_AFTER + 5)
        kinds = [ann.news.table.seats[1].kind]
        log.kinds.clear()
        await asyncio.sleep(5)
        assert [*kinds, ann.news.table.seats[1].kind] == ["person", "cat"]
        await table.close()

    run(main())


def test_a_cat_that_could_not_take_a_turn_over_does_when_it_can() -> None:
    async def main() -> None:
        log = Flaky()
        table, ann, bea = await ann_and_bea("threes", log=log, turn_clock=30, seed=4)
        log.kinds = {"seat"}
        await asyncio.sleep(35)
        assert log.failed > 1
        kinds = [ann.news.table.seats[seat].kind for seat in (0, 1)]
        log.kinds.clear()
        await asyncio.sleep(100)
        assert kinds == ["person", "person"]
        assert "cat" in [bea.news.table.seats[seat].kind for seat in (0, 1)]
        await table.close()

    run(main())


def test_a_timer_that_could_not_fire_fires_when_it_can() -> None:
    async def main() -> None:
        log = Flaky()
        table, ann, bea = await ann_and_bea("ratscrew", log=log, seed=3)
        current = table.state.round
        assert current is not None
        while current.game.timer is None:
            await ann.play_on()
            await bea.play_on()
        log.kinds = {"fire"}
        await asyncio.sleep(30)
        assert log.failed > 1
        step, timer = current.game.step, current.game.timer
        assert timer is not None
        log.kinds.clear()
        await asyncio.sleep(5)
        assert current.steps[int(step)].action == f"fire {timer.name}"
        await table.close()

    run(main())


def test_cats_alone_that_could_not_be_dealt_to_again_are_when_they_can() -> None:
    async def main() -> None:
        log = Flaky()
        table = table_of("durak", cat("a"), cat("b"), pace="fast", log=log, seed=1)
        await table.open()
        zoe = Sitter(table, "zoe")
        log.kinds = {"deal"}
        while table.state.status != "over":
            await asyncio.sleep(0.5)
        await asyncio.sleep(30)
        assert log.failed > 1
        log.kinds.clear()
        await asyncio.sleep(10)
        assert zoe.news.table.round == 2
        await table.close()

    run(main())


def test_a_cat_whose_slap_could_not_be_written_slaps_when_it_can() -> None:
    async def main() -> None:
        log = Flaky()
        table = table_of("ratscrew", person("ann"), cat(level="hard"), log=log, seed=3)
        await table.open()
        ann = Sitter(table, "ann")
        current = table.state.round
        assert current is not None
        while not patterns_seen(current.game.view(None)):
            await ann.play_on()
            await asyncio.sleep(0.25)
        log.kinds = {"act"}
        await asyncio.sleep(10)
        assert log.failed > 1
        assert not [step for step in current.steps if step.action == "slap"]
        log.kinds.clear()
        await asyncio.sleep(3)
        assert [step.seat for step in current.steps if step.action == "slap"][:1] == [1]
        await table.close()

    run(main())


def test_a_record_that_could_not_be_written_is_written_when_it_can_be() -> None:
    async def main() -> None:
        log = Flaky("finish")
        table, ann, bea = await ann_and_bea("threes", log=log)
        await play_out(table, ann, bea)
        assert "store.failed" not in ann.refusals + bea.refusals
        assert ann.news.table.status == "over"
        await ann.say(Rematch())
        await bea.say(Rematch())
        assert bea.refusals == ["store.failed"]
        assert ann.news.table.round == 1
        log.kinds.clear()
        await asyncio.sleep(2)
        assert (table.code, 1) in log.records
        await bea.say(Rematch())
        assert ann.news.table.round == 2
        await table.close()

    run(main())


class Watched(MemoryLog):
    """A log that notes what had been told of the end when a record was kept: the last step, and that it is over."""

    def __init__(self) -> None:
        super().__init__()
        self.sitters: list[Sitter] = []
        self.told_before: list[tuple[bool, bool]] = []

    async def finish(self, code: str, round_number: int, record: str, results: Sequence[Result]) -> None:
        self.told_before += [
            (bool(sitter.views[0]["outcome"]), sitter.news.table.status == "over") for sitter in self.sitters
        ]
        await super().finish(code, round_number, record, results)


def test_the_last_step_is_told_before_the_record_is_kept_and_that_it_is_over_afterwards() -> None:
    async def main() -> None:
        log = Watched()
        table = table_of("threes", person("ann"), person("bea"), log=log)
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        log.sitters = [ann, bea]
        await settled()
        await play_out(table, ann, bea)
        assert ann.views[0]["outcome"]
        assert log.told_before == [(True, False), (True, False)]
        assert ann.news.table.status == "over"
        await table.close()

    run(main())


def test_a_game_that_was_over_when_the_server_died_gets_its_record() -> None:
    async def main() -> None:
        log = Flaky("finish")
        table, ann, bea = await ann_and_bea("threes", log=log)
        await play_out(table, ann, bea)
        await table.close()
        log.kinds.clear()
        again = table_of("threes", person("ann"), person("bea"), log=log, entries=log.logs[table.code])
        await again.open()
        await settled()
        assert (table.code, 1) in log.records
        await again.close()

    run(main())


def test_cats_alone_start_again_for_who_comes_later() -> None:
    async def main() -> None:
        table = table_of("durak", cat("a"), cat("b"), pace="fast")
        await table.open()
        zoe = Sitter(table, "zoe")
        while table.state.status != "over":
            await asyncio.sleep(0.5)
        zoe.part()
        await asyncio.sleep(100)
        yan = Sitter(table, "yan")
        await asyncio.sleep(10)
        assert yan.news.table.round == 2
        await table.close()

    run(main())


def test_nothing_happens_at_a_closed_table() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), cat(), cat(), cat())
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.say(Hint(0))
        await table.close()
        told = len(ann.told)
        for _ in range(1000):
            table.post(table.changed)
        await asyncio.sleep(100)
        assert len(ann.told) == told
        assert not table.busy
        assert not ann.of_kind(StepMessage)

    run(main())
