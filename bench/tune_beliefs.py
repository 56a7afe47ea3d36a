"""Tunes what the expert at Hearts believes of hands after passing, on deals that were really passed.

    python -m bench.tune_beliefs play FILE --seconds 120 --seed 1   passes deals with the expert's pass search
    python -m bench.tune_beliefs fit FILE…                         writes cardhouse/games/hearts/belief_weights.py again

Each lesson is one seat's view after passing: the real hands of the others must be told from hands that fit the view as
well (a conditional logit, the real world against imagined ones).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable
from math import exp, log, sqrt
from pathlib import Path

import cardhouse
from bench.tune_hearts import write_weights
from cardhouse import Chance
from cardhouse.engine.game import shuffled
from cardhouse.games.hearts import belief_weights
from cardhouse.games.hearts.beliefs import WEIGHTS, Beliefs
from cardhouse.games.hearts.bots import ExpertHearts
from cardhouse.games.hearts.rules import Hearts
from cardhouse.games.hearts.sampler import HeartsSampler

FALSE = 14
SMALL = 1e-4

# The real world first, then the imagined ones: each by the weights that its score is made of.
Lesson = list[list[int]]


def slots_of(beliefs: Beliefs, game: Hearts) -> list[int]:
    found: list[int] = []
    for seat in range(game.seats):
        if seat != beliefs.seat:
            beliefs.look(seat, game.hands[seat])
            found.extend(beliefs.slots)
    return found


def new_deal(seed: int) -> Hearts:
    """A deal with one of the three directions of passing."""
    game = cardhouse.new("hearts", seed=seed, options={"limit": 500})
    assert isinstance(game, Hearts)
    game.deals = seed % 3
    game.deal_out(shuffled(game.deck, game.chance))
    return game


def write_passes(file: Path, seconds: float, seed: int) -> None:
    """Yield what the expert passes in as many deals as time allows: a line with the seed and the four passes."""
    end = time.monotonic() + seconds
    deals = 0
    with file.open("w", encoding="utf-8") as out:
        while time.monotonic() < end:
            game = new_deal(seed + deals)
            passes = [ExpertHearts((seed + deals) * 4 + seat).choose(game.view(seat)) for seat in range(4)]
            print(seed + deals, *passes, sep=";", file=out)
            deals += 1
    print(f"{deals} deals")


def read_lessons(files: list[Path]) -> Iterable[Lesson]:
    """Return what each seat could believe after each deal's passing."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            number, *passes = line.split(";")
            game = new_deal(int(number))
            for seat, action in enumerate(passes):
                game.apply(seat, action)
            chance = Chance(int(number))
            for seat in range(4):
                sampler = HeartsSampler(game.view(seat))
                beliefs = Beliefs(sampler, seat, 0.0)
                yield [slots_of(beliefs, game), *[slots_of(beliefs, sampler.game(chance)) for _ in range(FALSE)]]


def shares(weights: list[float], lesson: Lesson) -> list[float]:
    scores = [sum([weights[slot] for slot in world]) for world in lesson]
    odds = [exp(score - max(scores)) for score in scores]
    total = sum(odds)
    return [each / total for each in odds]


def surprise(weights: list[float], tests: list[Lesson]) -> float:
    """The logarithmic loss of picking out the real world."""
    return -sum(log(shares(weights, lesson)[0] + 1e-12) for lesson in tests) / len(tests)


def fit(found: list[Lesson]) -> list[float]:
    random.Random(1).shuffle(found)
    tests, rest = found[: len(found) // 20], found[len(found) // 20 :]
    weights = [0.0] * WEIGHTS
    speeds = [1e-2] * WEIGHTS
    print(f"{len(rest)} lessons; loss {surprise(weights, tests):.3f}")
    for turn in range(6):
        rate = 0.1 * 0.6**turn
        for lesson in rest:
            for number, (share, world) in enumerate(zip(shares(weights, lesson), lesson, strict=True)):
                pull = (1.0 if number == 0 else 0.0) - share
                for slot in world:
                    push = pull - SMALL * weights[slot]
                    speeds[slot] += push * push
                    weights[slot] += rate * push / sqrt(speeds[slot])
        print(f"  after turn {turn + 1}: {surprise(weights, tests):.3f}", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "play":
        write_passes(options.files[0], options.seconds, options.seed)
        return
    write_weights(belief_weights, fit(list(read_lessons(options.files))))


if __name__ == "__main__":
    main()
