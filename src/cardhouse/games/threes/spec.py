"""Threes, as the house knows it."""

from __future__ import annotations

from pathlib import Path

from ...engine.action import BLIND, PASS, PICKUP, PLAY, READY, SWAP
from ...engine.choices import alone, numbers, one_rank, pairs
from ..spec import Benchmark, GameSpec, Learning, Terminal
from .advice import ADVISER
from .bots import Easy, Expert, Greedy, Hard, Medium
from .planes import PLANES
from .puzzles import DAILY, PUZZLES
from .rules import Threes
from .sampler import ThreesSampler
from .terminal import threes_lines

SPEC = GameSpec(
    Threes,
    ThreesSampler,
    bots={"greedy": Greedy, "easy": Easy, "medium": Medium, "hard": Hard, "expert": Expert},
    adviser=ADVISER,
    terminal=Terminal(threes_lines, number_verb="blind"),
    folder=Path(__file__).parent,
    order=40,
    learning=Learning(
        (one_rank(PLAY), numbers(BLIND, 1, 3), alone(PICKUP), alone(PASS), pairs(SWAP), alone(READY)), PLANES
    ),
    puzzles=PUZZLES,
    daily=DAILY,
    ladder={"easy": (1305, 30), "medium": (1500, 30), "hard": (1765, 39), "expert": (1988, 77)},
    benchmark=Benchmark(2, {"greedy": 600, "medium": 600, "expert": 300}),
    slow=True,
)
