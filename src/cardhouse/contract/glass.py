"""What a cat could see and thought when it made a move of a finished game."""

from __future__ import annotations

import msgspec

from .reviews import Unit


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards of a seat, or of nobody, and how many more lie face down."""

    seat: int | None
    cards: str
    hidden: int = 0


class WeighedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action with its worth, the standard error of that, and in how many deals it was tried."""

    action: str
    value: float
    error: float
    worlds: int
    proven: bool = False


class GlassCat(msgspec.Struct, frozen=True):
    """What a cat thinks of a position, from the view of its seat alone.

    ``action`` is what was done in the game, ``chosen`` what the cat does when it is asked once more; None: nothing.
    ``cat``: it was a cat of this ``level``; otherwise a person sat there, and this is what such a cat would have
    thought. ``choices`` is how many actions there were. ``seen`` says what it knew of all hands and other hidden cards,
    ``worlds`` how these lie in some of the deals that it thought likely. ``weighed`` has the best action first; empty
    if it weighs nothing.
    """

    number: int
    seat: int
    action: str
    level: str
    cat: bool
    choices: int
    unit: Unit
    seen: list[Held]
    worlds: list[list[Held]]
    weighed: list[WeighedAction]
    chosen: str | None
