"""Views, events and outcomes as they cross a border: plain values, typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .action import Action, Actions, action_texts
from .errors import Unreadable, shown
from .options import Value
from .outcome import Outcome
from .zone import Zone, plain_zones


class PlainOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended, as it crosses a border."""

    places: list[int]
    scores: list[int]
    reason: str
    # Who plays together: the number of each seat's side, where there are sides.
    teams: list[int] = []


class PlainView(msgspec.Struct, frozen=True):
    """A view as it crosses a border: zones as name, seat and cards (``As Td ??``), actions as their texts."""

    game: str
    seats: int
    seat: int | None
    step: int
    options: dict[str, Value]
    phase: str
    turn: list[int]
    zones: list[tuple[str, int | None, str]]
    roles: dict[str, int]
    scores: list[int]
    facts: dict[str, Any]
    legal: list[str]
    timer: tuple[str, float] | None
    outcome: PlainOutcome | None


class PlainEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as it crosses a border, with the cards that its reader may see."""

    kind: str
    seat: int | None
    cards: str = ""
    facts: dict[str, Any] = {}


class Timer(msgspec.Struct, frozen=True):
    """A named timer that the rules want to run now, and for how long."""

    name: str
    seconds: float


def plain_fields(
    game: str,
    seats: int,
    seat: int | None,
    step: int,
    options: dict[str, Value],
    phase: str,
    turn: list[int],
    zones: list[Zone],
    roles: dict[str, int],
    scores: list[int],
    facts: dict[str, Any],
    legal: Actions | tuple[Action, ...],
    timer: Timer | None,
    outcome: Outcome | None,
) -> dict[str, Any]:
    """A view's fields as plain values; what is plain already is taken as it is, and not copied."""
    return {
        "game": game,
        "seats": seats,
        "seat": seat,
        "step": step,
        "options": options,
        "phase": phase,
        "turn": turn,
        "zones": plain_zones(zones),
        "roles": roles,
        "scores": scores,
        "facts": facts,
        "legal": action_texts(legal),
        "timer": [timer.name, timer.seconds] if timer is not None else None,
        "outcome": msgspec.to_builtins(plain_outcome(outcome)) if outcome is not None else None,
    }


def plain_outcome(outcome: Outcome | None) -> PlainOutcome | None:
    """An outcome as it crosses a border."""
    if outcome is None:
        return None
    return PlainOutcome(list(outcome.places), list(outcome.scores), outcome.reason, list(outcome.teams))


def read_view(plain: Mapping[str, Any]) -> PlainView:
    """Plain values as the fields of a view; `Unreadable` names the one that is wrong."""
    try:
        return msgspec.convert(plain, PlainView)
    except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
        raise Unreadable("unreadable.view", why=shown(str(error))) from error
