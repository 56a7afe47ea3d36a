"""A room: people come, go, are late and change their minds, and nobody waits without knowing for whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sitting import Sitter, ann_and_bea, cat, person, play_out, settled, table_of
from virtual import run

from cardhouse.contract.messages import (
    Adjust,
    BeginMatch,
    Clock,
    Cover,
    Go,
    Host,
    Leave,
    Motion,
    News,
    Notice,
    Nudge,
    Nudged,
    Ping,
    Place,
    Pong,
    Propose,
    Queue,
    Rematch,
    Remove,
    Room,
    Said,
    Say,
    SetPace,
    Setup,
    Sit,
    Start,
    Vote,
    Welcome,
)
from cardhouse.table.log import MemoryLog, entry_from_row, entry_to_row
from cardhouse.table.plan import SeatPlan
from cardhouse.table.room import COVER_AFTER
from cardhouse.table.state import TableState
from cardhouse.table.table import Table

OPEN = SeatPlan("open")


def room_of(sitter: Sitter) -> Room:
    found = sitter.news.table.room
    assert found is not None
    return found


def waiting_for(sitter: Sitter) -> list[tuple[str, int | None]]:
    return [(one.what, one.seat) for one in room_of(sitter).waiting]


def notices(sitter: Sitter) -> list[str]:
    return [message.key for message in sitter.told if isinstance(message, Notice)]


def who(sitter: Sitter) -> str:
    welcome = next(message for message in sitter.told if isinstance(message, Welcome))
    return welcome.you


def the_motion(sitter: Sitter) -> Motion:
    (motion,) = room_of(sitter).motions
    return motion


async def seconds_pass(table: Table, seconds: int, *answering: Sitter) -> None:
    """Let time pass as the lobby does: a tick each second, a ping every other; these people's pages answer."""
    for second in range(seconds):
        await asyncio.sleep(1)
        if second % 2:
            table.ping()
            for sitter in answering:
                pings = [message for message in sitter.told if isinstance(message, Ping)]
                sitter.table.hear(sitter.connection, Pong(pings[-1].n))
        table.tick()
        await settled()


def opposite(one: Sitter, two: Sitter, table: Table) -> tuple[Sitter, Sitter, int]:
    """Who is awaited, the other one, and the seat that is awaited."""
    assert table.state.round is not None
    (seat,) = table.state.round.game.turn()
    return (one, two, seat) if seat == 0 else (two, one, seat)


class TestAFriendWhoIsSilent:
    """At a table by link there is no turn clock: the others must be able to go on."""

    def test_everybody_hears_for_whom_they_wait_and_a_cat_plays_for_them_by_vote(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("threes")
            slow, other, seat = opposite(ann, bea, table)
            assert waiting_for(other) == [("move", seat)]
            await other.say(Cover(seat))
            assert other.refusals == ["refused.room.patience"]
            await other.say(Nudge(seat))
            assert [message.seat for message in slow.told if isinstance(message, Nudged)] == [seat]
            await seconds_pass(table, int(COVER_AFTER) + 1, ann, bea)
            (awaited,) = room_of(other).waiting
            assert (awaited.seat, awaited.cover_in) == (seat, 0.0)
            assert awaited.since >= COVER_AFTER
            await other.say(Cover(seat))
            sits = other.news.table.seats[seat]
            assert (sits.kind, sits.stand_in) == ("cat", True)
            assert notices(other)[-1] == "room.covered"
            # The cat's cards are theirs to see, and so is the way back.
            assert slow.views[0]["seat"] == seat
            await slow.say(Sit(seat))
            assert table.state.seating.plans[seat].kind == "person"
            await play_out(table, ann, bea)
            await table.close()

        run(main())

    def test_a_clock_is_switched_on_in_the_middle_of_a_game(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("threes")
            _, _, seat = opposite(ann, bea, table)
            await bea.say(Clock(15))
            assert table.state.plan.turn_clock == 0
            assert the_motion(ann).awaits == [who(ann)]
            await ann.say(Vote(the_motion(ann).id, True))
            assert (ann.news.table.turn_clock, ann.news.turn_left) == (15, {seat: 15.0})
            await asyncio.sleep(16)
            assert table.state.seating.plans[seat].kind == "cat"
            assert "room.slow" in notices(ann)
            await ann.say(Clock(7))
            assert ann.refusals == ["refused.server.turn_clock"]
            await table.close()

        run(main())


class TestTheNextDeal:
    def test_votes_are_counted_again_when_somebody_goes(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("hearts", person("cy"), cat(), options={"limit": 20}, pace="instant")
            cy = Sitter(table, "cy")
            await play_out(table, ann, bea, cy)
            await ann.say(Rematch())
            await bea.say(Rematch())
            assert waiting_for(ann) == [("ready", 2)]
            assert table.state.rounds == 1
            cy.part()
            await settled()
            assert (table.state.rounds, table.state.status) == (2, "playing")
            await table.close()

        run(main())

    def test_a_majority_deals_without_who_says_nothing(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("hearts", person("cy"), cat(), options={"limit": 20}, pace="instant")
            cy = Sitter(table, "cy")
            await play_out(table, ann, bea, cy)
            await bea.say(Rematch())
            await bea.say(Start())
            assert (table.state.rounds, the_motion(cy).needed) == (1, 2)
            await cy.say(Vote(the_motion(cy).id, True))
            assert table.state.rounds == 2
            await table.close()

        run(main())

    def test_votes_to_pause_are_counted_again_too(self) -> None:
        async def main() -> None:
            from cardhouse.contract.messages import Pause

            table, ann, bea = await ann_and_bea("threes")
            await ann.say(Pause(True))
            assert not table.state.paused
            bea.part()
            await settled()
            assert table.state.paused
            await table.close()

        run(main())


class TestLeaving:
    def test_who_leaves_a_waiting_table_gives_the_seat_back_and_may_return(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), OPEN, OPEN, cat())
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            await bea.say(Sit(1))
            await bea.say(Go())
            assert table.state.seating.plans[1] == OPEN
            assert notices(ann)[-1] == "room.left"
            bea.part()
            again = Sitter(table, "bea")
            await again.say(Sit(1))
            assert (again.refusals, table.state.seating.plans[1].name) == ([], "Bea")
            await table.close()

        run(main())

    def test_who_leaves_a_game_may_return_within_it_and_then_the_seat_is_the_rooms(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("durak", cat(), options={"deck": 32}, pace="instant")
            await bea.say(Go())
            bea.part()
            seat = ann.news.table.seats[1]
            assert (seat.kind, seat.name, seat.stand_in, seat.left) == ("cat", "Bea", True, True)
            bea = Sitter(table, "bea")
            await settled()
            assert table.state.seating.plans[1] == SeatPlan("person", "bea", "Bea", "mouse")
            await bea.say(Go())
            bea.part()
            await play_out(table, ann)
            await ann.say(Rematch())
            seat = ann.news.table.seats[1]
            assert (ann.news.table.round, seat.kind, seat.left) == (2, "cat", False)
            assert seat.name != "Bea"
            await table.close()

        run(main())


class TestLatecomers:
    def test_they_watch_and_take_a_cats_seat_at_once_where_the_room_allows_it(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("hearts", cat("Soot"), cat("Mochi"))
            cy = Sitter(table, "cy")
            await cy.say(Sit(2))
            assert cy.refusals == ["refused.table.seat_taken"]
            await ann.say(Adjust(takeover=True))
            await cy.say(Sit(2))
            assert table.state.seating.plans[2] == SeatPlan("person", "cy", "Cy", "mouse")
            assert cy.views[0]["seat"] == 2
            assert any(card != "??" for card in _hand(cy.views[0], 2))
            assert notices(bea)[-1] == "room.takeover"
            # One seat each, and nobody's own.
            await cy.say(Sit(3))
            assert cy.refusals[-1] == "refused.table.one_seat"
            await bea.say(Leave(1))
            dan = Sitter(table, "dan")
            await dan.say(Sit(1))
            assert dan.refusals == ["refused.table.seat_taken"]
            await table.close()

        run(main())

    def test_they_queue_for_the_next_deal_which_everybody_sees(self) -> None:
        async def main() -> None:
            log = MemoryLog()
            table, ann, bea = await ann_and_bea(
                "durak", cat("Soot", "random"), log=log, options={"deck": 32}, pace="instant"
            )
            made = table.state.plan
            cy, dan = Sitter(table, "cy"), Sitter(table, "dan")
            await cy.say(Queue(True))
            await dan.say(Queue(True))
            assert [(one.name, one.place) for one in room_of(ann).members if one.place] == [("Cy", 1), ("Dan", 2)]
            await play_out(table, ann, bea)
            for one in (ann, bea):
                await one.say(Rematch())
            # Who waits has a say in what comes next, and is dealt in: on the cat's seat first, then on a new one.
            assert [seat.name for seat in ann.news.table.seats] == ["Ann", "Bea", "Cy", "Dan"]
            assert table.state.queue == {}
            again = TableState(made, [entry_from_row(*entry_to_row(one)) for one in log.logs[table.code]])
            assert again.round is not None
            assert table.state.round is not None
            assert again.round.game.digest() == table.state.round.game.digest()
            await table.close()

        run(main())


def _hand(view: dict[str, Any], seat: int) -> list[str]:
    return next(cards.split() for name, of, cards in view["zones"] if name == "hand" and of == seat)


class TestTheHost:
    def test_without_a_host_a_majority_decides(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), OPEN, OPEN, cat())
            await table.open()
            ann, bea, cy = Sitter(table, "ann"), Sitter(table, "bea"), Sitter(table, "cy")
            await bea.say(Sit(1))
            await bea.say(Start())
            assert bea.refusals == ["refused.table.host_starts"]
            await cy.say(Sit(2))
            await bea.say(Go())
            ann.part()
            await settled()
            assert room_of(cy).host == ""
            await cy.say(Start())
            assert table.state.status == "playing"
            await table.close()

        run(main())

    def test_the_role_passes_on_when_the_host_leaves_or_asks(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("hearts", person("cy"), cat())
            cy = Sitter(table, "cy")
            await bea.say(SetPace("fast"))
            assert bea.refusals == ["refused.table.pace"]
            await ann.say(Host(who(cy)))
            assert (cy.news.table.host, ann.news.table.host) == (True, False)
            await cy.say(Go())
            assert ann.news.table.host or bea.news.table.host
            host = ann if ann.news.table.host else bea
            await host.say(SetPace("fast"))
            await host.say(Remove(0 if host is bea else 1))
            assert (host.refusals[-1:], host.news.table.pace) in ((["refused.table.pace"], "fast"), ([], "fast"))
            assert notices(host)[-1] == "room.removed"
            await table.close()

        run(main())

    def test_a_stranger_is_not_dealt_in_alone_with_a_host_who_has_gone(self) -> None:
        async def main() -> None:
            table = table_of("durak", person("ann"), OPEN)
            await table.open()
            ann = Sitter(table, "ann")
            ann.part()
            zoe = Sitter(table, "zoe")
            await zoe.say(Sit(1))
            assert zoe.news.table.status == "waiting"
            assert waiting_for(zoe) == [("come", 0)]
            Sitter(table, "ann")
            await settled()
            assert table.state.status == "playing"
            await table.close()

        run(main())


class TestSilence:
    def test_it_shows_by_name_within_six_seconds_and_a_cat_comes_within_twenty(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("threes")
            await seconds_pass(table, 10, ann, bea)
            assert not ann.news.table.seats[1].silent
            await seconds_pass(table, 6, ann)
            seat = ann.news.table.seats[1]
            assert (seat.silent, seat.present, seat.name) == (True, False, "Bea")
            assert seat.gone_in is not None
            await seconds_pass(table, 14, ann)
            assert ann.news.table.seats[1].stand_in
            assert "room.gone" in notices(ann)
            # They open the laptop again: the seat is theirs.
            table.hear(bea.connection, Pong(0))
            await settled()
            assert table.state.seating.plans[1].kind == "person"
            assert notices(ann)[-1] == "room.back"
            await table.close()

        run(main())

    def test_in_the_slap_games_a_cat_turns_the_card_of_who_is_silent_at_once(self) -> None:
        async def main() -> None:
            table, ann, _ = await ann_and_bea("ratscrew")
            await seconds_pass(table, 6, ann)
            for _ in range(40):
                if table.state.seating.plans[1].kind == "cat":
                    break
                await ann.play_on()
                await seconds_pass(table, 1, ann)
            assert table.state.seating.plans[1].away == "bea"
            await table.close()

        run(main())

    def test_who_plays_cats_alone_is_waited_for(self) -> None:
        async def main() -> None:
            table = table_of("hearts", person("ann"), cat(), cat(), cat())
            await table.open()
            Sitter(table, "ann")
            await seconds_pass(table, 120)
            assert table.state.seating.plans[0].kind == "person"
            await table.close()

        run(main())


class TestAnotherGame:
    def test_another_game_with_other_seats_at_the_same_link(self) -> None:
        async def main() -> None:
            log = MemoryLog()
            table, ann, bea = await ann_and_bea("durak", log=log, options={"deck": 32})
            made = table.state.plan
            await play_out(table, ann, bea)
            (winners,) = [[line.name for line in room_of(ann).scores if line.won]]
            places = [Place("cat", level="random"), Place("person", who(bea)), Place("person", who(ann))]
            await bea.say(Propose(Setup("threes", seats=places)))
            assert (ann.news.table.game, the_motion(ann).by) == ("durak", who(bea))
            await ann.say(Vote(the_motion(ann).id, True))
            # Both have said yes: it is dealt.
            info = ann.news.table
            assert (info.game, info.status, info.round) == ("threes", "playing", 2)
            assert [seat.name for seat in info.seats[1:]] == ["Bea", "Ann"]
            assert ann.views[0]["seat"] == 2
            assert {line.name for line in room_of(ann).scores if line.won} == set(winners)
            await play_out(table, ann, bea)
            assert {line.game for line in room_of(ann).scores} == {"durak", "threes"}
            assert sorted(number for _, number in log.records) == [1, 2]
            again = TableState(made, [entry_from_row(*entry_to_row(one)) for one in log.logs[table.code]])
            assert again.evening.games == table.state.evening.games
            assert again.plan == table.state.plan
            await table.close()

        run(main())

    def test_what_is_proposed_in_a_game_waits_for_its_end(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("durak", options={"deck": 32})
            await ann.say(Propose(Setup("threes")))
            assert (table.state.plan.game, table.state.status) == ("durak", "playing")
            while table.state.status == "playing":
                for one in (ann, bea):
                    await one.play_on()
                await asyncio.sleep(0.5)
            await settled()
            assert (ann.news.table.game, waiting_for(ann)) == ("threes", [("ready", 1)])
            await bea.say(Rematch())
            assert (ann.news.table.status, ann.views[0]["game"]) == ("playing", "threes")
            await table.close()

        run(main())

    def test_a_game_is_broken_off_when_everybody_wants_that(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("durak", options={"deck": 32})
            await ann.say(Propose(Setup("hearts"), now=True))
            assert table.state.plan.game == "durak"
            await bea.say(Vote(the_motion(bea).id, False))
            assert (room_of(ann).motions, notices(ann)[-1]) == ([], "room.declined")
            await ann.say(Propose(Setup("hearts"), now=True))
            await bea.say(Vote(the_motion(bea).id, True))
            assert (ann.news.table.game, ann.news.table.status) == ("hearts", "playing")
            assert [seat.kind for seat in ann.news.table.seats] == ["person", "person", "cat"]
            await table.close()

        run(main())

    def test_a_seat_for_a_friend_who_is_still_to_come(self) -> None:
        async def main() -> None:
            table = table_of("durak", person("ann"), cat(), options={"deck": 32}, pace="instant")
            await table.open()
            ann = Sitter(table, "ann")
            await play_out(table, ann)
            await ann.say(Propose(Setup(seats=[Place("person", who(ann)), Place("open"), Place("cat")])))
            assert waiting_for(ann) == [("seat", 1)]
            bea = Sitter(table, "bea")
            await bea.say(Sit(1))
            assert (ann.news.table.status, ann.news.table.round) == ("playing", 2)
            await table.close()

        run(main())

    def test_what_a_game_cannot_be_played_with_is_refused(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("durak", options={"deck": 32})
            for wrong in (Setup("chess"), Setup(options={"deck": 5}), Setup(seats=[Place("person", who(ann))]),
                          Setup(seats=[Place("person", "nobody"), Place("cat")]),
                          Setup(seats=[Place("cat"), Place("cat", level="x.py:Y")])):  # fmt: skip
                before = len(ann.refusals)
                await ann.say(Propose(wrong))
                assert len(ann.refusals) == before + 1, wrong
            assert room_of(bea).motions == []
            await table.close()

        run(main())


class TestCatsThatStandIn:
    def test_they_do_not_begin_the_next_game_alone_and_win_nothing_for_anybody(self) -> None:
        async def main() -> None:
            log = MemoryLog()
            table = table_of("durak", person("ann"), cat(), log=log, options={"deck": 32}, pace="instant")
            await table.open()
            ann = Sitter(table, "ann")
            await settled()
            await ann.say(Leave(0))
            assert ann.views[0]["seat"] == 0
            assert ann.news.table.seats[0].name == "Ann"
            await asyncio.sleep(200)
            assert (table.state.status, table.state.rounds) == ("over", 1)
            assert [result.notes.stand_in for result in log.results[table.code, 1]] == [True, False]
            assert [line.name for line in room_of(ann).scores] == ["Soot"]
            await ann.say(Rematch())
            assert (ann.news.table.round, ann.news.table.seats[0].kind) == (2, "person")
            await table.close()

        run(main())


class TestTalk:
    def test_phrases_go_to_everybody_and_text_only_where_people_may_write(self) -> None:
        async def main() -> None:
            log = MemoryLog()
            table = table_of("threes", person("ann"), person("bea"), log=log)
            await table.open()
            ann, bea = Sitter(table, "ann"), Sitter(table, "bea")
            await bea.say(Say("good_game"))
            assert [message.phrase for message in ann.told if isinstance(message, Said)] == ["good_game"]
            await bea.say(Say(text="a hidden plan"))
            assert bea.refusals == ["refused.room.no_chat"]
            await ann.say(Adjust(chat=True))
            await bea.say(Say(text="a hidden\u202e \x00plan"))
            assert ann.told[-1] == Said(who(bea), "Bea", None, "a hidden plan")
            await bea.say(Say(text="x" * 201))
            assert bea.refusals[-1] == "refused.room.long"
            for _ in range(5):
                await bea.say(Say("hurry_up"))
            assert bea.refusals[-1] == "refused.room.talk"
            assert "hidden" not in "".join(str(entry_to_row(entry)) for entry in log.logs[table.code])
            await table.close()

        run(main())


class TestHostileInput:
    def test_nobody_votes_twice_or_from_outside(self) -> None:
        async def main() -> None:
            table, ann, bea = await ann_and_bea("threes")
            zoe = Sitter(table, "zoe")
            await bea.say(Clock(30))
            number = the_motion(bea).id
            for one in (bea, zoe):
                await one.say(Vote(number, True))
            assert zoe.refusals == ["refused.room.no_motion"]
            assert table.state.plan.turn_clock == 0
            for message in (Propose(Setup("hearts")), Clock(30), Cover(0), Nudge(0), BeginMatch(3)):
                await zoe.say(message)
            assert len(zoe.refusals) == 6
            assert {number} == {motion.id for motion in room_of(ann).motions}
            await table.close()

        run(main())

    @pytest.mark.parametrize("seat", [-1, 7, 1 << 40])
    def test_seats_that_are_not_there(self, seat: int) -> None:
        async def main() -> None:
            table, ann, _ = await ann_and_bea("threes")
            for message in (Cover(seat), Remove(seat), Nudge(seat), Sit(seat), Leave(seat)):
                await ann.say(message)
            assert len(ann.refusals) == 5
            assert isinstance(ann.news, News | Welcome)
            await table.close()

        run(main())
