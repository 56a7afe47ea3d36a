"""The page as a wheel brings it: one script, one stylesheet, asked for once, and open to games of other packages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from cardhouse.server.page_files import PACKAGE, bundle_fits
from tools import bundle
from tools.browser import one_at_a_time
from tools.house import House

from .conftest import Problems, visits
from .player import PATIENCE, Player

MOST_REQUESTS = 12
MOST_BYTES = 180_000
# The page of a game from another package is in use, and what it imports is what the page itself runs.
SAME = """async () => {
  const at = (path) => import(new URL(path, document.querySelector('script[type=module]').src).href);
  const [{ pageOf }, { prompt }, { say }] = await Promise.all(
    ['state/games.js', '../games/eights/page.js', 'words.js'].map(at));
  return [pageOf('eights').prompt === prompt, say('page.home.play')];
}"""
EXAMPLE = Path(__file__).parents[2] / "examples" / "crazy-eights" / "src"


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with one_at_a_time("bundle"):
        if not bundle_fits(bundle.PLACE):
            try:
                bundle.make()
            except bundle.NoBundle as error:
                pytest.skip(f"the bundled page is not tested: {error}")
    house = House(tmp_path_factory.mktemp("bundled"))
    house.environment = {**os.environ, "CARDHOUSE_BUNDLE": str(bundle.PLACE)}
    house.start()
    yield house
    house.stop()


@pytest.fixture
def visit(browser: Browser, bundled: House, problems: Problems) -> Iterator[Callable[..., Player]]:
    with visits(browser, bundled.address, problems) as come:
        yield come


def test_a_first_card_takes_few_requests_and_few_bytes_and_a_second_start_none_but_the_page(
    browser: Browser, bundled: House
) -> None:
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    asked: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    session.on("Network.webSocketCreated", lambda event: asked.update({event["requestId"]: event["url"]}))
    session.on("Network.responseReceived", lambda event: _forget_kept(asked, event))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    session.send("Network.enable")
    page.goto(f"{bundled.address}/")
    page.locator('.tile[data-game="hearts"] .button-main').click()
    page.wait_for_selector(".card.own")
    # A page at an address that only this machine understands asks where others reach the house.
    away = [url for url in asked.values() if not url.endswith("/api/reach")]
    assert len(away) <= MOST_REQUESTS, sorted(away)
    assert sum(sizes.get(request, 0) for request in asked) <= MOST_BYTES
    page.goto("about:blank")
    asked.clear()
    page.goto(f"{bundled.address}/")
    page.locator('.tile[data-game="hearts"] .button-main').click()
    page.wait_for_selector(".card.own")
    answers = ("/api/", "ws://", "about:")
    assert [url for url in asked.values() if not any(part in url for part in answers)] in (
        [f"{bundled.address}/"],
        [],
    )
    context.close()


def _forget_kept(asked: dict[str, str], event: dict[str, dict[str, object]]) -> None:
    if event["response"].get("fromDiskCache") or event["response"].get("fromPrefetchCache"):
        asked.pop(str(event["requestId"]), None)


@pytest.mark.parametrize("game", ["ratscrew", "slapjack", "hearts", "threes", "durak"])
def test_every_game_is_shown_by_its_own_page(game: str, visit: Callable[..., Player]) -> None:
    player = visit()
    player.against_cats(game, 4 if game == "hearts" else 2)
    kind = player.page.evaluate(
        "async (game) => Object.keys((await import(new URL('state/games.js', "
        "document.querySelector('script[type=module]').src).href)).pageOf(game)).length",
        game,
    )
    assert kind > 0
    player.open("/stats")
    player.open("/settings")
    player.open(f"/rules/{game}")
    player.open(f"/house/{game}")


def test_a_game_of_another_package_shares_the_modules_of_the_page(
    browser: Browser, tmp_path: Path, bundled: House, problems: Problems
) -> None:
    metadata = tmp_path / "cardhouse_crazy_eights-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cardhouse_crazy_eights\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[cardhouse.games]\neights = crazy_eights.spec:SPEC\n")
    house = House(tmp_path / "data")
    # The last of these is where the house itself is, from which the example's own folder keeps clear.
    path = os.pathsep.join(map(str, (tmp_path, EXAMPLE, PACKAGE.parent)))
    house.environment = {**os.environ, "CARDHOUSE_BUNDLE": str(bundle.PLACE), "PYTHONPATH": path}
    house.start()
    try:
        with visits(browser, house.address, problems) as come:
            player = come()
            assert "/page-" in player.page.evaluate("document.querySelector('script[type=module]').src")
            player.against_cats("eights", 2)
            assert player.page.evaluate(SAME) == [True, "Play"]
            expect(player.page.locator(".prompt")).not_to_be_empty()
    finally:
        house.stop()


def test_the_browser_keeps_it_and_opens_without_a_network(
    browser: Browser, tmp_path: Path, bundled: House, problems: Problems
) -> None:
    problems.expect("ERR_CONNECTION_REFUSED", "Failed to load resource")
    house = House(tmp_path / "data")
    house.environment = bundled.environment
    house.start()
    with visits(browser, house.address, problems) as come:
        page = come(worker=True).page
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
            " && Boolean(await caches.match(document.querySelector('script[type=module]').src))"
        )
        house.kill()
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("reach the house")
    house.stop()
