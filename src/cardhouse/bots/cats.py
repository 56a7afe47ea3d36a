"""The cats of the house by name, and how good each likes to be. Their faces are on the page."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.chance import Chance

CATS = {
    "Marmalade": "medium",
    "Domino": "hard",
    "Duchess": "hard",
    "Soot": "hard",
    "Patches": "easy",
    "Mocha": "medium",
    "Professor Ash": "hard",
    "Boris": "medium",
    "Biscuit": "easy",
    "Cleo": "medium",
    "Tundra": "easy",
}


def face_of(name: str) -> str:
    """The name of a cat's face on the page."""
    return name.split()[0].lower()


def some_cats(count: int, seed: int, level: str = "", taken: Sequence[str] = ()) -> list[str]:
    """Names of different cats for a table, the same for the same seed; those that like this level come first."""
    chance = Chance(seed)
    free = [name for name in CATS if name not in taken]
    mixed = [free.pop(chance.below(len(free))) for _ in range(len(free))]
    return sorted(mixed, key=lambda name: CATS[name] != level)[:count]
