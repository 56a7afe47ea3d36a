"""What it costs at Hearts to choose a card from few worlds, or from small trees.

    python -m bench.few_worlds                                        60 positions, some minutes of one core
    python -m bench.few_worlds --positions 200 --simulations 32 128   more of them, with trees of other sizes

In positions of self-play every card is valued in many worlds, with trees of each size in the same worlds. Then a card
is chosen from some of these worlds, drawn at random, and it costs what it is worse than the best card in all the other
worlds, by the largest trees. The cost is in points a decision, with its standard error over positions; a seat decides
ten times in a deal. Beside it stands what a world takes, all cards together, in milliseconds of the processor.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from statistics import fmean, stdev

import cardhouse
from cardhouse import Chance, View
from cardhouse.build import running
from cardhouse.games.hearts.bots import ExpertHearts, seat_of
from cardhouse.games.hearts.sampler import HeartsSampler
from cardhouse.games.hearts.tree_search import LONG, TreeSearch

WORLDS = 384
SAMPLES = 1000
# So many decisions of a deal are looked at, of a hundred; and so often worlds are drawn from those of a position.
LOOKED_AT = 12
DRAWS = 12

# What each card is worth in each world.
Values = list[list[float]]


class Quick(ExpertHearts):
    """Plays well enough to get to likely positions."""

    samples, worlds, simulations, pass_worlds = 100, 12, 24, 60


def positions(seed: int) -> Iterator[View]:
    """Views of deals among four quick experts in which there is a card to choose."""
    lot = random.Random(seed)
    while True:
        game = cardhouse.new("hearts", seats=4, seed=seed, options={"limit": 1})
        seed += 1
        bots = [Quick(seed * 8 + seat) for seat in range(4)]
        while not game.over:
            seat = game.turn()[0]
            view = game.view(seat)
            if view.phase != "pass" and len(view.legal) > 1 and lot.randrange(100) < LOOKED_AT:
                yield view
            action = bots[seat].choose(view)
            assert action is not None
            game.apply(seat, action)


def valued(view: View, simulations: int, number: int) -> Values:
    """What each card is worth in each of the worlds; the number decides which worlds these are."""
    search = TreeSearch(HeartsSampler(view), seat_of(view), 0.0, time.perf_counter)
    search.beliefs.steps = ExpertHearts.steps
    search.tree.doubt = ExpertHearts.doubt
    search.search(WORLDS, simulations, SAMPLES, LONG, Chance(number))
    return [list(candidate.values) for candidate in search.candidates]


def cost(values: Values, true: Values, worlds: int, lot: random.Random) -> float:
    """What the card chosen from so many worlds is worse than the best one in all others."""
    total = 0.0
    for _ in range(DRAWS):
        mixed = lot.sample(range(WORLDS), WORLDS)
        seen = [sum(card[world] for world in mixed[:worlds]) for card in values]
        ends = [fmean(card[world] for world in mixed[worlds:]) for card in true]
        total += max(ends) - ends[seen.index(max(seen))]
    return total / DRAWS


def measure(wanted: int, seed: int, sizes: Sequence[int], worlds: Sequence[int]) -> None:
    """Value the positions and tell what each number of worlds costs with trees of each size."""
    found: dict[int, list[Values]] = {size: [] for size in sizes}
    spent = dict.fromkeys(sizes, 0.0)
    views = positions(seed)
    while len(found[sizes[0]]) < wanted:
        view = next(views)
        number = len(found[sizes[0]])
        for size in sizes:
            start = time.process_time()
            values = valued(view, size, number)
            if len(values) == 1:
                break
            spent[size] += time.process_time() - start
            found[size].append(values)
    lot = random.Random(seed)
    print(f"{'simulations':>12}{'ms a world':>12}" + "".join(f"{f'{number} worlds':>16}" for number in worlds))
    for size in sizes:
        line = f"{size:12}{1000 * spent[size] / wanted / WORLDS:12.2f}"
        for number in worlds:
            costs = [cost(*both, number, lot) for both in zip(found[size], found[max(sizes)], strict=True)]
            line += f"{fmean(costs):9.3f} ± {stdev(costs) / wanted**0.5:.3f}"
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=600_000)
    parser.add_argument("--simulations", type=int, nargs="+", default=[16, 32, 64])
    parser.add_argument("--worlds", type=int, nargs="+", default=[16, 32, 64, 128, 192])
    given = parser.parse_args()
    print(f"The rules and the search run {running()}.")
    measure(given.positions, given.seed, given.simulations, given.worlds)


if __name__ == "__main__":
    main()
