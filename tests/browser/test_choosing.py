"""What people choose on the way: at the tile, in the menu, in the house rules, in the settings."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

import cardhouse
from cardhouse.engine.event import Event
from cardhouse.engine.game import Game

from .player import Player
from .positions import Stage, find
from .test_screens import table_of

Visit = Callable[..., Player]


def test_players_and_level_chosen_on_a_tile_stay_and_are_played(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    players, level = (page.locator(".tile[data-game=durak] .tile-choices select").nth(at) for at in (0, 1))
    expect(players).to_have_value("4")
    players.select_option("3")
    level.select_option("easy")
    page.reload()
    expect(players).to_have_value("3")
    expect(level).to_have_value("easy")
    page.locator(".tile[data-game=durak] .tile-play").click()
    assert [seat.get("level") for seat in table_of(anna)["seats"]] == [None, "easy", "easy"]
    # And every cat has it on its plate, as one to four dots.
    expect(page.locator(".plate-level:not(:empty)")).to_have_text(["●○○○", "●○○○"])
    expect(page.locator(".plate-level:not(:empty)").first).to_have_attribute("title", "easy")


def test_the_pace_of_the_cats_and_the_speed_of_the_cards_are_changed_at_the_table(visit: Visit) -> None:
    anna = visit(quick=False)
    stage = Stage(anna, cardhouse.new("durak", seats=2, seed=1))
    anna.page.keyboard.press("m")
    anna.page.locator("[data-name=pace] input[value=slow]").check()
    anna.page.locator("[data-name=speed] input[value=fast]").check()
    anna.until("true")
    assert [message["pace"] for message in stage.said if message["t"] == "pace"] == ["slow"]
    assert anna.page.evaluate("JSON.parse(localStorage['cardhouse.settings']).speed") == "fast"


def test_a_cat_that_was_chosen_sits_at_the_table(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.goto(f"{anna.address}/#/house/durak")
    cat = page.locator(".seat-lines select[name=cat-1]")
    wanted = cat.locator("option").last.get_attribute("value")
    cat.select_option(wanted)
    page.locator(".house-play").click()
    assert table_of(anna)["seats"][1]["face"] == wanted


def test_after_a_deal_of_hearts_the_scores_stay_until_they_are_left(visit: Visit) -> None:
    def scored(_: Game, events: list[Event]) -> bool:
        kinds = {event.kind for event in events}
        queen = any(event.kind == "trick" and "Qs" in str(event.plain().get("cards")) for event in events)
        return queen and "score" in kinds and "moon" not in kinds and "over" not in kinds

    before, who, after, events = find("hearts", scored, 5, {"claims": False})
    anna = visit(320, 568)
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    sheet = anna.page.locator(".panel .scores")
    expect(sheet.locator("tbody tr")).to_have_count(len(after.view(0).facts["history"]))
    assert [int(cell) for cell in sheet.locator("tfoot td").all_inner_texts()] == list(after.view(0).scores)
    # Every column is seen on the smallest phone.
    assert sheet.evaluate("(table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth")
    expect(anna.page.locator(".panel .button-main")).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    # Who took the queen of each deal is marked in the history too, also after a reload.
    again = visit(320, 568)
    Stage(again, after)
    for player in (anna, again):
        player.page.locator(".top-stats").click()
        marks = player.page.locator(".panel .scores tbody .score-sign")
        expect(marks).to_have_count(len(after.view(0).facts["queens"]))
        expect(marks.last).to_have_attribute("aria-label", re.compile("took the queen of spades"))


def test_effects_and_cats_have_volumes_of_their_own(visit: Visit) -> None:
    anna = visit(quick=False)
    page = anna.page
    page.goto(f"{anna.address}/#/settings")
    page.locator("[data-name=cats] input[value=off]").check()
    page.locator("[data-name=effects] input[value=soft]").check()
    loud = """async (name) => {
      const { sound } = await import('/web/table/sounds.js');
      const heard = [], { createGain } = AudioContext.prototype;
      AudioContext.prototype.createGain = function () {
        const made = createGain.call(this);
        heard.push(made);
        return made;
      };
      sound.play(name);
      AudioContext.prototype.createGain = createGain;
      return heard.length ? heard[0].gain.value : 0;
    }"""
    assert page.evaluate(loud, "purr") == 0
    page.locator("[data-name=cats] input[value=full]").check()
    purr, slap = page.evaluate(loud, "purr"), page.evaluate(loud, "slap")
    assert 0 < slap < purr
