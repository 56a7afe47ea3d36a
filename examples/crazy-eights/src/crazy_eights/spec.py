"""Crazy Eights, as the house knows it: the entry point of this package names it."""

from __future__ import annotations

from pathlib import Path

from cardhouse import GameSpec
from cardhouse.bots.advice import Adviser
from cardhouse.games import Terminal

from .bots import Easy, Expert, Greedy, Hard, Medium
from .rules import CrazyEights
from .sampler import EightsSampler
from .search import search
from .terminal import eights_lines

SPEC = GameSpec(
    CrazyEights,
    EightsSampler,
    bots={"greedy": Greedy, "easy": Easy, "medium": Medium, "hard": Hard, "expert": Expert},
    adviser=Adviser(search),
    terminal=Terminal(eights_lines),
    folder=Path(__file__).parent,
)
