"""A tree over what can be done from a view of Durak, grown by imagined games (information set Monte Carlo tree search).

Each imagined game goes down the tree by what has done well so far for the one who moves, in the worlds where it could
be done; then it leaves the tree by a new action and is played on by taste.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ..cards import BIT
from ..chance import Chance
from ..game import Imaginer
from ..games.durak import Durak
from .durak_flat_search import WORLD_WORK, Trials, safety
from .durak_policy import candidates, mover, two_left

CURIOSITY: Final = 0.5
# How many games are imagined in one world.
AGAIN: Final[i64] = 4


class Node:
    """An action and what came of it: its mover, how often it could have been done and was done, the sum of values."""

    def __init__(self, code: i64, who: i64) -> None:
        self.code = code
        self.who = who
        self.open: i64 = 0
        self.visits: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0
        self.after: list[Node] = []

    def child(self, code: i64, who: i64) -> Node | None:
        for node in self.after:
            if node.code == code and node.who == who:
                return node
        return None


class Tree:
    """A tree that grows from the actions in question at its root."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self.root = Node(0, -1)
        self.line: list[Node] = []

    def grow(
        self, alive: vec[i64], world: Durak, worlds_of: Imaginer, chance: Chance, worlds: i64, stop: float
    ) -> None:
        """Imagine games until they have taken as much work as so many worlds; the trials then hold what was found."""
        trials = self.trials
        allowed = vec[i64]()
        for at in alive:
            allowed = append(allowed, trials.codes[at])
        most = worlds * WORLD_WORK
        known = two_left(world)
        again = AGAIN
        trials.look_at(world)
        while trials.work < most and time.perf_counter() < stop:
            if again == 0:
                other = worlds_of.game(chance)
                assert isinstance(other, Durak)
                world = other
                trials.look_at(world)
                trials.work += WORLD_WORK // 10
                again = AGAIN
            self.imagine(Durak(world.setup, world), allowed, chance)
            # Where nothing is hidden there is but one world.
            if not known:
                again -= 1
        for at in alive:
            node = self.root.child(trials.codes[at], trials.seat)
            if node is not None:
                trials.tried[at] = node.visits
                trials.total[at] = node.total
                trials.squares[at] = node.squares

    def imagine(self, game: Durak, codes: vec[i64], chance: Chance) -> None:
        """One game down the tree, out of it and to its end."""
        trials = self.trials
        node = self.root
        line = self.line
        line.clear()
        who = trials.seat
        while True:
            new = self.choose(node, codes, who, chance)
            line.append(new)
            game.advance(who, new.code)
            trials.work += 1
            if len(line) == 1:
                trials.note_attack(game, new.code)
            if game.result is not None or game.out & BIT[trials.seat]:
                break
            node = new
            if new.visits == 0:
                break
            who = mover(game)
            codes = candidates(game, who)
        value = trials.play_out(game, chance)
        for node in line:
            mine = value
            if node.who != trials.seat:
                mine = 1.0 - value if trials.two else safety(game, node.who)
            node.visits += 1
            node.total += mine
            node.squares += mine * mine

    def choose(self, node: Node, codes: vec[i64], who: i64, chance: Chance) -> Node:
        """A new action if there is one, else the one with the best prospects."""
        best: Node | None = None
        prospects = -1.0
        fresh: i64 = 0
        pick: i64 = 0
        for code in codes:
            child = node.child(code, who)
            if child is None:
                fresh += 1
                if chance.below(fresh) == 0:
                    pick = code
            else:
                child.open += 1
                bonus = CURIOSITY * math.sqrt(math.log(float(child.open)) / float(child.visits))
                value = child.total / float(child.visits) + bonus
                if value > prospects:
                    prospects = value
                    best = child
        if fresh or best is None:
            best = Node(pick, who)
            best.open = 1
            node.after.append(best)
        return best
