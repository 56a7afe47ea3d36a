"""A plain game in the terminal, in words and typed actions, against cats."""

from __future__ import annotations

from ..bots.levels import USUAL_LEVEL
from ..engine.game import Game
from ..games import spec
from ..games.drawing import Style
from .keys import Keys, keyboard
from .screen import Clock, Screen, console
from .session import Session, nearest_bot, seat_cats
from .slaps import Slaps
from .turns import Turns


def sit_down(
    game: Game,
    screen: Screen,
    *,
    name: str = "Guest",
    level: str = USUAL_LEVEL,
    seed: int = 0,
    clock: Clock | None = None,
    keys: Keys | None = None,
    pause: float = 0.0,
    save: str = "",
) -> Session:
    """Play a game that has just been dealt to its end, or until the person at seat 0 leaves.

    ``level`` names the bots, ``seed`` decides which cats come and what they do, ``save`` is where the record goes.
    """
    session = Session(game, name, seat_cats(game, level, seed, name), screen, clock or Clock())
    try:
        if spec(game.setup.game).slaps:
            Slaps(session, keys or keyboard(screen)).play()
        else:
            Turns(session, pause).play()
    finally:
        if save:
            session.save(save)
    return session


__all__ = ["Clock", "Keys", "Screen", "Session", "Style", "console", "nearest_bot", "sit_down"]
