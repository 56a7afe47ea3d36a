"""Bots by name, for each game, and bots from people's own files."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from ..engine.errors import BadSetup
from ..engine.registry import game_class
from .bot import Bot, RandomBot
from .levels import LEVELS, USUAL_LEVEL

Maker = Callable[[int], Bot]

_makers: dict[str, dict[str, Maker]] = {}


def add_bots(game: str, makers: Mapping[str, Maker]) -> None:
    """Make the bots of a game known by their names, weakest first; each is made from a seed."""
    _makers[game] = {"random": RandomBot, **makers}


def bot_names(game: str) -> list[str]:
    """The bots that know this game, weakest first."""
    game_class(game)
    return list(_makers[game])


def cat_levels(game: str) -> list[str]:
    """How good the cats of a game can be, the weakest first; a game without levels has all its bots."""
    names = bot_names(game)
    return [level for level in LEVELS if level in names] or names


def usual_level(game: str) -> str:
    """How good a cat is if nobody has chosen."""
    levels = cat_levels(game)
    return USUAL_LEVEL if USUAL_LEVEL in levels else levels[-1]


def make_bot(game: str, name: str, seed: int = 0) -> Bot:
    """The bot of this name for a game, or one from a file: ``path/to/file.py:ClassName``.

    >>> import cardhouse
    >>> from cardhouse.bots import make_bot
    >>> game = cardhouse.new('durak', seats=2, seed=3)
    >>> bot = make_bot('durak', 'greedy', seed=1)
    >>> bot.choose(game.view(0)) in game.legal(0)
    True
    """
    return bot_maker(game, name)(seed)


def bot_maker(game: str, name: str) -> Maker:
    """Return what makes this bot from a seed: for many games of one bot, whose file is then read only once."""
    game_class(game)
    if ".py:" in name:
        return _load(name)
    if name not in _makers[game]:
        raise BadSetup("setup.bot_unknown", name=name[:60], game=game, known=", ".join(bot_names(game)))
    return _makers[game][name]


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
