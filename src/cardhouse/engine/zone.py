"""A place for cards, as somebody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from .cards import HIDDEN, PLACES, Card, cards_in, numbers_text, seen_cards, set_text
from .errors import Unreadable, shown

# Of a zone that was made from a set: its numbers are listed when they are looked at.
NOT_LISTED: Final[list[int]] = []
FACE_DOWN: Final[list[str]] = [" ".join(["??"] * cards) for cards in range(PLACES * 2)]


@mypyc_attr(acyclic=True)
class Zone:
    """A place for cards: a hand, a pile, the stock. A card that this view may not show is None.

    >>> from cardhouse.engine.zone import zone_of
    >>> hand = zone_of('hand', 1, [0, -1, 51])
    >>> hand.cards
    (Card('2c'), None, Card('Ah'))
    >>> hand.known
    (Card('2c'), Card('Ah'))
    >>> hand.plain()
    ['hand', 1, '2c ?? Ah']
    """

    def __init__(self, name: str, seat: int | None, cards: Sequence[object], known: i64 = 0, hidden: i64 = 0) -> None:
        """The zone with these cards; `Unreadable` if there is something among them that is neither a card nor None.

        Without cards: with those of a set, and this many face down behind them; no list is made until somebody looks.
        """
        self.name = name
        self.seat = seat
        self._known = known
        self._hidden = hidden
        self._listed: list[int] = [_number(card) for card in cards] if cards else NOT_LISTED

    def _numbers(self) -> list[int]:
        if self._listed is NOT_LISTED:
            self._listed = cards_in(self._known) + [HIDDEN] * self._hidden
        return self._listed

    @property
    def cards(self) -> tuple[Card | None, ...]:
        return seen_cards(self._numbers())

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that can be seen."""
        return tuple([card for card in seen_cards(self._numbers()) if card is not None])

    def _text(self) -> str:
        if self._listed is not NOT_LISTED:
            return numbers_text(self._listed)
        if not self._hidden:
            return set_text(self._known)
        if self._hidden >= len(FACE_DOWN):
            return numbers_text(self._numbers())
        face_down = FACE_DOWN[self._hidden]
        return f"{set_text(self._known)} {face_down}" if self._known else face_down

    def plain(self) -> list[object]:
        """The zone as plain values, for the wire."""
        return [self.name, self.seat, self._text()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zone) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.name, self.seat, self._text()))

    def __repr__(self) -> str:
        return f"Zone({self.name!r}, {self.seat!r}, {self._text()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return zone_of, (self.name, self.seat, self._numbers())


def _number(card: object) -> int:
    if card is None:
        return HIDDEN
    if not isinstance(card, Card):
        raise Unreadable("unreadable.card", text=shown(card, 40))
    number = int(card)
    if not 0 <= number < PLACES:
        raise Unreadable("unreadable.card", text=str(number)[:40])
    return number


def zone_of(name: str, seat: int | None, cards: list[int]) -> Zone:
    """A zone with the cards of these numbers; a negative one is a card face down."""
    zone = Zone(name, seat, ())
    zone._listed = cards[:]
    return zone


def zone_of_set(name: str, seat: int | None, known: i64, hidden: i64 = 0) -> Zone:
    """A zone with the cards of a set, and behind them this many face down."""
    return Zone(name, seat, (), known, hidden)


def plain_zones(zones: list[Zone]) -> list[list[object]]:
    """Zones as plain values, for the wire."""
    return [zone.plain() for zone in zones]
