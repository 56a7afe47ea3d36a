"""Which cat sits down: another one each time, and never one twice at a table."""

from __future__ import annotations

from cardhouse.bots.cats import CATS
from cardhouse.table.bots import cat_for
from cardhouse.table.plan import SeatPlan


def test_in_a_game_of_two_any_cat_may_sit_down() -> None:
    you = [SeatPlan("person", "ann", "Ann", "fox")]
    # That one of eleven cats never comes in 400 tables is less likely than once in 10 ** 15.
    assert {cat_for("medium", you).name for _ in range(400)} == set(CATS)


def test_no_cat_sits_at_a_table_twice() -> None:
    plans = [SeatPlan("person", "ann", "Ann", "fox")]
    for _ in range(5):
        plans.append(cat_for("easy", plans))
    assert len({plan.name for plan in plans}) == 6
