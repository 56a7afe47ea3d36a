"""Names: something to see, in one line, and no two at a table that look the same."""

from __future__ import annotations

import pytest

from cardhouse.contract.requests import Person
from cardhouse.contract.settings import LONGEST_NAME
from cardhouse.names import looks, plain_name, told_apart
from cardhouse.table.plan import SeatPlan
from cardhouse.table.seating import Seating


@pytest.mark.parametrize(
    "nothing",
    ["", "   ", "\u3164\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u0301\u0301", "\u200b\u200d\ufeff", "\u202e",
     "\x00\n", "\ufe0f", "\u00a0", " \u0301 \u0301", "\U000e0041"],
)  # fmt: skip
def test_what_shows_nothing_is_no_name(nothing: str) -> None:
    assert plain_name(nothing) == ""


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Ольга", "Ольга"),
        ("नमिता", "नमिता"),
        ("李娜", "李娜"),
        ("🂡", "🂡"),
        ("A\u3164nn", "Ann"),
        ("A\u202ennA", "AnnA"),
        ("x" * 100, "x" * LONGEST_NAME),
        ("o" + "\u0336" * 50, "o" + "\u0336" * 3),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(given: str, shown: str) -> None:
    assert plain_name(given) == shown


@pytest.mark.parametrize("other", ["ANN", "Аnn", "Αnn", "Ánn", "A n n", "Ann.", "Ａｎｎ"])
def test_names_that_look_alike_are_told_apart_by_a_number(other: str) -> None:
    assert looks(other) == looks("Ann")
    assert told_apart(other, ["Ann"]) == f"{other} 2"
    assert told_apart(other, ["Bea", ""]) == other


def test_the_number_goes_on_and_the_name_stays_short_enough() -> None:
    assert told_apart("Ann", ["Ann", "Ann 2", "Bea"]) == "Ann 3"
    long = "x" * LONGEST_NAME
    assert told_apart(long, [long]) == "x" * (LONGEST_NAME - 2) + " 2"


def test_who_sits_down_beside_a_namesake_gets_a_number() -> None:
    seating = Seating([SeatPlan("person", "ann", "Ann"), SeatPlan("open"), SeatPlan("open")])
    assert seating.taken_by(1, Person("other", "Аnn")).name == "Аnn 2"
    assert seating.taken_by(1, Person("bea", "Bea")).name == "Bea"
    seating.put(1, seating.taken_by(1, Person("x", "")))
    assert seating.taken_by(2, Person("y", "")).name == "Guest 2"
