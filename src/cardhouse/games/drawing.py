"""How cards and a table look as lines of text: what a game's own terminal part draws with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..engine.cards import SUITS, Card
from ..engine.view import View, Zone
from ..engine.words import say

SYMBOLS = dict(zip(SUITS, "♣♦♠♥", strict=True))
RED = {"d", "h"}
PILE_SHOWN = 6


@dataclass(frozen=True)
class Style:
    """How cards and words look: suits as symbols or letters, with colours or without."""

    symbols: bool = False
    colours: bool = False

    def card(self, card: Card | None) -> str:
        if card is None:
            return "??"
        text = str(card)
        if self.symbols and card.suit in SYMBOLS:
            text = card.rank.replace("T", "10") + SYMBOLS[card.suit]
        return self._painted("31", text) if card.suit in RED else text

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Cards in the order given."""
        return " ".join(self.card(card) for card in cards) or say("terminal.nothing", {})

    def sorted(self, cards: Iterable[Card]) -> str:
        """Cards by suit, the low ones first, and a wider gap between suits."""
        suits: dict[str, list[Card]] = {}
        for card in sorted(cards):
            suits.setdefault(card.suit if card.rank != "W" else "W", []).append(card)
        return "  ".join(self.cards(suit) for suit in suits.values()) or say("terminal.nothing", {})

    def strong(self, text: str) -> str:
        return self._painted("1", text)

    def faint(self, text: str) -> str:
        return self._painted("2", text)

    def _painted(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colours else text


class TextTable:
    """Draws the views of one table, whose players have these names."""

    def __init__(self, names: Sequence[str], style: Style) -> None:
        self.names = names
        self.style = style
        self.width = max(len(self.player(seat)) for seat in range(len(names)))

    def player(self, seat: int) -> str:
        return self.names[seat]

    def row(self, view: View, seat: int, text: str) -> str:
        """A player's line: whose move it is, the name, and what there is to say."""
        mark = ">" if seat in view.turn else " "
        name = self.player(seat).ljust(self.width)
        return f"{mark} {self.style.strong(name) if seat == view.seat else name}  {text}"

    def hand(self, view: View) -> list[str]:
        """The own hand, sorted."""
        if view.seat is None:
            return []
        return [self.say("hand", cards=self.style.strong(self.style.sorted(view.hand)))]

    def pile(self, cards: Sequence[Card | None]) -> str:
        """A pile from the bottom up; of a high one just the top."""
        shown = self.style.cards(cards[-PILE_SHOWN:])
        return f"… {shown}" if len(cards) > PILE_SHOWN else shown

    def say(self, what: str, **facts: object) -> str:
        return say(f"terminal.{what}", facts, self.names)


def plain_lines(table: TextTable, view: View) -> list[str]:
    """Any game: every zone as it is."""
    lines = []
    for zone in view.zones:
        owner = "" if zone.seat is None else table.player(zone.seat)
        lines.append("  " + table.say("zone", owner=owner, name=zone.name, cards=zone_line(table, zone)).strip())
    return lines


def zone_line(table: TextTable, zone: Zone) -> str:
    hidden = len(zone.cards) - len(zone.known)
    if not hidden:
        return table.style.cards(zone.cards)
    counted = table.say("cards", count=hidden)
    return f"{table.style.cards(zone.known)} + {counted}" if zone.known else counted
