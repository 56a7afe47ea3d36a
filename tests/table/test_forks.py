"""Games taken up again at a table: played on against cats, a move taken back, a move found by trying; none counts."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import virtual
from sitting import Sitter, cat, person, play_out, settled, table_of

import cardhouse
from cardhouse import Chance
from cardhouse.bots.review import weigh
from cardhouse.contract.messages import Act, Hint, Rematch, Tried, Undo, Welcome
from cardhouse.contract.requests import Person
from cardhouse.engine.action import parse_action
from cardhouse.engine.fork import fork
from cardhouse.engine.record import Record, read_record
from cardhouse.server.forks import ForkWish, fork_plan, taken_up
from cardhouse.table import asking
from cardhouse.table.log import MemoryLog
from cardhouse.table.pool import BotPool
from cardhouse.table.table import Table
from cardhouse.testing import do, random_play

TURNS = [game.name for game in cardhouse.games() if not game.slaps]
ANN = Person("ann", "Ann", "mouse")
# Plain files weigh moves slowly.
FEW = 16


def recorded(name: str, seed: int, seats: int | None = None) -> Record:
    """A whole random game."""
    game = cardhouse.new(name, seats=seats, seed=seed)
    record = Record.of(game, [f"Cat {seat}" for seat in range(game.seats)])
    for seat, text in random_play(game.copy(), Chance(seed)):
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}")
        do(game, seat, text)
    record.close(game)
    return record


def table_for(text: str, **how: Any) -> tuple[Table, MemoryLog, list[tuple[str, str, bool]]]:
    """A table where Ann plays on from a record that was taken up."""
    log, noted = MemoryLog(), list[tuple[str, str, bool]]()

    async def practised(who: str, exercise: str, found: bool) -> None:
        noted.append((who, exercise, found))

    plan = fork_plan(ForkWish(text, "random", **how), ANN, "abcdefghjk")
    return Table(plan, log, BotPool(0), (), practised=practised), log, noted


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    virtual.run(main())


@pytest.mark.parametrize("name", [game.name for game in cardhouse.games()])
def test_a_game_is_played_on_from_where_it_was_and_counts_nowhere(name: str) -> None:
    async def main() -> None:
        record = recorded(name, 3)
        step = len(record.entries) // 2
        table, log, _ = table_for(fork(record, step, 0).text())
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        there = record.start()
        for entry in record.entries[:step]:
            record.do(there, entry)
        assert table.state.round is not None
        welcome = ann.of_kind(Welcome)[-1]
        assert isinstance(welcome, Welcome)
        assert welcome.table.fork is not None
        assert (welcome.table.fork.step, welcome.step) == (step, step)
        assert welcome.views == [there.view(0).plain()]
        await play_out(table, ann)
        text = log.records["abcdefghjk", 1]
        ended = read_record(text)
        ended.verify()
        assert [each.action for each in ended.entries[:step]] == [each.action for each in record.entries[:step]]
        assert ended.fork is not None
        assert ended.fork.of == record.hash
        assert {result.person for result in log.results["abcdefghjk", 1]} == {""}
        assert not table.state.evening.games
        assert not any(table.state.match.wins)
        # Once more is once more from there.
        await ann.say(Rematch())
        await asyncio.sleep(2)
        assert table.state.round.number == 2
        assert table.state.round.forked
        # What was written makes the same table again.
        again = Table(table.state.plan, MemoryLog(), BotPool(0), log.logs["abcdefghjk"])
        assert again.state.round is not None
        assert again.state.round.game.same(table.state.round.game)
        assert again.state.round.record.text() == table.state.round.record.text()
        await table.close()

    run(main)


@pytest.mark.parametrize("name", TURNS)
def test_a_move_is_taken_back_and_nothing_is_shown_that_was_not_known(name: str) -> None:
    async def main() -> None:
        log = MemoryLog()
        seats = cardhouse.new(name).seats
        cats = [cat(f"Cat {seat}") for seat in range(1, seats)]
        table = table_of(name, person("ann"), *cats, log=log, seed=5, pace="instant")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.say(Undo(0))
        assert ann.refusals == ["refused.table.nothing_to_undo"]
        chosen: list[tuple[int, Any]] = []
        while len(chosen) < 3:
            view = ann.views[0]
            if 0 in view["turn"] and len(view["legal"]) > 1:
                chosen.append((view["step"], view))
            await ann.play_on()
            await asyncio.sleep(0.5)
        before = table.state.round
        assert before is not None
        for step, view in reversed(chosen):
            await ann.say(Undo(0))
            await asyncio.sleep(0)
            current = table.state.round
            assert current is not None
            assert current.forked
            assert [one.views for one in ann.told if isinstance(one, Welcome)][-1] == [view], step
            assert current.record.fork is not None
            assert current.record.fork.redealt
        assert len(ann.refusals) == 1
        await play_out(table, ann)
        (key,) = log.records
        assert key[1] == 4
        read_record(log.records[key]).verify()
        assert {result.person for result in log.results[key]} == {""}
        # The next game is one like any other.
        await ann.say(Rematch())
        await asyncio.sleep(2)
        assert table.state.round is not None
        assert not table.state.round.forked
        await table.close()

    run(main)


def test_nothing_is_taken_back_where_others_play_or_slaps_count_or_hints_are_off() -> None:
    async def main() -> None:
        for game, seats, how in (
            ("durak", [person("ann"), person("bea")], {}),
            ("slapjack", [person("ann"), cat()], {}),
            ("durak", [person("ann"), cat()], {"hints": False}),
        ):
            table = table_of(game, *seats, seed=1, **how)  # type: ignore[arg-type]
            await table.open()
            ann = Sitter(table, "ann")
            await settled()
            assert not ann.news.table.undo
            await ann.say(Undo(0))
            assert ann.refusals == ["refused.table.no_undo"]
            await table.close()

    run(main)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "WORLDS", FEW)


@functools.cache
def mistake(name: str) -> tuple[Record, int, int, str, str]:
    """A recorded mistake: the record, the steps before it, its seat, what was done and what is best."""
    for seed in range(50):
        record = recorded(name, seed, 2)
        game = record.start()
        for step, (entry, after, _) in enumerate(record.replay()):
            if entry.seat is not None and len(game.legal(entry.seat)) > 2:
                view = game.view(entry.seat)
                judged = weigh(0, parse_action(entry.action), view, record.names, FEW)
                if judged is not None and judged.costly:
                    return record, step, entry.seat, entry.action, judged.best
            game = after.copy()
    raise AssertionError("nobody made a mistake")


def test_a_move_is_found_by_trying_and_what_is_best_is_said_only_at_the_end() -> None:
    async def main() -> None:
        record, step, seat, wrong, best = mistake("durak")
        table, _log, noted = table_for(taken_up(record.text(), step, seat, True), ask=True, exercise="abc-1.5")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await asyncio.sleep(30)
        # The cats wait.
        assert ann.views[0]["step"] == step
        assert ann.news.table.fork is not None
        assert ann.news.table.fork.ask
        assert ann.news.table.fork.left == 3
        await ann.say(Act(seat, wrong, step, 7))
        (said,) = ann.of_kind(Tried)
        assert isinstance(said, Tried)
        assert not said.found
        assert said.left == 2
        assert said.id == 7
        assert said.move is not None
        assert said.move.costly
        assert not said.move.best
        assert said.move.reason is None
        assert ann.views[0]["step"] == step
        # The same once more takes no try away.
        await ann.say(Act(seat, wrong, step))
        assert ann.of_kind(Tried)[-1].left == 2  # type: ignore[union-attr]
        await ann.say(Act(seat, "play Xx", step))
        await ann.say(Act(seat, best, step))
        said = ann.of_kind(Tried)[-1]
        assert isinstance(said, Tried)
        assert said.found
        assert said.move is not None
        await settled()
        assert table.state.round is not None
        assert table.state.round.record.entries[step].action == best
        assert noted == [("ann", "abc-1.5", False)]
        await play_out(table, ann)
        assert not ann.news.table.fork.ask
        await table.close()

    run(main)


def test_who_finds_it_at_once_has_found_it_and_who_is_shown_it_has_not() -> None:
    async def main() -> None:
        record, step, seat, _, best = mistake("durak")
        text = taken_up(record.text(), step, seat, True)
        table, _, noted = table_for(text, ask=True, exercise="x")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.say(Act(seat, best, step))
        assert noted == [("ann", "x", True)]
        await table.close()
        table, _, noted = table_for(text, ask=True, exercise="x")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.say(Hint(seat))
        await settled()
        assert noted == [("ann", "x", False)]
        await ann.say(Act(seat, best, step))
        assert not ann.of_kind(Tried)
        assert noted == [("ann", "x", False)]
        await table.close()

    run(main)


def test_after_three_wrong_tries_it_is_shown_and_any_move_goes() -> None:
    async def main() -> None:
        record, step, seat, _, best = mistake("durak")
        here = record.start()
        for entry in record.entries[:step]:
            record.do(here, entry)
        wrong = [
            str(action)
            for action in here.legal(seat)
            if (judged := weigh(0, action, here.view(seat), record.names, FEW)) is not None and judged.costly
        ]
        table, _, noted = table_for(taken_up(record.text(), step, seat, True), ask=True, exercise="x")
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        for action in wrong[:3]:
            await ann.say(Act(seat, action, step))
        said = ann.of_kind(Tried)[-1]
        assert isinstance(said, Tried)
        assert said.move is not None
        if len(wrong) >= 3:
            assert said.left == 0
            assert said.move.best == best
            assert said.move.better
            await ann.say(Act(seat, wrong[0], step))
            assert table.state.round is not None
            assert table.state.round.record.entries[step].action == wrong[0]
        assert noted == [("ann", "x", False)]
        await table.close()

    run(main)
