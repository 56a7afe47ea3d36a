"""Who can sit at a table: bots by name, for each game, and bots from people's own files."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

from ..errors import BadSetup
from ..games import game_class
from .bot import Bot, Move, RandomBot

LEVELS = ("easy", "medium", "hard", "expert")
NAMES = ("random", "greedy", *LEVELS)
Maker = Callable[[int], Bot]

_makers: dict[tuple[str, str], Maker] = {}


def register_bots(game: str, **makers: Maker) -> None:
    """Make bots of a game known by their names; each is made from a seed."""
    for name, maker in makers.items():
        _makers[game, name] = maker


def bot_names(game: str) -> list[str]:
    """The bots that know this game, weakest first."""
    game_class(game)
    return ["random", *[name for of, name in _makers if of == game]]


def make_bot(game: str, name: str, seed: int = 0) -> Bot:
    """The bot of this name for a game, or one from a file: ``path/to/file.py:ClassName``."""
    return bot_maker(game, name)(seed)


def bot_maker(game: str, name: str) -> Maker:
    """What makes this bot from a seed: for many games of one bot, whose file is then read only once."""
    game_class(game)
    if ".py:" in name:
        return _load(name)
    if name == "random":
        return RandomBot
    if (game, name) not in _makers:
        raise BadSetup("setup.bot_unknown", name=name[:60], game=game, known=", ".join(bot_names(game)))
    return _makers[game, name]


def _load(name: str) -> type[Bot]:
    """The bot class that ``file.py:ClassName`` names."""
    path, _, wanted = name.rpartition(":")
    file = Path(path).resolve()
    if not file.is_file():
        raise BadSetup("setup.bot_file", path=path)
    spec = importlib.util.spec_from_file_location(f"cardhouse_bot_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise BadSetup("setup.bot_file", path=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadSetup("setup.bot_broken", path=path, why=f"{type(error).__name__}: {error}") from error
    found = getattr(module, wanted, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadSetup("setup.bot_class", path=path, name=wanted)
    return found


# Each of these registers the bots of its games.
for _module in ("slap_cats", "hearts", "threes", "durak"):
    importlib.import_module(f".{_module}", __name__)

__all__ = ["LEVELS", "NAMES", "Bot", "Move", "RandomBot", "bot_maker", "bot_names", "make_bot", "register_bots"]
