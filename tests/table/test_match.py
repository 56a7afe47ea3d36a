"""A match of several games at one table."""

from __future__ import annotations

import pytest
from sitting import Sitter, person, play_out, settled, table_of
from virtual import run

from cardhouse.messages import Match as BeginMatch
from cardhouse.messages import Refusal, Rematch
from cardhouse.table.log import LogEntry, MemoryLog
from cardhouse.table.match import BEST_OF, Match
from cardhouse.table.state import TableState


@pytest.mark.parametrize("best_of", BEST_OF[1:])
def test_a_match_is_won_with_more_than_half_of_its_games(best_of: int) -> None:
    match = Match(3, best_of)
    for _ in range(best_of // 2):
        match.count([0])
        match.count([2])
        assert match.won == []
    match.count([2])
    assert match.won == [2]
    assert match.again(best_of).wins == [0, 0, 0]


def test_games_are_only_counted_where_there_is_no_match() -> None:
    match = Match(2, 0)
    for _ in range(9):
        match.count([1])
    assert (match.wins, match.won) == ([0, 9], [])


def test_a_draw_counts_for_nobody_and_a_shared_first_place_for_each() -> None:
    match = Match(3, 3)
    match.count([])
    match.count([0, 1])
    assert match.wins == [1, 1, 0]


def test_a_table_counts_its_wins_through_a_restart_and_begins_anew_after_a_match() -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of("durak", person("ann"), person("bea"), log=log, options={"deck": 32})
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        await bea.say(BeginMatch(3))
        refused = bea.of_kind(Refusal)[-1]
        assert isinstance(refused, Refusal)
        assert refused.key == "refused.table.match"
        await ann.say(BeginMatch(3))
        refused = ann.of_kind(Refusal)[-1]
        assert isinstance(refused, Refusal)
        assert refused.key == "refused.table.not_over"
        await play_out(table, ann, bea)
        # What was won before a match doesn't count in it.
        await ann.say(BeginMatch(4))
        await ann.say(BeginMatch(3))
        assert ann.news.table.best_of == 3
        for _ in range(12):
            await ann.say(Rematch())
            await bea.say(Rematch())
            await settled()
            await play_out(table, ann, bea)
            if ann.news.table.match_won:
                break
        info = ann.news.table
        assert max(info.wins) == 2
        assert info.match_won == [info.wins.index(2)]
        entries: list[LogEntry] = log.logs[table.code]
        again = TableState(table.state.plan, entries)
        assert (again.match.wins, again.match.won, again.match.best_of) == (info.wins, info.match_won, 3)
        await ann.say(Rematch())
        await bea.say(Rematch())
        await settled()
        assert (ann.news.table.wins, ann.news.table.match_won, ann.news.table.best_of) == ([0, 0], [], 3)
        await table.close()

    run(main())
