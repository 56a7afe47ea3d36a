"""Where the cats of each level stand on the scale of ratings: from games at the usual table, and with what doubt.

    python -m bench.ladder durak --deals 60            plays them, and prints the line for the game's spec
    python -m bench.ladder durak --from FILE           from what `cardhouse arena … --json` printed

All levels meet in every seating of a deal. The strengths are those of the Plackett-Luce model, in which one player is
ahead of another as often as Glicko-2 expects; the usual level stands at 1500, where everybody begins. How far off a
rating may be comes from how often each level was ahead of the next, deals drawn again.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

from cardhouse.arena import contest, play
from cardhouse.arena.report import plain
from cardhouse.bots import LEVELS, bot_names, usual_level
from cardhouse.games import spec
from cardhouse.rating import START, WITHIN

# What people play where the arena plays something shorter.
OPTIONS = {"hearts": {"limit": 100}}
SCALE = 400.0
# An interval of a share that touches 0 or 1 would make a rating infinitely unsure.
EDGE = 0.02


def points(share: float) -> float:
    """By how much a rating is above another that it is ahead of with this share."""
    inside = min(max(share, EDGE), 1 - EDGE)
    return SCALE * math.log10(inside / (1 - inside))


def doubt(low: float, high: float) -> float:
    """The deviation of a difference whose share lies in this interval."""
    return (points(high) - points(low)) / (2 * WITHIN)


def measured(told: Any, usual: str) -> dict[str, tuple[float, float]]:
    """Each level's rating and deviation, from an arena's values."""
    ratings = {bot["name"]: bot["rating"] for bot in told["bots"]}
    levels = [level for level in LEVELS if level in ratings]
    at = levels.index(usual)
    found = {}
    for number, level in enumerate(levels):
        # From the usual level to this one, step by step.
        steps = range(min(at, number), max(at, number))
        squares = [doubt(*meeting(told, levels[step + 1], levels[step])) ** 2 for step in steps]
        found[level] = (START + ratings[level] - ratings[usual], max(30.0, math.sqrt(sum(squares))))
    return found


def meeting(told: Any, one: str, other: str) -> tuple[float, float]:
    """Between what the share lies with which one was ahead of the other."""
    [(_, low, high)] = [each["ahead"] for each in told["head_to_head"] if (each["bot"], each["other"]) == (one, other)]
    return low, high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=800_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--from", dest="file", type=Path)
    args = parser.parse_args()
    known = [level for level in LEVELS if level in bot_names(args.game)]
    if args.file:
        told = json.loads(args.file.read_text())
    else:
        seats = spec(args.game).usual_seats or None
        options = OPTIONS.get(args.game)
        made = contest(args.game, known, deals=args.deals, seed=args.seed, seats=seats, options=options)
        told = plain(play(made, args.jobs))
    found = measured(told, usual_level(args.game))
    inside = ", ".join(f'"{level}": ({rating:.0f}, {off:.0f})' for level, (rating, off) in found.items())
    print(f"ladder={{{inside}}},")


if __name__ == "__main__":
    main()
