"""What is there after a game, in a real browser: the end, the replay, the statistics."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tools.finished import SHORT, finish

from .conftest import Problems
from .player import Player

Visit = Callable[..., Player]


@pytest.mark.parametrize("game", list(SHORT))
def test_a_replay_goes_to_the_end_of_its_game(game: str, visit: Visit) -> None:
    player = visit()
    page = player.page
    record = finish(page, game)
    page.goto(f"{player.address}/#/replay/{record}")
    bar = page.locator(".scrub")
    last = int(bar.get_attribute("max") or 0)
    assert last > 5
    assert page.locator(".scrub-mark").count() >= 1
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-count")).to_contain_text(f"1 / {last}")
    page.keyboard.press("End")
    expect(page.locator(".replay-count")).to_contain_text(f"{last} / {last}")
    expect(page.locator(".prompt")).to_contain_text("That's the game.")
    page.get_by_role("button", name="Previous turning point").click()
    page.keyboard.press("Home")
    expect(page.locator(".replay-count")).to_contain_text(f"0 / {last}")


def test_who_played_has_the_same_face_in_the_replay(visit: Visit) -> None:
    player = visit()
    page = player.page
    record = finish(page, "durak")
    page.goto(f"{player.address}/#/replay/{record}")
    page.wait_for_selector(".plate")
    assert page.evaluate("""async () => {
      const { face } = await import('/web/art/cats.js'), { drawn } = await import('/web/dom.js');
      return document.querySelector('[data-seat="0"] .plate-face').innerHTML === drawn(face('fox', 'calm')).innerHTML;
    }""")


def test_a_replay_plays_by_itself_at_a_speed_and_pauses(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/replay/{finish(page, 'durak')}")
    page.get_by_label("Speed").select_option("10")
    page.locator(".replay-play").click()
    expect(page.locator(".replay-count")).to_have_text(re.compile(r"^([5-9]|\d\d+) /"))
    page.locator(".replay-play").click()
    here = int(page.locator(".scrub").input_value())
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scrub")).to_have_value(str(here + 1))


def test_a_replay_shows_all_hands_or_what_one_seat_saw(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/replay/{finish(page, 'hearts')}")
    page.wait_for_selector(".card.up")
    assert page.locator(".card.up").count() == 52
    page.get_by_label("Whose view").select_option("2")
    assert page.locator(".card.up").count() == 13
    assert page.locator(".card.up[data-zone='hand 2']").count() == 13


def test_a_record_is_downloaded_sent_as_a_link_and_opened_from_a_file(
    visit: Visit, problems: Problems, tmp_path: Path
) -> None:
    problems.expect("/api/replay")
    player, friend = visit(), visit(390, 844)
    page = player.page
    record = finish(page, "threes")
    page.goto(f"{player.address}/#/replay/{record}")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path / "record.txt"
    downloading.value.save_as(file)
    assert file.read_text().startswith("Cardhouse record 1")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy the link").click()
    friend.page.goto(page.locator(".panel .link").inner_text())
    expect(friend.page.locator(".replay-count")).to_contain_text("1 / ")
    friend.page.goto(f"{player.address}/#/replay")
    friend.page.locator("input[type=file]").set_input_files(file)
    expect(friend.page.locator(".replay-names")).to_contain_text("Anna")
    broken = tmp_path / "broken.txt"
    broken.write_text("this is no record")
    friend.page.goto(f"{player.address}/#/")
    friend.page.goto(f"{player.address}/#/replay")
    friend.page.locator("input[type=file]").set_input_files(broken)
    expect(friend.page.locator(".problem")).to_contain_text("This is not a record")


def test_a_record_that_is_not_there_says_so(visit: Visit, problems: Problems) -> None:
    problems.expect("nothing-1")
    player = visit()
    player.page.goto(f"{player.address}/#/replay/nothing-1")
    expect(player.page.locator(".problem")).to_contain_text("There is no record")


def test_the_end_tells_places_and_checks_the_deal(visit: Visit) -> None:
    player = visit()
    page = player.page
    code = finish(page, "durak").removesuffix("-1")
    player.go_to(code)
    expect(page.locator(".end .checked")).to_contain_text("Fair shuffle verified.")
    assert page.locator(".end-places li").count() == 2
    page.get_by_role("button", name="Watch it again").click()
    page.wait_for_selector(".scrub")


def test_statistics_after_real_games_and_their_clearing(visit: Visit) -> None:
    player = visit()
    page = player.page
    for game in ("hearts", "slapjack", "durak"):
        finish(page, game)
    page.goto(f"{player.address}/#/stats")
    hearts = page.locator(".part[data-game=hearts]")
    expect(hearts).to_contain_text("points a deal")
    expect(hearts.locator("tbody td").first).to_have_text("1")
    expect(page.locator(".part[data-game=durak]")).to_contain_text("times the durak")
    assert page.locator(".part[data-game=slapjack] .plot rect").count() >= 2
    page.get_by_role("button", name="Clear the statistics").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear the statistics").click()
    expect(page.locator("main")).to_contain_text("No games yet")
