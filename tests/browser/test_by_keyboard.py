"""Every screen around the table by keyboard alone, in a real browser. Whole games by keyboard are with the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cardhouse.games import games
from tools.finished import finish

from .paths import GAMES, SCREENS
from .player import Player
from .test_screens import code_of, table_of

Visit = Callable[..., Player]
OPTIONS: dict[str, Any] = {info.name: info.options for info in games()}
# What comes to have the focus, and what somebody with a keyboard must be able to reach; of several radio buttons, one.
REACH = "() => document.addEventListener('focusin', ({ target }) => { target.dataset.reached = 'yes'; })"
UNREACHED = """() => [...document.querySelectorAll('a[href], button, input, select, [tabindex="0"]')]
  .filter(each => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled && !each.dataset.reached)
  .filter(each => each.type !== 'radio' || each.checked).map(each => each.outerHTML.slice(0, 120))"""


def tab_to(page: Page, control: str) -> None:
    """Press Tab until this control has the focus."""
    for _ in range(160):
        if page.locator(control).first.evaluate("wanted => wanted === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {control}")


def press(page: Page, control: str, key: str = "Enter") -> None:
    tab_to(page, control)
    page.keyboard.press(key)


def unreached(player: Player, path: str) -> list[str]:
    """The controls of a screen to which Tab never comes."""
    player.open(path)
    for _ in range(player.page.locator("a, button, input, select").count() + 5):
        player.page.keyboard.press("Tab")
    found: list[str] = player.page.evaluate(UNREACHED)
    return found


def test_every_control_of_a_screen_is_reached(visit: Visit) -> None:
    player = visit()
    player.page.evaluate(REACH)
    record = finish(player.page, "durak")
    paths = [*SCREENS, f"/table/{record.removesuffix('-1')}", f"/replay/{record}", f"/replay/{record}?review=0"]
    assert {path: missed for path in paths if (missed := unreached(player, path))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_home_page_deals(game: str, visit: Visit) -> None:
    player = visit()
    press(player.page, f"[data-game={game}] .tile-play")
    player.page.wait_for_selector(".card")
    assert table_of(player)["game"] == game


def test_a_name_and_a_face_are_chosen_and_a_table_is_joined_by_its_code(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.table("durak", [{"kind": "you", "name": "Hanna"}, {"kind": "link"}])
    page = friend.page
    press(page, ".home-me")
    tab_to(page, "dialog input[name=name]")
    page.keyboard.type("Ben")
    press(page, "dialog input[name=face]:checked", "ArrowRight")
    face = page.evaluate("document.activeElement.value")
    press(page, "dialog .button-main")
    expect(page.locator(".home-me")).to_contain_text("Ben")
    tab_to(page, "input[name=code]")
    page.keyboard.type(code_of(host))
    page.keyboard.press("Enter")
    press(page, "button:has-text('Sit down')")
    page.wait_for_selector(".card")
    assert [(seat["name"], seat["face"]) for seat in table_of(friend)["seats"] if seat.get("yours")] == [("Ben", face)]


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_changed_and_played(game: str, visit: Visit) -> None:
    player = visit()
    page = player.page
    press(page, f"[data-game={game}] a[href='#/house/{game}']")
    page.wait_for_selector(".fields")
    wanted: dict[str, Any] = {}
    for option in OPTIONS[game]:
        if option.kind == "switch":
            press(page, f".switch[name={option.name}]", "Space")
            wanted[option.name] = not option.default
        elif option.kind == "number":
            press(page, f"input[name={option.name}]", "ArrowUp")
            wanted[option.name] = option.default + 1
        else:
            press(page, f"[data-name={option.name}] input:checked", "ArrowRight")
            at = option.choices.index(option.default) + 1
            wanted[option.name] = option.choices[at % len(option.choices)]
    press(page, "[data-name=count] input:checked", "ArrowRight")
    press(page, "select[name=seat-1]", "ArrowUp")
    level = page.evaluate("document.activeElement.value")
    press(page, "[data-name=pace] input:checked", "ArrowRight")
    press(page, ".house-play")
    table = table_of(player)
    assert table["options"] == wanted
    assert (table["seats"][1]["kind"], table["seats"][1].get("level")) == tuple(level.split("-"))
    assert table["pace"] == "fast"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_opened_followed_to_the_house_rules_and_left(game: str, visit: Visit) -> None:
    player = visit()
    page = player.page
    press(page, f"[data-game={game}] a[href='#/rules/{game}']")
    expect(page.locator(".rules-games [aria-current=page]")).to_have_attribute("href", f"#/rules/{game}")
    assert page.locator(".rule").count() >= 4
    other = GAMES[GAMES.index(game) - 1]
    press(page, f".rules-games a[href='#/rules/{other}']")
    expect(page.locator(".rules-games [aria-current=page]")).to_have_attribute("href", f"#/rules/{other}")
    press(page, f"main a[href='#/house/{other}']")
    page.wait_for_selector(".house-play")
    press(page, ".head-more button")
    page.wait_for_selector(".tile")


def test_every_kind_of_setting_is_changed(visit: Visit) -> None:
    player = visit(quick=False)
    page = player.page
    press(page, ".home-nav a[href='#/settings']")
    press(page, "[data-name=theme] input:checked", "ArrowRight")
    press(page, ".switch[name=fourColour]", "Space")
    press(page, "[data-name=hand] input:checked", "ArrowRight")
    press(page, "[data-name=language] input:checked", "ArrowRight")
    expect(page.locator("html")).not_to_have_attribute("lang", "en")
    kept = page.evaluate("JSON.parse(localStorage['cardhouse.settings'])")
    spoken = page.evaluate("document.activeElement.value")
    assert kept | {"theme": "dark", "fourColour": True, "hand": "left", "language": spoken} == kept
    assert spoken != "en"


def test_statistics_are_cleared_only_when_one_is_sure(visit: Visit) -> None:
    player = visit()
    page = player.page
    finish(page, "durak")
    page.reload()
    press(page, ".home-nav a[href='#/stats']")
    expect(page.locator(".part[data-game=durak]")).to_be_visible()
    clear = "main button:has-text('Clear the statistics')"
    press(page, clear)
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    expect(page.locator(".part[data-game=durak]")).to_be_visible()
    press(page, clear)
    press(page, "dialog .button-main")
    expect(page.locator("main")).to_contain_text("No games yet")


def test_the_end_leads_to_the_replay_the_review_and_a_rematch(visit: Visit) -> None:
    player = visit()
    page = player.page
    code = finish(page, "durak").removesuffix("-1")
    player.go_to(code)
    press(page, ".end button:has-text('Watch it again')")
    page.wait_for_selector(".scrub")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-count")).to_contain_text("1 / ")
    shown = page.locator(".card.up").count()
    press(page, "select:has(option[value='1'])", "ArrowDown")
    assert page.locator(".card.up").count() < shown
    player.go_to(code)
    press(page, ".end button:has-text('Review')")
    page.wait_for_selector(".review-state")
    player.go_to(code)
    press(page, ".end .button-main")
    page.wait_for_selector(".end", state="detached")
    page.wait_for_selector(".card.own, .card.up")
    assert table_of(player)["status"] == "playing"
