"""A match of several games at one table."""

from __future__ import annotations

import asyncio

import pytest
from sitting import Sitter, person, play_out, settled, table_of
from virtual import run

from cardhouse import Chance
from cardhouse.contract.messages import BeginMatch, Refusal, Rematch
from cardhouse.contract.settings import BEST_OF
from cardhouse.engine.action import parse_action
from cardhouse.table.log import Dealt, LogEntry, MemoryLog, entry_from_row, entry_to_row
from cardhouse.table.match import Match
from cardhouse.table.state import TableState
from cardhouse.table.table import Table


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


async def end_of_game(table: Table, slapper: int) -> None:
    """Play the game in progress to its end: one seat slaps whatever can be slapped."""
    chance = Chance(slapper)
    while table.state.status == "playing":
        assert table.state.round is not None
        game = table.state.round.game
        if game.view(0).facts.get("slaps"):
            await table.act(slapper, parse_action("slap"))
        elif game.turn():
            seat = game.turn()[0]
            acts = [action for action in game.legal(seat) if str(action) != "slap"]
            await table.act(seat, acts[chance.below(len(acts))])
        else:
            await asyncio.sleep(1)


@pytest.mark.parametrize("game", ["ratscrew", "slapjack", "durak"])
def test_the_loser_starts_the_next_game_through_a_restart(game: str) -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of(game, person("ann"), person("bea"), log=log, options={"deck": 32} if game == "durak" else {})
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await settled()
        assert ann.news.table.starter is None
        for number in (2, 3, 4):
            await end_of_game(table, number % 2)
            current = table.state.round
            assert current is not None
            assert current.game.outcome is not None
            losers = current.game.outcome.losers
            await ann.say(Rematch())
            await bea.say(Rematch())
            await settled()
            told = ann.news.table
            assert (told.round, told.starter) == (number, losers[0])
            assert ann.views[0]["turn"] == [losers[0]]
        # The log alone brings the same game back, and its record verifies.
        entries = [entry_from_row(*entry_to_row(entry)) for entry in log.logs[table.code]]
        again = TableState(table.state.plan, entries)
        assert again.round is not None
        assert table.state.round is not None
        assert again.round.game.digest() == table.state.round.game.digest()
        assert f"starter: {again.round.game.setup.starter}" in again.round.record.text()
        await table.close()

    run(main())


@pytest.mark.parametrize(("places", "before", "starter"), [((1, 2, 2), None, 1), ((1, 2, 2), 1, 2), ((2, 2, 1), 1, 0)])
def test_of_several_losers_another_one_starts_each_time(
    places: tuple[int, ...], before: int | None, starter: int
) -> None:
    seats = [person("ann"), person("bea"), person("cid")]
    state = TableState(table_of("ratscrew", *seats).state.plan, [Dealt(0.0, 1, 7, "a", starter=before)])
    assert state.round is not None
    assert state.next_starter is None
    state.round.game.finish(list(places), [0, 0, 0], "reason.ratscrew.all")
    assert state.next_starter == starter


def test_after_a_draw_and_where_cards_decide_the_rules_say_who_starts() -> None:
    for game, places in (("ratscrew", [1, 1]), ("threes", [1, 2])):
        state = TableState(table_of(game, person("ann"), person("bea")).state.plan, [Dealt(0.0, 1, 7, "a")])
        assert state.round is not None
        state.round.game.finish(places, [0, 0], "reason.too_long")
        assert state.next_starter is None
