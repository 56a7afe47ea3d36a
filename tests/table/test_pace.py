"""How fast the bots play, changed at the table."""

from __future__ import annotations

from sitting import Sitter, cat, person, settled, table_of
from virtual import run

from cardhouse.contract.messages import SetPace
from cardhouse.table.log import MemoryLog
from cardhouse.table.state import TableState


def test_one_who_plays_cats_sets_their_pace_and_it_outlives_a_restart() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), cat("greedy"), pace="slow")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.say(SetPace("fast"))
        assert ann.news.table.pace == table.state.pace == "fast"
        assert isinstance(table.log, MemoryLog)
        assert TableState(table.state.plan, table.log.logs[table.code]).pace == "fast"
        await ann.say(SetPace("warp"))
        assert ann.refusals == ["refused.server.pace"]
        await table.close()

    run(main())


def test_among_several_people_only_the_host_sets_the_pace() -> None:
    async def main() -> None:
        table = table_of("threes", person("ann"), person("bea"), cat("greedy"))
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        host, other = (ann, bea) if table.state.plan.host == "ann" else (bea, ann)
        await other.say(SetPace("slow"))
        assert other.refusals == ["refused.table.pace"]
        await host.say(SetPace("slow"))
        assert host.news.table.pace == "slow"
        await table.close()

    run(main())
