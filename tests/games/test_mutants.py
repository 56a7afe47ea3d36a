"""Faults that are planted in the games are found: a share of all, by the tests known to find them.

``python -m tools.mutants`` plants every one.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tools.mutants import BATTERY, Mutant, mutants, tried

ALL = mutants()
# What the battery once let through: one fault of each kind that it has to find by itself, in games of every sort.
SHARE = {
    ("hearts", "sampler ignores voids"),
    ("hearts", "rules record no void"),
    ("hearts", "always the same deal"),
    ("hearts", "an end without words"),
    ("hearts", "set_to leaves broken out"),
    ("threes", "set_to leaves passes out"),
    ("durak", "the stock is sorted"),
}


def test_there_are_many_faults_of_each_kind_and_game() -> None:
    assert len(ALL) >= 50
    assert min(Counter(mutant.game for mutant in ALL).values()) >= 5
    assert {mutant.kind for mutant in ALL} >= {"sampler", "memory", "state", "leak", "winner", "off by one", "words"}
    assert len({(mutant.game, mutant.name) for mutant in ALL}) == len(ALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [each for each in ALL if (each.game, each.name) in SHARE],
    ids=lambda mutant: f"{mutant.game}-{mutant.name}",
)
def test_the_battery_finds_a_planted_fault(mutant: Mutant) -> None:
    assert mutant.found_by in BATTERY
    assert tried(mutant, known_only=True)[0] == "battery"
