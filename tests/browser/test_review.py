"""The review of a finished game, in a real browser: by mouse, by keyboard, by touch, from a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import cardhouse
from cardhouse import Chance
from cardhouse.engine.record import Record
from cardhouse.testing import do, random_play
from tools.finished import finish

from .axe import faults
from .conftest import Problems
from .player import REVIEW_PATIENCE, Player

Visit = Callable[..., Player]


def weighed(page: Page) -> None:
    """Wait until a review is done."""
    expect(page.locator(".review-state")).to_contain_text(re.compile("checked, .* clearly"), timeout=REVIEW_PATIENCE)


def place(page: Page) -> int:
    """The step at which the replay stands."""
    return int((page.locator(".replay-count").inner_text()).split(" / ")[0])


def costliest_are_the_costliest(player: Player, record: str) -> None:
    """What the page lists is what the house tells, dearest first."""
    told = ask_stream(player.page, f"/api/records/{record}/review?seat=0")
    costly = sorted((bit["move"] for bit in told if (bit.get("move") or {}).get("costly")), key=lambda m: -m["cost"])
    listed = player.page.locator(".costly")
    assert [int(each.get_attribute("data-number") or 0) for each in listed.all()] == [m["number"] for m in costly]
    assert player.page.locator(".plot-diamond").count() == len(costly)


def ask_stream(page: Page, path: str) -> list[Any]:
    read = (
        "path => fetch(path).then(a => a.text()).then(t => t.trim().split('\\n\\n').map(b => JSON.parse(b.slice(6))))"
    )
    found: list[Any] = page.evaluate(read, path)
    return found


@pytest.mark.parametrize("game", ["hearts", "durak"])
def test_a_review_weighs_a_game_and_a_click_goes_to_the_move(game: str, visit: Visit) -> None:
    player = visit()
    page = player.page
    record = finish(page, game)
    page.goto(f"{player.address}/#/replay/{record}")
    page.get_by_role("button", name="Review").click()
    weighed(page)
    costliest_are_the_costliest(player, record)
    points = page.locator(".plot-dot, .plot-diamond")
    assert points.count() >= 3
    box = points.nth(1).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    number = int(page.locator(".review-plot").get_attribute("aria-valuenow") or 0)
    assert number > 0
    assert place(page) == number - 1
    expect(page.locator(".review-about")).to_contain_text(f"Move {number}:")


@pytest.mark.parametrize("width", [320, 1280])
def test_a_cat_shows_what_it_saw_and_thought_at_a_move(width: int, visit: Visit) -> None:
    player = visit(width=width, height=640)
    page = player.page
    record = finish(page, "hearts", {"limit": 1})
    page.goto(f"{player.address}/#/replay/{record}?at=9")
    page.get_by_role("button", name="What could this cat see?").click()
    glass = page.locator(".glass")
    expect(glass).to_contain_text("Move 9:")
    expect(glass).to_contain_text("Cats don’t peek")
    # Its own hand, and three others of which it knew no more than their size.
    assert glass.locator(".glass-held").first.locator("li").count() == 4
    assert faults(player) == []
    page.keyboard.press("Escape")
    expect(glass).to_have_count(0)
    assert place(page) == 9


def test_a_costly_move_says_what_was_better_and_why(visit: Visit) -> None:
    """A player who does the first thing that is allowed at Hearts finds a way to lose points."""
    player = visit()
    page = player.page
    first = page.locator(".costly").first
    # Now and then they are lucky with their cards.
    for _ in range(5):
        record = finish(page, "hearts", {"limit": 40})
        page.goto(f"{player.address}/#/replay/{record}?review=0")
        weighed(page)
        if first.count():
            break
    expect(first).to_contain_text(re.compile(r"cost [\d.]+ ± [\d.]+ points\. Better: .*cost you about [\d.]+ points"))
    first.click()
    number = int(first.get_attribute("data-number") or 0)
    assert place(page) == number - 1
    expect(first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="One step on").click()
    assert place(page) == number


def tell(page: Page, body: str) -> None:
    """From now on this is what the house says of a game."""
    page.unroute_all()
    page.route("**/review?**", lambda route: route.fulfill(content_type="text/event-stream", body=body))


def test_the_review_by_keyboard_alone(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/replay/{finish(page, 'durak')}")
    page.wait_for_selector(".scrub")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Review":
            break
    page.keyboard.press("Enter")
    weighed(page)
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.role") == "slider":
            break
    plot = page.locator(".review-plot")
    page.keyboard.press("Home")
    first = int(plot.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowRight")
    second = int(plot.get_attribute("aria-valuenow") or 0)
    assert 0 < first < second
    assert place(page) == second - 1
    assert f"Move {second}:" in (plot.get_attribute("aria-valuetext") or "")
    page.keyboard.press("ArrowLeft")
    assert place(page) == first - 1


def test_on_a_phone_the_review_folds_away_to_show_the_table(visit: Visit) -> None:
    player = visit(390, 844, touch=True)
    page = player.page
    page.goto(f"{player.address}/#/replay/{finish(page, 'hearts')}?review=0")
    weighed(page)
    assert page.locator(".felt").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator(".plot-dot, .plot-diamond").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 3, box["y"] + 3)
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator(".card.up").first).to_be_visible()
    expect(page.locator(".review-about")).to_contain_text("Move ")
    felt, strip = page.locator(".felt").bounding_box(), page.locator(".review").bounding_box()
    assert felt is not None
    assert strip is not None
    assert felt["y"] + felt["height"] <= strip["y"] + 1
    page.get_by_role("button", name="Show the review").tap()
    assert page.locator(".felt").is_hidden()


def test_another_seat_is_reviewed_on_request(visit: Visit) -> None:
    player = visit()
    page = player.page
    record = finish(page, "durak")
    page.goto(f"{player.address}/#/replay/{record}?review=0")
    weighed(page)
    page.get_by_label("Whose moves").select_option("1")
    weighed(page)
    told = ask_stream(page, f"/api/records/{record}/review?seat=1")
    assert page.locator(".plot-dot, .plot-diamond").count() == sum(bool(bit.get("move")) for bit in told)


def test_the_end_of_a_game_leads_to_its_review(visit: Visit) -> None:
    player = visit()
    page = player.page
    player.go_to(finish(page, "durak").removesuffix("-1"))
    page.locator(".end").get_by_role("button", name="Review").click()
    weighed(page)
    assert page.get_by_label("Whose moves").input_value() == "0"


def test_a_record_from_a_file_is_reviewed_too(visit: Visit, tmp_path: Path) -> None:
    player = visit()
    page = player.page
    file = tmp_path / "record.txt"
    record = finish(page, "durak")
    file.write_text(page.evaluate("path => fetch(path).then(a => a.text())", f"/api/records/{record}"))
    page.goto(f"{player.address}/#/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Review").click()
    weighed(page)


def slapped(game: str, file: Path) -> None:
    """A record of a random game with a good slap of seat 1, each slap in 250 ms."""
    for seed in range(100):
        state = cardhouse.new(game, seats=2, seed=seed)
        record, good = Record.of(state, ["Ann", "Bea"]), 0
        for seat, text in random_play(state.copy(), Chance(seed)):
            timer = state.timer
            done = text if seat is not None or timer is None else f"fire {timer.name}"
            record.add(seat, done, notes=['slap {"time": 250.0}'] if text == "slap" else [])
            events = do(state, seat, text)
            good += any(each.seat == 1 and each.facts.get("verdict") == "good" for each in events)
        record.close(state)
        if good:
            file.write_text(record.text())
            return
    raise AssertionError("nobody ever slapped well")


@pytest.mark.parametrize("game", ["ratscrew", "slapjack"])
def test_where_nothing_can_be_searched_the_slaps_are_told(game: str, visit: Visit, tmp_path: Path) -> None:
    player = visit()
    page = player.page
    slapped(game, tmp_path / "record.txt")
    page.goto(f"{player.address}/#/replay")
    page.locator("input[type=file]").set_input_files(tmp_path / "record.txt")
    page.get_by_role("button", name="Review").click()
    page.get_by_label("Whose moves").select_option("1")
    state = page.locator(".review-state")
    expect(state).to_contain_text(re.compile("all eyes and paws.* Bea: Good slaps: [1-9].*Best 250 ms, usually 250 ms"))
    assert page.locator(".review-drawing .plot-diamond").count() >= 1
    assert page.locator(".costliest li").count() == 0
    box = page.locator(".plot-diamond").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 6, box["y"] + 6)
    expect(page.locator(".review-about")).to_contain_text(re.compile(r"Move \d+: .* slaps in 250 ms"))
    number = int(page.locator(".review-plot").get_attribute("aria-valuenow") or 0)
    assert place(page) == number - 1


def test_a_review_shows_how_far_it_is_and_is_given_up_when_one_leaves(visit: Visit) -> None:
    player = visit()
    page = player.page
    record = finish(page, "threes")
    # A house that takes its time: it has told the first of nine moves.
    bits = 'data: {"t":"begun","unit":"chance","moves":9,"left_out":0}\n\ndata: {"t":"move","number":3,"move":null}\n\n'
    slow = f"""const real = window.fetch; window.given_up = false;
      window.fetch = (path, how) => !String(path).includes('/review') ? real(path, how) : Promise.resolve(new Response(
        new ReadableStream({{ start(to) {{ to.enqueue(new TextEncoder().encode({bits!r}));
          how.signal.addEventListener('abort', () => {{ window.given_up = true; to.error(new Error('gone')); }});
        }} }})));"""
    page.evaluate(f"() => {{ {slow} }}")
    page.evaluate(f"location.hash = '#/replay/{record}?review=0'")
    expect(page.locator(".review-state")).to_have_text("Looking at move 2 of 9…")
    assert page.evaluate("document.querySelector('.review-progress').value") == 1
    assert not page.evaluate("given_up")
    page.get_by_role("button", name="Home").click()
    page.wait_for_selector(".tile")
    assert page.evaluate("given_up")


def test_a_review_that_breaks_off_says_so(visit: Visit, problems: Problems) -> None:
    problems.expect("/review?")
    player = visit()
    page = player.page
    record = finish(page, "durak")

    def break_off(route: Route) -> None:
        route.fulfill(
            content_type="text/event-stream", body='data: {"t":"begun","unit":"chance","moves":9,"left_out":0}\n\n'
        )

    page.route("**/review?**", break_off)
    page.goto(f"{player.address}/#/replay/{record}?review=0")
    expect(page.locator(".review .problem")).to_contain_text("could not be finished")
    page.unroute("**/review?**")
    page.route("**/review?**", lambda route: route.abort())
    page.reload()
    expect(page.locator(".review .problem")).not_to_be_empty()


def test_axe_finds_nothing_serious_in_a_review(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto(f"{player.address}/#/replay/{finish(page, 'hearts')}?review=0")
    weighed(page)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for theme in ("dark", "light"):
            page.evaluate("theme => import('/web/state/settings.js').then(({ change }) => change({ theme }))", theme)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            player.painted()
            assert faults(player) == [], (width, theme)
