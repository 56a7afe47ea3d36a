"""A game as values that can be pickled, and the game again: for other processes, and for what copies by pickling.

All that a game holds pickles by itself. Arrays of numbers do not: importing this module teaches `pickle` and `copy` to
send them as lists, wherever they are held.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from .game import Game, Setup

ARRAY: type[Any] = type(vec[i64]())


def array_of(numbers: list[int]) -> Any:
    """These numbers as an array."""
    return vec[i64](numbers)


def _reduced(array: Any) -> tuple[Callable[[list[int]], Any], tuple[list[int]]]:
    return array_of, (list(array),)


copyreg.pickle(ARRAY, _reduced)


def state_of(game: Game) -> dict[str, Any]:
    """Everything that a game keeps beside its setup, by name."""
    names = [*getattr(type(game), "__mypyc_attrs__", ()), *getattr(game, "__dict__", ())]
    return {name: getattr(game, name) for name in names if name not in ("setup", "__dict__")}


def restored(kind: Callable[[Setup], Game], setup: Setup, state: dict[str, Any]) -> Game:
    """The game of this class and setup with this state."""
    game = kind(setup)
    for name, value in state.items():
        setattr(game, name, value)
    return game
