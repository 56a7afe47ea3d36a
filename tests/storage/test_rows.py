"""Rows of a database that can't be read are named, and everything else is read all the same."""

from __future__ import annotations

import msgspec
import pytest

from cardhouse.storage import DamagedRow
from cardhouse.storage.rows import entries_from, outlines_from, rounds_from
from cardhouse.table.log import Arranged, Dealt, Seated, entry_to_row
from cardhouse.table.plan import SeatPlan, TablePlan


def plan(code: str) -> str:
    return msgspec.json.encode(TablePlan(code, "hearts", {}, [SeatPlan("open")], "ann", made_at=5.0)).decode()


def test_a_table_that_cannot_be_read_says_where_it_is_damaged_and_the_others_are_there() -> None:
    sits = entry_to_row(Seated(6.0, 0, SeatPlan("cat")))
    found = rounds_from(
        [
            (1, "good", plan("good")),
            (2, "torn", plan("torn")[:-9]),
            (3, "other", plan("another")),
            (4, "log", plan("log")),
        ],
        [
            (11, "good", *sits),
            (12, "good", *entry_to_row(Dealt(7.0, 2, 5, "salt"))),
            (13, "unknown", *sits),
            (14, "log", "seat", 6.0, "{}"),
            (15, "log", *entry_to_row(Seated(6.0, 9, SeatPlan("cat")))),
        ],
    )
    assert set(found.plans) >= {"good", "log"}
    assert [seat.kind for seat in found.seats["good"]] == ["cat"]
    assert found.rounds == {"good": 2}
    assert set(found.damage) == {"torn", "other", "log"}
    assert found.damage["torn"].startswith("row 2 of 'tables'")
    assert found.damage["other"] == "row 3 of 'tables': its code is another one"
    # The first row that is wrong is the one to look at.
    assert found.damage["log"].startswith("row 14 of 'log'")
    outlines = outlines_from(found, {"good": (8.0, 3)}, {"good"})
    assert {outline.code for outline in outlines if outline.damage} == {"torn", "other", "log"}
    [good] = [outline for outline in outlines if not outline.damage]
    assert (good.code, good.round, good.step, good.over, good.touched) == ("good", 2, 3, True, 8.0)


def test_a_log_with_a_row_that_cannot_be_read_is_refused_with_its_number() -> None:
    rows = [(1, *entry_to_row(Dealt(7.0, 1, 5, "salt"))), (2, "act", 8.0, '{"seat": 0, "action": "play nothing"}')]
    assert entries_from(rows[:1]) == [Dealt(7.0, 1, 5, "salt")]
    with pytest.raises(DamagedRow, match="row 2 of 'log'"):
        entries_from(rows)


def test_a_room_that_has_agreed_on_another_game_waits_and_says_which_it_is() -> None:
    agreed = Arranged(8.0, "threes", {}, [SeatPlan("open"), SeatPlan("cat")], host="bea")
    rows = [(11, "abc", *entry_to_row(Dealt(7.0, 1, 5, "salt"))), (12, "abc", *entry_to_row(agreed))]
    [room] = outlines_from(rounds_from([(1, "abc", plan("abc"))], rows), {}, {"abc"})
    assert room.plan is not None
    assert room.now is not None
    assert (room.plan.game, room.now.game, room.now.host) == ("hearts", "threes", "bea")
    assert (room.waiting, room.over, room.round, len(room.seats)) == (True, False, 1, 2)
    rows.append((13, "abc", *entry_to_row(Dealt(9.0, 2, 5, "salt"))))
    [room] = outlines_from(rounds_from([(1, "abc", plan("abc"))], rows), {}, set())
    assert (room.waiting, room.round) == (False, 2)
