"""A plain game in the terminal, in words and typed actions, against cats."""

from __future__ import annotations

from ..game import Game
from ..games.slaps import slaps_of
from .keys import Keys, keyboard
from .screen import Clock, Screen, Style, console
from .sitting import Sitting, nearest_bot, seat_cats
from .slaps import Slaps
from .turns import Turns


def sit_down(
    game: Game,
    screen: Screen,
    *,
    name: str = "Guest",
    level: str = "medium",
    seed: int = 0,
    clock: Clock | None = None,
    keys: Keys | None = None,
    pause: float = 0.0,
    save: str = "",
) -> Sitting:
    """Play a game that has just been dealt to its end, or until the person at seat 0 leaves.

    ``level`` names the bots, ``seed`` decides which cats come and what they do, ``save`` is where the record goes.
    """
    sitting = Sitting(game, name, seat_cats(game, level, seed, name), screen, clock or Clock())
    try:
        if slaps_of(game.setup.game):
            Slaps(sitting, keys or keyboard(screen)).play()
        else:
            Turns(sitting, pause).play()
    finally:
        if save:
            sitting.save(save)
    return sitting


__all__ = ["Clock", "Keys", "Screen", "Sitting", "Style", "console", "nearest_bot", "sit_down"]
