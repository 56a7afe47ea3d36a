"""The bots at a live table: decisions that stand, workers that are shared, and hands that are fair to people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from statistics import median
from typing import Any

import pytest
from sitting import Sitter, ann_and_bea, cat, person, settled, table_of
from virtual import run

from cardhouse.bots import LEVELS, Move, make_bot
from cardhouse.bots.advice import Advice as FoundAdvice
from cardhouse.contract.messages import Advice, Hint, Slap
from cardhouse.engine.action import parse_action
from cardhouse.engine.view import View
from cardhouse.table.bots import paced
from cardhouse.table.judge import REVEAL
from cardhouse.table.pool import DEADLINE, BotPool
from cardhouse.table.workers import FairQueue


class CountingPool(BotPool):
    """Counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = 0

    async def move(self, game: str, bot: str, seed: int, view: View, owner: str = "", pace: float = 0.0) -> Move | None:
        self.asked += 1
        return await super().move(game, bot, seed, view, owner, pace)


def test_three_bots_that_pass_think_once_each() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), cat("1"), cat("2"), cat("3"))
        table.bots.pool = pool = CountingPool()
        await table.open()
        Sitter(table, "ann")
        await asyncio.sleep(10)
        assert table.state.round is not None
        assert table.state.round.game.step == 3
        assert pool.asked == 3
        await table.close()

    run(main())


class Deaf(Executor):
    """A worker that starts, and then answers nothing."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_running_or_notify_cancel()
        if not args:
            done.set_result(fn())
        return done


def test_a_stand_in_plays_for_bots_whose_workers_hang() -> None:
    async def main() -> None:
        ended: list[str] = []
        table = table_of("hearts", person("ann"), cat("1", "expert"), cat("2", "expert"), cat("3", "expert"))
        table.bots.pool = BotPool(1, Deaf, observe=lambda what, amount: ended.append(what))
        await table.open()
        Sitter(table, "ann")
        await asyncio.sleep(6 * DEADLINE + 10)
        assert table.state.round is not None
        assert table.state.round.game.step == 3
        assert ended == ["workers_ended"] * 6
        await table.close()

    run(main())


def test_owners_take_turns() -> None:
    async def main() -> list[str]:
        queue = FairQueue(1)
        served: list[str] = []

        async def want(owner: str) -> None:
            await queue.enter(owner)
            served.append(owner)
            await asyncio.sleep(1)
            queue.leave()

        greedy = [asyncio.create_task(want("greedy")) for _ in range(240)]
        await asyncio.sleep(2.5)
        await want("modest")
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        # Those who gave up waiting have no place, and nobody has lost one.
        await want("last")
        assert queue.free == 1
        return served

    served = run(main())
    assert served.index("modest") <= 4
    assert served[-1] == "last"


@pytest.mark.parametrize("level", LEVELS)
def test_pace_is_not_difficulty(level: str) -> None:
    slap = Move(parse_action("slap"), 0.42)
    turn = Move(parse_action("turn"), 1.1)
    assert {paced(pace, slap, True) for pace in ("slow", "medium", "fast")} == {0.42}
    assert paced("slow", turn, True) > paced("medium", turn, True) > paced("fast", turn, True)
    assert make_bot("ratscrew", level) is not None


def slap_times(cats: int) -> list[float]:
    """When the first bot slaps, in many games of a person against this many bots who all see a double."""

    async def main() -> list[float]:
        found = []
        for seed in range(40):
            table = table_of("ratscrew", person("ann"), *[cat(str(n), "hard") for n in range(cats)], seed=seed)
            await table.open()
            ann = Sitter(table, "ann")
            for _ in range(60):
                await ann.play_on()
                await asyncio.sleep(1.0)
            assert table.state.round is not None
            for step in table.state.round.steps:
                if step.slap is not None and len(step.events) > 1:
                    found.append(step.slap.time)
            await table.close()
        return found

    return run(main())


def test_three_bots_together_are_hardly_faster_than_one() -> None:
    one, three = median(slap_times(1)), median(slap_times(3))
    assert one - 25 < three < one + 60


def test_a_bots_clock_starts_when_the_face_is_seen() -> None:
    async def main() -> None:
        table = table_of("slapjack", person("ann"), cat("1", "expert"), seed=5)
        await table.open()
        ann = Sitter(table, "ann")
        for _ in range(200):
            await ann.play_on()
            await asyncio.sleep(0.7)
        assert table.state.round is not None
        steps = table.state.round.steps
        slaps = [step for step in steps if step.slap is not None]
        assert slaps
        assert all(step.slap is not None and step.slap.time >= 180 for step in slaps)
        await table.close()

    run(main())


def test_an_uncontested_slap_is_flagged_like_any_other() -> None:
    """Who always uses the whole credit is flagged, whether or not anybody else slapped."""

    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", options={"penalty": "none"}, seed=3)
        for _ in range(20):
            ann.connection.lag.measured(100.0)
        for _ in range(12):
            await ann.play_on()
            await bea.play_on()
            token = ann.token
            await asyncio.sleep((REVEAL + 400) / 1000)
            table.hear(ann.connection, Slap(0, token, 0.0))
            await asyncio.sleep(1)
        assert table.state.round is not None
        flags = {flag for step in table.state.round.steps if step.slap for flag in step.slap.flags}
        assert "cap" in flags
        await table.close()

    run(main())


def test_capitals_do_not_slip_past_an_undecided_slap() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", options={"penalty": "none"}, seed=3)
        bea.connection.lag.measured(150.0)
        await ann.act("turn")
        await asyncio.sleep(0.4)
        await ann.slap(300.0, 0)
        assert table.slaps.undecided
        assert table.state.round is not None
        before = table.state.round.game.step
        await bea.act("TURN", 1)
        assert table.state.round.game.step == before
        await asyncio.sleep(1)
        assert [step.action for step in table.state.round.steps[-2:]] == ["slap", "turn"]
        await settled()
        await table.close()

    run(main())


class StrangePool(BotPool):
    """Bots of one's own that fail, that want what isn't legal, or that want nothing: as this function says."""

    def __init__(self, answer: Callable[[], Move | None]) -> None:
        super().__init__(0)
        self.answer = answer

    async def move(self, game: str, bot: str, seed: int, view: View, owner: str = "", pace: float = 0.0) -> Move | None:
        return self.answer()

    async def advise(self, view: View, names: list[str], worlds: int, owner: str = "") -> FoundAdvice:
        raise RuntimeError("no adviser either")


def fails() -> Move | None:
    raise RuntimeError("a bot with a bug")


@pytest.mark.parametrize(
    "answer",
    [fails, lambda: None, lambda: Move(parse_action("take"), 0.1), lambda: Move(parse_action("play 2c 3d"), 0.1)],
    ids=["fails", "wants nothing", "wants what is not there", "wants what is not legal"],
)
def test_a_table_goes_on_whatever_its_bots_do(answer: Callable[[], Move | None]) -> None:
    async def main() -> None:
        table = table_of("threes", cat("1"), cat("2"), seed=4)
        table.bots.pool = StrangePool(answer)
        await table.open()
        Sitter(table, "zoe")
        await asyncio.sleep(60)
        assert table.state.round is not None
        assert table.state.round.game.step > 10
        await table.close()

    run(main())


def test_who_asks_for_advice_is_answered_even_if_nobody_knows_any() -> None:
    async def main() -> None:
        table, ann, _ = await ann_and_bea("threes", seed=4)
        table.bots.pool = StrangePool(fails)
        await ann.say(Hint(0))
        assert [(told.action, told.why) for told in ann.told if isinstance(told, Advice)] == [("", "")]
        await table.close()

    run(main())


def test_advice_is_given_once_however_often_it_is_asked_for_and_for_the_position_as_it_is() -> None:
    class Slow(StrangePool):
        asked = 0

        async def advise(self, view: View, names: list[str], worlds: int, owner: str = "") -> FoundAdvice:
            self.asked += 1
            await asyncio.sleep(10)
            return await BotPool(0).advise(view, names, 2)

    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes", seed=4)
        table.bots.pool = slow = Slow(fails)
        seats = [view["seat"] for view in ann.views if view["legal"]]
        await ann.say(Hint(seats[0]))
        await ann.say(Hint(seats[0]))
        assert slow.asked == 1
        assert table.state.round is not None
        await ann.play_on()
        await bea.play_on()
        await ann.say(Hint(seats[0]))
        assert slow.asked == 2
        await asyncio.sleep(20)
        step = int(table.state.round.game.step)
        assert [told.step for told in ann.told if isinstance(told, Advice)] == [step]
        assert not [told for told in bea.told if isinstance(told, Advice)]
        await table.close()

    run(main())


def test_in_a_game_without_an_adviser_advice_is_what_a_bot_would_do() -> None:
    async def main() -> None:
        table, ann, _ = await ann_and_bea("ratscrew", seed=4)
        await ann.say(Hint(0))
        assert [(told.action, told.why) for told in ann.told if isinstance(told, Advice)] == [("turn", "")]
        await table.close()

    run(main())


def test_a_bot_that_slaps_where_nothing_lies_any_more_plays_on(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        table = table_of("ratscrew", person("ann"), cat(), seed=3)
        table.bots.pool = StrangePool(lambda: Move(parse_action("slap"), 0.1))
        await table.open()
        ann = Sitter(table, "ann")
        await asyncio.sleep(1)
        await ann.play_on()
        assert table.state.round is not None
        assert table.state.round.steps[0].action == "turn"
        await table.close()

    run(main())
    assert "was refused" in caplog.text


def test_a_table_that_stands_still_says_so_and_asks_its_bots_again(
    caplog: pytest.LogCaptureFixture, no_table_stalls: list[str]
) -> None:
    async def main() -> None:
        table = table_of("threes", cat("1"), cat("2"), seed=4)
        seen: list[str] = []
        table.observe = lambda what, amount: seen.append(what)
        await table.open()
        Sitter(table, "zoe")
        await settled()
        # As if a bot's answer had got lost.
        table.bots.stop()
        table.post(partial(asyncio.sleep, 0))
        await settled()
        assert "stalls" in seen
        assert table.state.round is not None
        before = table.state.round.game.step
        await asyncio.sleep(30)
        assert table.state.round.game.step > before
        await table.close()

    run(main())
    assert "stalled in threes" in caplog.text
    assert len(no_table_stalls) == 1
    no_table_stalls.clear()
