"""Durak, as the house knows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...engine.action import ATTACK, BEAT, DONE, FORWARD, TAKE
from ...engine.choices import alone, one_rank, pairs
from ...engine.game import Game
from ...engine.registry import new
from ..spec import Benchmark, GameSpec, Learning, Measure, Small, Terminal
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


def small_deal(seed: int) -> Game:
    """A game for two."""
    return new("durak", seats=2, seed=seed)


def few_cards(game: Game) -> bool:
    """True where a round begins with an empty stock and at most seven cards in both hands."""
    assert isinstance(game, Durak)
    return game.stock_left() == 0 and game.laid == 0 and sum(game.scores()) <= 7


def not_the_durak(game: Game, seat: int) -> float:
    """1 for who goes out first, half for both where nobody does."""
    assert game.outcome is not None
    places = game.outcome.places
    return 0.5 if places[0] == places[1] else float(places[seat] == 1)


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
    ladder={"easy": (1280, 30), "medium": (1500, 30), "hard": (1509, 30), "expert": (1552, 30)},
    benchmark=Benchmark(
        2,
        {"greedy": 600, "medium": 600, "expert": 300},
        Small(small_deal, few_cards, not_the_durak, 1.0, "chance", worlds=1, positions=100),
    ),
    slow=True,
)
