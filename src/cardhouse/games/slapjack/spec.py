"""Slapjack, as the house knows it."""

from __future__ import annotations

from pathlib import Path

from ...engine.action import SLAP, TURN
from ...engine.choices import alone
from ..slapping.bots import SLAP_BOTS
from ..spec import Benchmark, GameSpec, Learning
from .planes import PLANES
from .puzzles import DAILY, PUZZLES
from .rules import SLAPS, Slapjack
from .sampler import SlapjackSampler

SPEC = GameSpec(
    Slapjack,
    SlapjackSampler,
    plays="slaps",
    patterns=tuple(SLAPS),
    bots=SLAP_BOTS,
    folder=Path(__file__).parent,
    order=20,
    learning=Learning((alone(TURN), alone(SLAP)), PLANES),
    puzzles=PUZZLES,
    daily=DAILY,
    ladder={"easy": (1214, 52), "medium": (1500, 30), "hard": (1798, 46), "expert": (2220, 81)},
    benchmark=Benchmark(2, {"greedy": 1000, "medium": 1000, "expert": 1000}),
)
