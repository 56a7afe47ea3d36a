"""Slaps at a live table, over distances, on virtual time."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sitting import Sitter, ann_and_bea, cat, person, settled, table_of
from virtual import run

from cardhouse.contract.kept import SlapFigures
from cardhouse.contract.messages import Delay, Pause, Pong, Refusal, Slap, StepMessage
from cardhouse.engine.record import read_record
from cardhouse.games.slapping.seen import patterns_seen
from cardhouse.table.judge import REVEAL, judged_again
from cardhouse.table.log import MemoryLog
from cardhouse.table.plan import SeatPlan
from cardhouse.table.table import Table

ALL_SLAPS: dict[str, bool | int | str] = {
    "sandwiches": True,
    "runs": True,
    "flushes": True,
    "tens": True,
    "marriages": True,
    "divorces": True,
}


def at_distance(sitter: Sitter, round_trip: float) -> None:
    """Let the table have measured this round trip (in milliseconds) to somebody."""
    for _ in range(5):
        number = sitter.connection.pinged(0.0)
        sitter.connection.ponged(number, round_trip / 1000)


async def turn_until_good(table: Table, *sitters: Sitter) -> None:
    """Turn cards until a slap is good."""
    for _ in range(400):
        for sitter in sitters:
            await sitter.play_on()
            assert table.state.round is not None
            if patterns_seen(table.state.round.game.view(None)):
                return
        await asyncio.sleep(0.4)
    raise AssertionError("no card was worth a slap")


async def slap(sitter: Sitter, reaction: float, one_way: float, seat: int) -> None:
    """Slap this many milliseconds after the card is seen, which is some time after it was sent."""
    token = sitter.token
    await asyncio.sleep((REVEAL + 2 * one_way + reaction) / 1000)
    sitter.table.hear(sitter.connection, Slap(seat, token, reaction))


def test_the_faster_of_two_wins_however_far_away() -> None:
    async def main() -> None:
        for near, far, winner in ((320, 290, 1), (270, 300, 0)):
            table, ann, bea = await ann_and_bea("ratscrew", seed=3, options=ALL_SLAPS)
            at_distance(ann, 10)
            at_distance(bea, 150)
            await turn_until_good(table, ann, bea)
            await asyncio.gather(slap(ann, near, 5, 0), slap(bea, far, 75, 1))
            await asyncio.sleep(0.5)
            assert table.state.round is not None
            done = [step for step in table.state.round.steps if step.action == "slap"][-1]
            assert done.seat == winner
            assert done.slap is not None
            assert done.slap.margin == 30.0
            loser = (bea, ann)[winner]
            late = next(message for message in loser.told if isinstance(message, Refusal))
            assert late.key == "refused.table.too_late"
            assert late.facts["by"] == 30.0
            await table.close()

    run(main())


def test_no_card_is_turned_onto_one_whose_slap_is_not_decided() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options=ALL_SLAPS)
        at_distance(ann, 10)
        at_distance(bea, 180)
        await turn_until_good(table, ann, bea)
        assert table.state.round is not None
        step = table.state.round.game.step
        await slap(ann, 250, 5, 0)
        await settled()
        for sitter in (ann, bea):
            await sitter.play_on()
        assert table.state.round.game.step == step
        await asyncio.sleep(0.5)
        assert table.state.round.steps[int(step)].action == "slap"
        await table.close()

    run(main())


def test_a_slap_for_a_covered_card_counts_if_it_was_in_time() -> None:
    async def main(reaction: float) -> tuple[str, list[str]]:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options=ALL_SLAPS)
        at_distance(bea, 150)
        await turn_until_good(table, ann, bea)
        assert table.state.round is not None
        started = int(table.state.round.game.step)
        slapping = asyncio.create_task(slap(bea, reaction, 75, 1))
        await asyncio.sleep(0.3)
        if not table.state.round.game.view(None).turn:
            slapping.cancel()
            await table.close()
            return "won pile", []
        for sitter in (ann, bea):
            await sitter.play_on()
        await slapping
        await asyncio.sleep(0.5)
        done = [step.action for step in table.state.round.steps[started:]]
        await table.close()
        return " ".join(done[:2]), bea.refusals

    for _ in range(6):
        told, refusals = run(main(200))
        assert told in ("turn slap 1", "won pile")
        told, refusals = run(main(320))
        if told != "won pile":
            assert refusals == ["refused.table.covered"]


def test_cats_go_through_the_same_judge() -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of("ratscrew", person("ann"), cat(level="expert"), log=log, seed=3, options=ALL_SLAPS)
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        for _ in range(200):
            await ann.play_on()
            await asyncio.sleep(1.5)
            if table.state.status == "over":
                break
        assert table.state.round is not None
        slaps = [step for step in table.state.round.steps if step.action == "slap"]
        assert slaps
        for step in slaps:
            assert step.slap is not None
            assert step.slap.time >= 180
        await table.close()

    run(main())


def test_two_on_one_screen_are_compared_by_their_event_times() -> None:
    async def main() -> None:
        second = SeatPlan("person", "ann", "Second", "fox")
        table = table_of("ratscrew", person("ann"), second, seed=3, options=ALL_SLAPS)
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await turn_until_good(table, ann)
        token = ann.token
        await asyncio.sleep(0.36)
        # The slower of the two arrives first: only the events' own times count.
        await ann.say(Slap(0, token, 350.0))
        await ann.say(Slap(1, token, 310.0))
        await asyncio.sleep(0.5)
        assert table.state.round is not None
        done = next(step for step in table.state.round.steps if step.action == "slap")
        assert done.seat == 1
        await table.close()

    run(main())


def test_every_decision_is_in_the_record_and_can_be_made_again() -> None:
    async def main() -> None:
        log = MemoryLog()
        table, ann, bea = await ann_and_bea("slapjack", cat(level="medium"), log=log, seed=4)
        at_distance(ann, 10)
        at_distance(bea, 120)
        for _ in range(12):
            await turn_until_good(table, ann, bea)
            await asyncio.gather(slap(ann, 300, 5, 0), slap(bea, 297, 60, 1))
            await asyncio.sleep(0.6)
            if table.state.status == "over":
                break
        assert table.state.round is not None
        record = read_record(table.state.round.record.text())
        decided = 0
        for step, entry in enumerate(record.entries):
            for note in entry.notes:
                figures = msgspec.json.decode(note.removeprefix("slap "), type=SlapFigures)
                first = judged_again(figures, record.seed, step)[0]
                if figures.claims[0].seat == entry.seat:
                    assert first == entry.seat
                    decided += 1
        assert decided > 2
        await table.close()

    run(main())


def test_whoever_is_farther_than_the_cap_is_told_once() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options=ALL_SLAPS)
        at_distance(bea, 350)
        await turn_until_good(table, ann, bea)
        await slap(bea, 400, 175, 1)
        await settled()
        assert [message.delay for message in bea.told if isinstance(message, Delay)] == [350.0]
        await table.close()

    run(main())


def test_late_pongs_are_flagged_and_gain_nothing_where_the_line_is_known() -> None:
    """Both are near. One answers pings late and says that its slaps took as long, so that its hand seems faster."""

    async def main() -> None:
        table = table_of("ratscrew", person("ann"), person("bea"), seed=3, options=ALL_SLAPS)
        await table.open()
        ann, bea = Sitter(table, "ann", line=lambda: 12.0), Sitter(table, "bea", line=lambda: 12.0)
        at_distance(ann, 12)
        at_distance(bea, 12 + 150)
        await turn_until_good(table, ann, bea)

        async def lie() -> None:
            token = bea.token
            await asyncio.sleep((REVEAL + 12 + 330) / 1000)
            table.hear(bea.connection, Slap(1, token, 330 - 150))

        await asyncio.gather(slap(ann, 300, 6, 0), lie())
        await asyncio.sleep(0.5)
        assert table.state.round is not None
        done = next(step for step in table.state.round.steps if step.slap is not None)
        assert done.slap is not None
        assert done.seat == 0
        assert not done.slap.flags
        assert bea.connection.lag.late
        await table.close()

    run(main())


def test_an_answer_to_a_ping_that_was_never_sent_means_nothing() -> None:
    async def main() -> None:
        table = table_of("ratscrew", person("ann"), cat())
        await table.open()
        ann = Sitter(table, "ann")
        await ann.say(Pong(12345))
        assert ann.connection.lag.trusted == 0.0
        await table.close()

    run(main())


def test_a_paused_table_takes_no_slap() -> None:
    async def main() -> None:
        table = table_of("ratscrew", person("ann"), cat())
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.act("turn")
        assert isinstance(ann.told[-1], StepMessage)
        await ann.say(Pause(True))
        await ann.slap(300)
        assert ann.refusals == ["refused.table.paused"]
        await table.close()

    run(main())


def test_slaps_that_do_nothing_do_not_put_the_cats_off() -> None:
    """A player who slaps and slaps does not keep a cat from turning its card."""

    async def main() -> None:
        table = table_of("ratscrew", person("ann"), cat(level="easy"), seed=3, options={"penalty": "none"})
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        await ann.act("turn")
        assert table.state.round is not None
        for _ in range(100):
            await ann.slap(300)
            await asyncio.sleep(0.05)
            if any(step.seat == 1 for step in table.state.round.steps):
                break
        assert any(step.seat == 1 for step in table.state.round.steps)
        assert sum(step.action == "slap" for step in table.state.round.steps) > 3
        await table.close()

    run(main())


def test_odd_slaps_are_flagged_each_time_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options={**ALL_SLAPS, "penalty": "none"})
        at_distance(ann, 10)
        for _ in range(3):
            await turn_until_good(table, ann, bea)
            await slap(ann, 60, 5, 0)
            await asyncio.sleep(0.5)
        assert table.state.round is not None
        slaps = [step.slap for step in table.state.round.steps if step.action == "slap"]
        assert [figures and figures.flags for figures in slaps] == [["fast"]] * 3
        await table.close()

    run(main())
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == ["fast"]


@pytest.mark.parametrize("older_first", [True, False])
def test_of_two_cards_the_older_is_decided_first_whichever_claim_comes_first(older_first: bool) -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options={"penalty": "none"})
        for sitter in (ann, bea):
            at_distance(sitter, 300)
        await ann.play_on()
        older = ann.token
        await asyncio.sleep(0.3)
        await bea.play_on()
        assert ann.token not in ("", older)
        # Now both faces are seen, and what each says of the time is within the distance.
        await asyncio.sleep((REVEAL + 50) / 1000)
        claims = [(bea, Slap(1, older, 200.0)), (ann, Slap(0, ann.token, 40.0))]
        for sitter, message in claims if older_first else reversed(claims):
            table.hear(sitter.connection, message)
        await asyncio.sleep(3)
        assert table.state.round is not None
        done = [(step.seat, step.action) for step in table.state.round.steps if step.action.startswith("slap")]
        assert done == [(1, "slap 1"), (0, "slap")]
        await table.close()

    run(main())


def test_a_timer_waits_for_a_slap_that_is_not_decided() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("ratscrew", seed=3, options={"penalty": "none"})
        at_distance(bea, 300)
        current = table.state.round
        assert current is not None
        while current.game.timer is None:
            await ann.play_on()
            await bea.play_on()
        step = int(current.game.step)
        timer = current.game.timer
        assert timer is not None
        await asyncio.sleep(table.timer.left - 0.05)
        assert current.game.step == step
        await ann.slap(table_time(table), 0)
        await asyncio.sleep(0.1)
        assert current.game.step == step
        await asyncio.sleep(1)
        assert [step.action for step in current.steps[step : step + 2]] == ["slap", f"fire {timer.name}"]
        await table.close()

    run(main())


def table_time(table: Table) -> float:
    """How long the card on top has been seen, in milliseconds."""
    return (asyncio.get_running_loop().time() - table.slaps.shown) * 1000


def test_pings_that_nobody_answers_are_forgotten() -> None:
    async def main() -> None:
        _, ann, _ = await ann_and_bea("ratscrew", seed=3)
        first = ann.connection.pinged(0.0)
        for _ in range(8):
            ann.connection.pinged(1.0)
        assert not ann.connection.awaits(first)

    run(main())
