"""The tree of one world, with a small game whose answer is known: who takes the last of some matches wins."""

from __future__ import annotations

import math

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from cardhouse import Chance
from cardhouse.bots.world_tree import PolicyTree


class Matches(PolicyTree):
    """One, two or three matches are taken in turn. Leaves are played out at random."""

    def __init__(self, matches: int) -> None:
        super().__init__(2, 0.7, 0.3)
        self.matches = matches
        self.left = matches
        self.seat = 0

    def restart(self) -> None:
        self.left, self.seat = self.matches, 0

    def on_move(self) -> i64:
        return self.seat if self.left else -1

    def choices(self, seat: i64) -> vec[i64]:
        return vec[i64]([taken for taken in (1, 2, 3) if taken <= self.left])

    def plain_choice(self, seat: i64) -> i64:
        return 1

    def act(self, seat: i64, code: i64) -> None:
        self.left -= int(code)
        self.seat = 1 - self.seat

    def finish(self, chance: Chance) -> None:
        while self.left:
            self.act(self.seat, 1 + chance.below(min(3, self.left)))
        won = 1 - self.seat
        self.values[won], self.values[1 - won] = 1.0, 0.0


def grown(matches: int, simulations: int) -> Matches:
    tree = Matches(matches)
    tree.plant()
    tree.grow(simulations, Chance(1), math.inf)
    return tree


@pytest.mark.parametrize(("matches", "best"), [(5, 1), (6, 2), (7, 3)])
def test_it_comes_to_prefer_what_wins(matches: int, best: int) -> None:
    tree = grown(matches, 600)
    first = tree.first[0]
    visits = {int(tree.codes[first + at]): int(tree.visits[first + at]) for at in range(tree.kids[0])}
    assert max(visits, key=lambda code: visits[code]) == best
    assert tree.worth(0) > 0.7


def test_each_seat_looks_for_its_own_best() -> None:
    """With four matches left every choice loses, if the other answers well."""
    tree = grown(4, 600)
    assert tree.worth(0) < 0.3
    assert tree.worth(0) + tree.worth(1) == pytest.approx(1.0)


def test_a_new_tree_knows_nothing_of_the_last_one() -> None:
    tree = grown(7, 50)
    tree.matches = 4
    tree.plant()
    tree.grow(600, Chance(1), math.inf)
    assert tree.visits[0] == 600
    assert tree.worth(0) < 0.3


def test_when_the_time_is_over_there_was_one_simulation() -> None:
    tree = Matches(7)
    tree.plant()
    tree.grow(1000, Chance(1), -math.inf)
    assert tree.visits[0] == 1
