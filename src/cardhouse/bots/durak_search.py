"""What the actions of a seat in Durak are worth: solved where all is known, else tried in imagined games."""

from __future__ import annotations

import math
import time

from librt.vecs import vec
from mypy_extensions import i64

from ..chance import Chance
from ..games import imaginer
from ..games.durak import Durak
from ..view import View
from .durak_flat_search import Trials, run
from .durak_policy import candidates, two_left
from .durak_solver import Solver
from .search import Search

# What the expert works with: about a tenth of a second for the solver at most, and endgames that take it no time.
NODES = 80000
FEW = 6


def search(
    view: View,
    chance: Chance,
    worlds: int,
    milliseconds: float | None = None,
    nodes: int = NODES,
    few: int = FEW,
    every: bool = True,
) -> Search:
    """Do the work of about so many worlds, more of it for the better actions; stop when the milliseconds are over.

    With ``nodes`` an endgame of two without stock is solved if that takes no more positions than this, and imagined
    games stop at such endgames of ``few`` cards, which are solved as well. ``every`` action is solved, or else only as
    much as it takes to know a best one.
    """
    assert view.seat is not None
    stop = math.inf if milliseconds is None else time.perf_counter() + milliseconds / 1000.0
    worlds_of = imaginer(view)
    world = worlds_of.game(chance.split())
    assert isinstance(world, Durak)
    solver = Solver(world, view.seat, nodes, stop) if nodes else None
    trials = Trials(view.seat, candidates(world, view.seat), few, solver)
    alive = vec[i64](list(range(len(trials.codes))))
    if solver is not None and two_left(world):
        alive = trials.solve(world) if every else trials.solve_one(world)
        trials.few = 0
    if len(alive) > 1 and time.perf_counter() < stop:
        run(trials, alive, worlds_of, chance, worlds, stop)
    return trials.found()
