"""Whole games through the page: each game by mouse, by keyboard alone and by touch alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .careless import Careless
from .player import Player

Visit = Callable[..., Player]
WAYS = ["mouse", "keys", "touch"]
ALL_SLAPS = dict.fromkeys(("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"), True)
SLAP_GAMES: dict[str, dict[str, Any]] = {
    "ratscrew": {**ALL_SLAPS, "stoppers": False, "penalty": "card"},
    "slapjack": {"wilds": True},
}
# Short games: options, seats, and how well the cats play, as at random Threes goes on for long.
CARD_GAMES: dict[str, tuple[dict[str, Any], int, str]] = {
    "hearts": ({"limit": 1}, 4, "random"),
    "threes": ({}, 2, "greedy"),
    "durak": ({"deck": 32}, 2, "random"),
}


def come(visit: Visit, by: str) -> Player:
    """Somebody with a phone, or somebody at a desk."""
    return visit(390, 844, touch=True) if by == "touch" else visit()


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("game", list(CARD_GAMES))
def test_a_whole_game_against_cats(game: str, by: str, visit: Visit) -> None:
    player = come(visit, by)
    options, seats, level = CARD_GAMES[game]
    player.against_cats(game, seats, options, level)
    assert player.play_to_the_end(by)
    assert player.page.locator(".end-places li").count() == seats


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("game", list(SLAP_GAMES))
def test_a_whole_game_won_by_slapping(game: str, by: str, visit: Visit) -> None:
    player = come(visit, by)
    options = SLAP_GAMES[game]
    code = player.table(game, [{"kind": "you", "name": "Anna", "face": "fox"}, {"kind": "link"}], options)
    with Careless(player.address, code):
        player.page.wait_for_selector(".card")
        assert player.play_to_the_end(by, (game, options)) == "You won!"
    assert player.page.locator(".end-places li").count() == 2
