"""Hearts, as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...engine.action import PASS, PLAY
from ...engine.cards import parse_card
from ...engine.choices import cards
from ...engine.event import Event
from ...engine.game import Game
from ...engine.registry import new
from ..spec import Benchmark, GameSpec, Learning, Measure, Small, Terminal
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


def small_deal(seed: int) -> Game:
    """One deal for three."""
    return new("hearts", seats=3, seed=seed, limit=1, claims=False)


def last_tricks(game: Game) -> bool:
    """True where the last three tricks begin."""
    assert isinstance(game, Hearts)
    return not game.passing and game.laid == 0 and game.tricks == 14


def points_against(game: Game, seat: int) -> float:
    """The points that it has fewer than the others on average."""
    scores = game.scores()
    return float(sum(scores) - scores[seat]) / (len(scores) - 1) - scores[seat]


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
    ladder={"easy": (1334, 30), "medium": (1500, 30), "hard": (1671, 31), "expert": (1793, 41)},
    benchmark=Benchmark(
        4,
        {"greedy": 600, "medium": 600, "expert": 400},
        Small(small_deal, last_tricks, points_against, 52.0, "points", worlds=20, positions=100),
    ),
    slow=True,
)
