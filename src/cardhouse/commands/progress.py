"""How far a long command is, on one line of a terminal, with the time left; nothing where there is no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

WIDTH = 30
# Seconds between two looks at it.
BETWEEN = 0.1


class Bar:
    """A bar that is there while something is done, and leaves no trace."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.wanted = stream.isatty()
        self.start = clock()
        self.next = self.start

    def show(self, done: int, total: int) -> None:
        """Show how many of all are done."""
        now = self.clock()
        if not self.wanted or not done or (now < self.next and done < total):
            return
        self.next = now + BETWEEN
        full = WIDTH * done // total
        left = round((now - self.start) / done * (total - done))
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total}  {left // 60}:{left % 60:02}"
        self.stream.write(f"\r{line}\x1b[K")
        self.stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.wanted:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
