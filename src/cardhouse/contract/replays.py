"""A recorded game laid out step by step, with all cards open."""

from __future__ import annotations

import msgspec

from ..engine.options import Value
from ..engine.view import PlainEvent, PlainOutcome, PlainView


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a recorded game and how the game stood after it; ``seconds`` are since the deal."""

    seat: int | None
    action: str
    seconds: float
    events: list[PlainEvent]
    words: list[str]
    view: PlainView
    notes: list[str] = []


class Replay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A recorded game. ``faces`` are those of the seats where the house knows them; ``frames`` begin with the deal."""

    game: str
    seats: int
    options: dict[str, Value]
    names: list[str]
    seed: str
    commitment: str
    salt: str
    outcome: PlainOutcome | None
    frames: list[Frame]
    faces: list[str] | None = None
