"""Views that somebody else made: what no game can show is refused before rules are led astray by it.

A view that the rules made passes; one that was damaged on its way, or made up, raises `BadSetup` that says what is
wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

from .cards import BIT, count, parse_cards, set_of
from .errors import BadSetup
from .game import MOST_STEPS, Game
from .options import settle
from .outcome import Outcome
from .view import View


def impossible(view: View, what: str) -> BadSetup:
    """Return what to raise about a view in which this can't be."""
    return BadSetup("setup.no_game_fits", game=view.game, what=what)


def check_frame(view: View, kind: type[Game]) -> None:
    """Check what is the same in the views of all games."""
    if type(view.seats) is not int or view.seats not in kind.seat_choices:
        raise impossible(view, "the number of seats")
    if dict(view.options) != settle(view.game, kind.options, view.options):
        raise impossible(view, "the options")
    kind.cards(view.seats, view.options)
    if view.seat is not None:
        seat_in(view, view.seat, "seat")
    number_in(view, view.step, "step", 0, MOST_STEPS)
    for seat in view.turn:
        seat_in(view, seat, "turn")
    for role, seat in view.roles.items():
        seat_in(view, seat, role)
    each_in(view, view.scores, "scores", -1000000, 1000000)
    outcome = view.outcome
    if outcome is None:
        return
    if not isinstance(outcome, Outcome):
        raise impossible(view, "outcome")
    each_in(view, outcome.places, "outcome", 1, view.seats)
    each_in(view, outcome.scores, "outcome", -1000000, 1000000)
    if outcome.teams:
        each_in(view, outcome.teams, "outcome", 0, view.seats - 1)


def check_cards(
    view: View, deck: i64, own: tuple[str, ...], common: tuple[str, ...], hidden: tuple[str, ...], looks: str = ""
) -> None:
    """Check that there are no other places than each seat's ``own`` and the ``common`` ones, and each card is in one.

    Only the ``hidden`` ones may have cards face down. The place ``looks`` shows cards that lie elsewhere.
    """
    places = {(zone.name, zone.seat) for zone in view.zones}
    if len(view.zones) != len(places):
        raise impossible(view, "zones")
    for name, seat in places:
        if (name not in common) if seat is None else (name not in own or seat_in(view, seat, name) != seat):
            raise impossible(view, "zones")
    seen: i64 = 0
    unseen = 0
    for zone in view.zones:
        lying: i64 = 0
        for card in zone.cards:
            if card is None:
                if zone.name not in hidden:
                    raise impossible(view, zone.name)
                unseen += 1
                continue
            bit = BIT[number_in(view, card, zone.name, 0, 53)]
            if not deck & bit or lying & bit or (zone.name != looks and seen & bit):
                raise impossible(view, zone.name)
            lying |= bit
        if zone.name != looks:
            seen |= lying
    if count(seen) + unseen != count(deck):
        raise impossible(view, "zones")


def number_in(view: View, value: object, what: str, low: int, high: int) -> int:
    """The value, if it is a whole number in this range."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise impossible(view, what)
    return value


def seat_in(view: View, value: object, what: str) -> int:
    return number_in(view, value, what, 0, view.seats - 1)


def each_in(view: View, values: object, what: str, low: int, high: int) -> list[int]:
    """The values, one for each seat, if they are whole numbers in this range."""
    if not isinstance(values, Sequence) or len(values) != view.seats:
        raise impossible(view, what)
    return [number_in(view, value, what, low, high) for value in values]


class Facts:
    """The facts of a view, each checked as it is asked for."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.facts: Mapping[str, Any] = view.facts

    def fact(self, name: str) -> Any:
        if name not in self.facts:
            raise impossible(self.view, name)
        return self.facts[name]

    def number(self, name: str, low: int, high: int) -> int:
        return number_in(self.view, self.fact(name), name, low, high)

    def seat(self, name: str) -> int | None:
        """A seat, or nobody."""
        value = self.fact(name)
        return None if value is None else seat_in(self.view, value, name)

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        """A number for each seat."""
        return each_in(self.view, self.fact(name), name, low, high)

    def switch(self, name: str) -> bool:
        value = self.fact(name)
        if not isinstance(value, bool):
            raise impossible(self.view, name)
        return value

    def switches(self, name: str) -> list[bool]:
        """Yes or no for each seat."""
        values = self.items(name, self.view.seats)
        if not all(isinstance(value, bool) for value in values):
            raise impossible(self.view, name)
        return values

    def seats(self, name: str) -> list[int]:
        """Some seats, none of them twice."""
        found = [seat_in(self.view, seat, name) for seat in self.items(name)]
        if len(set(found)) != len(found):
            raise impossible(self.view, name)
        return found

    def items(self, name: str, length: int = -1) -> list[Any]:
        """A list, of this length if one is given."""
        value = self.fact(name)
        if not isinstance(value, (list, tuple)) or (length >= 0 and len(value) != length):
            raise impossible(self.view, name)
        return list(value)

    def text(self, name: str) -> str:
        value = self.fact(name)
        if not isinstance(value, str):
            raise impossible(self.view, name)
        return value

    def cards(self, name: str) -> i64:
        """A set of cards."""
        return set_of(parse_cards(self.text(name)))

    def cards_of_seats(self, name: str) -> list[int]:
        """A set of cards for each seat."""
        return [self.set_of_text(name, text) for text in self.items(name, self.view.seats)]

    def set_of_text(self, name: str, text: object) -> int:
        """The set of the cards in a text that is part of a fact."""
        if not isinstance(text, str):
            raise impossible(self.view, name)
        return set_of(parse_cards(text))
