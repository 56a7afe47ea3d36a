"""Who plays and is not there: however they came to be missing, nobody waits for them for ever."""

from __future__ import annotations

import asyncio

from sitting import Sitter, ann_and_bea, cat, person, play_out, settled, table_of
from virtual import run

from cardhouse.contract.messages import Pause, Refusal, Rematch, StepMessage, ToPerson, Welcome
from cardhouse.contract.requests import Person
from cardhouse.contract.settings import GONE_AFTER
from cardhouse.table.judge import REVEAL
from cardhouse.table.log import MemoryLog
from cardhouse.table.plan import SeatPlan


def test_a_seat_taken_and_never_visited_goes_to_a_cat() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), SeatPlan("open"), cat(), cat())
        await table.open()
        ann = Sitter(table, "ann")
        await table.take_seat(Person("bea", "Bea", "fox"))
        await settled()
        assert ann.news.table.seats[1].gone_in == GONE_AFTER
        await asyncio.sleep(GONE_AFTER + 1)
        assert ann.news.table.seats[1].kind == "cat"
        await table.close()

    run(main())


def test_a_rematch_does_not_wait_for_who_has_gone() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes")
        await play_out(table, ann, bea)
        bea.part()
        await ann.say(Rematch())
        assert ann.news.table.round == 2
        await asyncio.sleep(GONE_AFTER + 1)
        assert ann.news.table.seats[1].kind == "cat"
        await play_out(table, ann)
        await table.close()

    run(main())


def test_after_a_restart_who_does_not_come_back_is_not_awaited_for_ever() -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of("hearts", person("ann"), person("bea"), cat(), cat(), log=log)
        await table.open()
        Sitter(table, "ann"), Sitter(table, "bea")
        await asyncio.sleep(1)
        await table.close()
        again = table_of("hearts", person("ann"), person("bea"), cat(), cat(), entries=log.logs[table.code])
        await again.open()
        await asyncio.sleep(1000)
        ann = Sitter(again, "ann")
        assert ann.news.table.seats[1].gone_in == GONE_AFTER
        await asyncio.sleep(GONE_AFTER + 1)
        assert ann.news.table.seats[1].kind == "cat"
        await again.close()

    run(main())


def test_no_seat_is_given_away_while_nobody_is_there_or_the_table_is_paused() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("hearts", cat(), cat())
        ann.part()
        bea.part()
        await asyncio.sleep(10 * GONE_AFTER)
        bea = Sitter(table, "bea")
        assert [seat.kind for seat in bea.news.table.seats[:2]] == ["person", "person"]
        await bea.say(Pause(True))
        await asyncio.sleep(10 * GONE_AFTER)
        assert bea.news.table.seats[0].kind == "person"
        assert bea.news.table.seats[0].gone_in is None
        await bea.say(Pause(False))
        assert bea.news.table.seats[0].gone_in == GONE_AFTER
        await table.close()

    run(main())


def test_a_second_tab_keeps_the_person_there() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), person("bea"), cat(), cat())
        await table.open()
        one, two, bea = Sitter(table, "ann"), Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        one.part()
        one.part()
        await asyncio.sleep(2 * GONE_AFTER)
        assert bea.news.table.seats[0].kind == "person"
        await two.play_on()
        assert two.refusals == []
        await table.close()

    run(main())


def test_where_nobody_may_watch_who_found_no_seat_is_let_go_before_the_deal() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), SeatPlan("open"), watchable=False)
        await table.open()
        Sitter(table, "ann")
        late = Sitter(table, "cy")
        await table.take_seat(Person("bea", "Bea", "fox"))
        await settled()
        assert late.refusals == ["refused.table.no_watching"]
        assert isinstance(late.told[-1], Refusal)
        assert all(not message.views for message in late.of_kind(Welcome) if isinstance(message, Welcome))
        assert late.connection not in table.connections
        await table.close()

    run(main())


def test_a_card_counts_as_sent_when_somebody_is_there_to_see_it() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", options={"penalty": "none"})
        await ann.play_on()
        await bea.play_on()
        ann.part()
        bea.part()
        await asyncio.sleep(500)
        old = table.slaps.tops[-1]
        Sitter(table, "ann")
        assert table.slaps.tops[-1].token == old.token
        assert table.slaps.tops[-1].shown == old.shown + 500 - REVEAL / 1000
        await table.close()

    run(main())


def test_who_is_let_go_in_the_middle_of_a_step_takes_nobody_elses_news() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes")
        slow, watcher = Sitter(table, "slow"), Sitter(table, "watcher")

        def too_much(message: ToPerson) -> None:
            if isinstance(message, StepMessage):
                slow.part()

        slow.connection.send = too_much
        await ann.play_on()
        await bea.play_on()
        assert slow.connection not in table.connections
        # Who is on move after the first action is up to the cards.
        told = [len(one.of_kind(StepMessage)) for one in (ann, bea, watcher)]
        assert told[0] >= 1
        assert told == [told[0]] * 3
        await table.close()

    run(main())
