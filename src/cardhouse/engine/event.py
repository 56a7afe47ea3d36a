"""What happened, as it is told to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from .cards import HIDDEN, cards_text
from .words import say

NO_FACTS: Final[dict[str, object]] = {}


@mypyc_attr(acyclic=True)
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
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.cards = cards
        self.facts = facts
        self.only = only

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
