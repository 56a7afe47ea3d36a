"""Ratscrew, as the house knows it."""

from __future__ import annotations

from pathlib import Path

from ...engine.action import SLAP, TURN
from ...engine.choices import alone
from ..slapping.bots import SLAP_BOTS
from ..spec import Benchmark, GameSpec, Learning
from .planes import PLANES
from .puzzles import DAILY, PUZZLES
from .rules import SLAPS, Ratscrew
from .sampler import RatscrewSampler

SPEC = GameSpec(
    Ratscrew,
    RatscrewSampler,
    plays="slaps",
    patterns=tuple(SLAPS),
    bots=SLAP_BOTS,
    folder=Path(__file__).parent,
    order=10,
    learning=Learning((alone(TURN), alone(SLAP)), PLANES),
    puzzles=PUZZLES,
    daily=DAILY,
    ladder={"easy": (1360, 32), "medium": (1500, 30), "hard": (1636, 31), "expert": (1822, 51)},
    benchmark=Benchmark(2, {"greedy": 1000, "medium": 1000, "expert": 1000}),
)
