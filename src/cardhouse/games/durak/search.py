"""The worth of a seat's actions in Durak: solved where all cards are known, else tried in imagined games."""

from __future__ import annotations

import time

from ...bots.flat_search import all_of, deadline
from ...bots.search import Search
from ...engine.chance import Chance
from ...engine.view import View
from .policy import candidates, two_left
from .sampler import DurakSampler
from .solver import Solver
from .trials import WORLD_WORK, DurakTree, DurakTrials

# What the expert works with: about a tenth of a second for the solver at most, and endgames that take it no time.
NODES = 80000
FEW = 6
# Simulations in the tree of an action in a world; with all cards known there is one world, and more in it.
SIMULATIONS = 30
OPEN = 40


def search(
    view: View,
    chance: Chance,
    worlds: int,
    milliseconds: float | None = None,
    nodes: int = NODES,
    few: int = FEW,
    every: bool = True,
    simulations: int = SIMULATIONS,
) -> Search:
    """Do the work of about this many worlds, more of it for the better actions; stop when the milliseconds are over.

    With ``nodes`` an endgame of two without stock is solved if that takes no more positions than this, and imagined
    games stop at such endgames of ``few`` cards, which are solved as well. ``every`` action is solved, or else only as
    much as it takes to know a best one.
    """
    assert view.seat is not None
    stop = deadline(milliseconds)
    sampler = DurakSampler(view)
    world = sampler.game(chance.split())
    solver = Solver(world, view.seat, nodes, stop) if nodes else None
    tree = DurakTree(world, view.seat, few, solver)
    trials = DurakTrials(view.seat, candidates(world, view.seat), simulations, tree, stop)
    alive = all_of(trials.codes)
    if solver is not None and two_left(world):
        alive = trials.solve(world) if every else trials.solve_one(world)
        tree.few = 0
        trials.open = True
        trials.simulations = simulations * OPEN
    if len(alive) > 1 and time.perf_counter() < stop:
        trials.halve(sampler, alive, chance, worlds * WORLD_WORK, stop)
    return trials.found()
