"""The page in Firefox, where there is one: its screens, and whole games by mouse, by touch and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page

from tools.finished import finish
from tools.house import House

from .axe import AXE, faults
from .careless import Careless
from .conftest import Problems
from .firefox import FirefoxPage, find, firefox
from .paths import SCREENS
from .player import Player
from .test_layout import BOXES, FINGER, PRESSABLE
from .test_whole_games import CARD_GAMES, SLAP_GAMES

QUICK = """localStorage.setItem('cardhouse.settings',
  JSON.stringify({speed: 'instant', motion: 'reduced', sound: false}))"""
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
WAYS = {"hearts": "mouse", "threes": "touch", "durak": "keys", "ratscrew": "keys", "slapjack": "mouse"}


@pytest.fixture
def anna(house: House, tmp_path: Path, problems: Problems) -> Iterator[Player]:
    """Somebody new, with a browser of their own."""
    program = find()
    if program is None:
        pytest.skip("there is no Firefox here (Debian: apt install firefox-esr)")
    with firefox(program, tmp_path / "firefox", problems.tell) as page:
        page.goto(f"{house.address}/")
        page.evaluate(QUICK)
        page.reload()
        page.wait_for_selector(".tile")
        yield Player(cast(Page, page), house.address)


def size(player: Player, name: str) -> None:
    width, height = SIZES[name]
    player.page.set_viewport_size({"width": width, "height": height})
    player.painted()


def show(player: Player, path: str) -> None:
    """Go to a screen; what it asks for is there."""
    cast(FirefoxPage, player.page).goto(f"{player.address}/#{path}")
    player.page.wait_for_function(
        "() => !document.querySelector('#page > [data-left]') && document.querySelector('#page main')?.textContent"
    )
    player.painted()


@pytest.mark.parametrize("name", SIZES)
def test_screens(name: str, anna: Player) -> None:
    size(anna, name)
    record = finish(anna.page, "durak")
    cast(FirefoxPage, anna.page).add_script(AXE)
    found = {}
    for path in [*SCREENS, f"/replay/{record}", f"/replay/{record}?review=0"]:
        show(anna, path)
        wrong = [*anna.page.evaluate(PRESSABLE, FINGER), *faults(anna)]
        if wrong:
            found[path] = wrong
    assert found == {}


@pytest.mark.parametrize("game", list(CARD_GAMES))
def test_a_whole_game_against_cats(game: str, anna: Player) -> None:
    size(anna, "phone")
    options, seats, level = CARD_GAMES[game]
    anna.against_cats(game, seats, options, level)
    assert anna.page.evaluate(BOXES) == []
    assert anna.play_to_the_end(WAYS[game])
    assert anna.page.evaluate(BOXES) == []


@pytest.mark.parametrize("game", list(SLAP_GAMES))
def test_a_whole_game_won_by_slapping(game: str, anna: Player) -> None:
    size(anna, "phone")
    options = SLAP_GAMES[game]
    code = anna.table(game, [{"kind": "you", "name": "Anna", "face": "fox"}, {"kind": "link"}], options)
    with Careless(anna.address, code):
        anna.page.wait_for_selector(".card")
        assert anna.page.evaluate(BOXES) == []
        assert anna.play_to_the_end(WAYS[game], (game, options)) == "You won!"
    assert anna.page.evaluate(BOXES) == []
