"""Flat Monte Carlo search: every action is tried in sampled worlds, and the better half of them in more worlds.

This is sequential halving: all actions still in question are tried in the same worlds, with the same chance in each;
each round has the same budget, and after it the worse half is dropped until two are left. A game says how an action is
played out from a world (`Trials.try_in`) and what its end is worth; the statistics and the budget are here.
"""

from __future__ import annotations

import math
import time
from abc import abstractmethod

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ..engine.chance import Chance
from ..engine.game import Game, Sampler


@mypyc_attr(allow_interpreted_subclasses=True)
class Tally:
    """The results of one action in the worlds where it was tried."""

    def __init__(self) -> None:
        self.tries: i64 = 0
        self.sum: float = 0.0
        self.squares: float = 0.0
        # What it was worth in each of these worlds.
        self.values = vec[float]()

    def add(self, value: float) -> None:
        """Count what it was worth in one more world."""
        self.values = append(self.values, value)
        self.tries += 1
        self.sum += value
        self.squares += value * value

    def mean(self) -> float:
        return self.sum / float(self.tries) if self.tries else 0.0

    def error(self, unsure: float = 0.0) -> float:
        """The standard error of the mean; ``unsure`` where too little was seen."""
        if self.tries < 2:
            return unsure
        tries = float(self.tries)
        mean = self.sum / tries
        spread = self.squares / tries - mean * mean
        return math.sqrt((spread if spread > 0.0 else 0.0) / (tries - 1.0))


@mypyc_attr(allow_interpreted_subclasses=True)
class Trials:
    """The actions in question, as codes, and what became of them so far.

    ``worlds`` counts the worlds looked at, ``work`` what they cost, in actions that were played out.
    """

    def __init__(self, seat: i64, codes: vec[i64]) -> None:
        self.seat = seat
        self.codes = codes
        self.tallies = [Tally() for _ in codes]
        self.worlds: i64 = 0
        self.work: i64 = 0

    @abstractmethod
    def try_in(self, world: Game, alive: vec[i64], chance: Chance) -> None:
        """Play on from each of these actions, given by their numbers, in one world, with the same chance for all.

        Adds to the tallies, to ``worlds`` and to ``work``.
        """

    def better_half(self, alive: vec[i64]) -> vec[i64]:
        """The half of these with the higher means, in their old order."""
        ranked = sorted([int(at) for at in alive], key=lambda at: (-self.tallies[at].mean(), at))
        return vec[i64](sorted(ranked[: (len(ranked) + 1) // 2]))

    def halve(self, sampler: Sampler, alive: vec[i64], chance: Chance, budget: i64, stop: float) -> None:
        """Try these actions until the budget of ``work`` is used up, or the clock (`time.perf_counter`) shows ``stop``.

        The budget is divided evenly over the rounds of the halving.
        """
        rounds: i64 = 1
        left: i64 = len(alive)
        while left > 2:
            left = (left + 1) // 2
            rounds += 1
        ends: i64 = 0
        while True:
            ends += budget // rounds
            while True:
                self.try_in(sampler.game(chance), alive, chance)
                if self.work >= ends:
                    break
                if time.perf_counter() > stop:
                    return
            if len(alive) <= 2:
                return
            alive = self.better_half(alive)


def gap(best: vec[float], other: vec[float]) -> tuple[float, float]:
    """By how much one candidate is behind another in the worlds that both were tried in, and its standard error.

    All are tried in the same worlds from the first on, until they are dropped.
    """
    n: i64 = len(other)
    if len(best) < n:
        n = len(best)
    if n < 2:
        return 0.0, 1e9
    total = 0.0
    squares = 0.0
    at: i64 = 0
    while at < n:
        difference = best[at] - other[at]
        total += difference
        squares += difference * difference
        at += 1
    tries = float(n)
    mean = total / tries
    spread = squares / tries - mean * mean
    return mean, math.sqrt((spread if spread > 1e-9 else 0.0) / (tries - 1.0))


def all_of(codes: vec[i64]) -> vec[i64]:
    """The numbers of all these actions."""
    return vec[i64](list(range(len(codes))))


def deadline(milliseconds: float | None) -> float:
    """Return what the clock shows when this many milliseconds are over; None: never."""
    return math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000.0
