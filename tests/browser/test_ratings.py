"""Rated tables on the page: set by one switch, told after a game, on the statistics screen, and gone with Zen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tools.finished import ask

from .player import Player

Visit = Callable[..., Player]


def test_a_rated_table_goes_without_hints_and_hints_without_a_rating(visit: Visit) -> None:
    page = visit(390, 844).page
    page.evaluate("location.hash = '#/house/threes'")
    rated, hints, opened = (page.locator(f"input[name={name}]") for name in ("rated", "hints", "open_cards"))
    expect(hints).to_be_checked()
    rated.focus()
    page.keyboard.press("Space")
    expect(rated).to_be_checked()
    expect(hints).not_to_be_checked()
    expect(opened).not_to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".card")
    table = ask(page, "GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert (table["rated"], table["hints"]) == (True, False)
    page.evaluate("location.hash = '#/house/threes'")
    hints.focus()
    page.keyboard.press("Space")
    expect(rated).not_to_be_checked()


def test_a_rating_is_said_only_once_it_says_something(visit: Visit) -> None:
    player = visit(1280, 800)
    page = player.page
    made = {"game": "slapjack", "seats": [{"kind": "you"}, {"kind": "cat", "level": "easy"}], "pace": "instant"}
    code = ask(page, "POST", "/api/tables", made | {"rated": True})["code"]
    page.evaluate(f"location.hash = '#/table/{code}'")
    assert player.play_to_the_end("keys", ("slapjack", {"wilds": False}))
    expect(page.locator(".end-rated")).to_contain_text("until you have a rating")
    page.evaluate("location.hash = '#/stats'")
    expect(page.locator(".ladder")).to_contain_text("No rating yet")
    expect(page.locator(".ladder")).to_contain_text("medium 1500")
    page.get_by_role("button", name="Set a rated table").click()
    expect(page.locator("input[name=rated]")).to_be_checked()


def test_zen_hides_all_that_calls_one_back(visit: Visit) -> None:
    page = visit(390, 844).page
    expect(page.locator(".today")).to_be_visible()
    page.evaluate("location.hash = '#/settings'")
    page.locator("input[name=zen]").check()
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector(".tile")
    expect(page.locator(".today")).to_be_hidden()
    page.evaluate("location.hash = '#/house/durak'")
    page.wait_for_selector("input[name=hints]")
    assert page.locator("input[name=rated]").count() == 0
