"""A tree for one world in which all cards lie open (UCT, max-n): each seat looks for what is best for itself.

A game says what can be done in a position, how likely each of that is (a prior, tried first), and how a leaf is played
out; the tree and its statistics are here.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ..engine.chance import Chance

# No path is longer.
DEEPEST: Final[i64] = 240


@mypyc_attr(allow_interpreted_subclasses=True)
class WorldTree:
    """Grows one tree at a time from a position that a game's own class puts up.

    ``explore`` is how far a branch is tried in spite of its value.
    """

    def __init__(self, seats: i64, explore: float) -> None:
        self.seats: i64 = seats
        self.explore: float = explore
        self.size: i64 = 0
        self.codes = vec[i64]()
        self.first = vec[i64]()
        self.kids = vec[i64]()
        self.visits = vec[i64]()
        self.priors = vec[float]()
        self.totals = vec[float]()
        self.path = vec[i64]([0] * (DEEPEST + 1))
        # What the end of a simulation is worth to each seat.
        self.values = vec[float]([0.0] * seats)
        # What the simulations cost, in actions.
        self.work: i64 = 0

    @abstractmethod
    def restart(self) -> None:
        """Go back to the position at the root."""

    @abstractmethod
    def on_move(self) -> i64:
        """Who acts now; -1: the game is over, or all that matters is settled."""

    @abstractmethod
    def expand(self, node: i64, seat: i64) -> None:
        """Give a node its branches, by `node`: what the seat can do now that is worth a thought."""

    @abstractmethod
    def act(self, seat: i64, code: i64) -> None:
        """Do it."""

    @abstractmethod
    def finish(self, chance: Chance) -> None:
        """Play on to the end and fill in ``values``."""

    def node(self, code: i64, prior: float) -> None:
        """Add a node."""
        at = self.size
        self.size += 1
        if at == len(self.codes):
            self.codes = append(self.codes, code)
            self.first = append(self.first, 0)
            self.kids = append(self.kids, 0)
            self.visits = append(self.visits, 0)
            self.priors = append(self.priors, prior)
            seat: i64 = 0
            while seat < self.seats:
                self.totals = append(self.totals, 0.0)
                seat += 1
            return
        self.codes[at] = code
        self.first[at] = 0
        self.kids[at] = 0
        self.visits[at] = 0
        self.priors[at] = prior
        seat = 0
        while seat < self.seats:
            self.totals[at * self.seats + seat] = 0.0
            seat += 1

    def plant(self) -> None:
        """Begin a new tree."""
        self.size = 0
        self.node(0, 1.0)

    def grow(self, simulations: i64, chance: Chance, stop: float) -> None:
        """Go on with this many simulations, or with fewer, but one, if the clock shows ``stop`` before."""
        self.simulate(chance)
        while simulations > 1 and time.perf_counter() < stop:
            self.simulate(chance)
            simulations -= 1

    def worth(self, seat: i64) -> float:
        """Return what the root is worth to a seat, on average over all simulations."""
        return self.totals[seat] / float(self.visits[0])

    def simulate(self, chance: Chance) -> None:
        """Walk down the tree, add a leaf, play on from it, and count what came of it on the whole path."""
        self.restart()
        node: i64 = 0
        depth: i64 = 0
        self.path[0] = 0
        while self.visits[node] > 0 and depth < DEEPEST:
            seat = self.on_move()
            if seat < 0:
                break
            if self.kids[node] == 0:
                self.expand(node, seat)
            node = self.select(node, seat)
            self.act(seat, self.codes[node])
            depth += 1
            self.path[depth] = node
        self.work += depth + 1
        self.finish(chance)
        seats = self.seats
        while depth >= 0:
            node = self.path[depth]
            self.visits[node] += 1
            seat = 0
            while seat < seats:
                self.totals[node * seats + seat] += self.values[seat]
                seat += 1
            depth -= 1

    def select(self, node: i64, seat: i64) -> i64:
        """The branch to follow (PUCT): a branch not yet tried is taken to be worth what the position is."""
        kid = self.first[node]
        end = kid + self.kids[node]
        if end == kid + 1:
            return kid
        seats = self.seats
        visits = float(self.visits[node])
        average = self.totals[node * seats + seat] / visits
        push = self.explore * sqrt(visits)
        best = kid
        most = -1e9
        while kid < end:
            n = float(self.visits[kid])
            score = push * self.priors[kid] / (1.0 + n)
            if n > 0.0:
                score += self.totals[kid * seats + seat] / n
            else:
                score += average
            if score > most:
                most = score
                best = kid
            kid += 1
        return best


@mypyc_attr(allow_interpreted_subclasses=True)
class PolicyTree(WorldTree):
    """A tree in which a plain player's choice gets the share ``prior`` before all branches share the rest."""

    def __init__(self, seats: i64, explore: float, prior: float) -> None:
        super().__init__(seats, explore)
        self.prior: float = prior

    @abstractmethod
    def choices(self, seat: i64) -> vec[i64]:
        """Return what a seat can do now that is worth a thought."""

    @abstractmethod
    def plain_choice(self, seat: i64) -> i64:
        """Return what a plain player would do now."""

    def expand(self, node: i64, seat: i64) -> None:
        """Give a node its branches."""
        codes = self.choices(seat)
        self.first[node] = self.size
        self.kids[node] = len(codes)
        if len(codes) == 1:
            self.node(codes[0], 1.0)
            return
        plain = self.plain_choice(seat)
        share = (1.0 - self.prior) / float(i64(len(codes)))
        for code in codes:
            self.node(code, share + self.prior if code == plain else share)
