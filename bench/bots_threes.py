"""How strong the players of Threes are: the expert against the plain player, and each level against the one below.

    python -m bench.bots_threes              all figures
    python -m bench.bots_threes expert       some of them: expert, levels, seats, options, times
    python -m bench.bots_threes --deals 50   with this many deals each

expert: against the plain player, two seats. levels: each level against the one below, two seats. seats: the expert
against two, three and four plain players. options: the expert against the plain player with one option changed. times:
what a move costs in processor time, where there is something to choose.

Deals are duplicated and seats changed round; intervals hold 95%. Nothing was tuned on these seeds.
"""

from __future__ import annotations

import argparse
import itertools

from bench.thinking import moves, told
from cardhouse.arena import contest, play
from cardhouse.bots import LEVELS

PARTS = ("expert", "levels", "seats", "options", "times")
OPTIONS: tuple[dict[str, object], ...] = ({"swap": True}, {"pickup": "free"}, {"first": "random"})


def meet(title: str, bots: list[str], deals: int, seed: int, jobs: int | None, **options: object) -> None:
    """Play a contest and tell how the first bot did against the last."""
    results = play(contest("threes", bots, deals=deals, seed=seed, seats=len(bots), options=options), jobs)
    first, last = results.standing(bots[0]), results.standing(bots[-1])
    meeting = results.meeting(bots[0], bots[-1])
    print(f"{title}: {results.deals} deals, {first.games} games of {bots[0]}")
    for name, figure in (
        (f"{bots[0]} wins", first.result),
        (f"{bots[-1]} wins", last.result),
        ("more often by", meeting.better_by),
        ("ahead, a draw counted half", meeting.ahead),
    ):
        print(f"  {name}: {100 * figure.mean:.1f}% [{100 * figure.low:.1f}, {100 * figure.high:.1f}]", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=41_000)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    parts, deals, seed, jobs = given.parts or PARTS, given.deals, given.seed, given.jobs
    if "expert" in parts:
        meet("two players", ["expert", "greedy"], deals, seed, jobs)
    if "levels" in parts:
        for lower, higher in itertools.pairwise(LEVELS):
            meet(f"{higher} against {lower}", [higher, lower], deals, seed, jobs)
    if "seats" in parts:
        for others in (2, 3, 4):
            meet(f"{others + 1} players", ["expert", *["greedy"] * others], deals // 5, seed, jobs)
    if "options" in parts:
        for options in OPTIONS:
            meet(f"two players, {options}", ["expert", "greedy"], deals // 4, seed, jobs, **options)
    if "times" in parts:
        for level in LEVELS:
            taken = moves("threes", level, max(1, deals // 20), seed)
            print(f"{level}: {told(taken)}", flush=True)


if __name__ == "__main__":
    main()
