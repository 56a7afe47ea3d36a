"""A game goes to another process and plays on there as here. What every game must keep of this is in the battery."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from high_card import HighCard, HighCardSampler
from librt.vecs import vec
from mypy_extensions import i64

import cardhouse
from cardhouse import Chance
from cardhouse.games import GameSpec
from cardhouse.testing import pickled, registered

GAME_NAMES = [game.name for game in cardhouse.games()]


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with registered(GameSpec(HighCard, HighCardSampler)):
        yield


@pytest.mark.parametrize("name", [*GAME_NAMES, "highcard"])
def test_a_copy_plays_on_like_its_original(name: str) -> None:
    game = cardhouse.new(name, seed=8)
    for _ in range(10):
        if not game.over:
            game.random_step(Chance(1))
    again = pickled(game)
    game.play_out(Chance(5))
    again.play_out(Chance(5))
    assert again.digest() == game.digest()


def test_a_long_match_is_not_too_deep() -> None:
    game = cardhouse.new("hearts", seed=1, limit=500, jack=True)
    for deals in range(3000):
        game.random_step(Chance(deals))
        if game.over:
            break
    assert pickled(game).digest() == game.digest()


def test_what_a_copy_does_is_its_own() -> None:
    for name in GAME_NAMES:
        game = cardhouse.new(name, seed=3)
        before = game.digest()
        copy.deepcopy(game).play_out(Chance(1))
        pickled(game).play_out(Chance(1))
        assert game.digest() == before


def test_chance_goes_on_where_it_was() -> None:
    chance = Chance(2**70)
    chance.word()
    again = pickled(chance)
    assert again.state() == copy.deepcopy(chance).state() == chance.state()
    assert again.word() == chance.word()


def test_an_array_is_pickled_wherever_it_is_held() -> None:
    game = cardhouse.new("hearts", seed=2)
    held: dict[str, Any] = {"hands": [vec[i64]([1, 2**40]), vec[i64]()], "game": game}
    for copied in (pickled, copy.deepcopy):
        again = copied(held)
        assert [list(hand) for hand in again["hands"]] == [[1, 2**40], []]
        assert again["game"].digest() == game.digest()
