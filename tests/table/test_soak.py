"""A small share of the soak: whole live tables, with something due after every command."""

from __future__ import annotations

import pytest
from databases import database
from soaking import soak
from soaking_rooms import soak_rooms

import cardhouse


@pytest.mark.parametrize("game", [info.name for info in cardhouse.games()])
def test_live_tables_never_stall(game: str) -> None:
    soaked = soak(range(12), game)
    assert soaked.faults == []
    assert (soaked.games, soaked.unfinished) == (12, 0)


def test_a_room_moves_from_node_to_node_with_all_that_it_has() -> None:
    soaked = soak_rooms(range(2), database)
    assert soaked.faults == []
    assert soaked.unfinished == 0
    assert soaked.restarts > 0


def test_an_evening_in_a_room_never_stalls() -> None:
    soaked = soak_rooms(range(8))
    assert soaked.faults == []
    assert soaked.unfinished == 0
    assert soaked.games >= 24
