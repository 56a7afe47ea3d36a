"""Rows of a database that can't be read are named, and everything else is read all the same."""

from __future__ import annotations

import msgspec
import pytest

from cardhouse.storage import DamagedRow
from cardhouse.storage.rows import entries_from, outlines_from, rounds_from
from cardhouse.table.log import Dealt, Seated, entry_to_row
from cardhouse.table.plan import SeatPlan, TablePlan


def plan(code: str) -> str:
    return msgspec.json.encode(TablePlan(code, "hearts", {}, [SeatPlan("open")], "ann", made_at=5.0)).decode()


def test_a_table_that_cannot_be_read_says_where_it_is_damaged_and_the_others_are_there() -> None:
    sits = entry_to_row(Seated(6.0, 0, SeatPlan("cat")))
    plans, seats, rounds, damage = rounds_from(
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
    assert set(plans) >= {"good", "log"}
    assert [seat.kind for seat in seats["good"]] == ["cat"]
    assert rounds == {"good": 2}
    assert set(damage) == {"torn", "other", "log"}
    assert damage["torn"].startswith("row 2 of 'tables'")
    assert damage["other"] == "row 3 of 'tables': its code is another one"
    # The first row that is wrong is the one to look at.
    assert damage["log"].startswith("row 14 of 'log'")
    outlines = outlines_from(plans, seats, rounds, damage, {"good": (8.0, 3)}, {"good"})
    assert {outline.code for outline in outlines if outline.damage} == {"torn", "other", "log"}
    [good] = [outline for outline in outlines if not outline.damage]
    assert (good.code, good.round, good.step, good.over, good.touched) == ("good", 2, 3, True, 8.0)


def test_a_log_with_a_row_that_cannot_be_read_is_refused_with_its_number() -> None:
    rows = [(1, *entry_to_row(Dealt(7.0, 1, 5, "salt"))), (2, "act", 8.0, '{"seat": 0, "action": "play nothing"}')]
    assert entries_from(rows[:1]) == [Dealt(7.0, 1, 5, "salt")]
    with pytest.raises(DamagedRow, match="row 2 of 'log'"):
        entries_from(rows)
