"""Who plays what at a table, whenever somebody comes or goes."""

from __future__ import annotations

import pytest

from cardhouse.contract.requests import Person
from cardhouse.engine.errors import Refused
from cardhouse.table.plan import SeatPlan
from cardhouse.table.seating import Seating

ANNA = Person("a", "Anna")


def test_who_plays_what_follows_every_change() -> None:
    seating = Seating([SeatPlan("person", "a", "Anna"), SeatPlan("open"), SeatPlan("cat", "", "Mia")])
    assert (seating.of("a"), seating.open_seats) == ((0,), [1])
    assert seating.people == frozenset("a")

    with pytest.raises(Refused, match="already have a seat"):
        seating.taken_by(1, ANNA)
    seating.put(1, seating.taken_by(1, ANNA, several=True))
    assert (seating.of("a"), seating.open_seats) == ((0, 1), [])
    assert seating.people == frozenset("a")

    seating.put(0, seating.left_to_bot(0, "medium"))
    assert (seating.of("a"), seating.away("a")) == ((1,), [0])

    seating.put(1, seating.left_to_bot(1, "medium"))
    assert seating.of("a") == ()
    assert seating.people == frozenset()
    with pytest.raises(Refused):
        seating.check("a", 1)
