"""Puzzles and the deal of the day in a real browser, by keys alone and by touch."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardhouse.puzzles import Puzzle, library
from tools.finished import ask

from .player import Player

Visit = Callable[..., Player]


def easy(game: str, fits: Callable[[Puzzle], bool] = lambda puzzle: True) -> Puzzle:
    """A puzzle whose answer is a single card of the hand."""
    return next(
        puzzle
        for puzzle in library(game).puzzles
        if fits(puzzle) and puzzle.answers and len(puzzle.answers[0].split()) == 2 and "draws" not in puzzle.proof
    )


@pytest.mark.parametrize(
    ("game", "width", "height"), [("hearts", 390, 844), ("durak", 1440, 900), ("threes", 844, 390)]
)
def test_a_puzzle_is_solved_by_keys(game: str, width: int, height: int, visit: Visit) -> None:
    puzzle = easy(game, lambda one: one.answers[0].split()[0] in ("play", "attack"))
    player = visit(width, height)
    page = player.page
    page.goto(f"{player.address}/#/puzzles/{game}?id={puzzle.id}")
    card = page.locator(f".card.playable[data-card='{puzzle.answers[0].split()[1]}']")
    expect(card).to_be_visible()
    for _ in range(14):
        page.keyboard.press("ArrowRight")
        if "chosen" in (card.get_attribute("class") or ""):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".screen-board")).to_have_attribute("data-verdict", "right")
    expect(page.locator(".puzzle-told")).to_contain_text("Right!")
    page.keyboard.press("Enter")
    expect(page.locator(".screen-board")).to_have_attribute("data-verdict", "")


def test_a_wrong_answer_can_be_tried_again_and_is_in_the_history(visit: Visit) -> None:
    puzzle = easy("hearts")
    player = visit(390, 844)
    page = player.page
    page.goto(f"{player.address}/#/puzzles/hearts?id={puzzle.id}")
    legal = [str(one).split()[1] for one in puzzle.position().legal(puzzle.seat) if str(one) not in puzzle.answers]
    card = page.locator(f".card.playable[data-card='{legal[0]}']")
    expect(card).to_be_visible()
    card.dblclick()
    expect(page.locator(".puzzle-told")).to_contain_text("No,")
    assert [one["id"] for one in ask(page, "GET", "/api/puzzles/missed")] == [puzzle.id]
    page.get_by_role("button", name="Try again").click()
    right = page.locator(f".card.playable[data-card='{puzzle.answers[0].split()[1]}']")
    expect(right).to_be_visible()
    right.dblclick()
    expect(page.locator(".puzzle-told")).to_contain_text("Right!")


def test_a_pile_is_slapped_or_left(visit: Visit) -> None:
    puzzle = next(one for one in library("slapjack").puzzles if not one.answers)
    player = visit(390, 844)
    page = player.page
    page.goto(f"{player.address}/#/puzzles/slapjack?id={puzzle.id}")
    expect(page.locator(".puzzle-told")).to_contain_text("Right!")
    page.get_by_role("button", name="Try again").click()
    page.keyboard.press("f")
    expect(page.locator(".puzzle-told")).to_contain_text("No,")


def test_the_deal_of_the_day_begins_from_home(visit: Visit) -> None:
    player = visit(390, 844)
    page = player.page
    page.get_by_role("link", name="Deal of the day").click()
    page.locator(".daily-games a[data-game=ratscrew]").click()
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector(".card")
    code = page.url.rsplit("/", 1)[1]
    table = ask(page, "GET", f"/api/tables/{code}")
    assert (table["daily"], table["hints"]) == (True, False), json.dumps(table)
