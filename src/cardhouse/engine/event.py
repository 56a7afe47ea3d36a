"""What happened, as it is told to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from .cards import HIDDEN, cards_text, lowest
from .words import say

NO_FACTS: Final[dict[str, object]] = {}
NO_CARDS: Final[list[int]] = []


@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """One thing that happened: its kind, who did it, the cards it was done with, and facts about it.

    ``only`` names the seats that may see the cards; None means everybody. Facts are always for everybody.
    """

    def __init__(
        self,
        kind: str,
        seat: int | None,
        cards: list[int],
        facts: dict[str, object],
        only: tuple[int, ...] | None = None,
        packed: i64 = 0,
        fact: str = "",
        number: i64 = 0,
    ) -> None:
        """With ``packed`` cards or one ``fact`` that is a number: the list and the dict are made when looked at."""
        self.kind: Final = kind
        self.seat: Final = seat
        self.only: Final = only
        self._cards = cards
        self._packed = packed
        self._facts = facts
        self._fact = fact
        self._number = number

    @property
    def cards(self) -> list[int]:
        """The cards it was done with, by number."""
        if self._packed:
            self._cards = unpacked(self._packed)
            self._packed = 0
        elif self._cards is NO_CARDS:
            # All events without cards share it, and whoever looks may write to it.
            self._cards = []
        return self._cards

    @property
    def facts(self) -> dict[str, object]:
        """What else is known of it, by name."""
        if self._fact:
            self._facts = {self._fact: int(self._number)}
            self._fact = ""
        elif self._facts is NO_FACTS:
            self._facts = {}
        return self._facts

    def seen_by(self, seat: int | None) -> Event:
        """The event as this seat may see it (None: a spectator): the same, or with the cards face down."""
        if self.only is None:
            return self
        if seat is not None and seat in self.only:
            return Event(self.kind, self.seat, self.cards, self.facts)
        return Event(self.kind, self.seat, [HIDDEN] * len(self.cards), self.facts)

    def plain(self) -> dict[str, object]:
        """The event as plain values for the wire: what is public of it, or what `seen_by` left visible."""
        if self.only is not None:
            return self.seen_by(None).plain()
        out: dict[str, object] = {"kind": self.kind, "seat": self.seat}
        if self.cards:
            out["cards"] = cards_text(self.cards)
        if self.facts:
            out["facts"] = self.facts
        return out

    def words(self, game: str, names: Sequence[str] = ()) -> str:
        """The event as an English sentence."""
        facts = {**self.facts, "seat": self.seat, "count": self.facts.get("count", len(self.cards))}
        facts["cards"] = cards_text([card for card in self.cards if card >= 0]) or f"{len(self.cards)} cards"
        return say(f"event.{game}.{self.kind}", facts, names)

    def __repr__(self) -> str:
        return f"Event({self.plain()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.plain() == other.plain() and self.only == other.only

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.seat, self.cards, self.facts, self.only)


def packed_set(cards: i64) -> i64:
    """At most ten cards of a set in the order of their numbers, for an `Event`."""
    found: i64 = 0
    shift: i64 = 0
    while cards:
        found |= lowest(cards) + 1 << shift
        cards &= cards - 1
        shift += 6
    return found


def unpacked(packed: i64) -> list[int]:
    """The numbers of cards that are packed by six bits each, one more than its number for each."""
    cards: list[int] = []
    while packed:
        cards.append((packed & 63) - 1)
        packed >>= 6
    return cards
