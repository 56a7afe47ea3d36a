"""Hearts, as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...engine.action import PASS, PLAY
from ...engine.cards import parse_card
from ...engine.choices import cards
from ...engine.event import Event
from ..spec import GameSpec, Learning, Measure, Terminal
from .advice import ADVISER
from .bots import EasyHearts, ExpertHearts, GreedyHearts, HardHearts, MediumHearts
from .planes import PLANES
from .puzzles import DAILY, PUZZLES
from .rules import Hearts
from .sampler import HeartsSampler
from .terminal import hearts_lines

QUEEN_OF_SPADES = parse_card("Qs")
# What failing costs in the arena, on top of the score: the points of a deal.
WORST_POINTS = 26


def points(places: Sequence[int], scores: Sequence[int], failed: set[int]) -> list[float]:
    return [float(score + WORST_POINTS * (seat in failed)) for seat, score in enumerate(scores)]


def notes(event: Event) -> Sequence[str]:
    """A trick with the queen of spades is remembered, and how many deals there were."""
    if event.kind == "score":
        return ("deals",)
    return ("queen",) if event.kind == "trick" and QUEEN_OF_SPADES in event.cards else ()


SPEC = GameSpec(
    Hearts,
    HeartsSampler,
    bots={
        "greedy": GreedyHearts,
        "easy": EasyHearts,
        "medium": MediumHearts,
        "hard": HardHearts,
        "expert": ExpertHearts,
    },
    adviser=ADVISER,
    terminal=Terminal(hearts_lines),
    measure=Measure("points", True, False, points),
    # A deal is a game of its own there: a whole match says no more about its players, and takes much longer.
    arena_options={"limit": 1},
    notes=notes,
    folder=Path(__file__).parent,
    order=30,
    learning=Learning((cards(PLAY, PASS),), PLANES),
    puzzles=PUZZLES,
    daily=DAILY,
    slow=True,
)
