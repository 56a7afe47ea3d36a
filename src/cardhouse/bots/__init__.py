"""Everything that bots share: how one is asked, levels, search, advice and review. Knows no game by name."""

from .bot import Bot, Move, RandomBot
from .levels import LEVELS, NAMES
from .players import Maker, bot_maker, bot_names, cat_levels, make_bot, usual_level

__all__ = [
    "LEVELS",
    "NAMES",
    "Bot",
    "Maker",
    "Move",
    "RandomBot",
    "bot_maker",
    "bot_names",
    "cat_levels",
    "make_bot",
    "usual_level",
]
