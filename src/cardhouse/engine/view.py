"""All that one seat may know of a game, as one value: for bots, the page and the terminal alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .action import Action, Actions, parse_action
from .cards import Card, parse_card
from .errors import Unreadable, shown
from .options import Value
from .outcome import Outcome as Outcome
from .plain import PlainEvent as PlainEvent
from .plain import PlainOutcome as PlainOutcome
from .plain import PlainView as PlainView
from .plain import Timer as Timer
from .plain import plain_fields, read_view
from .plain import plain_outcome as plain_outcome
from .zone import Zone as Zone
from .zone import zone_of as zone_of

NOTHING: Final[dict[str, Any]] = {}
PARTS: Final = (
    *("game", "seats", "seat", "step", "options", "phase", "turn"),
    *("zones", "roles", "scores", "facts", "legal", "timer", "outcome"),
)


@mypyc_attr(acyclic=True)
class View:
    """Everything that ``seat`` may know (None: a spectator). A view never changes, whatever becomes of the game.

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

    def __init__(
        self,
        game: str,
        seats: int,
        seat: int | None,
        step: int,
        options: Mapping[str, Value],
        phase: str,
        turn: tuple[int, ...],
        zones: tuple[Zone, ...],
        roles: Mapping[str, int],
        scores: tuple[int, ...],
        facts: Mapping[str, Any],
        legal: Actions | tuple[Action, ...],
        timer: Timer | None,
        outcome: Outcome | None,
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.seat: Final = seat
        self.step: Final = step
        self.phase: Final = phase
        self.timer: Final = timer
        self.outcome: Final = outcome
        self._options: Mapping[str, Value] | None = options
        self._turn: tuple[int, ...] | None = turn
        self._zones: tuple[Zone, ...] | None = zones
        self._roles: Mapping[str, int] | None = roles
        self._scores: tuple[int, ...] | None = scores
        self._facts: Mapping[str, Any] | None = facts
        self._legal: Actions | tuple[Action, ...] | None = legal

    @property
    def options(self) -> Mapping[str, Value]:
        return NOTHING if self._options is None else self._options

    @property
    def turn(self) -> tuple[int, ...]:
        return () if self._turn is None else self._turn

    @property
    def zones(self) -> tuple[Zone, ...]:
        return () if self._zones is None else self._zones

    @property
    def roles(self) -> Mapping[str, int]:
        return NOTHING if self._roles is None else self._roles

    @property
    def scores(self) -> tuple[int, ...]:
        return () if self._scores is None else self._scores

    @property
    def facts(self) -> Mapping[str, Any]:
        return NOTHING if self._facts is None else self._facts

    @property
    def legal(self) -> Actions | tuple[Action, ...]:
        return () if self._legal is None else self._legal

    @property
    def source(self) -> object:
        """The game with no more in it than this seat may know from which the view is made; None: there is none."""
        return None

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
            plain = read_view(plain)
        outcome = plain.outcome
        return View(
            plain.game,
            plain.seats,
            plain.seat,
            plain.step,
            plain.options,
            plain.phase,
            tuple(plain.turn),
            tuple([Zone(name, seat, _zone_cards(text)) for name, seat, text in plain.zones]),
            plain.roles,
            tuple(plain.scores),
            plain.facts,
            tuple([parse_action(text) for text in plain.legal]),
            Timer(*plain.timer) if plain.timer else None,
            _outcome_of(outcome) if outcome else None,
        )

    def replaced(self, **parts: Any) -> View:
        """A view that is made up: this one with other parts, by their names; `Unreadable` if none can have these."""
        made: dict[str, Any] = dict(zip(PARTS, self._fields(), strict=True))
        made.update(parts)
        try:
            return View(**made)
        except TypeError as error:
            raise Unreadable("unreadable.view", why=shown(str(error))) from error

    def _fields(self) -> tuple[Any, ...]:
        place = (self.game, self.seats, self.seat, self.step, self.options, self.phase, self.turn)
        return (*place, self.zones, self.roles, self.scores, self.facts, self.legal, self.timer, self.outcome)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self.step, self.zones))

    def __repr__(self) -> str:
        return f"<View of {self.game}, seat {self.seat}, step {self.step}: {self.json()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return View, self._fields()


def _outcome_of(plain: PlainOutcome) -> Outcome:
    return Outcome(tuple(plain.places), tuple(plain.scores), plain.reason, tuple(plain.teams))


def _zone_cards(text: str) -> tuple[Card | None, ...]:
    return tuple([None if word == "??" else parse_card(word) for word in text.split()])
