"""The puzzles that are shipped: for each game a compressed file of lines, read when it is first asked for.

`cardhouse puzzles make` made them; the command and its seeds stand in each file's first line.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path

from .puzzle import Puzzle, from_line

LIBRARIES = Path(__file__).parent / "data"
COMMENT = "#"
# The first day that is counted; which puzzle and which deal a day has follows from how many days came after it.
FIRST_DAY = date(2026, 1, 1)


class Library:
    """The puzzles of one game, in the order of the file, and by name."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self.puzzles = tuple(puzzles)
        self._by_id = {puzzle.id: puzzle for puzzle in self.puzzles}

    def __len__(self) -> int:
        return len(self.puzzles)

    def get(self, name: str) -> Puzzle | None:
        """The puzzle of this name, if it is here."""
        return self._by_id.get(name)

    def of_day(self, day: date) -> Puzzle | None:
        """The puzzle of a day: the same everywhere, and another one each day until all have been."""
        return self.puzzles[day_number(day) % len(self.puzzles)] if self.puzzles else None

    def themes(self) -> dict[str, int]:
        """How many puzzles each theme has."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: -item[1]))


def day_number(day: date) -> int:
    """How many days after the first one."""
    return (day - FIRST_DAY).days


@lru_cache
def library(game: str) -> Library:
    """The shipped puzzles of a game; none if it has none."""
    file = LIBRARIES / f"{game}.puzzles.gz"
    if not game.isidentifier() or not file.is_file():
        return Library(())
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    return Library([from_line(line) for line in lines if line and not line.startswith(COMMENT)])


def write_library(file: Path, puzzles: Sequence[Puzzle], how: str) -> None:
    """Write puzzles as they are shipped, with how they were made in the first line; equal puzzles, equal bytes."""
    text = "\n".join([f"{COMMENT} {how}", *[puzzle.line() for puzzle in puzzles]]) + "\n"
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
