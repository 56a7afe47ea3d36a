"""The screens around the table, in a real browser: home, house rules, rules, settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from cardhouse.games import games
from tools.finished import ask

from .conftest import Problems
from .paths import GAMES
from .player import Player

OPTIONS = [(info.name, option) for info in games() for option in info.options]
Visit = Callable[..., Player]


def code_of(player: Player) -> str:
    """The code of the table that is shown."""
    player.page.wait_for_url("**/#/table/*")
    return player.page.url.rsplit("/", 1)[1]


def table_of(player: Player) -> Any:
    return ask(player.page, "GET", f"/api/tables/{code_of(player)}")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_from_the_home_page_deals(game: str, visit: Visit) -> None:
    player = visit()
    player.page.locator(f".tile[data-game={game}] .tile-play").click()
    player.page.wait_for_selector(".card")
    table = table_of(player)
    assert (table["game"], table["status"]) == (game, "playing")
    assert [seat["kind"] for seat in table["seats"]].count("person") == 1


def test_with_a_friend_here_and_by_link_and_watching(visit: Visit) -> None:
    player = visit()
    tile = player.page.locator(".tile[data-game=threes]")
    tile.get_by_role("button", name="With a friend here").click()
    assert [seat.get("yours") for seat in table_of(player)["seats"]] == [True, True]
    player.page.goto(f"{player.address}/#/")
    tile.get_by_role("button", name="Watch the cats").click()
    assert [seat["kind"] for seat in table_of(player)["seats"]] == ["cat", "cat"]
    player.page.goto(f"{player.address}/#/")
    tile.get_by_role("button", name="By link").click()
    player.give_name()
    link = player.page.locator(".waiting .link")
    expect(link).to_contain_text(code_of(player))


def test_a_friend_joins_by_code_and_sits_down(visit: Visit, problems: Problems) -> None:
    problems.expect("nosuchtable")
    host, friend = visit(), visit(390, 844)
    tile = host.page.locator(".tile[data-game=durak]")
    tile.get_by_label("Players").select_option("2")
    tile.get_by_role("button", name="By link").click()
    host.give_name()
    code = code_of(host)
    friend.page.get_by_label("Code or link of a table").fill("nosuchtable")
    friend.page.get_by_role("button", name="Join").click()
    expect(friend.page.locator(".problem")).to_contain_text("There is no table")
    friend.page.get_by_label("Code or link of a table").fill(f"{host.address}/#/table/{code}")
    friend.page.get_by_role("button", name="Join").click()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("textbox", name="Name").fill("Fritz")
    friend.page.get_by_role("button", name="Save", exact=True).click()
    host.page.wait_for_selector(".card")
    friend.page.wait_for_selector(".card")


def test_unfinished_and_open_tables_are_on_the_home_page(visit: Visit) -> None:
    host, other = visit(), visit()
    seats = [{"kind": "you", "name": "Hanna"}, {"kind": "link"}]
    host.table("slapjack", seats, listed=True)
    code = code_of(host)
    other.page.get_by_role("button", name="Open tables").click()
    line = other.page.locator(".lines li", has_text="Hanna")
    line.get_by_role("button", name="Sit down").click()
    other.page.wait_for_selector(".card")
    host.page.goto(f"{host.address}/#/")
    host.page.get_by_role("link", name="Go on").first.click()
    assert code_of(host) == code


def test_a_name_and_a_face_are_kept(visit: Visit) -> None:
    player = visit()
    player.page.locator(".home-me").click()
    player.page.get_by_role("textbox", name="Name").fill("  Zoë <b>  ")
    player.page.get_by_role("dialog").get_by_text("Owl", exact=True).locator("xpath=..").click()
    player.page.get_by_role("button", name="Save", exact=True).click()
    expect(player.page.locator(".home-me")).to_contain_text("Zoë <b>")
    assert ask(player.page, "GET", "/api/me") | {"id": ""} == {"id": "", "name": "Zoë <b>", "face": "owl"}
    player.page.locator(".tile[data-game=threes] .tile-play").click()
    assert table_of(player)["seats"][0]["name"] == "Zoë <b>"


def test_a_name_that_is_refused_says_so_and_the_old_one_stays(visit: Visit, problems: Problems) -> None:
    problems.expect("/api/me")
    player = visit()
    page = player.page
    page.route("**/api/me", lambda route: route.abort() if route.request.method == "PUT" else route.continue_())
    page.locator(".home-me").click()
    page.get_by_role("textbox", name="Name").fill("Zoë")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".told.bad")).not_to_be_empty()
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#/settings'")
    expect(page.get_by_role("textbox", name="Name")).to_have_value("")
    page.unroute("**/api/me")
    page.get_by_role("textbox", name="Name").fill("Zoë")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("form .told")).to_have_text("Saved.")


@pytest.mark.parametrize("game", GAMES)
def test_every_option_changed_on_the_page_changes_the_game(game: str, visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/house/{game}")
    page.wait_for_selector(".fields")
    wanted: dict[str, Any] = {}
    for option in [each for name, each in OPTIONS if name == game]:
        if option.kind == "switch":
            wanted[option.name] = not option.default
            page.locator(f".switch[name={option.name}]").click()
        elif option.kind == "number":
            wanted[option.name] = int(option.default) + 7
            page.locator(f"input[name={option.name}]").fill(str(wanted[option.name]))
            page.locator(f"input[name={option.name}]").blur()
        else:
            wanted[option.name] = next(choice for choice in option.choices if choice != option.default)
            page.locator(f"[data-name={option.name}] input[value='{wanted[option.name]}']").check()
    assert page.locator(".fields .mini-row").count() >= len(wanted)
    page.locator(".house-play").click()
    assert table_of(player)["options"] == wanted


def test_a_link_gives_the_same_house_rules_in_another_browser(visit: Visit) -> None:
    one, other = visit(), visit()
    page = one.page
    page.goto(f"{one.address}/#/house/durak")
    page.locator("[data-name=deck] input[value='36']").check()
    page.locator(".switch[name=pile_on]").click()
    page.locator("[data-name=count] input[value='4']").check()
    page.locator("select[name=seat-1]").select_option("link")
    page.locator("select[name=seat-2]").select_option("cat-easy")
    page.locator("[data-name=pace] input[value=fast]").check()
    page.locator(".switch[name=hints]").click()
    page.get_by_role("button", name="Copy as a link").click()
    link = page.locator(".panel .link").inner_text()
    page.keyboard.press("Escape")
    page.locator(".house-play").click()
    one.give_name()
    other.page.goto(link)
    other.page.locator(".house-play").click()
    other.give_name("Ben")
    made, copied = table_of(one), table_of(other)
    for same in ("game", "options", "pace", "hints"):
        assert made[same] == copied[same]
    assert [(seat["kind"], seat.get("level")) for seat in made["seats"]] == [
        (seat["kind"], seat.get("level")) for seat in copied["seats"]
    ]
    assert made["options"]["deck"] == 36
    assert made["seats"][2]["level"] == "easy"


def test_house_rules_are_kept_and_play_uses_them(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/house/ratscrew")
    page.get_by_role("button", name="All slaps").click()
    expect(page.get_by_role("button", name="All slaps")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-name=count] input[value='3']").check()
    page.goto(f"{player.address}/#/")
    page.locator(".tile[data-game=ratscrew] .tile-play").click()
    table = table_of(player)
    assert len(table["seats"]) == 3
    assert all(table["options"][slap] for slap in ("sandwiches", "runs", "flushes", "tens", "marriages", "divorces"))


def test_the_rules_follow_the_chosen_options_and_open_over_the_table(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/rules/ratscrew")
    expect(page.get_by_text("the fastest takes the pile")).to_be_visible()
    assert not page.get_by_text("A marriage is a good slap").count()
    player.against_cats("ratscrew", options={"marriages": True})
    page.keyboard.press("m")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator(".panel-rules").get_by_text("A marriage is a good slap")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator(".card").count() == 52


def test_every_setting_acts(visit: Visit) -> None:
    player = visit(quick=False)
    page = player.page
    page.goto(f"{player.address}/#/settings")
    page.locator("[data-name=theme] input[value=light]").check()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.locator("[data-name=motion] input[value=reduced]").check()
    assert page.evaluate("document.documentElement.dataset.motion") == "still"
    page.locator("[data-name=cardSize] input[value=large]").check()
    page.locator("[data-name=hand] input[value=left]").check()
    page.locator("[data-name=back] input[value=night]").check()
    page.locator("[data-name=speed] input[value=fast]").check()
    page.locator(".switch[name=fourColour]").click()
    page.locator(".switch[name=sound]").click()
    page.locator("[data-name=language] input[value=de]").check()
    expect(page.locator("h1")).to_have_text("Einstellungen")
    kept = page.evaluate("JSON.parse(localStorage['cardhouse.settings'])")
    chosen = {
        "theme": "light", "motion": "reduced", "cardSize": "large", "hand": "left", "back": "night", "speed": "fast",
        "fourColour": True, "sound": False, "language": "de",
    }  # fmt: skip
    assert {name: kept[name] for name in chosen} == chosen
    player.against_cats("durak")
    page.wait_for_selector(".card.up")
    bar, felt = page.locator(".bar").bounding_box(), page.locator(".felt").bounding_box()
    assert bar is not None
    assert felt is not None
    assert bar["x"] < felt["width"] / 2
