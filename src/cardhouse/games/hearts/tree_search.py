"""The worth of each card in Hearts: a tree (UCT, max-n) grows in every imagined deal, and each seat plays its own best.

Leaves are played out by the tuned policy. The others answer in the tree too, so they stop a moon where it pays.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ...bots.flat_search import gap
from ...bots.world_tree import WorldTree
from ...engine.cards import count
from ...engine.chance import Chance
from .beliefs import Beliefs
from .playout import OneDeal, Worth
from .policy import choices
from .rules import POINTS, Hearts
from .sampler import HeartsSampler
from .search import Candidate
from .wary_policy import WaryPolicy

# The policy's share of chance in playouts, in 256ths, and the points that a likely branch is tried in spite of.
NOISE: Final[i64] = 60
EXPLORE: Final = 8.0
TRUST: Final = 1.0
# More seconds than this are no limit; with a limit there should be time for this many worlds with so few simulations.
LONG: Final = 3600.0
WORLDS: Final[i64] = 12
FEW: Final[i64] = 4


class Tree(WorldTree):
    """The tree of one position with all hands open. Cards that are as good as each other share a branch."""

    def __init__(self, known: Hearts, seat: i64) -> None:
        super().__init__(known.seats, EXPLORE)
        self.seat: i64 = seat
        self.game = OneDeal(known.setup, known)
        self.start = OneDeal(known.setup, known)
        self.policy = WaryPolicy(NOISE)
        self.policy.prepare(known)
        self.worths: list[Worth] = []
        each: i64 = 0
        while each < known.seats:
            self.worths.append(Worth(known, each))
            each += 1
        self.simple: bool = not self.worths[0].close
        self.before: vec[i64] = known.points
        # By how many points less a moon of the seat counts than it is worth with all hands open: for each card that the
        # seat still has to play, and in the tree that grows.
        self.doubt: float = 0.0
        self.doubted: float = 0.0

    def value_of(self, world: Hearts, card: i64, simulations: i64, chance: Chance) -> float:
        """Return what the card is worth to the seat after this many simulations from the position behind it."""
        start = self.start
        start.set_to(world)
        start.play(self.seat, card)
        self.doubted = 0.0 if start.moon == "none" else self.doubt * float(count(start.hands[self.seat]))
        self.plant()
        while simulations > 0:
            self.simulate(chance)
            simulations -= 1
            if start.hands[start.on_move] == 0:
                break
        return self.worth(self.seat)

    def restart(self) -> None:
        self.game.set_to(self.start)

    def on_move(self) -> i64:
        seat = self.game.on_move
        return seat if self.game.hands[seat] else -1

    def act(self, seat: i64, code: i64) -> None:
        self.game.play(seat, code)

    def finish(self, chance: Chance) -> None:
        game = self.game
        while game.hands[game.on_move]:
            seat = game.on_move
            game.play(seat, self.policy.pick(game, seat, chance))
        self.value()
        if game.taken[self.seat] & POINTS == POINTS:
            self.values[self.seat] -= self.doubted

    def value(self) -> None:
        """Return what the end of the deal is worth to each seat."""
        points = self.game.points
        seats = self.seats
        seat: i64 = 0
        if not self.simple:
            while seat < seats:
                self.values[seat] = self.worths[seat].of(points)
                seat += 1
            return
        total: i64 = 0
        while seat < seats:
            total += points[seat] - self.before[seat]
            seat += 1
        seat = 0
        while seat < seats:
            mine = points[seat] - self.before[seat]
            self.values[seat] = float(total - mine) / float(seats - 1) - float(mine)
            seat += 1

    def expand(self, node: i64, seat: i64) -> None:
        """Give a node its branches, with how likely the policy is to take each."""
        game = self.game
        cards = choices(game, seat)
        self.first[node] = self.size
        self.kids[node] = count(cards)
        if cards & (cards - 1) == 0:
            self.node(cards, 1.0)
            return
        self.policy.look(game, seat, game.playable(seat))
        total = 0.0
        at = self.size
        while cards:
            card = cards & -cards
            cards &= cards - 1
            odds = exp(float(self.policy.worth(card)) / 256.0)
            total += odds
            self.node(card, odds)
        while at < self.size:
            self.priors[at] = self.priors[at] / total
            at += 1


class TreeSearch:
    """Tries each card of a seat in the same likely worlds, each with a tree of its own.

    ``race`` is by how many standard errors a card must be behind to be dropped; 0: all cards are tried in all worlds.
    """

    def __init__(self, sampler: HeartsSampler, seat: i64, race: float, clock: Callable[[], float]) -> None:
        known = sampler.known
        self.seat: i64 = seat
        self.race: float = race
        self.clock = clock
        self.beliefs = Beliefs(sampler, seat, TRUST)
        self.tree = Tree(known, seat)
        self.worlds: list[Hearts] = []
        self.candidates: list[Candidate] = []
        cards = choices(known, seat)
        while cards:
            self.candidates.append(Candidate(cards & -cards, False))
            cards &= cards - 1

    def search(self, worlds: i64, simulations: i64, samples: i64, seconds: float, chance: Chance) -> None:
        """Fill in the candidates, with this many simulations for a card in a world.

        It stops early when the time is up or when one card is left. Up to a fifth of the time goes into finding out
        which worlds are likely, from at most ``samples`` of them; where time is short there are fewer simulations.
        """
        start = self.clock()
        end = start + seconds
        self.beliefs.sample(samples, start + 0.2 * seconds, self.clock, chance)
        work = simulations
        if seconds < LONG:
            work = self.fitting(simulations, end, chance)
        while len(self.worlds) < worlds:
            if not self.try_all(work, end, chance):
                return
            tried: i64 = len(self.worlds)
            if self.race > 0.0 and tried >= 8 and tried % 4 == 0 and self.drop():
                return

    def fitting(self, simulations: i64, end: float, chance: Chance) -> i64:
        """As many simulations, up to this number, as leave time for some worlds; a first world with few shows it."""
        steps = self.beliefs.steps
        self.beliefs.steps = steps * FEW // simulations
        start = self.clock()
        self.try_all(FEW, end, chance)
        now = self.clock()
        # What it takes to draw a world is counted too: it goes down and up with the simulations.
        each = (now - start) / float(FEW)
        fit: i64 = simulations
        if (end - now) / float(WORLDS) < each * float(simulations):
            fit = int((end - now) / float(WORLDS) / each)
            if fit < FEW:
                fit = FEW
        self.beliefs.steps = steps * fit // simulations
        return fit

    def try_all(self, simulations: i64, end: float, chance: Chance) -> bool:
        """Try all candidates in one more world; whether there is time for another.

        A world that could not be finished in time does not count. Only the first is finished in any case, and where the
        time is up each card is just played out once.
        """
        world = self.beliefs.draw(chance)
        stream = chance.split()
        found = vec[float]()
        late = False
        for candidate in self.candidates:
            if candidate.dropped:
                continue
            if not late and self.clock() >= end:
                late = True
                if len(self.worlds) > 0:
                    return False
            found = append(
                found, self.tree.value_of(world, candidate.cards, 1 if late else simulations, Chance(0, stream))
            )
        self.worlds.append(world)
        at: i64 = 0
        for candidate in self.candidates:
            if not candidate.dropped:
                candidate.add(found[at])
                at += 1
        return not late

    def drop(self) -> bool:
        """Drop the candidates that are clearly behind the best; whether only one card is left."""
        best = self.candidates[0]
        for candidate in self.candidates:
            if not candidate.dropped and (best.dropped or candidate.mean() > best.mean()):
                best = candidate
        left: i64 = 0
        for candidate in self.candidates:
            if candidate.dropped:
                continue
            if behind(best.values, candidate.values) > self.race:
                candidate.dropped = True
            elif candidate.cards != best.cards:
                left += 1
        return left == 0


def behind(best: vec[float], other: vec[float]) -> float:
    """By how many standard errors one candidate is behind another in the same worlds."""
    mean, error = gap(best, other)
    if error == 0.0:
        return 0.0 if mean <= 1e-9 else 1e9
    return mean / error
