"""Live tables on virtual time: people, cats and clocks, and what each is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest
from sitting import Sitter, ann_and_bea, cat, person, play_out, settled, table_of
from virtual import run

from cardhouse import Refused
from cardhouse.contract.messages import (
    Act,
    FromPerson,
    Hint,
    Leave,
    Pause,
    Ping,
    React,
    Reaction,
    Rematch,
    Sit,
    Start,
    StepMessage,
    Welcome,
    encode,
)
from cardhouse.contract.requests import Person
from cardhouse.contract.settings import GONE_AFTER
from cardhouse.engine.errors import CardhouseError
from cardhouse.engine.record import read_record
from cardhouse.table.log import Acted, LogEntry, MemoryLog
from cardhouse.table.plan import SeatPlan


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("hearts", 4, {"limit": 20}),
        ("threes", 3, {}),
        ("durak", 4, {}),
        ("ratscrew", 2, {"penalty": "none"}),
        ("slapjack", 3, {}),
    ],
)
def test_a_person_and_cats_play_a_game_to_its_end(game: str, seats: int, options: dict[str, bool | int | str]) -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of(game, person("ann"), *[cat(str(seat)) for seat in range(seats - 1)], log=log, options=options)
        await table.open()
        ann = Sitter(table, "ann")
        await play_out(table, ann)
        record = read_record(log.records[table.code, 1])
        assert record.verify().over
        assert record.commitment == ann.news.table.commitment
        assert [result.person for result in log.results[table.code, 1]] == ["ann"] + [""] * (seats - 1)
        assert ann.refusals == []
        await table.close()

    run(main())


def test_a_table_made_again_from_its_ledger_stands_where_it_stood() -> None:
    async def main() -> None:
        log = MemoryLog()
        table = table_of("durak", person("ann"), cat(), cat(), log=log)
        await table.open()
        ann = Sitter(table, "ann")
        for _ in range(12):
            await ann.play_on()
            await asyncio.sleep(0.5)
        await table.close()
        assert table.state.round is not None
        again = table_of("durak", person("ann"), cat(), cat(), log=log, entries=log.logs[table.code])
        assert again.state.round is not None
        assert again.state.round.game.digest() == table.state.round.game.digest()
        assert again.state.round.commitment == table.state.round.commitment
        await again.open()
        await play_out(again, Sitter(again, "ann"))
        await again.close()

    run(main())


def test_who_comes_back_gets_what_they_missed() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("hearts", cat(), cat())
        first = ann.of_kind(Welcome)[-1]
        assert isinstance(first, Welcome)
        ann.part()
        await bea.play_on()
        await asyncio.sleep(3)
        back = Sitter(table, "ann", (1, 0))
        welcome = back.told[0]
        assert isinstance(welcome, Welcome)
        assert [happened.step for happened in welcome.missed] == [1, 2, 3]
        assert all(happened.events[0].get("cards") == "?? ?? ??" for happened in welcome.missed)
        assert welcome.step == 3
        await table.close()

    run(main())


class Deaf(MemoryLog):
    """A log whose disk is full."""

    async def append(self, code: str, entries: Sequence[LogEntry]) -> None:
        if any(isinstance(entry, Acted) for entry in entries):
            raise CardhouseError("store.failed", why="disk full")
        await super().append(code, entries)


def test_what_cannot_be_written_is_not_done() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes", log=Deaf())
        assert table.state.round is not None
        before = table.state.round.game.digest()
        for sitter in (ann, bea):
            await sitter.play_on()
        assert table.state.round.game.digest() == before
        assert "store.failed" in ann.refusals + bea.refusals
        assert ann.of_kind(StepMessage) == []
        await table.close()

    run(main())


class TestRefusals:
    def refused(self, *messages: FromPerson) -> list[str]:
        async def main() -> list[str]:
            table = table_of("hearts", person("ann"), person("bea"), cat(), cat(), hints=False)
            await table.open()
            ann, _ = Sitter(table, "ann"), Sitter(table, "bea")
            await settled()
            for message in messages:
                await ann.say(message)
            await table.close()
            return ann.refusals

        return run(main())

    def test_each_says_why(self) -> None:
        assert self.refused(Act(1, "pass 2c 3c 4c", 0)) == ["refused.table.not_your_seat"]
        assert self.refused(Act(9, "play 2c", 0)) == ["refused.table.no_seat"]
        assert self.refused(Act(0, "dance", 0)) == ["unreadable.verb"]
        assert self.refused(Act(0, "play 2c", 0)) == ["refused.hearts.pass_first"]
        assert self.refused(Sit(1)) == ["refused.table.seat_taken"]
        assert self.refused(Sit(7)) == ["refused.table.no_seat"]
        assert self.refused(Rematch()) == ["refused.table.not_over"]
        assert self.refused(Start()) == ["refused.table.started"]
        assert self.refused(Hint(0)) == ["refused.table.no_hints"]
        assert self.refused(React(0, "paw"), React(0, "paw")) == ["refused.table.reactions"]
        assert self.refused(React(1, "paw")) == ["refused.table.not_your_seat"]

    def test_names_stand_in_the_reason(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("threes")
            assert table.state.round is not None
            waiting = ann if table.state.round.game.view(None).turn == (1,) else bea
            legal = table.state.round.game.legal(table.state.round.game.view(None).turn[0])[0]
            view = waiting.views[0]
            await waiting.act(str(legal))
            text = waiting.told[-1]
            assert getattr(text, "text", "").count("Bea" if view["seat"] == 0 else "Ann") == 1
            await table.close()

        run(main())

    def test_doing_the_same_twice_is_stale(self) -> None:
        async def main() -> None:
            table = table_of("ratscrew", person("ann"), cat())
            await table.open()
            ann = Sitter(table, "ann")
            await settled()
            await ann.say(Act(0, "turn", 0))
            await ann.say(Act(0, "turn", 0))
            assert ann.refusals == ["refused.table.stale"]
            await table.close()

        run(main())


class TestPausing:
    def test_among_cats_at_once_and_clocks_stand_still(self) -> None:
        async def main() -> None:
            table = table_of("ratscrew", person("ann"), cat())
            await table.open()
            ann = Sitter(table, "ann")
            await ann.say(Pause(True))
            assert ann.news.table.paused
            await asyncio.sleep(500)
            assert table.state.round is not None
            assert table.state.round.game.step == 0
            await ann.act("turn")
            assert ann.refusals == ["refused.table.paused"]
            await ann.say(Pause(False))
            await ann.act("turn")
            await asyncio.sleep(30)
            assert table.state.round.game.step > 1
            await table.close()

        run(main())

    def test_among_people_when_all_agree(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), person("bea"), cat(), cat())
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            await ann.say(Pause(True))
            assert not bea.news.table.paused
            assert bea.news.table.pause_votes == [0]
            await bea.say(Pause(True))
            assert ann.news.table.paused
            await ann.say(Pause(False))
            assert ann.news.table.paused
            await bea.say(Pause(False))
            assert not ann.news.table.paused
            await table.close()

        run(main())


class TestComingAndGoing:
    def test_a_cat_takes_over_after_a_countdown_and_gives_the_seat_back(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("hearts", cat(), cat())
            ann.part()
            assert bea.news.table.seats[0].gone_in == GONE_AFTER
            assert not bea.news.table.seats[0].present
            await asyncio.sleep(GONE_AFTER + 1)
            assert bea.news.table.seats[0].level != ""
            back = Sitter(table, "ann")
            await settled()
            assert bea.news.table.seats[0].kind == "person"
            assert back.news.table.seats[0].yours
            assert back.views[0]["seat"] == 0
            await table.close()

        run(main())

    def test_who_is_back_in_time_keeps_the_seat(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), person("bea"), cat(), cat())
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            ann.part()
            await asyncio.sleep(GONE_AFTER - 1)
            Sitter(table, "ann")
            await asyncio.sleep(GONE_AFTER * 2)
            assert bea.news.table.seats[0].kind == "person"
            await table.close()

        run(main())

    def test_a_table_of_one_person_waits_for_them(self) -> None:
        async def main() -> None:
            table = table_of("ratscrew", person("ann"), cat())
            await table.open()
            ann = Sitter(table, "ann")
            await settled()
            await ann.act("turn")
            ann.part()
            assert table.state.round is not None
            step = table.state.round.game.step
            await asyncio.sleep(5000)
            assert table.state.round.game.step == step
            Sitter(table, "ann")
            await asyncio.sleep(20)
            assert table.state.round.game.step > step
            await table.close()

        run(main())

    def test_leaving_gives_the_seat_to_a_cat(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), person("bea"), cat(), cat())
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            await ann.say(Leave(0))
            assert bea.news.table.seats[0].level != ""
            await ann.say(Sit(0))
            assert bea.news.table.seats[0].kind == "person"
            await table.close()

        run(main())


class TestOpenSeats:
    def test_the_game_begins_when_the_last_seat_is_taken(self) -> None:
        async def main() -> None:
            table = table_of("durak", person("ann"), SeatPlan("open"), SeatPlan("open"))
            await table.open()
            Sitter(table, "ann")
            await settled()
            assert str(table.state.status) == "waiting"
            assert await table.take_seat(Person("bea", "Bea", "fox")) == 1
            assert await table.take_seat(Person("bea", "Bea", "fox")) == 1
            assert str(table.state.status) == "waiting"
            assert await table.take_seat(Person("cy", "Cy", "owl"), 2) == 2
            await settled()
            assert table.state.status == "playing"
            with pytest.raises(Refused) as refusal:
                await table.take_seat(Person("di", "Di", "dog"))
            assert refusal.value.key == "refused.table.full"
            await table.close()

        run(main())

    def test_the_host_may_start_with_cats_on_the_open_seats(self) -> None:
        async def main() -> None:
            table = table_of("durak", person("ann"), SeatPlan("open"))
            await table.open()
            ann, zoe = Sitter(table, "ann"), Sitter(table, "zoe")
            await zoe.say(Start())
            assert zoe.refusals == ["refused.table.host_starts"]
            await ann.say(Start())
            assert table.state.status == "playing"
            assert ann.news.table.seats[1].kind == "cat"
            await table.close()

        run(main())


def test_a_rematch_is_dealt_when_everybody_wants_it() -> None:
    async def main() -> None:
        table, ann, bea = await ann_and_bea("threes", options={"first": "random"})
        await play_out(table, ann, bea)
        old = ann.news.table.commitment
        await ann.say(Rematch())
        assert bea.news.table.rematch_votes == [0]
        assert str(table.state.status) == "over"
        await bea.say(Rematch())
        assert table.state.status == "playing"
        assert ann.news.table.round == 2
        assert ann.news.table.commitment != old
        await table.close()

    run(main())


def test_cats_alone_start_again_by_themselves_while_watched() -> None:
    async def main() -> None:
        table = table_of("durak", cat("a"), cat("b"), pace="fast")
        await table.open()
        zoe = Sitter(table, "zoe")
        for _ in range(3000):
            await asyncio.sleep(1)
            if table.state.round is not None and table.state.round.number == 2:
                break
        assert zoe.news.table.round == 2
        await table.close()

    run(main())


def test_two_people_on_one_screen_have_a_view_each() -> None:
    async def main() -> None:
        two = SeatPlan("person", "ann", "Second", "fox")
        table = table_of("threes", person("ann"), two)
        await table.open()
        ann = Sitter(table, "ann")
        await settled()
        assert [view["seat"] for view in ann.views] == [0, 1]
        await play_out(table, ann)
        assert ann.refusals == []
        await table.close()

    run(main())


class TestEyes:
    def test_a_spectator_sees_no_hand_and_may_not_act(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), cat(), cat(), cat())
            await table.open()
            ann, zoe = Sitter(table, "ann"), Sitter(table, "zoe")
            await settled()
            hands = [zone[2] for zone in zoe.views[0]["zones"] if zone[0] == "hand"]
            assert set(" ".join(hands).split()) == {"??"}
            await zoe.say(Act(0, "pass 2c 3c 4c", 0))
            assert zoe.refusals == ["refused.table.not_your_seat"]
            assert ann.news.table.watched_by == 1
            await table.close()

        run(main())

    def test_nobody_watches_where_the_table_does_not_allow_it(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), cat(), cat(), cat(), watchable=False)
            await table.open()
            with pytest.raises(Refused):
                Sitter(table, "zoe")
            await table.close()

        run(main())

    def test_cards_lie_open_only_among_cats(self) -> None:
        async def main() -> None:
            for others, shown in (([cat(), cat(), cat()], True), ([person("bea"), cat(), cat()], False)):
                table = table_of("hearts", person("ann"), *others, open_cards=True)
                await table.open()
                ann = Sitter(table, "ann")
                await settled()
                hands = [zone[2] for zone in ann.views[0]["zones"] if zone[0] == "hand"]
                assert ("??" not in " ".join(hands)) is shown
                await table.close()

        run(main())

    def test_nothing_of_another_hand_is_in_any_message(self) -> None:
        """Along a whole game: a card that the seat has not seen is in nothing that it was sent."""

        async def main() -> None:
            table = table_of(
                "hearts", person("ann"), person("bea"), cat(), cat(), options={"limit": 1, "claims": False}
            )
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            await settled()
            while table.state.status == "playing":
                for sitter in (ann, bea):
                    await sitter.play_on()
                await asyncio.sleep(0.5)
                assert table.state.round is not None
                game = table.state.round.game
                if game.over:
                    break
                known = {str(card) for zone in game.view(0).zones for card in zone.known}
                known |= set(game.view(0).facts["gave"].split())
                hidden = {str(card) for zone in game.open_view().zones for card in zone.known} - known
                for message in ann.told:
                    text = encode(message).decode()
                    if '"lacks"' in text:
                        # Voids are lists of cards that a hand can't hold, known to all; what scores is a rule.
                        plain = json.loads(text)
                        for view in plain.get("views", []):
                            view["facts"].pop("lacks")
                            view["facts"].pop("scoring")
                            view["legal"] = []
                        text = json.dumps(plain)
                    assert not any(f" {card} " in f" {text.replace(chr(34), ' ')} " for card in hidden)
            await table.close()

        run(main())


def test_reactions_reach_everybody() -> None:
    async def main() -> None:
        table = table_of("hearts", person("ann"), person("bea"), cat(), cat())
        await table.open()
        ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
        await ann.say(React(0, "purr"))
        assert bea.of_kind(Reaction) == [Reaction(0, "purr")]
        await table.close()

    run(main())


def test_everybody_is_pinged_where_silence_would_mean_that_the_node_is_frozen() -> None:
    async def main() -> None:
        table, ann, _ = await ann_and_bea("threes")
        cleo = Sitter(table, "cleo")
        table.ping()
        assert (len(ann.of_kind(Ping)), len(cleo.of_kind(Ping))) == (1, 0)
        table.ping(everybody=True)
        assert (len(ann.of_kind(Ping)), len(cleo.of_kind(Ping))) == (2, 1)
        await table.close()

    run(main())
