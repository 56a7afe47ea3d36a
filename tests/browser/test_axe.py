"""Every screen, dark and light, before axe, which finds nothing serious; in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tools.finished import finish

from .axe import faults
from .conftest import Problems
from .paths import GAMES, SCREENS
from .player import Player
from .test_for_everybody import dress

Visit = Callable[..., Player]
THEMES = ["dark", "light"]


def look_at(player: Player, path: str) -> list[str]:
    """What there is to find on the screen at a path."""
    player.open(path)
    return faults(player)


def test_axe_would_find_something(visit: Visit) -> None:
    """The tests of this file can fail: a picture without words, and pale words, are told."""
    player = visit()
    player.page.evaluate("""() => {
      const pale = document.createElement('p');
      pale.textContent = 'pale';
      Object.assign(pale.style, { color: '#777', background: '#888' });
      document.querySelector('main').append(document.createElement('img'), pale);
    }""")
    assert {fault.split(":")[0] for fault in faults(player)} >= {"image-alt", "color-contrast"}


@pytest.mark.parametrize("theme", THEMES)
def test_every_screen_around_the_table(theme: str, visit: Visit) -> None:
    player = visit()
    dress(player, theme=theme)
    player.page.reload()
    assert {path: found for path in SCREENS if (found := look_at(player, path))} == {}


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_the_end_the_replay_and_the_statistics_of_every_game(width: int, theme: str, visit: Visit) -> None:
    player = visit(width, 844)
    dress(player, theme=theme)
    player.page.reload()
    records = {game: finish(player.page, game) for game in GAMES}
    paths = [f"/replay/{record}?at=9" for record in records.values()]
    paths += [f"/table/{record.removesuffix('-1')}" for record in records.values()]
    assert {path: found for path in [*paths, "/stats"] if (found := look_at(player, path))} == {}
    expect(player.page.locator(".part")).to_have_count(len(GAMES))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_its_first_time_and_what_opens_over_it(game: str, theme: str, visit: Visit) -> None:
    player = visit(390, 844)
    page = player.page
    dress(player, theme=theme)
    page.reload()
    page.locator(f".tile[data-game={game}] .tile-open").click()
    page.get_by_role("dialog").get_by_role("button", name="First time?").click()
    expect(page.locator(".coach")).to_be_visible()
    assert faults(player) == []
    page.get_by_role("button", name="Skip").click()
    for key, panel in {"m": ".panel", "?": ".panel-keys"}.items():
        page.keyboard.press(key)
        page.wait_for_selector(panel)
        player.painted()
        assert faults(player) == [], panel
        page.keyboard.press("Escape")
        page.wait_for_selector(panel, state="detached")


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_that_waits_and_one_that_is_not_there(theme: str, visit: Visit, problems: Problems) -> None:
    problems.expect("nosuchtable", "WebSocket")
    player = visit()
    dress(player, theme=theme)
    player.page.reload()
    player.page.locator(".tile[data-game=durak]").get_by_role("button", name="By link").click()
    player.give_name()
    player.page.wait_for_selector(".waiting .link")
    assert faults(player) == []
    player.go_to("nosuchtable")
    player.page.wait_for_selector(".line[data-state=gone]")
    player.painted()
    assert faults(player) == []
