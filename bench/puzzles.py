"""The shipped puzzles against plain proofs by nothing but the rules, and how often cats of each level find them.

    python -m bench.puzzles --count 1000            this many of all games together: how many are refuted
    python -m bench.puzzles --count 1000 --most 20000
    python -m bench.puzzles --found                 how often each level found them, by game and theme

A plain proof lays out every position that can come about (Durak, Threes), plays every deal that fits what the seat has
seen (Hearts), or slaps (Ratscrew, Slapjack); with more positions than ``--most`` it says nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "puzzles"))

from plain_proofs import refuted

from cardhouse.bots import cat_levels
from cardhouse.games import games
from cardhouse.puzzles import Puzzle, library


def spread(game: str, count: int) -> list[Puzzle]:
    """This many puzzles from all over a game's file."""
    puzzles = library(game).puzzles
    return [puzzles[number * len(puzzles) // count] for number in range(min(count, len(puzzles)))]


def prove(count: int, most: int) -> None:
    known = [game.name for game in games() if library(game.name)]
    for name in known:
        start = time.process_time()
        told = Counter(refuted(puzzle, most) for puzzle in spread(name, count // len(known)))
        print(
            f"{name}: {told[False]} proven once more, {told[True]} refuted, {told[None]} with too many positions, "
            f"{time.process_time() - start:.0f} CPU s",
            flush=True,
        )


def share(puzzles: list[Puzzle], level: int) -> float:
    tries = sum(puzzle.found[level][1] for puzzle in puzzles)
    return sum(puzzle.found[level][0] for puzzle in puzzles) / max(1, tries)


def found() -> None:
    for game in games():
        puzzles = list(library(game.name).puzzles)
        if not puzzles:
            continue
        print(f"{game.name}: {len(puzzles)} puzzles; {', '.join(cat_levels(game.name))}")
        for theme, count in [("all", len(puzzles)), *library(game.name).themes().items()]:
            some = [puzzle for puzzle in puzzles if theme in ("all", *puzzle.themes)]
            levels = range(len(some[0].found))
            print(f"  {theme:16} {count:4}  " + "  ".join(f"{share(some, level):4.0%}" for level in levels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--most", type=int, default=4000, help="positions that a plain proof may have")
    parser.add_argument("--found", action="store_true")
    args = parser.parse_args()
    if args.found:
        found()
    else:
        prove(args.count, args.most)


if __name__ == "__main__":
    main()
