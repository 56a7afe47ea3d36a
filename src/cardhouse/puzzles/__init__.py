"""Positions with one right action, proven, and a deal a day that tells good play from bad.

`puzzle` says what a puzzle is and checks one, `mining` finds them in games of cats and in records, `library` has those
that are shipped. `pool` has the deals of the day, `grading` chooses them.
"""

from .library import library
from .puzzle import Puzzle, check, read_puzzles

__all__ = ["Puzzle", "check", "library", "read_puzzles"]
