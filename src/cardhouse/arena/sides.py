"""The processes of people's own bots: one for each bot of the contest that this thread plays."""

from __future__ import annotations

import atexit
import threading
from functools import partial

from ..bots import Maker, bot_maker
from ..bots.process import BotProcess, is_own

Key = tuple[int, str, str, float, int]
_sides: dict[Key, BotProcess] = {}


def ready_sides(game: str, names: tuple[str, ...], limit: float, memory: int) -> None:
    """Keep the processes of these bots, and end all others."""
    thread = threading.get_ident()
    wanted = {(thread, game, name, limit, memory) for name in names if is_own(name)}
    for key in [key for key in _sides if key[0] == thread and key not in wanted]:
        _sides.pop(key).close()
    for key in wanted - set(_sides):
        _sides[key] = BotProcess(*key[1:])


def side_maker(game: str, name: str, limit: float, memory: int, seat: int) -> Maker:
    """Return what makes this bot for a seat: here, if it is one of the house, and in its process if it is not."""
    if is_own(name):
        return partial(_sides[threading.get_ident(), game, name, limit, memory].bot, seat)
    return bot_maker(game, name)


def end_sides() -> None:
    """Kill all processes of bots."""
    while _sides:
        _sides.popitem()[1].close()


atexit.register(end_sides)
