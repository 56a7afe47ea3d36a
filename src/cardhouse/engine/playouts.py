"""Random play in a loop of its own: what a search, or a benchmark, asks for by the thousand."""

from __future__ import annotations

from mypy_extensions import i64

from .chance import Chance
from .game import Game


def play_on(position: Game, times: i64, chance: Chance) -> int:
    """Play a position to its end by random legal actions, this many times; the number of actions they took.

    The position itself stays as it is. Chance within the game comes from ``chance`` too, so no two games are alike.
    """
    actions: i64 = 0
    while times > 0:
        game = position.copy()
        game.chance = chance
        game.play_out(chance)
        actions += game.step - position.step
        times -= 1
    return actions


def play_fresh(undealt: Game, times: i64, chance: Chance) -> int:
    """Deal a game that is not dealt yet and play it to its end, this many times; the number of actions they took."""
    actions: i64 = 0
    while times > 0:
        game = undealt.copy()
        game.chance = chance
        game.deal()
        game.play_out(chance)
        actions += game.step
        times -= 1
    return actions
