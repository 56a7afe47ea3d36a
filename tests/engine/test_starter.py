"""Who starts can be said where no card decides it: so the loser of a game can start the next one."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import cardhouse
from cardhouse import BadRecord, BadSetup, Chance, imagine
from cardhouse.engine.record import Record, read_record
from cardhouse.testing import do, random_play

FREE: list[tuple[str, dict[str, Any]]] = [
    ("ratscrew", {}),
    ("slapjack", {}),
    ("durak", {"first": "random"}),
    ("threes", {"first": "random"}),
    ("threes", {"first": "random", "swap": False}),
]


def begun(name: str, options: dict[str, Any], starter: int | None, seed: int = 5) -> cardhouse.Game:
    """A game after its swapping, if there is any."""
    game = cardhouse.new(name, seats=3, seed=seed, starter=starter, options=options)
    while game.view(0).phase == "swap":
        game.apply(game.turn()[0], "ready")
    return game


@pytest.mark.parametrize(("name", "options"), FREE)
def test_who_was_chosen_starts_and_the_cards_are_the_same(name: str, options: dict[str, Any]) -> None:
    usual = begun(name, options, None)
    for seat in range(3):
        game = begun(name, options, seat)
        assert list(game.turn()) == [seat]
        assert game.open_view().zones == usual.open_view().zones
        assert list(pickle.loads(pickle.dumps(game)).turn()) == [seat]


def test_everybody_knows_at_the_swapping_who_will_start() -> None:
    game = cardhouse.new("threes", seats=3, seed=2, starter=2, options={"first": "random"})
    for number in range(20):
        world = imagine(game.view(0), Chance(number))
        while world.view(0).phase == "swap":
            world.apply(world.turn()[0], "ready")
        assert list(world.turn()) == [2]


@pytest.mark.parametrize(
    ("name", "options", "starter"),
    [
        ("hearts", {}, 1),
        ("durak", {"first": "lowest_trump"}, 1),
        ("threes", {"first": "lowest"}, 1),
        ("ratscrew", {}, 3),
        ("ratscrew", {}, -1),
        ("ratscrew", {}, True),
        ("ratscrew", {}, "1"),
    ],
)
def test_nobody_is_made_to_start_where_cards_decide_or_who_has_no_seat(
    name: str, options: dict[str, Any], starter: Any
) -> None:
    with pytest.raises(BadSetup, match="start"):
        cardhouse.new(name, seats=3, seed=1, starter=starter, options=options)


@pytest.mark.parametrize(("name", "options"), FREE)
def test_a_record_says_who_was_chosen(name: str, options: dict[str, Any]) -> None:
    game = cardhouse.new(name, seats=3, seed=8, starter=1, options=options)
    record, played = Record.of(game), game.copy()
    for seat, text in random_play(played, Chance(8)):
        timer = game.timer
        record.add(seat, text if seat is not None or timer is None else f"fire {timer.name}")
        do(game, seat, text)
    record.close(game)
    again = read_record(record.text())
    assert again.starter == 1
    assert again.text() == record.text()
    assert again.verify().outcome == game.outcome
    with pytest.raises(BadRecord):
        read_record(record.text().replace("starter: 1", "starter: 7")).verify()
