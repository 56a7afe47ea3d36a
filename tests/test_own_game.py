"""A game that somebody writes in plain Python keeps the contract, whether the house's own are compiled or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from high_card import HighCard, HighCardSampler

import cardhouse
from cardhouse import Chance, GameSpec, Refused
from cardhouse.engine.playouts import play_fresh, play_on
from cardhouse.testing import registered

DECK = "As 2c 3d 4d Kh 5c " + " ".join(
    rank + suit for suit in "cdsh" for rank in "23456789TJQKA" if rank + suit not in "As 2c 3d 4d Kh 5c"
)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(GameSpec(HighCard, HighCardSampler)):
        yield


def test_it_is_among_the_games_of_the_house() -> None:
    assert [info.options for info in cardhouse.games() if info.name == "highcard"] == [HighCard.options]


def test_it_is_played_by_its_rules() -> None:
    game = cardhouse.new("highcard", deck=DECK)
    assert [str(action) for action in game.legal(0)] == ["play 2c", "play As"]
    assert game.legal(1) == []
    with pytest.raises(Refused):
        game.apply(1, "play 3d")
    with pytest.raises(Refused):
        game.apply(0, "slap")
    events = [
        event
        for seat, what in ((0, "2c"), (1, "4d"), (0, "As"), (1, "3d"))
        for event in game.apply(seat, f"play {what}")
    ]
    assert [event.kind for event in events] == ["play", "play", "play", "play", "over"]
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


def test_its_options_decide() -> None:
    game = cardhouse.new("highcard", deck=DECK, low=True)
    for seat, what in ((0, "2c"), (1, "4d"), (0, "As"), (1, "3d")):
        game.apply(seat, f"play {what}")
    assert game.outcome is not None
    assert game.outcome.winners == (1,)


def test_it_is_copied_viewed_and_imagined() -> None:
    game = cardhouse.new("highcard", seats=3, seed=5)
    chance = Chance(1)
    while not game.over:
        for seat in (None, 0, 1, 2):
            view = game.view(seat)
            assert cardhouse.imagine(view, chance).view(seat) == view
        before = game.digest()
        other = game.copy()
        other.random_step(chance)
        assert game.digest() == before != other.digest()
        game = other


def test_it_is_played_out_by_the_house() -> None:
    chance = Chance(1)
    game = cardhouse.new("highcard", seats=3, seed=5)
    game.random_step(chance)
    before = game.digest()
    assert play_on(game, 20, chance) == 20 * 5
    assert play_fresh(HighCard(game.setup), 20, chance) == 20 * 6
    assert game.digest() == before
