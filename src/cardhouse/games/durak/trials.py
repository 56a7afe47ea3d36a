"""The worth of a seat's actions in Durak: played out in sampled worlds, or solved.

An action's value is the chance not to end as the durak; a draw
counts as if one of those who share it were the durak.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ...bots.flat_search import Trials, all_of, gap
from ...bots.search import Search, Valued
from ...bots.world_tree import PolicyTree
from ...engine.action import Action
from ...engine.cards import BIT, count
from ...engine.chance import Chance
from ...engine.game import Game
from .policy import candidates, cards_left, mover, pick, play_on, two_left
from .rules import Durak
from .solver import LOST, UNKNOWN, WON, Solver

# Above this an imagined game counts as a draw; few come near.
LONGEST: Final[i64] = 400
# What a world is allowed to cost on average, in imagined actions, and what it costs besides those played in it: near
# the end, where games are short, there would be no end of worlds.
WORLD_WORK: Final[i64] = 250
IMAGINING: Final[i64] = 50
# A little chance in what the imagined players open with: up to two ranks.
RANDOMNESS: Final[i64] = 20
# An imagined game's endgame is solved if that takes no more positions than this.
FEW_NODES: Final[i64] = 3000
# In the tree of a world: how far branches are tried in spite of their value, and how much of that the policy's gets.
EXPLORE: Final = 0.7
PRIOR: Final = 0.3
# No guess about a position in which nothing is hidden is surer.
SUREST: Final = 0.98


def safety(game: Durak, seat: i64) -> float:
    """1 if the seat is not the durak, 0 if it is; in between where several share the last place."""
    result = game.result
    if result is None:
        others = game.seats - count(game.out)
        return 1.0 if game.out & BIT[seat] else 1.0 - 1.0 / float(others)
    last = max(result.places)
    if result.places[seat] < last:
        return 1.0
    return 1.0 - 1.0 / float(result.places.count(last))


class DurakTree(PolicyTree):
    """The tree of one position of Durak; leaves are played out by the policy, small endgames of two are solved."""

    def __init__(self, known: Durak, seat: i64, few: i64, solver: Solver | None) -> None:
        super().__init__(known.seats, EXPLORE, PRIOR)
        self.seat = seat
        self.few = few if solver is not None else 0
        self.solver = solver
        self.root = Durak(known.setup, known)
        self.game = Durak(known.setup, known)

    def stand_at(self, game: Durak) -> None:
        """Take this position as the root of a new tree."""
        self.root = game
        self.plant()

    def restart(self) -> None:
        self.game.set_to(self.root)

    def on_move(self) -> i64:
        game = self.game
        if game.result is not None or (game.laid == 0 and (game.out & BIT[self.seat] or self.solvable())):
            return -1
        return mover(game)

    def solvable(self) -> bool:
        """True if a new round begins with so few cards that it is solved."""
        return self.few > 0 and cards_left(self.game) <= self.few and two_left(self.game)

    def choices(self, seat: i64) -> vec[i64]:
        return candidates(self.game, seat)

    def plain_choice(self, seat: i64) -> i64:
        return pick(self.game, seat, 0, self.game.chance)

    def act(self, seat: i64, code: i64) -> None:
        self.game.advance(seat, code)

    def finish(self, chance: Chance) -> None:
        game = self.game
        self.work += play_on(game, self.seat, RANDOMNESS, chance, LONGEST, self.few)
        solved = UNKNOWN
        if self.few and two_left(game) and not game.out & BIT[self.seat]:
            solved = self.solve()
            if solved == UNKNOWN:
                self.work += play_on(game, self.seat, RANDOMNESS, chance, LONGEST)
        seat: i64 = 0
        while seat < self.seats:
            if solved == UNKNOWN:
                self.values[seat] = safety(game, seat)
            elif seat == self.seat:
                self.values[seat] = 0.5 + 0.5 * float(solved)
            else:
                self.values[seat] = 1.0 if game.out & BIT[seat] else 0.5 - 0.5 * float(solved)
            seat += 1

    def solve(self) -> i64:
        """Return what the endgame leads to that the leaf was played on to."""
        solver = self.solver
        assert solver is not None
        # Earlier starts of rounds are another world's.
        self.game.start = None
        before = solver.nodes
        solver.most = before + FEW_NODES
        solved = solver.value(self.game)
        self.work += solver.nodes - before
        return solved


class DurakTrials(Trials):
    """Actions of Durak, tried in sampled games or solved."""

    def __init__(self, seat: i64, codes: vec[i64], simulations: i64, tree: DurakTree, stop: float) -> None:
        super().__init__(seat, codes)
        self.simulations = simulations
        self.tree = tree
        self.stop = stop
        self.solved = vec[i64]([UNKNOWN for _ in codes])
        # The number of an action that is known to be best, whatever the others are worth.
        self.answer: i64 = -1
        # Whether nothing is hidden.
        self.open = False

    def try_in(self, world: Game, alive: vec[i64], chance: Chance) -> None:
        assert isinstance(world, Durak)
        after = chance.split()
        tree = self.tree
        self.worlds += 1
        for at in alive:
            game = Durak(world.setup, world)
            # Nobody needs to be told any more which cards a hand can hold.
            game.lows = 0
            game.advance(self.seat, self.codes[at])
            tree.stand_at(game)
            tree.grow(self.simulations, Chance(0, after), self.stop)
            self.tallies[at].add(tree.worth(self.seat))
        self.work += IMAGINING + tree.work
        tree.work = 0

    def solve(self, world: Durak) -> vec[i64]:
        """Solve what can be solved of a world in which nothing is hidden; the actions still in question."""
        solver = self.tree.solver
        assert solver is not None
        at: i64 = 0
        while at < len(self.codes):
            self.solved[at] = solver.solve(world, self.codes[at])
            at += 1
        best = max([int(value) for value in self.solved if value != UNKNOWN], default=LOST)
        return vec[i64]([at for at in range(len(self.codes)) if self.may_be_best(at, best)])

    def may_be_best(self, at: i64, best: i64) -> bool:
        return self.solved[at] == best or (self.solved[at] == UNKNOWN and best != WON)

    def solve_one(self, world: Durak) -> vec[i64]:
        """Solve a world in which nothing is hidden only as far as to know a best action; those still in question."""
        solver = self.tree.solver
        assert solver is not None
        value = solver.value(world)
        alive = all_of(self.codes)
        if value == UNKNOWN:
            return alive
        if value == LOST:
            self.solved = vec[i64]([LOST for _ in self.codes])
            return alive
        at: i64 = 0
        while self.codes[at] != solver.answer:
            at += 1
        self.solved[at] = value
        self.answer = at
        return vec[i64]([at])

    def found(self) -> Search:
        """Proven values first where they decide; of equal ones, those that do better in imagined games."""
        order = [(-self.rank(at), -int(tally.tries), -tally.mean(), at) for at, tally in enumerate(self.tallies)]
        ranked = [at for _, _, _, at in sorted(order)]
        valued = tuple([self.valued(at, ranked[0]) for at in ranked])
        proven = len(valued) > 0 and UNKNOWN not in self.solved
        return Search(valued, int(self.worlds), proven)

    def rank(self, at: i64) -> int:
        """A proven win comes before all, a proven loss after all; a proven draw is no better than the unknown."""
        solved = self.solved[at]
        return int(solved) if solved in (WON, LOST) else int(at == self.answer)

    def valued(self, at: i64, best: i64) -> Valued:
        """An action with its value, and by how much it is behind the best one in the same worlds."""
        solved, tally = self.solved[at], self.tallies[at]
        if solved != UNKNOWN:
            return Valued(Action(self.codes[at]), 0.5 + 0.5 * float(solved), 0.0, int(tally.tries), True)
        value, error = tally.mean(), tally.error(0.5)
        if self.open:
            # The position is won or lost, and the trees only guess which: how alike their guesses are says nothing.
            sure = min(max(value, 1.0 - value), SUREST)
            error = max(error, math.sqrt(sure * (1.0 - sure)))
            return Valued(Action(self.codes[at]), value, error, int(tally.tries))
        behind = gap(self.tallies[best].values, tally.values) if self.solved[best] == UNKNOWN else None
        return Valued(Action(self.codes[at]), value, error, int(tally.tries), behind=behind)
