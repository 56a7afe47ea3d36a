"""How well the players of Durak play, and how fast its endgames are solved.

    python -m bench.bots_durak                   everything below
    python -m bench.bots_durak two forwarding    some of it
    python -m bench.bots_durak --deals 200       with more deals
    python -m bench.bots_durak endgames          500 endgames of 9 to 12 cards from real games, solved

two: the expert against the plain player, 36 cards without forwarding. forwarding: 32 cards with it. four: the expert
against three plain players, 36 cards. levels: each level against the one below, two players, 32 cards with forwarding.
times: what a move costs in processor time, where there is something to choose.

Deals are duplicated and seats changed round; intervals hold 95%. Nothing was tuned on these seeds.
"""

from __future__ import annotations

import argparse
import itertools
import time

import cardhouse
from bench.thinking import moves, told
from cardhouse import Chance
from cardhouse.arena import contest, play
from cardhouse.bots import LEVELS
from cardhouse.games.durak.policy import candidates, cards_left, mover, pick, two_left
from cardhouse.games.durak.rules import Durak
from cardhouse.games.durak.solver import UNKNOWN, Solver

PARTS = ("two", "forwarding", "four", "levels", "endgames", "times")
WITHOUT = {"deck": 36, "forwarding": False}


def meet(title: str, bots: list[str], deals: int, seed: int, jobs: int | None, **options: object) -> None:
    """Play a contest and tell how the first bot did against the last."""
    seats = max(2, len(bots))
    results = play(contest("durak", bots, deals=deals, seed=seed, seats=seats, options=options), jobs)
    first, last = results.standing(bots[0]), results.standing(bots[-1])
    ahead, better = results.meeting(bots[0], bots[-1]).ahead, results.meeting(bots[0], bots[-1]).better_by
    thinking = first.hand.thinking
    print(f"{title}: {results.deals} deals, {first.games} games of {bots[0]}")
    for name, figure in (
        (f"{bots[0]} is the durak", first.result),
        (f"{bots[-1]} is the durak", last.result),
        ("less often by", better),
        ("ahead, a draw counted half", ahead),
    ):
        print(f"  {name}: {100 * figure.mean:.1f}% [{100 * figure.low:.1f}, {100 * figure.high:.1f}]")
    print(
        f"  thinks {thinking.quantile(0.5) * 1000:.1f} ms, 95% within {thinking.quantile(0.95) * 1000:.1f} ms",
        flush=True,
    )


def endgames(number: int, seed: int, **options: object) -> list[Durak]:
    """The first position with 9 to 12 cards and something to decide, from each of this many games of plain players."""
    found: list[Durak] = []
    chance = Chance(seed)
    while len(found) < number:
        seed += 1
        game = cardhouse.new("durak", seed=seed, options=options)
        assert isinstance(game, Durak)
        while not game.over:
            seat = mover(game)
            if two_left(game) and 9 <= cards_left(game) <= 12 and len(candidates(game, seat)) > 1:
                found.append(game)
                break
            game.advance(seat, pick(game, seat, 20, chance))
    return found


def solve(title: str, number: int, seed: int, most: int, **options: object) -> None:
    """Solve endgames, with a best action and then every action of each; how much processor time that took."""
    games = endgames(number, seed, **options)
    for what in ("with a best action", "every action"):
        times: list[float] = []
        unsolved = within = 0
        for game in games:
            start = time.process_time()
            solver = Solver(game, mover(game), most)
            if what == "every action":
                values = [solver.solve(game, code) for code in candidates(game, mover(game))]
            else:
                values = [solver.value(game)]
            times.append(1000 * (time.process_time() - start))
            unsolved += UNKNOWN in values
            within += UNKNOWN not in values and times[-1] <= 300
        times.sort()
        print(
            f"{title}, {what}: {number} endgames, median {times[number // 2]:.1f} ms, "
            f"95% within {times[number * 95 // 100]:.0f} ms, worst {times[-1]:.0f} ms; "
            f"{100 * within / number:.1f}% solved within 300 ms, {unsolved} given up",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--endgames", type=int, default=500)
    parser.add_argument("--most", type=int, default=1_000_000, help="positions after which an endgame is given up")
    parser.add_argument("--seed", type=int, default=50_000)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    parts, deals, seed, jobs = given.parts or PARTS, given.deals, given.seed, given.jobs
    if "two" in parts:
        meet("two players, 36 cards without forwarding", ["expert", "greedy"], deals, seed, jobs, **WITHOUT)
    if "forwarding" in parts:
        meet("two players, 32 cards with forwarding", ["expert", "greedy"], deals, seed, jobs)
    if "four" in parts:
        meet("four players, 36 cards", ["expert", *["greedy"] * 3], deals, seed, jobs, deck=36)
    if "levels" in parts:
        for lower, higher in itertools.pairwise(LEVELS):
            meet(f"{higher} against {lower}", [higher, lower], deals, seed, jobs)
    if "endgames" in parts:
        solve("without forwarding, 36 cards", given.endgames, seed, given.most, **WITHOUT)
        solve("with forwarding, 32 cards", given.endgames, seed, given.most)
    if "times" in parts:
        for level, options in (("hard", {}), ("expert", {}), ("expert", WITHOUT)):
            taken = moves("durak", level, max(1, deals // 20), seed, **options)
            print(f"{level} {options}: {told(taken)}", flush=True)


if __name__ == "__main__":
    main()
