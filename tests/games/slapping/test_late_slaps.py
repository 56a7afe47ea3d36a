"""Slaps that were meant for a card that has been covered since: judged as of that card."""

from __future__ import annotations

import pytest
from stacking import deck_for

import cardhouse
from cardhouse import Game, Refused
from cardhouse.engine.cards import set_of


def turned(name: str, *cards: str) -> Game:
    """A game of two in which these cards have been turned, one by each in turn."""
    game = cardhouse.new(name, deck=deck_for(" ".join(cards[0::2]), " ".join(cards[1::2])))
    for turn in range(len(cards)):
        game.apply(turn % 2, "turn")
    return game


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
def test_a_late_slap_takes_the_pile_with_what_has_covered_it(name: str) -> None:
    game = turned(name, "5h", "7s", "7h", "9c")
    told = game.apply(0, "slap 1")
    assert told[0].facts["verdict"] == "good"
    assert told[0].facts["why"] == "doubles"
    assert game.view(None).zone("pile").cards == ()
    assert len(game.view(None).zone("hand", 0).cards) == 28


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
def test_a_late_slap_is_wrong_if_the_card_was_not_worth_one(name: str) -> None:
    game = turned(name, "5h", "8s", "7h", "7c")
    assert game.copy().apply(0, "slap")[0].facts["verdict"] == "good"
    assert game.apply(0, "slap 1")[0].facts["verdict"] == "wrong"


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
def test_a_slap_cannot_be_meant_for_a_card_that_is_not_there(name: str) -> None:
    game = turned(name, "5h", "8s")
    before = game.digest()
    for text in ("slap 2", "slap 9"):
        with pytest.raises(Refused) as refusal:
            game.apply(0, text)
        assert refusal.value.key == "refused.slap_covered"
    assert game.digest() == before


def test_penalty_cards_are_not_there_to_be_slapped() -> None:
    game = turned("ratscrew", "5h", "8s")
    game.apply(0, "slap")
    assert len(game.view(None).zone("pile").cards) == 3
    with pytest.raises(Refused):
        game.apply(1, "slap 2")


@pytest.mark.parametrize("name", ["ratscrew", "slapjack"])
def test_cards_are_kept(name: str) -> None:
    game = turned(name, "5h", "7s", "7h", "9c")
    game.apply(1, "slap 1")
    cards = [card for zone in game.open_view().zones for card in zone.known]
    assert set_of(cards) == 2**52 - 1
    assert len(cards) == 52
