"""A table's one task: what waits for it, what fails in it, and how it ends."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sitting import Sitter, ann_and_bea, cat, person, settled, table_of
from virtual import run

from cardhouse.contract.messages import Act, Contribute, Pause, Remove, Slap, StepMessage
from cardhouse.engine.errors import Refused
from cardhouse.table.liveness import due
from cardhouse.table.plan import SeatPlan
from cardhouse.table.seating import Person


async def hold_up(event: asyncio.Event) -> None:
    await event.wait()


def test_who_says_more_than_a_table_can_take_is_refused_and_clocks_and_bots_wait() -> None:
    async def main() -> None:
        table, ann, _ = await ann_and_bea("threes", seed=4)
        go_on, done = asyncio.Event(), asyncio.Event()

        async def note() -> None:
            done.set()

        table.post(partial(hold_up, go_on))
        await settled()
        for _ in range(300):
            table.hear(ann.connection, Pause(True))
        assert ann.refusals.count("refused.table.busy") == 300 - 256
        table.post(note)
        assert due(table)[0] == "a command waits"
        go_on.set()
        await asyncio.sleep(1)
        assert done.is_set()
        await table.close()

    run(main())


def test_a_command_with_a_bug_takes_nothing_from_the_next(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes", seed=4)

        async def bug() -> None:
            raise RuntimeError("a bug")

        table.post(bug)
        for _ in range(4):
            await ann.play_on()
            await bea.play_on()
        assert ann.of_kind(StepMessage)
        await table.close()

    run(main())
    assert "a bug" in caplog.text


def test_who_waits_for_a_seat_when_the_table_stops_is_told_that_it_moves() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"))
        await table.open()
        table.post(partial(hold_up, asyncio.Event()))
        await settled()
        asking = asyncio.create_task(table.take_seat(Person("bea", "Bea", "fox")))
        gone = asyncio.create_task(table.take_seat(Person("cat", "Cat", "fox")))
        await settled()
        gone.cancel()
        table.stop()
        with pytest.raises(Refused, match="moving"):
            await asking
        with pytest.raises(Refused, match="moving"):
            await table.take_seat(Person("dan", "Dan", "fox"))
        await table.close()
        await table.close()

    run(main())


def test_a_table_is_opened_once_and_may_be_stopped_before_it_is() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"))
        await table.open()
        task = table._task
        await table.open()
        assert table._task is task
        await table.close()
        never = table_of("threes", person("ann"), person("bea"))
        await never.close()

    run(main())


def test_before_the_deal_there_is_nothing_to_do_and_no_such_seat_to_free() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"))
        await table.open()
        ann = Sitter(table, "ann")
        await ann.say(Act(0, "pickup", 0))
        await ann.say(Slap(0, "x", 1.0))
        await ann.say(Remove(7))
        assert ann.refusals == ["refused.table.not_started", "refused.table.not_started", "refused.table.no_seat"]
        await table.close()

    run(main())


def test_a_deal_waits_for_numbers_of_who_comes_and_only_a_moment_for_who_went() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"))
        ann = Sitter(table, "ann")
        ann.connection.contributes = True
        await table.open()
        await settled()
        assert table.state.status == "waiting"
        bea = Sitter(table, "bea")
        await bea.say(Contribute(1, "b" * 32))
        assert table.state.round is None
        ann.part()
        await asyncio.sleep(2)
        assert table.state.round is not None
        await table.close()

    run(main())


def test_who_comes_back_in_the_last_moment_keeps_the_seat() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes", cat(), seed=4)
        await table._stand_in_for("bea")
        await table._turn_ran_out(0)
        assert [plan.kind for plan in table.state.seating.plans] == ["person", "person", "cat"]
        # Each of their two connections asks for the seat that a cat has kept for them.
        bea.part()
        await asyncio.sleep(1000)
        assert table.state.seating.plans[1].kind == "cat"
        Sitter(table, "bea")
        Sitter(table, "bea")
        await settled()
        assert ann.news.table.seats[1].kind == "person"
        await table.close()

    run(main())
