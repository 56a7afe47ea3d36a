"""The state of a game: its fields, each declared once, and what is made of them.

A game declares a field where it gives it its first value, in ``__init__``. Copying, setting back, pickling and
comparing follow from that. A game of plain Python inherits them: its fields are found by name. For compiled rules
`tools/game_state.py` writes the first two as code, because finding fields by name is many times slower.

An array, a list or a ring of cards is copied with the game that holds it. A field marked `Shared` holds something that
is only ever replaced, never changed, so copies hold the same object.
"""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from .game import Game, Setup

T = TypeVar("T")
Shared = Annotated[T, "shared"]

ARRAY: type[Any] = type(vec[i64]())
# What decides a game before its first action, and where events go while they are recorded.
NO_STATE = frozenset({"setup", "seats", "recording", "events", "__dict__"})
UNCHANGING = (int, str, float, bool, bytes, frozenset, type(None))


def array_of(numbers: list[int]) -> Any:
    """These numbers as an array."""
    return vec[i64](numbers)


def _reduced(array: Any) -> tuple[Callable[[list[int]], Any], tuple[list[int]]]:
    return array_of, (list(array),)


# Everything else that a game holds pickles by itself; this lets `pickle` and `copy` send arrays as lists.
copyreg.pickle(ARRAY, _reduced)


def fields(game: Game) -> Iterator[str]:
    """The names of all fields of a game."""
    for name in (*getattr(type(game), "__mypyc_attrs__", ()), *getattr(game, "__dict__", ())):
        if name not in NO_STATE:
            yield name


def state_of(game: Game) -> dict[str, Any]:
    """Every field of a game with its value."""
    return {name: getattr(game, name) for name in fields(game)}


def set_state(game: Game, like: Game) -> None:
    """Give each field the value that it has in another game; chance is left as it is."""
    for name, value in state_of(like).items():
        if name != "chance":
            setattr(game, name, own(value))


def own(value: Any) -> Any:
    """The value itself if nothing can change it, else a copy."""
    if isinstance(value, UNCHANGING):
        return value
    if type(value) is list:
        return [own(each) for each in value]
    if type(value) is dict:
        return {key: own(each) for key, each in value.items()}
    if type(value) is tuple:
        return tuple([own(each) for each in value])
    if type(value) is ARRAY:
        return value[:]
    return copy.deepcopy(value)


def comparable(value: Any) -> Any:
    """Return what two values have in common if and only if they are pickled alike."""
    if isinstance(value, UNCHANGING):
        return value
    if isinstance(value, (list, tuple)):
        return [comparable(each) for each in value]
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    if isinstance(value, (set, type)):
        return value
    if type(value) is ARRAY:
        return list(value)
    return type(value), [comparable(part) for part in value.__reduce_ex__(4)[1:]]


def comparable_state(game: Game) -> dict[str, Any]:
    """Every field of a game as a value that can be compared."""
    return {name: comparable(value) for name, value in state_of(game).items()}


def restored(kind: Callable[[Setup], Game], setup: Setup, state: dict[str, Any]) -> Game:
    """The game of this class and setup with this state."""
    game = kind(setup)
    for name, value in state.items():
        setattr(game, name, value)
    return game
