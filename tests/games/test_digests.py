"""Seeded games come out the same for ever, compiled and plain alike."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from seeded import digest, labels, lines, pinned

import cardhouse
from cardhouse import Chance, Option
from cardhouse.build import running
from cardhouse.engine.options import switch
from cardhouse.engine.registry import game_class

PINNED = pinned()


def test_the_generator_never_changes() -> None:
    chance = Chance(0)
    assert [chance.word() for _ in range(3)] == [1750435939, 3385808820, 799510478]
    assert Chance(2**70).state() == "19bdf20eedd1fc7ae6bd235900000001"
    assert " ".join(map(str, cardhouse.new("hearts", seed=1).view(0).hand)) == "3c 6c 7c Qc Kc 2d 6d Kd Ad 2s 3s 9s Ks"


def test_every_game_and_option_set_is_pinned() -> None:
    assert set(labels()) == set(PINNED), "make digests pins what is new"


@pytest.mark.parametrize(("name", "seats", "options"), PINNED)
def test_a_seed_means_the_same_game_for_ever(name: str, seats: int, options: str) -> None:
    assert digest(name, seats, json.loads(options), 1) == PINNED[name, seats, options]


def options_with_one_more(name: str) -> tuple[Option, ...]:
    """The options of a game and, among them, one that is off."""
    options = game_class(name).options
    return (*options[:1], switch("never_heard_of"), *options[1:])


def test_an_option_that_is_off_changes_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(labels())
    monkeypatch.setattr(game_class("hearts"), "options", options_with_one_more("hearts"))
    pins = [label for label in PINNED if label[0] == "hearts"]
    assert len(pins) >= 17
    for name, seats, options in pins:
        assert digest(name, seats, json.loads(options), 1) == PINNED[name, seats, options]
    assert {options for _, _, options in set(labels()) - before} == {'{"never_heard_of": true}'}
    assert before < set(labels())


@pytest.mark.skipif(running() == "plain", reason="only the plain files are here")
def test_compiled_and_plain_games_are_the_same() -> None:
    seed = secrets.randbits(30)
    where = {**os.environ, "CARDHOUSE_PURE": "1", "PYTHONPATH": str(Path(cardhouse.__file__).parent.parent)}
    plain = subprocess.run(
        [sys.executable, str(Path(__file__).parents[1] / "seeded.py"), str(seed)],
        env=where,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines() == list(lines(seed)), f"with seed {seed}"
