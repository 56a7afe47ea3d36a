"""Random games in one compiled loop: they are played to their end, and the position stays as it is."""

from __future__ import annotations

import cardhouse
from cardhouse import Chance
from cardhouse.engine.playouts import play_fresh, play_on


def test_a_position_is_played_on_again_and_again_and_stays_as_it_is() -> None:
    game = cardhouse.new("durak", seed=1)
    before = game.digest()
    actions = play_on(game, 3, Chance(1))
    assert actions > 30
    assert game.digest() == before
    chance, expected = Chance(1), 0
    for _ in range(3):
        other = game.copy()
        other.chance = chance
        other.play_out(chance)
        expected += other.step
    assert actions == expected


def test_fresh_games_are_dealt_from_one_stream() -> None:
    game = cardhouse.new("durak", seed=1)
    undealt = type(game)(game.setup)
    assert play_fresh(undealt, 2, Chance(1)) == play_fresh(undealt, 2, Chance(1)) > 20
    assert play_fresh(undealt, 0, Chance(1)) == 0
