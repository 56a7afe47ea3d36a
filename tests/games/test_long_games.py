"""A game that goes on for too long: a draw after 10,000 actions, of which slaps that do nothing are none."""

from __future__ import annotations

from typing import Any

import pytest
from slap_positions import dealt, do, position

import cardhouse
from cardhouse import Chance, Game, imagine
from cardhouse.engine.action import SLAP
from cardhouse.engine.game import MOST_ACTIONS, MOST_STEPS
from cardhouse.testing import random_play

SLAP_GAMES = ["ratscrew", "slapjack"]

GAME_NAMES = [game.name for game in cardhouse.games()]


def after(game: Game, steps: int) -> Game:
    """The game as it would be if this many steps had been made."""
    game.step = steps
    return game


@pytest.mark.parametrize("name", GAME_NAMES)
def test_any_game_is_a_draw_after_ten_thousand_actions(name: str) -> None:
    game = after(cardhouse.new(name, seed=1), int(MOST_ACTIONS) - 2)
    for _ in random_play(game, Chance(5)):
        assert game.step - game.idle_slaps < MOST_ACTIONS
    assert game.outcome is not None
    assert game.outcome.reason == "reason.too_long"
    assert game.outcome.winners == ()


@pytest.mark.parametrize("name", SLAP_GAMES)
def test_slaps_on_an_empty_pile_are_no_actions(name: str) -> None:
    game = cardhouse.new(name, seed=1)
    for _ in range(MOST_ACTIONS + 5):
        game.advance(1, SLAP)
    assert not game.over
    assert game.step == MOST_ACTIONS + 5
    assert game.view(0).facts["idle_slaps"] == MOST_ACTIONS + 5
    world = imagine(game.view(0), Chance(1))
    do(world, "0 turn")
    assert not world.over


@pytest.mark.parametrize("name", SLAP_GAMES)
def test_a_game_of_nothing_but_such_slaps_ends_too(name: str) -> None:
    game = cardhouse.new(name, seed=1)
    game.idle_slaps = int(MOST_STEPS) - 2
    after(game, int(MOST_STEPS) - 2)
    do(game, "0 slap")
    assert not game.over
    do(game, "1 slap")
    assert game.outcome is not None
    assert game.outcome.reason == "reason.too_long"


@pytest.mark.parametrize(
    ("hands", "options", "play", "idle"),
    [
        (("2c", "3d"), {"penalty": "card"}, "0 turn, 1 slap", 0),
        (("2c", "3d"), {"penalty": "card"}, "0 turn, 1 slap, 1 slap, 1 slap", 2),
        (("2c", "3d"), {"penalty": "none"}, "0 turn, 1 slap, 0 slap", 2),
        (("2c", "3d"), {"penalty": "lockout"}, "0 turn, 1 slap, 1 slap", 1),
        (("2c", "3d"), {"penalty": "pile"}, "0 turn, 1 slap, 1 slap", 1),
        (("2c", "2d"), {"penalty": "none"}, "0 turn, 1 turn, 0 slap", 0),
    ],
)
def test_a_slap_that_changes_something_is_an_action(
    hands: tuple[str, ...], options: dict[str, Any], play: str, idle: int
) -> None:
    game = dealt("ratscrew", *hands, **options)
    do(game, play)
    assert game.idle_slaps == idle
    assert game.copy().idle_slaps == idle


def test_a_wrong_slap_at_slapjack_always_is() -> None:
    game = dealt("slapjack", "2c", "3d")
    do(game, "0 turn, 1 slap, 0 slap")
    assert game.idle_slaps == 0


def test_in_a_draw_at_slapjack_who_is_out_keeps_the_place() -> None:
    game = position("slapjack", ["2c 3c", "", "4c 5c", ""], "7h", turn=0, out=[1, 3], places=[0, 4, 0, 3], rest=0)
    after(game, int(MOST_ACTIONS) - 1)
    do(game, "0 turn")
    assert game.outcome is not None
    assert game.outcome.reason == "reason.too_long"
    assert game.outcome.places == (1, 4, 1, 3)
    assert game.outcome.winners == (0, 2)
