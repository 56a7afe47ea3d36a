"""Playing on from a replay, taking a move back, and finding a better move by trying, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tools.finished import ask, finish

from .axe import faults
from .player import Player

Visit = Callable[..., Player]

CATS = [{"kind": "you"}, {"kind": "cat", "level": "easy"}]
WAITING = {
    "waiting": [
        {"id": "x.7", "record": "x", "number": 7, "seat": 0, "game": "durak", "theme": "take", "unit": "chance",
         "cost": 0.21, "due": 1.0},
        {"id": "x.9", "record": "x", "number": 9, "seat": 0, "game": "hearts", "theme": "play", "unit": "points",
         "cost": 4.2, "due": 1.0},
    ],
    "later": 3,
    "next": 1e10,
}  # fmt: skip


def no_scrolling(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_a_replay_is_played_on_from_where_it_stands(width: int, height: int, visit: Visit) -> None:
    player = visit(width, height)
    page = player.page
    record = finish(page, "durak")
    page.goto(f"{player.address}/#/replay/{record}?at=6")
    page.get_by_role("button", name="Play on from here").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("It counts nowhere.")
    assert faults(player) == []
    panel.get_by_role("button", name=re.compile("Play on as")).first.press("Enter")
    page.wait_for_url(re.compile("#/table/"))
    page.locator(".screen-table .card").first.wait_for()
    no_scrolling(page)
    code = page.url.rpartition("/")[2]
    info = ask(page, "GET", f"/api/tables/{code}")
    assert (info["fork"]["step"], info["status"]) == (6, "playing")


# Does the first thing that is allowed, by another connection of the same person, until something was chosen.
CHOOSE = """code => new Promise(done => {
  const socket = new WebSocket(`ws://${location.host}/ws/${code}`);
  let chose = -1;
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.t === 'ping') socket.send(JSON.stringify({t: 'pong', n: message.n}));
    const view = message.views?.[0];
    if (!view) return;
    if (chose >= 0 && view.step > chose) return socket.close(), done(view.step);
    if (!view.turn.includes(0)) return;
    if (view.legal.length > 1) chose = view.step;
    socket.send(JSON.stringify({t: 'act', seat: 0, action: view.legal[0], step: view.step}));
  };
})"""


def test_a_move_is_taken_back_by_key_and_by_the_menu(visit: Visit) -> None:
    player = visit(390, 844)
    page = player.page
    code = player.against_cats("durak", pace="slow")
    for taken in (1, 2):
        page.evaluate(CHOOSE, code)
        if taken == 1:
            page.keyboard.press("Backspace")
        else:
            page.keyboard.press("m")
            page.get_by_role("button", name="Take a move back").click()
        page.wait_for_function(
            "async ([code, round]) => (await (await fetch(`/api/tables/${code}`)).json()).round === round",
            arg=[code, taken + 1],
        )
        page.locator(".card.own").first.wait_for()


def test_exercises_that_wait_are_on_home_and_on_a_screen_of_their_own(visit: Visit) -> None:
    player = visit(390, 844)
    page = player.page

    def told(route: Route) -> None:
        route.fulfill(json=WAITING)

    page.route("**/api/exercises", told)
    page.goto(f"{player.address}/")
    link = page.get_by_role("link", name="2 exercises wait")
    expect(link).to_be_visible()
    # Still one screen, with all five games.
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    link.press("Enter")
    expect(page.get_by_role("heading", name="Exercises")).to_be_visible()
    expect(page.locator("section[data-game]")).to_have_count(2)
    assert faults(player) == []
    no_scrolling(page)
