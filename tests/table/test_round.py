"""A round: what its results tell."""

from __future__ import annotations

import cardhouse
from cardhouse.contract.kept import SlapFigures
from cardhouse.engine.action import parse_action
from cardhouse.table.log import Acted, Dealt
from cardhouse.table.plan import SeatPlan, TablePlan
from cardhouse.table.round import Round

DECK = "4c 9d 7s 8h 4d " + " ".join(
    rank + suit for suit in "cdsh" for rank in "23456789TJQKA" if rank + suit not in "4c 9d 7s 8h 4d"
)


def test_only_good_slaps_have_a_time_in_the_results() -> None:
    """A wrong slap is as fast as one likes."""
    seats = [SeatPlan("person", "ann", "Ann"), SeatPlan("cat", "", "Soot", level="easy")]
    plan = TablePlan(code="code", game="ratscrew", options={"sandwiches": True}, seats=seats, host="ann")
    current = Round.deal(plan, Dealt(0.0, 1, 1, "ab"), ["Ann", "Soot"])
    current.game = cardhouse.new("ratscrew", deck=DECK, sandwiches=True)
    for seat, action, slap in [
        (0, "turn", None),
        (0, "slap", SlapFigures(5.0)),
        (1, "turn", None),
        (0, "turn", None),
        (0, "slap", SlapFigures(240.0)),
    ]:
        current.apply(Acted(0.0, seat, parse_action(action), slap))
    assert [notes.slaps for notes in current.tally.notes(current.game)] == [[240.0], []]
