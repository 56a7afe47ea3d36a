"""The first time: a real game in which somebody tells what to do, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardhouse.games import games
from cardhouse.words import catalogue

from .player import Player

GAMES = [info.name for info in games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_tells_what_to_do_at_its_moment(game: str, visit: Callable[..., Player]) -> None:
    player = visit(390, 844)
    page = player.page
    page.locator(f".tile[data-game={game}]").get_by_role("button", name="First time?").click()
    page.wait_for_selector(".card")
    coach = page.locator(".coach")
    texts = [text for key, text in catalogue().items() if key.startswith(f"page.first.{game}.")]
    expect(coach).to_be_visible(timeout=30000)
    assert coach.locator("p").inner_text() in texts
    coach.get_by_role("button", name="Skip").click()
    expect(coach).to_have_count(0)
    assert page.locator(".card").count() >= 32


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_has_words(game: str, visit: Callable[..., Player]) -> None:
    find = "game => import('/web/table/coach.js').then(({ lessonsOf }) => lessonsOf(game))"
    lessons = visit().page.evaluate(find, game)
    assert len(lessons) >= 3
    assert all(f"page.first.{game}.{lesson}" in catalogue() for lesson in lessons)
