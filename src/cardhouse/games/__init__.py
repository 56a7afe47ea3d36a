"""The games of the house: a folder for each, and whatever other packages add.

A package adds games through the entry point group ``cardhouse.games``: each names a `GameSpec`. They are loaded when a
game is looked up for the first time. The package itself can be called: ``cardhouse.games()`` lists all games.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import warnings
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from ..bots.advice import add_adviser
from ..bots.players import add_bots
from ..engine.registry import add_finder, add_rules, game_class, game_names
from ..engine.words import add_texts
from .spec import WON, GameSpec, Learning, Measure, Terminal

GROUP = "cardhouse.games"

_specs: dict[str, GameSpec] = {}


def register(game: GameSpec) -> None:
    """Make a game known by its name, everywhere: to `new`, the bots, the arena, tables, the page and the terminal."""
    _specs[game.name] = game
    add_rules(game.rules, game.sampler)
    add_bots(game.name, game.bots)
    add_adviser(game.name, game.adviser)
    if game.words is not None:
        add_texts(game.words)


def spec(name: str) -> GameSpec:
    """Return what a game declares; `BadSetup` if there is none of this name."""
    game_class(name)
    return _specs[name]


def games() -> list[GameSpec]:
    """All games: those of the house, and those of other packages."""
    game_names()
    return sorted(_specs.values(), key=lambda game: game.order)


def find_games() -> None:
    """Register the games of this folder, then those of other packages. One that can't be loaded is left out."""
    for module in pkgutil.iter_modules(__path__):
        shared = Path(__file__).parent / module.name / "words"
        if shared.is_dir():
            add_texts(shared)
        if module.ispkg and importlib.util.find_spec(f"{__name__}.{module.name}.spec"):
            register(importlib.import_module(f"{__name__}.{module.name}.spec").SPEC)
    for point in entry_points(group=GROUP):
        try:
            found = point.load()
            if not isinstance(found, GameSpec):
                raise TypeError(f"{point.value} is no GameSpec")
            if found.name in _specs:
                raise ValueError(f"there is a game {found.name} already")
            register(found)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            warnings.warn(f"the game {point.name!r} can't be loaded: {why}", RuntimeWarning, stacklevel=2)


class Games(ModuleType):
    """This package, callable: ``cardhouse.games()``."""

    def __call__(self) -> list[GameSpec]:
        """All games of the house and of other packages."""
        return games()


sys.modules[__name__].__class__ = Games
add_finder(find_games)

__all__ = ["WON", "GameSpec", "Games", "Learning", "Measure", "Terminal", "games", "register", "spec"]
