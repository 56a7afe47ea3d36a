"""Environments for reinforcement learning: every game of the house and of other packages, for the usual interfaces.

    from cardhouse import rl

    env = rl.env("durak", seats=2, reward="place", deck=36)     # PettingZoo, one agent after another
    env = rl.parallel_env("ratscrew", seats=3)                  # PettingZoo, all agents at once
    envs = rl.VectorEnv("hearts", 64, limit=1)                  # many games side by side, as arrays
    rl.open_spiel.register()                                    # every game as a game of OpenSpiel

It needs what ``pip install 'cardhouse[rl]'`` adds; `cardhouse.rl.open_spiel` needs ``open_spiel`` besides.
An agent is called ``player_0``, ``player_1``, … by its seat.
"""

from __future__ import annotations

import importlib

try:
    for _name in ("gymnasium", "numpy", "pettingzoo"):
        importlib.import_module(_name)
except ImportError as missing:
    raise ImportError(f"cardhouse.rl needs {missing.name}: pip install 'cardhouse[rl]'") from missing

from . import open_spiel
from .aec import CardhouseEnv, env
from .bots import answer
from .parallel import CardhouseParallelEnv, parallel_env
from .table import Table
from .vector import Step, VectorEnv

__all__ = [
    "CardhouseEnv",
    "CardhouseParallelEnv",
    "Step",
    "Table",
    "VectorEnv",
    "answer",
    "env",
    "open_spiel",
    "parallel_env",
]
