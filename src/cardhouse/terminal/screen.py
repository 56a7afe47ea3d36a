"""Lines in and lines out, how cards look in them, and the clock: all that a terminal is to a game."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..cards import SUITS, Card
from ..words import say

SYMBOLS = dict(zip(SUITS, "♣♦♠♥", strict=True))
RED = {"d", "h"}


class Clock:
    """Time as a terminal game needs it; tests hand in one of their own, so that none of them waits."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


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


class Screen:
    """Where a game is told and typed."""

    def __init__(self, read: Callable[[str], str], write: Callable[[str], object], style: Style | None = None) -> None:
        """``read`` is called as `input` is, and raises `EOFError` when there is no more; ``write`` gets whole lines."""
        self.read = read
        self.write = write
        self.style = style or Style()

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def say(self, what: str, **facts: object) -> None:
        """Write one of the terminal's own sentences."""
        self.line(say(f"terminal.{what}", facts))

    def ask(self, prompt: str) -> str | None:
        """A typed line; None at the end of all input."""
        try:
            return self.read(prompt).strip()
        except EOFError:
            self.line()
            return None


def console() -> Screen:
    """The screen of this process."""
    with contextlib.suppress(ImportError):
        # With it loaded, `input` can edit the line and knows the lines before.
        importlib.import_module("readline")
    return Screen(input, _write, style_for_stdout())


def style_for_stdout() -> Style:
    """Colours only where a person looks at them, symbols only where they can be written."""
    symbols = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    colours = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    if colours and os.name == "nt":
        # Makes older Windows consoles understand colours.
        os.system("")
    return Style(symbols, colours)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
