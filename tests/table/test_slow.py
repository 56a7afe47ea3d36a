"""Tables whose clock is in days: nobody needs to be there, and nothing happens twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine

import pytest
import virtual
from sitting import Sitter, cat, person, settled

import cardhouse
from cardhouse.contract.messages import Act, Ahead, Clock, Cover, Pause, Propose, Setup
from cardhouse.contract.requests import Person
from cardhouse.contract.settings import DAY
from cardhouse.table.liveness import due
from cardhouse.table.log import Ahead as ChosenAhead
from cardhouse.table.log import Dealt, MemoryLog, Told
from cardhouse.table.plan import SeatPlan, TablePlan
from cardhouse.table.pool import BotPool
from cardhouse.table.slow import TELL_AFTER, YourTurn
from cardhouse.table.table import Table

BEGAN = 1_700_000_000.0
SOON = TELL_AFTER + 5
ANN, BEA = person("ann"), person("bea")


def run(main: Coroutine[object, object, None]) -> None:
    virtual.run(main, 100 * DAY)


@pytest.fixture(autouse=True)
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock advances with the loop's."""
    monkeypatch.setattr(time, "time", lambda: BEGAN + asyncio.get_running_loop().time())


class Slow:
    """A slow table with its log and what its people were told; `restart` makes it again from its log."""

    def __init__(
        self, game: str, *others: SeatPlan, seats: tuple[SeatPlan, ...] = (ANN, BEA), **options: bool | str
    ) -> None:
        info = next(info for info in cardhouse.games() if info.name == game)
        settled = {option.name: option.default for option in info.options} | options
        self.plan = TablePlan("abcdefghjk", game, settled, [*seats, *others], "ann", turn_clock=DAY)
        self.log, self.told = MemoryLog(), list[YourTurn]()
        self.log.logs[self.plan.code] = [Dealt(BEGAN, 1, 3, f"{3:032x}")]
        self.table = self._made()

    def _made(self) -> Table:
        entries = self.log.logs[self.plan.code]
        return Table(self.plan, self.log, BotPool(0), list(entries), tell_turn=self.told.append)

    async def open(self) -> Slow:
        await self.table.open()
        await settled()
        return self

    async def restart(self) -> None:
        await self.table.close()
        self.table = self._made()
        await self.open()

    @property
    def on_move(self) -> list[int]:
        assert self.table.state.round is not None
        return list(self.table.state.round.game.turn())

    def kinds(self) -> list[str]:
        return [plan.kind for plan in self.table.state.seating.plans]

    def legal(self, seat: int) -> list[str]:
        assert self.table.state.round is not None
        return [str(action) for action in self.table.state.round.game.legal(seat)]

    async def act(self, seat: int, action: str = "") -> None:
        """Somebody comes, plays this or the first thing they may, and goes at once."""
        plan = self.table.state.seating.plans[seat]
        sitter = Sitter(self.table, plan.person)
        await settled()
        await sitter.say(Act(seat, action or self.legal(seat)[0], self.step))
        assert sitter.refusals == []
        sitter.part()
        await settled()

    @property
    def step(self) -> int:
        assert self.table.state.round is not None
        return int(self.table.state.round.game.step)

    async def to_single_moves(self) -> None:
        """Play until one seat alone is on move."""
        while len(self.on_move) > 1:
            await self.act(self.on_move[0])


def test_nobody_is_gone_before_the_clock_in_days_is_up() -> None:
    async def main() -> None:
        slow = await Slow("hearts", cat(), cat()).open()
        ann = Sitter(slow.table, "ann")
        await asyncio.sleep(0.9 * DAY)
        assert slow.kinds()[:2] == ["person", "person"]
        assert ann.news.table.seats[1].gone_in is None
        await asyncio.sleep(0.2 * DAY)
        # All pass at once: both were awaited all the time.
        assert slow.kinds() == ["cat"] * 4
        await slow.table.close()

    run(main())


@pytest.mark.parametrize("game", [info.name for info in cardhouse.games() if info.slow])
def test_the_clock_runs_though_nobody_is_there(game: str) -> None:
    async def main() -> None:
        info = next(info for info in cardhouse.games() if info.name == game)
        people = [person(who) for who in ("ann", "bea", "cy", "dot")][: min(info.seat_choices)]
        slow = await Slow(game, seats=tuple(people)).open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        began = time.time()
        assert due(slow.table) == ["the clock of who is on move runs"]
        await asyncio.sleep(DAY - 1)
        assert set(slow.kinds()) == {"person"}
        await asyncio.sleep(2)
        assert slow.table.state.seating.plans[seat].away == slow.plan.seats[seat].person
        assert time.time() - began < DAY + 5
        # The other one's days begin when the cat has moved.
        await asyncio.sleep(600)
        assert [kind for at, kind in enumerate(slow.kinds()) if at != seat] == ["person"] * (len(people) - 1)
        await slow.table.close()

    run(main())


def test_a_restart_moves_no_deadline_and_tells_nobody_twice() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        await asyncio.sleep(SOON)
        told = [turn for turn in slow.told if turn.person == slow.plan.seats[seat].person]
        deadline = slow.table.slow.next_at
        for _ in range(3):
            await asyncio.sleep(0.2 * DAY)
            await slow.restart()
            await asyncio.sleep(SOON)
            assert slow.table.slow.next_at == deadline
        assert [turn for turn in slow.told if turn.person == slow.plan.seats[seat].person] == told
        await asyncio.sleep(0.5 * DAY)
        assert slow.kinds()[seat] == "cat"
        await slow.table.close()

    run(main())


def test_a_deadline_that_passed_while_the_house_was_down_counts_when_it_is_back() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        await slow.table.close()
        await asyncio.sleep(2 * DAY)
        await slow.restart()
        await asyncio.sleep(1)
        assert slow.kinds()[seat] == "cat"
        assert slow.kinds()[1 - seat] == "person"
        await slow.table.close()

    run(main())


def test_who_is_awaited_and_not_there_is_told_once_a_turn() -> None:
    async def main() -> None:
        slow = await Slow("durak").open()
        for _ in range(6):
            (seat,) = slow.on_move[:1]
            await asyncio.sleep(SOON)
            mine = [turn for turn in slow.told if turn.person == slow.plan.seats[seat].person]
            await asyncio.sleep(3600)
            assert [turn for turn in slow.told if turn.person == slow.plan.seats[seat].person] == mine
            assert mine
            slow.told.clear()
            await slow.act(seat)
        await slow.table.close()

    run(main())


def test_who_is_there_is_told_when_they_have_gone_without_moving() -> None:
    async def main() -> None:
        slow = Slow("threes")
        await slow.open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        slow.told.clear()
        here = Sitter(slow.table, slow.plan.seats[seat].person)
        for _ in range(20):
            await asyncio.sleep(2)
            here.connection.heard()
        assert slow.told == []
        here.part()
        await asyncio.sleep(SOON)
        assert slow.told == [YourTurn(slow.plan.seats[seat].person, "threes", slow.plan.code)]
        await slow.table.close()

    run(main())


def test_a_timer_of_the_rules_hurries_nobody_who_has_days() -> None:
    async def main() -> None:
        slow = await Slow("durak", pile_on=True).open()
        await slow.act(slow.on_move[0])
        (defender,) = slow.on_move
        await slow.act(defender, "take")
        assert slow.table.state.round is not None
        assert slow.table.state.round.game.timer is not None
        step = slow.step
        await asyncio.sleep(0.9 * DAY)
        assert slow.step == step
        await slow.act(slow.on_move[0], "done")
        assert slow.table.state.round.game.timer is None
        await slow.table.close()

    run(main())


def test_what_was_chosen_ahead_is_played_though_nobody_is_there() -> None:
    async def main() -> None:
        slow = await Slow("durak").open()
        (first,) = slow.on_move
        other = 1 - first
        later, watcher = Sitter(slow.table, slow.plan.seats[other].person), Sitter(slow.table, "cy")
        await later.say(Ahead(other, "TAKE"))
        assert later.refusals == []
        assert later.news.table.ahead == {other: "take"}
        # Nobody else knows of it, and it outlives a restart.
        rival = Sitter(slow.table, slow.plan.seats[first].person)
        assert rival.news.table.ahead == watcher.news.table.ahead == {}
        later.part()
        rival.part()
        await slow.restart()
        slow.told.clear()
        before = slow.step
        await slow.act(first)
        await asyncio.sleep(SOON)
        assert slow.table.state.round is not None
        played = [(step.seat, step.action) for step in slow.table.state.round.steps if step.number > before]
        assert played[1] == (other, "take")
        assert slow.table.state.ahead == {}
        # The turn was over before anybody had to be told of it.
        assert slow.plan.seats[other].person not in {turn.person for turn in slow.told}
        await slow.table.close()

    run(main())


def test_what_can_no_longer_be_done_is_forgotten_and_its_person_told() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (first,) = slow.on_move
        other = 1 - first
        later = Sitter(slow.table, slow.plan.seats[other].person)
        await later.say(Ahead(other, "play 2c 3c 4c"))
        later.part()
        while slow.on_move == [first]:
            await slow.act(first)
        await asyncio.sleep(SOON)
        assert slow.table.state.ahead == {}
        assert slow.told[-1].person == slow.plan.seats[other].person
        kinds = [type(entry) for entry in slow.log.logs[slow.plan.code]]
        assert kinds.count(ChosenAhead) == 2
        await slow.table.close()

    run(main())


def test_a_choice_can_be_taken_back_and_is_nobody_elses_to_make() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (first,) = slow.on_move
        other = 1 - first
        later = Sitter(slow.table, slow.plan.seats[other].person)
        await later.say(Ahead(other, "PICKUP"))
        await later.say(Ahead(other, ""))
        assert later.news.table.ahead == {}
        await later.say(Ahead(first, "pickup"))
        await later.say(Ahead(other, "x" * 1000))
        assert later.refusals == ["refused.table.not_your_seat", "refused.table.ahead_long"]
        now = Sitter(slow.table, slow.plan.seats[first].person)
        await now.say(Ahead(first, "pickup"))
        assert now.refusals == ["refused.table.act_now"]
        await slow.table.close()

    run(main())


def test_the_first_game_begins_when_the_last_seat_is_taken_though_the_host_is_gone() -> None:
    async def main() -> None:
        slow = Slow("threes", seats=(ANN, SeatPlan("open")))
        slow.log.logs[slow.plan.code] = []
        slow.table = slow._made()
        await slow.open()
        await asyncio.sleep(3600)
        await slow.table.take_seat(Person("bea", "Bea", "fox"))
        await asyncio.sleep(5)
        assert slow.table.state.status == "playing"
        await asyncio.sleep(SOON)
        assert {turn.person for turn in slow.told} == {slow.plan.seats[0].person, "bea"} - {
            slow.table.state.seating.plans[seat].person for seat in range(2) if seat not in slow.on_move
        }
        await slow.table.close()

    run(main())


def test_who_comes_back_has_their_seat_again_and_all_their_days() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        await asyncio.sleep(DAY + 2)
        assert slow.kinds()[seat] == "cat"
        await asyncio.sleep(3600)
        Sitter(slow.table, slow.plan.seats[seat].person)
        await settled()
        assert slow.kinds()[seat] == "person"
        await slow.table.close()

    run(main())


def test_nobody_is_hurried_by_others() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        (seat,) = slow.on_move
        other = Sitter(slow.table, slow.plan.seats[1 - seat].person)
        await asyncio.sleep(600)
        await other.say(Cover(seat))
        await other.say(Pause(True))
        await other.say(Propose(Setup(game="ratscrew")))
        assert other.refusals[0] == "refused.room.slow"
        assert other.refusals[1] == "refused.table.no_pause"
        assert slow.kinds() == ["person", "person"]
        await slow.table.close()

    run(main())


def test_a_game_of_slaps_has_no_clock_in_days() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        ann = Sitter(slow.table, "ann")
        await ann.say(Propose(Setup(game="ratscrew")))
        assert ann.refusals == ["refused.server.slow_game"]
        await ann.say(Clock(60))
        assert slow.table.state.turns == {}
        await ann.say(Clock(3 * DAY))
        assert slow.table.slow.next_at == pytest.approx(time.time() + 3 * DAY, abs=5)
        assert ann.refusals == ["refused.server.slow_game"]
        await slow.table.close()

    run(main())


def test_a_turn_is_told_of_only_once_that_is_written_down() -> None:
    async def main() -> None:
        slow = await Slow("threes").open()
        await slow.to_single_moves()
        await asyncio.sleep(SOON)
        written = [entry for entry in slow.log.logs[slow.plan.code] if isinstance(entry, Told)]
        assert len(written) == len(slow.told) > 0
        await slow.table.close()

    run(main())
