"""Durak, as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, TAKE
from ...engine.choices import alone, one_rank, pairs
from ..spec import GameSpec, Learning, Measure, Terminal
from .advice import ADVISER
from .bots import Easy, Expert, Greedy, Hard, Medium
from .planes import PLANES
from .puzzles import DAILY, PUZZLES
from .rules import Durak
from .sampler import DurakSampler
from .terminal import durak_lines, durak_meant


def durak_shares(places: Sequence[int], scores: Sequence[int], failed: set[int]) -> list[float]:
    """1 for the durak, who is last alone, or who lost by a fault of its own."""
    last = max(places)
    alone = last > 1 and places.count(last) == 1
    return [float(seat in failed or (alone and place == last)) for seat, place in enumerate(places)]


SPEC = GameSpec(
    Durak,
    DurakSampler,
    bots={"greedy": Greedy, "easy": Easy, "medium": Medium, "hard": Hard, "expert": Expert},
    adviser=ADVISER,
    terminal=Terminal(durak_lines, durak_meant),
    measure=Measure("durak", True, True, durak_shares),
    folder=Path(__file__).parent,
    order=50,
    # From three on there is a second attacker.
    usual_seats=4,
    learning=Learning((one_rank(ATTACK), one_rank(FORWARD), pairs(BEAT), alone(TAKE), alone(DONE)), PLANES),
    puzzles=PUZZLES,
    daily=DAILY,
    slow=True,
)
