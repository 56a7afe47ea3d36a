"""A house for the tests, and browsers that visit it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tools.browser import NoBrowser
from tools.house import House, launch

from .player import PATIENCE, Player

# Nothing moves and nothing waits to be seen: whole games within seconds, by settings that everybody has.
QUICK = """if (location.protocol.startsWith('http'))
  localStorage.setItem('cardhouse.settings', JSON.stringify({speed: 'instant', motion: 'reduced', sound: false}))"""
# A browser that can't keep the page for later: keeping it fetches it once more, which takes as long as the visit.
NO_WORKER = "delete Navigator.prototype.serviceWorker"
expect.set_options(timeout=PATIENCE)


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: half of the time a browser waits for a moment of the page to come."""
    return 2 * (os.cpu_count() or 1)


class Problems:
    """What went wrong on the pages of a test: errors, and all that the console complains of."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.expected: list[str] = []

    def expect(self, *texts: str) -> None:
        """Complaints with these texts are part of the test, like those about a server that was killed."""
        self.expected += texts

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.tell(f"{message.type}: {message.text} ({message.location['url']})")

    def tell(self, text: str) -> None:
        self.found.append(text)

    def unexpected(self) -> list[str]:
        return [text for text in self.found if not any(part in text for part in self.expected)]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        launched = launch(playwright)
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    started = House(tmp_path_factory.mktemp("house")).start()
    yield started
    started.stop()


@pytest.fixture
def problems() -> Iterator[Problems]:
    """Fails a test whose pages complained of something that the test did not expect."""
    found = Problems()
    yield found
    assert found.unexpected() == []


@contextmanager
def visits(browser: Browser, address: str, problems: Problems) -> Iterator[Callable[..., Player]]:
    """Gives a function that opens the page at an address as somebody new."""
    contexts: list[BrowserContext] = []

    def come(
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        quick: bool = True,
        worker: bool = False,
        typeface: bool = True,
    ) -> Player:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if quick:
            context.add_init_script(QUICK)
        if not worker:
            context.add_init_script(NO_WORKER)
        if not typeface:
            context.route("**/font/*", lambda route: route.abort())
        context.on("console", problems.heard)
        context.on("weberror", lambda error: problems.tell(str(error.error)))
        page: Page = context.new_page()
        page.goto(f"{address}/")
        page.wait_for_selector(".tile")
        return Player(page, address)

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def visit(browser: Browser, house: House, problems: Problems) -> Iterator[Callable[..., Player]]:
    """Somebody new comes to the house, each with a browser of their own."""
    with visits(browser, house.address, problems) as come:
        yield come
