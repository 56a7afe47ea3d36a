"""All that one seat may know of a game, as one value: for bots, the page and the terminal alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from .action import Action, Actions, action_texts, parse_action
from .cards import Card, parse_card
from .errors import Unreadable, shown
from .options import Value
from .outcome import Outcome as Outcome
from .zone import Zone as Zone
from .zone import zone_of as zone_of


class Timer(msgspec.Struct, frozen=True):
    """A named timer that the rules want to run now, and for how long."""

    name: str
    seconds: float


class View(msgspec.Struct, frozen=True):
    """What ``seat`` may know (None: a spectator).

    ``phase`` names the part of the game, ``turn`` the seats from whom a move is awaited, ``roles`` who is what.
    ``facts`` holds what else is public or known to this seat, its perfect memory included.
    """

    game: str
    seats: int
    seat: int | None
    step: int
    options: Mapping[str, Value]
    phase: str
    turn: tuple[int, ...]
    zones: tuple[Zone, ...]
    roles: Mapping[str, int]
    scores: tuple[int, ...]
    facts: Mapping[str, Any]
    legal: Actions | tuple[Action, ...]
    timer: Timer | None
    outcome: Outcome | None

    def zone(self, name: str, seat: int | None = None) -> Zone:
        """The zone of this name (and seat); an empty one if the game has none such now."""
        for zone in self.zones:
            if zone.name == name and zone.seat == seat:
                return zone
        return Zone(name, seat, ())

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's own cards, as far as it may see them."""
        return self.zone("hand", self.seat).known if self.seat is not None else ()

    def plain(self) -> dict[str, Any]:
        """The view as plain values, for the wire. `View.read` gives an equal view back."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "step": self.step,
            "options": dict(self.options),
            "phase": self.phase,
            "turn": list(self.turn),
            "zones": [zone.plain() for zone in self.zones],
            "roles": dict(self.roles),
            "scores": list(self.scores),
            "facts": dict(self.facts),
            "legal": action_texts(self.legal),
            "timer": [self.timer.name, self.timer.seconds] if self.timer else None,
            "outcome": outcome_plain(self.outcome),
        }

    def json(self) -> str:
        """The view as one line of text; equal views have equal text."""
        return json.dumps(self.plain(), sort_keys=True, separators=(",", ":"))

    @staticmethod
    def read(plain: Mapping[str, Any]) -> View:
        """The view that `plain` was made from; `Unreadable` if it was made from none."""
        try:
            return View._read(plain)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise Unreadable("unreadable.view", why=f"{type(error).__name__}: {shown(str(error))}") from error

    @staticmethod
    def _read(plain: Mapping[str, Any]) -> View:
        timer, outcome = plain["timer"], plain["outcome"]
        return View(
            game=plain["game"],
            seats=plain["seats"],
            seat=plain["seat"],
            step=plain["step"],
            options=plain["options"],
            phase=plain["phase"],
            turn=tuple(plain["turn"]),
            zones=tuple(Zone(name, seat, _zone_cards(text)) for name, seat, text in plain["zones"]),
            roles=plain["roles"],
            scores=tuple(plain["scores"]),
            facts=plain["facts"],
            legal=tuple(parse_action(text) for text in plain["legal"]),
            timer=Timer(timer[0], timer[1]) if timer else None,
            outcome=outcome_of(outcome) if outcome else None,
        )


def outcome_plain(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as plain values."""
    if outcome is None:
        return None
    plain: dict[str, Any] = {
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
    }
    if outcome.teams:
        plain["teams"] = list(outcome.teams)
    return plain


def outcome_of(plain: Mapping[str, Any]) -> Outcome:
    """The outcome that `outcome_plain` was made from."""
    return Outcome(tuple(plain["places"]), tuple(plain["scores"]), plain["reason"], tuple(plain.get("teams", ())))


def _zone_cards(text: str) -> tuple[Card | None, ...]:
    return tuple(None if word == "??" else parse_card(word) for word in text.split())
