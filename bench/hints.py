"""How many hints give a reason in terms of play, and which: hints along games of the cats, a hundred for each game.

    python -m bench.hints                      all games that have advice
    python -m bench.hints hearts --hints 40    one game, fewer hints
    python -m bench.hints durak --show 10      and print some of them

A reason is what happens differently, what is certain after both of two equal choices, why all choices come to the same,
or that the end is proven; how many of each is told. What is said to happen
in n of 10 deals is counted again in the deals it was made from, and in as many others, where it holds if it is within
two of n. The positions are those of one seat of games among four, or two, cats of the level medium, where there was
something to choose, each with a chance of one in three.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator

import cardhouse
from cardhouse import Chance, View
from cardhouse.bots import make_bot
from cardhouse.bots.advice import WORLDS, advise, adviser_of, can_advise, two_lines
from cardhouse.bots.teacher import Comparison, holds
from cardhouse.games import games

NAMES = ["Ann", "Bea", "Cid", "Dot"]
FRESH = 991


def positions(game: str, seed: int) -> Iterator[View]:
    """Yield what seats of games see before they choose."""
    chance = Chance(seed)
    while True:
        seed += 1
        playing = cardhouse.new(game, seed=seed)
        bots = [make_bot(game, "medium", seed * 8 + seat) for seat in range(playing.seats)]
        while not playing.over:
            seat = playing.turn()[0]
            view = playing.view(seat)
            if len(view.legal) > 1 and chance.below(3) == 0:
                yield view
            action = bots[seat].choose(view)
            assert action is not None
            playing.apply(seat, action)


def again(view: View, claim: Comparison, seed: int) -> bool:
    """Return True if a sentence holds in its own deals, or with another seed within two of ten in others."""
    playing = adviser_of(view.game).playing
    assert playing is not None
    better, other = two_lines(view, claim.better, claim.other, playing, WORLDS, seed)
    return holds(claim, playing, better[1], other[1], within=2 if seed else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--hints", type=int, default=100)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--seed", type=int, default=110_000)
    given = parser.parse_args()
    for game in given.games or [info.name for info in games() if can_advise(info.name)]:
        said: Counter[str] = Counter()
        in_play = 0
        told = true = holding = 0
        times: list[float] = []
        for number, view in zip(range(given.hints), positions(game, given.seed), strict=False):
            start = time.process_time()
            advice = advise(view, NAMES, WORLDS)
            times.append(1000 * (time.process_time() - start))
            said[advice.verdict if advice.reason is None else advice.reason.key.removeprefix("advice.")] += 1
            in_play += advice.reason is not None and not advice.reason.key.startswith("advice.next.")
            for claim in advice.compared:
                same, others = again(view, claim, 0), again(view, claim, FRESH)
                told, true, holding = told + 1, true + same, holding + others
            if number < given.show:
                print(f"  {advice.sentence}")
        print(f"{game}: of {told} sentences {true} are true in their own deals, {holding} within two in others")
        times.sort()
        print(f"{game}: {in_play} of {given.hints} hints give a reason in terms of play; {dict(said.most_common())}")
        print(
            f"  {times[len(times) // 2]:.0f} ms of processor time in the middle, {times[-1]:.0f} ms at most", flush=True
        )


if __name__ == "__main__":
    main()
