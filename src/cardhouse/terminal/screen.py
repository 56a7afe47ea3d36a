"""Lines in and lines out, how cards look in them, and the clock: all that a terminal is to a game."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable

from ..engine.words import say
from ..games.drawing import Style


class Clock:
    """Time as a terminal game needs it; tests hand in one of their own, so that none of them waits."""

    def now(self) -> float:
        """Seconds since some moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


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
    colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if colours and os.name == "nt":
        # Makes older Windows consoles understand colours.
        os.system("")
    return Style(symbols, colours)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
