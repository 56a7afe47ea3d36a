"""A house for each module of tests, and browsers that visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.house import House, launch

from .player import Player

QUICK = "localStorage.setItem('cardhouse.settings', JSON.stringify({speed: 'instant', sound: false}))"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    started = House(tmp_path_factory.mktemp("house")).start()
    yield started
    started.stop()


@pytest.fixture
def problems() -> list[str]:
    """What went wrong on the pages of a test."""
    return []


@pytest.fixture
def visit(browser: Browser, house: House, problems: list[str]) -> Iterator[Callable[..., Player]]:
    """Somebody new comes to the house, each with a browser of their own."""
    contexts: list[BrowserContext] = []

    def come(width: int = 1280, height: int = 800, touch: bool = False, quick: bool = True) -> Player:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        context.set_default_timeout(15000)
        contexts.append(context)
        if quick:
            context.add_init_script(QUICK)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{house.address}/")
        page.wait_for_selector(".tile")
        return Player(page, house.address)

    yield come
    for context in contexts:
        context.close()


@pytest.fixture(autouse=True)
def _nothing_went_wrong(problems: list[str]) -> Iterator[None]:
    yield
    assert problems == []
