"""The house inside the page: the static folder under a path, with the network cut after the first visit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cardhouse.commands.site import NoSite, compiled_rules, make_site
from cardhouse.games import games
from cardhouse.server.page_files import page_module
from tools.browser import one_at_a_time
from tools.host import KEPT, PATH, Host

from .axe import faults
from .conftest import QUICK, Problems
from .player import PATIENCE, Player
from .test_whole_games import SLAP_GAMES

CHECKOUT = Path(__file__).parents[2]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
# Short games: options, seats, and how well the cats play.
GAMES: dict[str, tuple[dict[str, Any], int, str]] = {
    **{game: (options, 2, "random") for game, options in SLAP_GAMES.items()},
    "hearts": ({"limit": 1}, 4, "easy"),
    "threes": ({}, 2, "greedy"),
    "durak": ({"deck": 32}, 2, "random"),
}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site under a path, made once for all who test at the same time."""
    shared = tmp_path_factory.getbasetemp()
    shared = (shared.parent if shared.name.startswith("popen") else shared) / "served"
    with one_at_a_time():
        if not (shared / PATH).exists():
            (shared / PATH).parent.mkdir(parents=True, exist_ok=True)
            try:
                make_site(shared / PATH, CHECKOUT / "build" / "site-parts", compiled_rules())
            except NoSite as error:
                pytest.skip(f"the house inside the page is not tested: {error}")
    return shared


@pytest.fixture
def host(served: Path) -> Iterator[Host]:
    made = Host(served)
    yield made
    made.stop()


@pytest.fixture
def come(browser: Browser, host: Host, problems: Problems) -> Iterator[Callable[[], Page]]:
    """Somebody opens the site in a browser of their own; all their tabs share it."""
    context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICK)
    context.on("console", problems.heard)
    context.on("weberror", lambda error: problems.tell(str(error.error)))

    def open_page() -> Page:
        page = context.new_page()
        page.goto(f"{host.address}/")
        return page

    yield open_page
    context.close()


def first_visit(page: Page, host: Host) -> Player:
    """Wait until the browser keeps everything, cut the network, and start again without it."""
    page.wait_for_selector(".tile")
    page.wait_for_function(KEPT)
    host.stop()
    page.reload()
    page.wait_for_selector(".tile")
    return Player(page, host.address)


def test_all_five_games_are_played_to_their_end_without_a_network(come: Callable[[], Page], host: Host) -> None:
    player = first_visit(come(), host)
    for game, (options, seats, level) in GAMES.items():
        player.against_cats(game, seats, options, level)
        assert player.play_to_the_end("keys" if game in SLAP_GAMES else "mouse", (game, options)), game
        assert player.page.locator(".end-places li").count() == seats
    page = player.page
    page.goto(f"{host.address}/#/stats")
    page.wait_for_selector("main")
    expect(page.locator("main")).to_contain_text("Hearts")
    page.goto(f"{host.address}/#/replay")
    expect(page.locator("main .lines li")).to_have_count(len(GAMES))


def test_a_hint_a_replay_a_review_settings_and_languages_without_a_network(
    come: Callable[[], Page], host: Host
) -> None:
    player = first_visit(come(), host)
    page = player.page
    assert faults(player) == []
    code = player.against_cats("durak", 2, {"deck": 32}, "random")
    player.until("seen.own.length && seen.mine")
    page.keyboard.press("h")
    assert player.wait_for("tip")["tip"]
    assert player.play_to_the_end("mouse")
    page.goto(f"{host.address}/#/replay/{code}-1")
    page.wait_for_selector(".replay-bar")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the record").click()
    assert Path(downloading.value.path()).read_text().startswith("Cardhouse record 1")
    page.get_by_role("button", name="Review").first.click()
    # Plain rules take seconds for a move on a busy machine: that the first ones are weighed is enough.
    expect(page.locator(".review-state")).to_contain_text(re.compile(r"Move ([3-9]|\d\d) of|weighed, .* clearly"))
    page.goto(f"{host.address}/#/settings")
    page.locator('[data-name="language"] input[value="de"]').check()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{host.address}/#/")
    expect(page.locator(".house-line")).to_contain_text("Das Haus ist in dieser Seite")


def test_every_game_has_its_own_page_in_the_house(come: Callable[[], Page]) -> None:
    page = come()
    page.wait_for_selector(".tile")
    told = page.evaluate(
        "import(new URL('wire.js', document.querySelector('script[type=module]').src).href)"
        ".then(({ask}) => ask('GET', 'api/games'))"
    )
    assert {game["name"]: game["page"] for game in told} == {info.name: page_module(info) for info in games()}


def test_what_needs_others_is_not_shown(come: Callable[[], Page]) -> None:
    page = come()
    page.wait_for_selector(".tile")
    expect(page.locator(".house-line")).to_contain_text("The house is in this page")
    assert page.get_by_role("button", name="By link").count() == 0
    assert page.locator(".join").count() == 0
    assert page.get_by_text("Open tables").count() == 0
    page.goto(f"{page.url.split('#')[0]}#/house/hearts")
    page.wait_for_selector(".seat-lines")
    assert page.locator('.seat-lines option[value="link"]').count() == 0
    assert page.locator('[name="listed"]').count() == 0


def test_one_tab_at_a_time_and_an_unfinished_game_goes_on_in_the_other(come: Callable[[], Page], host: Host) -> None:
    first = come()
    first.wait_for_selector(".tile")
    code = Player(first, host.address).against_cats("durak", 2, {}, "random")
    second = come()
    expect(second.locator("main")).to_contain_text("open in another tab")
    second.get_by_role("button", name="Play in this tab").click()
    second.wait_for_selector(".unfinished")
    expect(first.locator("main")).to_contain_text("open in another tab")
    Player(second, host.address).go_to(code)
    second.wait_for_selector(".card.own")
    first.get_by_role("button", name="Play in this tab").click()
    expect(first.locator(".screen-open")).to_contain_text("open in another tab")
    first.get_by_role("button", name="Play in this tab").click()
    first.wait_for_selector(".card.own")
    expect(second.locator("main")).to_contain_text("open in another tab")
