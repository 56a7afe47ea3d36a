"""A place for cards, as somebody sees it."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from .cards import HIDDEN, PLACES, Card, cards_text, seen_cards
from .errors import Unreadable, shown


@mypyc_attr(acyclic=True)
class Zone:
    """A place for cards: a hand, a pile, the stock. A card that this view may not show is None."""

    def __init__(self, name: str, seat: int | None, cards: Sequence[object]) -> None:
        """The zone with these cards; `Unreadable` if there is something among them that is neither a card nor None."""
        self.name = name
        self.seat = seat
        self._numbers: list[int] = [_number(card) for card in cards]

    @property
    def cards(self) -> tuple[Card | None, ...]:
        return seen_cards(self._numbers)

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that can be seen."""
        return tuple([card for card in seen_cards(self._numbers) if card is not None])

    def plain(self) -> list[object]:
        """The zone as plain values, for the wire."""
        return [self.name, self.seat, cards_text(self._numbers)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zone) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.name, self.seat, tuple(self._numbers)))

    def __repr__(self) -> str:
        return f"Zone({self.name!r}, {self.seat!r}, {cards_text(self._numbers)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return zone_of, (self.name, self.seat, self._numbers)


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
    zone._numbers = cards[:]
    return zone
