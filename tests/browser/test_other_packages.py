"""Games of other packages on a fresh server: played in Chromium to their end, with hints, and reviewed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from test_other_packages import BOTH, EXAMPLE, SOURCE, SPADES, installed

from tools.finished import finish
from tools.house import House

from .conftest import Problems, visits
from .player import REVIEW_PATIENCE, Player

Visit = Callable[..., Player]
GAMES: dict[str, tuple[int, dict[str, Any]]] = {"eights": (2, {}), "spades": (4, {"limit": 50})}


@pytest.fixture
def own_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server that knows the games of both examples by their entry points, and has looked up none of them."""
    installed(tmp_path, "cardhouse_examples", BOTH)
    monkeypatch.setenv("PYTHONPATH", ":".join(map(str, (tmp_path, EXAMPLE, SPADES, SOURCE))))
    house = House(tmp_path / "house").start()
    yield house
    house.stop()


@pytest.fixture
def come(browser: Browser, own_house: House, problems: Problems) -> Iterator[Visit]:
    with visits(browser, own_house.address, problems) as visit:
        yield visit


def ask_for_a_hint(player: Player) -> str:
    """The first thing that anybody asks the fresh server for."""
    player.page.keyboard.press("h")
    said: str = player.wait_for("tip")["tip"]
    player.page.keyboard.press("Escape")
    return said


def reviewed(player: Player, record: str) -> None:
    """The review of a record weighs moves, and fails at none."""
    page = player.page
    page.goto(f"{player.address}/#/replay/{record}?review=0")
    state = page.locator(".review-state")
    expect(state).to_contain_text(re.compile("checked, .* clearly"), timeout=REVIEW_PATIENCE)
    assert page.locator(".plot-dot, .plot-diamond").count() > 0


@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_with_hints_and_a_review(game: str, come: Visit) -> None:
    player = come()
    page = player.page
    expect(page.locator(f".tile[data-game={game}]")).to_be_visible()
    seats, options = GAMES[game]
    player.against_cats(game, seats, options, "greedy")
    player.until("seen.mine")
    said = ask_for_a_hint(player)
    assert "{" not in said
    assert "page." not in said
    if game == "spades":
        bids = page.locator(".bar button")
        expect(bids).to_have_text([str(tricks) for tricks in range(14)])
    page.on("dialog", lambda dialog: dialog.accept())
    assert player.play_to_the_end("mouse")
    assert page.locator(".end-places li").count() == seats
    assert not re.search(r"page\.|reason\.|event\.", page.locator(".end").inner_text())
    assert re.search(r"\d+ points?", page.locator(".end").inner_text())
    page.locator(".end").get_by_role("button", name=re.compile("Review|Watch")).first.click()
    page.wait_for_url(re.compile("#/replay/"))
    reviewed(player, re.split(r"[/?]", page.url.split("#/replay/")[1])[0])


@pytest.mark.parametrize("attempt", range(8))
def test_a_fresh_server_reviews_a_game_of_another_package(attempt: int, come: Visit) -> None:
    """Each review is the first thing that this server is asked about the game by a worker."""
    player = come()
    reviewed(player, finish(player.page, "eights", {"draw": "one"}))
