"""Tunes what the wary policy at Hearts does about a moon, on positions that the tree search has valued.

    python -m bench.tune_moons play FILE --seconds 200 --seed 1   values positions where another may shoot the moon
    python -m bench.tune_moons fit FILE…                          writes cardhouse/games/hearts/wary_weights.py again

The policy plays the deals, in two of three with somebody who goes for the moon. The search plays out by the weights
there are, so a second round of both makes them better.
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
from cardhouse.engine.cards import cards_in
from cardhouse.games.hearts import wary_weights
from cardhouse.games.hearts.playout import alone
from cardhouse.games.hearts.policy import ShootPolicy
from cardhouse.games.hearts.rules import Hearts
from cardhouse.games.hearts.sampler import HeartsSampler
from cardhouse.games.hearts.tree_search import TreeSearch
from cardhouse.games.hearts.wary_policy import WEIGHTS, WaryPolicy

WORLDS, SIMULATIONS, SAMPLES = 12, 60, 300
# In points: how much worse a card may be and still be played about as often, and how strongly weights stay small.
WARMTH = 0.25
SMALL = 2e-3

# A card: its value in points, its worth by the other weights, and its own weight.
Card = tuple[float, float, int]


def play(seed: int) -> Iterable[list[Card]]:
    """The positions of one deal in which another may shoot the moon."""
    lot = random.Random(seed)
    game = cardhouse.new("hearts", seed=seed, options={"limit": 500})
    assert isinstance(game, Hearts)
    chance = Chance(seed)
    policy, shooter = WaryPolicy(60), ShootPolicy()
    policy.prepare(game)
    shooting = lot.choice([0, 1, 2, 3, -1, -1])
    deal = game.deals
    while game.deals == deal:
        seat = game.turn()[0]
        if game.passing:
            game.choose(seat, policy.gift(game.hands[seat], chance))
            continue
        cards = game.playable(seat)
        if cards & (cards - 1):
            policy.look(game, seat, cards)
            if policy.alarm >= 0:
                found = TreeSearch(HeartsSampler(game.view(seat)), seat, 0.0, time.perf_counter)
                found.search(WORLDS, SIMULATIONS, SAMPLES, 60.0, chance)
                yield [valued(policy, 2**card, found) for card in cards_in(cards)]
        if seat == shooting and alone(game, seat):
            game.play(seat, shooter.pick(game, seat, chance))
        else:
            game.play(seat, policy.pick(game, seat, chance))


def valued(policy: WaryPolicy, card: int, found: TreeSearch) -> Card:
    """A card with the value of the candidate it is as good as."""
    like = max((each for each in found.candidates if each.cards <= card), key=lambda each: each.cards)
    worth = policy.worth(card)
    return like.mean(), (worth - policy.wary[policy.slot]) / 256, int(policy.slot)


def write_positions(file: Path, seconds: float, seed: int) -> None:
    end = time.monotonic() + seconds
    deals = positions = 0
    with file.open("w", encoding="utf-8") as out:
        while time.monotonic() < end:
            for position in play(seed + deals):
                print(";".join(f"{value:.3f} {worth:.4f} {slot}" for value, worth, slot in position), file=out)
                positions += 1
            deals += 1
    print(f"{deals} deals, {positions} positions")


def read_positions(files: list[Path]) -> list[list[Card]]:
    positions = []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            cards = [card.split() for card in line.split(";")]
            positions.append([(float(value), float(worth), int(slot)) for value, worth, slot in cards])
    return positions


def chances(weights: list[float], position: list[Card]) -> list[float]:
    """How often each card is played."""
    worths = [worth + weights[slot] for _, worth, slot in position]
    odds = [exp(worth - max(worths)) for worth in worths]
    total = sum(odds)
    return [each / total for each in odds]


def lost(weights: list[float], positions: list[list[Card]]) -> float:
    """How many points a decision loses to the card that search liked best."""
    total = 0.0
    for position in positions:
        shares = chances(weights, position)
        total += max(value for value, _, _ in position)
        total -= sum(share * value for share, (value, _, _) in zip(shares, position, strict=True))
    return total / len(positions)


def fit(positions: list[list[Card]]) -> list[float]:
    """Climb towards playing what is worth most, staying as undecided as ``WARMTH`` allows."""
    random.Random(1).shuffle(positions)
    tests, lessons = positions[: len(positions) // 8], positions[len(positions) // 8 :]
    weights = [0.0] * WEIGHTS
    speeds = [1e-1] * WEIGHTS
    print(f"{len(lessons)} positions; points lost a decision: {lost(weights, lessons):.3f}, {lost(weights, tests):.3f}")
    for turn in range(20):
        rate = 0.2 * 0.85**turn
        for position in lessons:
            shares = chances(weights, position)
            logs = [log(share + 1e-12) for share in shares]
            mean = sum(share * value for share, (value, _, _) in zip(shares, position, strict=True))
            order = -sum(share * each for share, each in zip(shares, logs, strict=True))
            for share, each, (value, _, slot) in zip(shares, logs, position, strict=True):
                push = share * (value - mean - WARMTH * (each + order)) - SMALL * weights[slot]
                speeds[slot] += push * push
                weights[slot] += rate * push / sqrt(speeds[slot])
    print(f"  after {turn + 1} turns: {lost(weights, lessons):.3f}, on positions left out {lost(weights, tests):.3f}")
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "play":
        write_positions(options.files[0], options.seconds, options.seed)
        return
    write_weights(wary_weights, fit(read_positions(options.files)))


if __name__ == "__main__":
    main()
