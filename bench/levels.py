"""Every level beats the one below, in every game: by how much, and whether the interval is clear of zero.

    python -m bench.levels                      all games, as many deals as each needs
    python -m bench.levels hearts --deals 400   one game
    python -m bench.levels --level expert       one step: this level over the one below

Each level meets the one below it alone (in games for more than two, two of each at a table of four). Deals are
duplicated, seats changed round; at Hearts a deal is a match to 100 points, as people play it. The seeds are not those
that anything was tuned on. ``ahead`` is how often the higher level ends before the lower one, a shared place counting
half: the one figure that compares steps of different games. ``slaps`` is the higher level's share of the good ones.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time

from cardhouse.arena import Results, contest, play
from cardhouse.arena.report import average_text, percent, share_text, table
from cardhouse.bots import LEVELS, bot_names
from cardhouse.games import games

# Enough for the smallest difference between two levels to stand out.
DEALS = {"ratscrew": 200, "slapjack": 100, "hearts": 60, "threes": 60, "durak": 100}
# What people play where the arena plays something shorter.
OPTIONS = {"hearts": {"limit": 100}}


def step_row(name: str, results: Results, seconds: float) -> list[str]:
    """One line of the table."""
    higher, lower = results.standings
    meeting = results.meeting(higher.name, lower.name)
    better = meeting.better_by
    good, others = (standing.hand.slaps["good"] for standing in (higher, lower))
    return [
        f"{name}: {higher.name} over {lower.name}",
        share_text(meeting.ahead),
        average_text(results.measure, higher.result),
        average_text(results.measure, lower.result),
        average_text(results.measure, better),
        "yes" if better.low > 0 else "NO",
        percent(good / (good + others)) if good else "",
        f"{results.deals}",
        f"{higher.hand.thinking.quantile(0.5) * 1000:.1f}",
        f"{higher.hand.thinking.quantile(0.95) * 1000:.1f}",
        f"{seconds:.0f}",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--level", choices=LEVELS[1:])
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seed", type=int, default=20_000)
    parser.add_argument("--jobs", type=int)
    arguments = parser.parse_args()
    names = ["step", "ahead", "higher", "lower", "better by", "clear", "slaps", "deals", "thinks ms", "95%", "seconds"]
    rows = [names]
    for game in arguments.games or [info.name for info in games()]:
        known = [name for name in LEVELS if name in bot_names(game)]
        for lower, higher in itertools.pairwise(known):
            if arguments.level not in (None, higher):
                continue
            deals = arguments.deals or DEALS.get(game, 100)
            start = time.monotonic()
            made = contest(game, [higher, lower], deals=deals, seed=arguments.seed, options=OPTIONS.get(game))
            results = play(made, arguments.jobs)
            rows.append(step_row(game, results, time.monotonic() - start))
            print("\n".join(table([names, rows[-1]])), file=sys.stderr)
            if not results.complete:
                return 130
    print("\n".join(table(rows)))
    return 0 if all(row[5] == "yes" for row in rows[1:]) else 1


if __name__ == "__main__":
    sys.exit(main())
