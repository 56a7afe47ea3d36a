"""Nothing that can be pressed is covered, cut or too small; nothing scrolls sideways; nothing shifts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .player import Player

Visit = Callable[..., Player]
PRESSABLE = Path(__file__).with_name("pressable.js").read_text(encoding="utf-8")
PHONES = [(320, 568), (390, 844), (540, 960), (844, 390)]


def begin(player: Player, *games: str) -> None:
    """Games that are begun and left."""
    for game in games:
        player.against_cats(game, seats=4)
        player.page.wait_for_selector(".card")


def test_a_game_that_was_left_can_be_gone_on_with_on_every_phone(visit: Visit) -> None:
    anna = visit(390, 844)
    begin(anna, "hearts", "durak")
    anna.page.goto(f"{anna.address}/#/")
    anna.page.wait_for_selector("a[href^='#/table/']")
    found = {}
    for width, height in PHONES:
        anna.page.set_viewport_size({"width": width, "height": height})
        wrong = anna.page.evaluate(PRESSABLE, 1)
        if wrong:
            found[width, height] = wrong
    assert found == {}
