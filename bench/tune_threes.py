"""Tunes the preferences of the Threes policy by self-play of two players without search (CMA-ES).

    python -m bench.tune_threes tune --generations 100 --games 1000   search on from the preferences there are
    python -m bench.tune_threes tune --start plain                    or from the plain player's
    python -m bench.tune_threes meet --games 10000 --seed 5           `PLAYER` against the preferences before, `BEFORE`
    python -m bench.tune_threes meet --against plain                  or against the plain player's
    python -m bench.tune_threes meet --without hold                   how much of that is left without some of them

`tune` samples preferences around a mean; all of a generation play the same deals in both seats against those it started
from, and the mean and the spread follow the better half. It prints the mean in the form of ``PLAYER`` in
cardhouse/games/threes/policy.py; try that with `meet` on other seeds, then in a search (`bench.earlier`), before it is
put there. The worth of up-cards is left alone. Run it with the compiled build.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

import cardhouse
from cardhouse import Chance
from cardhouse.arena.results import averages
from cardhouse.games.threes.policy import (
    BURN,
    EXTRA,
    HOLD,
    HOLD_PILE,
    PLAIN,
    PLAYER,
    RANDOMNESS,
    SQUEEZE,
    STRAND,
    UP,
    mover,
    pick,
)
from cardhouse.games.threes.rules import Threes

# What the playouts went by before they were tuned: the plain player's, and the fear of being left with special cards.
BEFORE = vec[i64]([-200 if at == STRAND else PLAIN[at] for at in range(len(PLAIN))])
KNOWN = {"player": PLAYER, "plain": PLAIN, "before": BEFORE}
# Preferences that belong together; without them a score is the plain player's.
GROUPS = {
    "ranks": range(EXTRA),
    "extra": range(EXTRA, BURN),
    "burn": range(BURN, STRAND),
    "strand": range(STRAND, HOLD_PILE),
    "pile": range(HOLD_PILE, HOLD),
    "hold": range(HOLD, SQUEEZE),
    "squeeze": range(SQUEEZE, UP),
}
# How far the first preferences are spread, in the unit of a score, and a game that takes longer is a draw.
SPREAD = 30.0
LONGEST = 1000

Preferences = vec[i64]


def play(seed: int, preferences: tuple[Preferences, Preferences], randomness: int) -> float:
    """One game: 1 if the first seat wins, 0 if the second does."""
    game = cardhouse.new("threes", seats=2, seed=seed)
    assert isinstance(game, Threes)
    chance = Chance(seed)
    for _ in range(LONGEST):
        if game.result is not None:
            break
        seat = mover(game)
        game.advance(seat, pick(game, seat, preferences[seat], randomness, chance))
    places = (1, 1) if game.result is None else game.result.places
    return 0.5 + 0.5 * ((places[0] < places[1]) - (places[0] > places[1]))


def shares(one: Preferences, other: Preferences, games: int, seed: int, randomness: int) -> list[float]:
    """Return what the first preferences win of each deal, played in both seats."""
    return [
        (play(deal, (one, other), randomness) + 1.0 - play(deal, (other, one), randomness)) / 2
        for deal in range(seed, seed + games // 2)
    ]


def with_tuned(numbers: np.ndarray) -> Preferences:
    """Preferences of these numbers, rounded, with the usual worth of up-cards."""
    return vec[i64]([int(number) for number in np.rint(numbers)] + [PLAYER[at] for at in range(UP, len(PLAYER))])


class Evolution:
    """Covariance matrix adaptation (CMA-ES) with the usual settings, towards higher fitness."""

    def __init__(self, start: np.ndarray, spread: float, population: int, seed: int) -> None:
        self.lot = np.random.default_rng(seed)
        self.mean: np.ndarray = start.astype(float)
        self.step = spread
        size = len(start)
        self.covariance = np.eye(size)
        self.path = np.zeros(size)
        self.step_path = np.zeros(size)
        self.population = population
        weights = np.log(population / 2 + 0.5) - np.log(np.arange(1, population // 2 + 1))
        self.weights = weights / weights.sum()
        self.mass = float(1 / (self.weights**2).sum())
        self.generation = 0
        self.normal = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))

    def sample(self) -> np.ndarray:
        """A row for each of the population."""
        scales, self.axes = np.linalg.eigh(self.covariance)
        self.scales = np.sqrt(np.maximum(scales, 1e-12))
        normal = self.lot.standard_normal((self.population, len(self.mean)))
        self.moves = normal * self.scales @ self.axes.T
        sampled: np.ndarray = self.mean + self.step * self.moves
        return sampled

    def learn(self, fitness: list[float]) -> None:
        """Follow the better half of what was sampled last."""
        size, mass = len(self.mean), self.mass
        better = self.moves[np.argsort(fitness)[::-1][: len(self.weights)]]
        move = self.weights @ better
        self.generation += 1
        self.mean += self.step * move
        rate = (mass + 2) / (size + mass + 5)
        damping = 1 + 2 * max(0.0, sqrt((mass - 1) / (size + 1)) - 1) + rate
        whitened = self.axes @ ((self.axes.T @ move) / self.scales)
        self.step_path = (1 - rate) * self.step_path + sqrt(rate * (2 - rate) * mass) * whitened
        length = float(np.linalg.norm(self.step_path))
        steady = length / sqrt(1 - (1 - rate) ** (2 * self.generation)) < (1.4 + 2 / (size + 1)) * self.normal
        slow = (4 + mass / size) / (size + 4 + 2 * mass / size)
        self.path = (1 - slow) * self.path + steady * sqrt(slow * (2 - slow) * mass) * move
        one = 2 / ((size + 1.3) ** 2 + mass)
        many = min(1 - one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
        kept = 1 - one - many + (0 if steady else one * slow * (2 - slow))
        self.covariance = (
            kept * self.covariance + one * np.outer(self.path, self.path) + many * (better.T * self.weights) @ better
        )
        self.step *= float(np.exp(rate / damping * (length / self.normal - 1)))


def told(one: Preferences, other: Preferences, games: int, seed: int, randomness: int) -> str:
    """Return what the first preferences win, with the interval that holds 95%."""
    won = averages([shares(one, other, games, seed, randomness)])[0]
    return f"{100 * won.mean:.1f}% won [{100 * won.low:.1f}, {100 * won.high:.1f}] of {games} games, seeds from {seed}"


def tune(given: argparse.Namespace) -> None:
    """Search, telling how the mean fares now and then, and print it."""
    start = KNOWN[given.start]
    evolution = Evolution(np.array([start[at] for at in range(UP)]), given.spread, given.population, given.seed)
    seed = given.seed * 1_000_000
    for generation in range(1, given.generations + 1):
        sampled = [with_tuned(row) for row in evolution.sample()]
        evolution.learn([float(np.mean(shares(one, start, given.games, seed, given.randomness))) for one in sampled])
        seed += given.games
        if generation % 10 == 0 or generation == given.generations:
            mean = with_tuned(evolution.mean)
            print(
                f"after {generation}, spread {evolution.step:.1f}: "
                f"{told(mean, start, 4 * given.games, seed, given.randomness)}",
                flush=True,
            )
            seed += 4 * given.games
    for part in (slice(0, EXTRA), slice(EXTRA, HOLD_PILE), slice(HOLD_PILE, UP)):
        print(f"    {[int(number) for number in np.rint(evolution.mean[part])]},")


def meet(given: argparse.Namespace) -> None:
    """Let `PLAYER` meet others, whole or without some of its preferences."""
    other = KNOWN[given.against]
    left_out = {at for group in given.without for at in GROUPS[group]}
    mine = vec[i64]([PLAIN[at] if at in left_out else PLAYER[at] for at in range(len(PLAYER))])
    print(f"against {given.against}: {told(mine, other, given.games, given.seed, given.randomness)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["tune", "meet"])
    parser.add_argument("--games", type=int, default=1000, help="for each of a generation, or in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--randomness", type=int, default=0, help=f"chance in the scores; in playouts {RANDOMNESS}")
    parser.add_argument("--start", choices=KNOWN, default="player")
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--spread", type=float, default=SPREAD)
    parser.add_argument("--against", choices=KNOWN, default="before")
    parser.add_argument("--without", nargs="*", choices=GROUPS, default=[])
    given = parser.parse_args()
    (tune if given.what == "tune" else meet)(given)


if __name__ == "__main__":
    main()
