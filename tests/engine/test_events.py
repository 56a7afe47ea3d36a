"""What came of an action, as a row: it reads like a list, however its events were recorded."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence

import pytest

import cardhouse
from cardhouse.engine.event import NO_CARDS, NO_FACTS, Event, Events, packed_set
from cardhouse.testing import random_play

PLAY = Event("play", 1, [3], {})
TRICK = Event("trick", 2, [3, 4], {"points": 5})
OTHER = Event("moon", 0, [], {})


def play(row: Events) -> None:
    row.note("play", 1, packed_set(1 << 3))


def trick(row: Events) -> None:
    row.note_then("trick", 2, packed_set(3 << 3), "points", 5)


def other(row: Events) -> None:
    row.append(Event("moon", 0, NO_CARDS, NO_FACTS))


RECORDED: dict[str, tuple[list[Callable[[Events], None]], list[Event]]] = {
    "nothing": ([], []),
    "one": ([play], [PLAY]),
    "one of another kind": ([other], [OTHER]),
    "what came of it": ([play, trick], [PLAY, TRICK]),
    "what came of nothing": ([trick], [TRICK]),
    "what came of another kind": ([other, trick], [OTHER, TRICK]),
    "one after the other": ([play, play], [PLAY, PLAY]),
    "several things that came of it": ([play, trick, trick], [PLAY, TRICK, TRICK]),
    "some of all": ([play, trick, other, play], [PLAY, TRICK, OTHER, PLAY]),
    "another kind first": ([other, play, other], [OTHER, PLAY, OTHER]),
}


@pytest.mark.parametrize(("recorded", "expected"), RECORDED.values(), ids=RECORDED)
def test_a_row_is_what_was_recorded_in_its_order(
    recorded: list[Callable[[Events], None]], expected: list[Event]
) -> None:
    row = Events()
    for record in recorded:
        record(row)
    assert len(row) == len(expected)
    assert list(row) == expected
    assert row == expected
    assert repr(row) == repr(expected)
    assert row[:1] == expected[:1]
    assert isinstance(row, Sequence)
    assert [event in row for event in (PLAY, TRICK, OTHER)] == [event in expected for event in (PLAY, TRICK, OTHER)]
    for same in (copy.deepcopy(row), copy.copy(row), pickle.loads(pickle.dumps(row))):
        assert same == row
    if expected:
        assert row[0] is row[0]
        assert row[-1] == expected[-1]


def test_what_is_recorded_after_a_look_is_there_too() -> None:
    row = Events()
    play(row)
    assert len(row) == 1
    trick(row)
    other(row)
    assert row == [PLAY, TRICK, OTHER]


def test_a_list_of_the_events_is_ones_own() -> None:
    row = Events()
    play(row)
    row.as_list().clear()
    assert row == [PLAY]
    assert row != [TRICK]


@pytest.mark.parametrize("game", [info.name for info in cardhouse.games()])
def test_no_action_changes_the_events_of_an_earlier_one(game: str) -> None:
    playing = cardhouse.new(game, seed=2)
    rows, plain = [], []
    for seat, text in random_play(playing.copy(), cardhouse.Chance(2)):
        events = playing.fire() if seat is None else playing.apply(seat, text)
        rows.append(events)
        plain.append([event.plain() for event in events])
        if len(rows) == 60:
            break
    assert [[event.plain() for event in row] for row in rows] == plain
    assert any(plain)
