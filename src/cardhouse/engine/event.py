"""Events: what happened, as each seat may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, overload

from mypy_extensions import i64, mypyc_attr

from .cards import HIDDEN, cards_text, lowest
from .words import say

NO_FACTS: Final[dict[str, object]] = {}
NO_CARDS: Final[list[int]] = []
NONE_YET: Final[list[Event]] = []


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
            # All events without cards share it, and callers may write to it.
            self._cards = []
        return self._cards

    @property
    def facts(self) -> dict[str, object]:
        """Return what else is known of it, by name."""
        if self._fact:
            self._facts = {self._fact: int(self._number)}
            self._fact = ""
        elif self._facts is NO_FACTS:
            self._facts = {}
        return self._facts

    def seen_by(self, seat: int | None) -> Event:
        """The event as this seat may see it (None: a spectator): the same, or with the cards face down.

        >>> from cardhouse import Event
        >>> drawn = Event('draw', 1, [0], {}, only=(1,))
        >>> drawn.seen_by(1).cards, drawn.seen_by(0).cards
        ([0], [-1])
        """
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


@mypyc_attr(acyclic=True, free_list_len=1)
class Events:
    """The events of an action, in order. It reads like a list; events that were only noted are made when looked at.

    Most actions make one thing happen, and playouts from Python look at none.
    """

    def __init__(self) -> None:
        # What was noted first, and what came of it.
        self._kind = ""
        self._seat: i64 = 0
        self._packed: i64 = 0
        self._then = ""
        self._then_seat: i64 = 0
        self._then_packed: i64 = 0
        self._fact = ""
        self._number: i64 = 0
        # The only one, where it was not noted.
        self._first: Event | None = None
        # All of them, once there are more or somebody looked.
        self._all = NONE_YET

    def note(self, kind: str, seat: i64, packed: i64) -> None:
        """Add what everybody may see: its kind, who did it, and the cards as `packed_set` packs them."""
        if self._kind or self._first is not None or self._all is not NONE_YET:
            self._row().append(Event(kind, seat, NO_CARDS, NO_FACTS, None, packed))
        else:
            self._kind = kind
            self._seat = seat
            self._packed = packed

    def note_then(self, kind: str, seat: i64, packed: i64, fact: str, number: i64) -> None:
        """Add what came of that, with a fact that is a number."""
        if not self._kind or self._then:
            self._row().append(Event(kind, seat, NO_CARDS, NO_FACTS, None, packed, fact, number))
        else:
            self._then = kind
            self._then_seat = seat
            self._then_packed = packed
            self._fact = fact
            self._number = number

    def append(self, event: Event) -> None:
        """Add an event."""
        if self._kind or self._first is not None or self._all is not NONE_YET:
            self._row().append(event)
        else:
            self._first = event

    def _row(self) -> list[Event]:
        if self._all is NONE_YET:
            row: list[Event] = []
            if self._first is not None:
                row.append(self._first)
            if self._kind:
                row.append(Event(self._kind, self._seat, NO_CARDS, NO_FACTS, None, self._packed))
            if self._then:
                seat, packed = self._then_seat, self._then_packed
                row.append(Event(self._then, seat, NO_CARDS, NO_FACTS, None, packed, self._fact, self._number))
            self._kind = self._then = ""
            self._first = None
            self._all = row
        return self._all

    def as_list(self) -> list[Event]:
        """The events as a list of one's own."""
        return self._row()[:]

    def __len__(self) -> int:
        return len(self._row())

    @overload
    def __getitem__(self, at: int) -> Event: ...

    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...

    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        return self._row()[at]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._row())

    def __contains__(self, event: object) -> bool:
        return event in self._row()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Events, list, tuple)) and self._row() == list(other)

    def __repr__(self) -> str:
        return repr(self._row())

    def __reduce__(self) -> tuple[object, ...]:
        return events_of, (self.as_list(),)


Sequence.register(Events)


def events_of(events: list[Event]) -> Events:
    """These events in a row."""
    row = Events()
    for event in events:
        row.append(event)
    return row


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
