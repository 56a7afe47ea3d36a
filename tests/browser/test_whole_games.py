"""Whole games through the page: each game by mouse, by keyboard alone and by touch alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .player import Player, rules_of

ALL_SLAPS = dict.fromkeys(("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"), True)
OPTIONS: dict[str, dict[str, Any]] = {
    "ratscrew": {**ALL_SLAPS, "stoppers": False, "penalty": "card"},
    "slapjack": {"wilds": True},
    "hearts": {"limit": 1},
    "threes": {},
    "durak": {},
}
SEATS = {"hearts": 4}
# At random a game of Threes goes on for long.
LEVELS = {"threes": "greedy"}


@pytest.mark.parametrize("by", ["mouse", "keys", "touch"])
@pytest.mark.parametrize("game", list(OPTIONS))
def test_a_whole_game(game: str, by: str, visit: Callable[..., Player]) -> None:
    player = visit(390, 844, touch=True) if by == "touch" else visit()
    player.against_cats(game, SEATS.get(game, 2), OPTIONS[game], LEVELS.get(game, "random"))
    rules = rules_of(game, OPTIONS[game]) if game in ("ratscrew", "slapjack") else []
    assert player.play_to_the_end(by, rules)
    assert player.page.locator(".end-places li").count() == SEATS.get(game, 2)
