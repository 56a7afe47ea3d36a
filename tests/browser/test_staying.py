"""Who stays at a table and who doesn't: cats that stand in, the turn clock, people taken off, games thrown away."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

import cardhouse

from .conftest import Problems
from .player import Player
from .positions import Stage

Visit = Callable[..., Player]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
LINK = {"kind": "link"}
CAT = {"kind": "cat", "level": "random"}


def seats_of(stage: Stage) -> list[dict[str, Any]]:
    return [dict(seat) for seat in stage.table["seats"]]


def test_a_plate_says_for_whom_a_cat_plays(visit: Visit) -> None:
    anna = visit()
    stage = Stage(anna, cardhouse.new("durak", seats=2, seed=1))
    seats = seats_of(stage)
    seats[1] |= {"name": "Ann", "stand_in": True}
    stage.change(seats=seats)
    plate = anna.page.locator(".plate[data-seat='1']")
    expect(plate.locator(".plate-note")).to_have_text("a cat plays for Ann")
    assert "a cat plays for Ann" in (plate.get_attribute("aria-label") or "")
    seats[0] |= {"kind": "cat", "level": "medium", "stand_in": True}
    stage.change(seats=seats)
    expect(anna.page.locator(".plate[data-seat='0'] .plate-note")).to_have_text("a cat plays for you")
    anna.page.get_by_role("button", name="Take my seat back").click()
    anna.until("true")
    assert {"t": "sit", "seat": 0} in stage.said


def test_a_turn_clock_runs_down_warns_and_says_what_came_of_it(visit: Visit) -> None:
    anna = visit()
    state = cardhouse.new("durak", seats=2, seed=1)
    [first] = state.turn()
    stage = Stage(anna, state, turn_clock=60)
    clocks = anna.page.locator(".plate-clock")
    expect(clocks.first).to_be_hidden()
    stage.happen(None, state, [], turn_left={"0": 55.0, "1": 31.0})
    for seat, left in ((0, 55), (1, 31)):
        clock = anna.page.locator(f".plate[data-seat='{seat}'] .plate-clock")
        expect(clock).to_be_visible()
        assert left - 20 < int(clock.inner_text()) <= left
    assert anna.look()["tip"] == ""
    stage.happen(None, state, [], turn_left={"0": 9.6, "1": 0.2})
    anna.until("seen.tip.includes('left for your move')")
    expect(anna.page.locator("[role=alert]")).to_contain_text("left for your move")
    seats = seats_of(stage)
    seats[1] |= {"name": "Ben", "stand_in": True}
    stage.change(seats=seats)
    expect(anna.page.locator("[role=log]")).to_contain_text("Ben ran out of time")
    stage.happen(None, state, [], turn_left={"0": 0.2})
    seats[0] |= {"kind": "cat", "stand_in": True}
    stage.change(seats=seats)
    anna.until("seen.tip.includes('Your time ran out')")
    assert first in (0, 1)


def test_a_pause_stops_the_turn_clock_and_the_table_says_what_is_left_after_it(visit: Visit) -> None:
    anna = visit()
    state = cardhouse.new("durak", seats=2, seed=1)
    stage = Stage(anna, state, turn_clock=60)
    stage.happen(None, state, [], turn_left={"0": 55.0})
    clock = anna.page.locator(".plate[data-seat='0'] .plate-clock")
    expect(clock).to_be_visible()
    stage.change(paused=True)
    expect(clock).to_be_hidden()
    # After it the clock is what the table says, and no guess.
    stage.tell({"t": "table", "table": {**stage.table, "paused": False}, "turn_left": {"0": 42.0}})
    expect(clock).to_have_text("42")


def test_house_rules_offer_a_turn_clock_where_others_sit_down(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.goto(f"{anna.address}/#/house/durak")
    page.wait_for_selector("[name=seat-1]")
    field = page.locator("[data-name=turn_clock]")
    expect(field).to_have_count(0)
    page.select_option("[name=seat-1]", "link")
    expect(field.locator("input:checked")).to_have_value("0")
    page.locator("input[name=listed]").check()
    expect(field.locator("input:checked")).to_have_value("60")
    field.get_by_text("120").click()
    expect(field.locator("input:checked")).to_have_value("120")
    with page.expect_request("**/api/tables") as asked:
        page.locator(".house-play").click()
        anna.give_name()
    assert json.loads(asked.value.post_data or "")["turn_clock"] == 120
    page.wait_for_selector(".waiting")


def test_the_host_takes_somebody_off_who_reads_why(visit: Visit) -> None:
    anna, ben = visit(), visit()
    code = anna.table("hearts", [YOU, LINK, LINK, CAT])
    sit_down(ben, code)
    anna.page.get_by_role("button", name="Remove Ben from the table").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Remove Ben from the table").click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("The host removed you from this table.")
    expect(anna.page.locator(".waiting-seats .free")).to_have_count(2)
    ben.page.get_by_role("dialog").get_by_role("button", name="Home").click()
    ben.page.wait_for_selector(".tile")


def sit_down(player: Player, code: str, name: str = "Ben") -> None:
    """Sit down at a table one was invited to."""
    player.go_to(code)
    player.sit_down(name)


def unfinished(page: Page) -> Any:
    return page.locator(".unfinished li")


def test_an_unfinished_game_is_discarded_from_home(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    anna.against_cats("durak")
    page.goto(f"{anna.address}/#/")
    expect(unfinished(page)).to_have_count(1)
    unfinished(page).get_by_role("button", name="Discard").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(unfinished(page)).to_have_count(1)
    unfinished(page).get_by_role("button", name="Discard").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(unfinished(page)).to_have_count(0)
    assert page.evaluate("fetch('/api/mine').then(answer => answer.json())") == []


def test_unfinished_games_come_first_on_home(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("durak")
    anna.page.goto(f"{anna.address}/#/")
    above = anna.page.locator(".unfinished").bounding_box()
    tiles = anna.page.locator(".tiles").bounding_box()
    assert above is not None
    assert tiles is not None
    assert above["y"] < tiles["y"]


def test_a_game_is_discarded_from_its_menu(visit: Visit) -> None:
    anna = visit()
    anna.against_cats("durak")
    anna.page.keyboard.press("m")
    anna.page.click(".menu-item:has-text('Discard this game')")
    anna.page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    anna.page.wait_for_selector(".tile")
    expect(unfinished(anna.page)).to_have_count(0)
    expect(anna.page.get_by_role("dialog")).to_have_count(0)


def test_a_new_game_asks_before_it_throws_a_running_one_away(visit: Visit) -> None:
    anna = visit()
    first = anna.against_cats("durak")
    for key in ("n", "Control+n"):
        anna.page.keyboard.press(key)
        asked = anna.page.get_by_role("dialog")
        expect(asked).to_contain_text("This one isn't over yet.")
        assert first in anna.page.url
        anna.page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
    anna.page.keyboard.press("n")
    anna.page.get_by_role("button", name="New game, keep this one for later").click()
    anna.page.wait_for_url(lambda url: first not in url)
    anna.page.wait_for_selector(".card")
    second = anna.page.url.rsplit("/", 1)[1]
    anna.page.keyboard.press("n")
    anna.page.get_by_role("button", name="New game, discard this one").click()
    anna.page.wait_for_url(lambda url: second not in url)
    codes = [table["code"] for table in anna.page.evaluate("fetch('/api/mine').then(answer => answer.json())")]
    assert first in codes
    assert second not in codes


def test_at_the_limit_play_offers_which_game_to_discard(visit: Visit, problems: Problems) -> None:
    problems.expect("status of 400")
    anna = visit()
    page = anna.page
    anna.against_cats("hearts", 4)
    page.goto(f"{anna.address}/#/")
    page.wait_for_selector(".unfinished")
    full = [True]

    def refuse(route: Route) -> None:
        if route.request.method != "POST" or not full[0]:
            return route.continue_()
        why = {"key": "refused.server.your_tables", "text": "", "facts": {"most": 1}}
        return route.fulfill(status=400, json=why)

    page.route("**/api/tables", refuse)
    page.on("request", lambda request: full.__setitem__(0, False) if request.method == "DELETE" else None)
    page.locator(".tile[data-game=durak] .tile-play").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("You have 1 unfinished games")
    asked.locator("li", has_text="Hearts").get_by_role("button", name="Discard").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".card")


def test_a_host_who_leaves_hands_the_waiting_table_on_and_everybody_reads_it(visit: Visit) -> None:
    anna, ben = visit(), visit()
    code = anna.table("hearts", [YOU, LINK, LINK, CAT])
    sit_down(ben, code)
    expect(anna.page.locator(".waiting-seats")).to_contain_text("Ben")
    anna.page.keyboard.press("m")
    anna.page.click(".menu-item:has-text('Leave the table')")
    anna.page.wait_for_selector(".tile")
    expect(ben.page.locator(".strip-news")).to_contain_text("has left the room.")
    expect(ben.page.get_by_role("button", name="Start with cats")).to_be_visible()
