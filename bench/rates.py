"""Measuring several things fairly on a noisy machine: in turn, round after round, in CPU time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from statistics import median

from cardhouse.commands.progress import Bar

Play = Callable[[int], object]
Rates = dict[str, list[float]]


def rate(play: Play, seconds: float) -> float:
    """How often a second of CPU time it plays; ``play`` takes a number of games."""
    games, done, spent = 1, 0, 0.0
    while spent < seconds:
        start = time.process_time()
        play(games)
        took = time.process_time() - start
        done, spent = done + games, spent + took
        games = max(1, int(games * min(10.0, (seconds - spent) / max(took, seconds / 1000))))
    return done / spent


def rounds_of(contestants: Mapping[str, Callable[[], float]], rounds: int) -> Rates:
    """The rates of all contestants, one after another in each round; a round before the first is not counted."""
    rates: Rates = {name: [] for name in contestants}
    bar = Bar(sys.stderr)
    for number in range(rounds + 1):
        for place, (name, measure) in enumerate(contestants.items(), 1):
            found = measure()
            if number:
                rates[name].append(found)
            bar.show(number * len(contestants) + place, (rounds + 1) * len(contestants))
    bar.clear()
    return rates


def ratio(above: list[float], below: list[float]) -> str:
    """The median ratio within a round, with the lowest and the highest."""
    ratios = sorted(a / b for a, b in zip(above, below, strict=True))
    return f"{median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})"


def table(heading: list[str], rows: list[list[str]]) -> str:
    """Rows as text, the first column to the left and the others to the right."""
    widths = [max(len(row[at]) for row in [heading, *rows]) for at in range(len(heading))]
    lines = [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in [heading, *rows]
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])
