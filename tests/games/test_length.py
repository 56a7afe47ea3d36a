"""A long game is as quick at its end as at its start: what a step touches doesn't grow with the steps before it.

Nothing is timed. What is counted is the lines that `copy`, `legal` and `apply` run through and the items that a game
holds, which both can be seen of the plain files only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import mean
from types import FrameType
from typing import Any

import pytest

import cardhouse
from cardhouse import Chance, Game
from cardhouse.build import running

pytestmark = pytest.mark.skipif(running() == "compiled", reason="only the plain files can be looked into")


def lines_of(call: Callable[[], object]) -> int:
    """How many lines of the package are run through."""
    lines = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal lines
        # Whatever listens to the garbage collector, as hypothesis does, is called in between.
        if not frame.f_globals["__name__"].startswith("cardhouse"):
            return None
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


def items_of(thing: object) -> int:
    """How many items the arrays, lists and dicts of a game hold, those of its parts included.

    A part with a link to the one before it is shared by all copies and never gone through.
    """
    items = 0
    for part in vars(thing).values():
        if hasattr(part, "__len__"):
            items += len(part)
        elif hasattr(part, "__dict__") and not hasattr(part, "before"):
            items += items_of(part)
    return items


def costs(game: Game, chance: Chance) -> Iterator[tuple[int, int, int]]:
    """Along a random game: the lines of a copy, the items held, the lines of a look at what is legal and a step."""
    while not game.over:
        choices = [(seat, action) for seat in range(game.seats) for action in game.legal(seat)]
        pick = int(chance.below(len(choices) + (game.timer is not None)))
        copying, holding = lines_of(game.copy), items_of(game)
        looking = sum(lines_of(partial(game.legal, seat)) for seat in range(game.seats))
        act = partial(game.apply, *choices[pick]) if pick < len(choices) else game.fire
        yield copying, holding, looking + lines_of(act)


@pytest.mark.parametrize("name", [info.name for info in cardhouse.games()])
def test_a_step_costs_no_more_late_in_a_game(name: str) -> None:
    early: list[tuple[int, int, int]] = []
    late: list[tuple[int, int, int]] = []
    for seed in range(2 if name == "hearts" else 12):
        game = cardhouse.new(name, seed=seed, options={"limit": 200} if name == "hearts" else None)
        found = list(costs(game, Chance(seed)))
        early += found[: len(found) // 3]
        late += found[-(len(found) // 3) :]
    assert len(early) > 200
    for which in (0, 1):
        assert max(cost[which] for cost in late) <= max(cost[which] for cost in early)
    assert mean(cost[2] for cost in late) < 1.5 * mean(cost[2] for cost in early)
