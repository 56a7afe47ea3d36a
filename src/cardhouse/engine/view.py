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
from .zone import plain_zones
from .zone import zone_of as zone_of


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


class View(msgspec.Struct, frozen=True):
    """Everything that ``seat`` may know (None: a spectator).

    ``phase`` names the part of the game, ``turn`` the seats from whom a move is awaited, ``roles`` who is what.
    ``facts`` holds what else is public or known to this seat, its perfect memory included.

    >>> import cardhouse
    >>> view = cardhouse.new('hearts', seats=4, seed=7).view(1)
    >>> view.game, view.phase, view.turn
    ('hearts', 'pass', (0, 1, 2, 3))
    >>> view.scores, view.outcome
    ((0, 0, 0, 0), None)
    >>> view.hand[:3]
    (Card('6c'), Card('7c'), Card('8c'))
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
        """The zone of this name (and seat); an empty one if the game has none such now.

        >>> import cardhouse
        >>> view = cardhouse.new('hearts', seats=4, seed=7).view(1)
        >>> len(view.zone('hand', 3).cards), view.zone('hand', 3).known
        (13, ())
        """
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
        return plain_fields(
            self.game,
            self.seats,
            self.seat,
            self.step,
            dict(self.options),
            self.phase,
            list(self.turn),
            list(self.zones),
            dict(self.roles),
            list(self.scores),
            dict(self.facts),
            self.legal,
            self.timer,
            self.outcome,
        )

    def json(self) -> str:
        """The view as one line of text; equal views have equal text."""
        return json.dumps(self.plain(), sort_keys=True, separators=(",", ":"))

    @staticmethod
    def read(plain: Mapping[str, Any] | PlainView) -> View:
        """The view that `plain` was made from; `Unreadable` names the field that is wrong.

        >>> import cardhouse
        >>> view = cardhouse.new('hearts', seats=4, seed=7).view(1)
        >>> cardhouse.View.read(view.plain()) == view
        True
        >>> cardhouse.View.read({'game': 'hearts'})
        Traceback (most recent call last):
            ...
        cardhouse.engine.errors.Unreadable: This is not the view of a game: 'Object missing required field `seats`'
        """
        if not isinstance(plain, PlainView):
            try:
                plain = msgspec.convert(plain, PlainView)
            except (msgspec.ValidationError, RecursionError, UnicodeError) as error:
                raise Unreadable("unreadable.view", why=shown(str(error))) from error
        outcome = plain.outcome
        return View(
            game=plain.game,
            seats=plain.seats,
            seat=plain.seat,
            step=plain.step,
            options=plain.options,
            phase=plain.phase,
            turn=tuple(plain.turn),
            zones=tuple(Zone(name, seat, _zone_cards(text)) for name, seat, text in plain.zones),
            roles=plain.roles,
            scores=tuple(plain.scores),
            facts=plain.facts,
            legal=tuple(parse_action(text) for text in plain.legal),
            timer=Timer(*plain.timer) if plain.timer else None,
            outcome=_outcome_of(outcome) if outcome else None,
        )


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


def _outcome_of(plain: PlainOutcome) -> Outcome:
    return Outcome(tuple(plain.places), tuple(plain.scores), plain.reason, tuple(plain.teams))


def _zone_cards(text: str) -> tuple[Card | None, ...]:
    return tuple(None if word == "??" else parse_card(word) for word in text.split())
