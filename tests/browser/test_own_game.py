"""A game that the page knows nothing of: it has a tile, a table, a replay, and can be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from high_card import HighCard, HighCardSampler
from playwright.sync_api import Page, WebSocketRoute, expect

import cardhouse
from cardhouse import GameSpec
from cardhouse.engine.record import Record
from cardhouse.server.replays import replay_of
from cardhouse.testing import registered
from tools.screenshots import welcome

from .player import Player

Visit = Callable[..., Player]


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with registered(GameSpec(HighCard, HighCardSampler)):
        yield


def serve(page: Page, game: cardhouse.Game, heard: list[Any]) -> None:
    """A table with this game, which hears what the page wants."""

    def answer(socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: heard.append(json.loads(text)))
        socket.send(json.dumps(welcome(game, int(game.step) + 1)))

    page.route_web_socket("**/ws/**", answer)


@pytest.mark.parametrize("width", [390, 1280])
def test_its_cards_lie_on_a_plain_table_and_can_be_played(width: int, visit: Visit) -> None:
    player = visit(width, 844)
    page = player.page
    game, heard = cardhouse.new("highcard", seed=3), list[Any]()
    serve(page, game, heard)
    page.goto(f"{player.address}/#/table/own")
    page.wait_for_selector(".card")
    assert page.locator(".card").count() == 52
    assert page.locator(".card.up[data-zone='hand 0']").count() == len(game.view(0).hand)
    expect(page.locator(".prompt")).to_have_text("Your turn")
    wanted = player.wait_for("playable")["playable"][0]
    page.mouse.dblclick(*wanted["at"])
    while not any(message.get("t") == "act" for message in heard):
        page.wait_for_timeout(20)
    acts = [message["action"] for message in heard if message.get("t") == "act"]
    assert acts == [f"play {wanted['card']}"]


@pytest.mark.parametrize("number", [4, 14])
def test_much_to_do_without_cards_fits_on_the_table(number: int, visit: Visit) -> None:
    """Each action has a button of its own with words, though the game has none."""
    player = visit()
    page = player.page
    said = welcome(cardhouse.new("highcard", seed=3), 1)
    said["views"][0]["legal"] = [f"name {at}" for at in range(number)]
    page.route_web_socket("**/ws/**", lambda socket: socket.send(json.dumps(said)))
    page.goto(f"{player.address}/#/table/own")
    expect(page.locator(".bar button")).to_have_text([f"Name {at}" for at in range(number)])
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        player.painted()
        felt = page.locator(".felt").bounding_box()
        assert felt is not None
        for each in page.locator(".bar button").all():
            box = each.bounding_box()
            assert box is not None
            assert felt["y"] <= box["y"] <= box["y"] + box["height"] <= felt["y"] + felt["height"]
            assert felt["x"] <= box["x"] <= box["x"] + box["width"] <= felt["x"] + felt["width"]


def test_it_has_a_tile_and_house_rules(visit: Visit) -> None:
    player = visit()
    page = player.page
    info = {
        "name": "highcard", "seat_choices": [2], "default_seats": 2, "options": [], "limited": {},
        "levels": ["random"], "usual_level": "random", "slaps": False, "page": None,
    }  # fmt: skip
    page.route("**/api/games", lambda route: route.fulfill(json=[info]))
    page.reload()
    expect(page.locator(".tile[data-game=highcard] svg.game-picture")).to_be_visible()
    page.goto(f"{player.address}/#/house/highcard")
    expect(page.locator(".house-play")).to_be_visible()


def test_its_replay_goes_to_its_end(visit: Visit) -> None:
    player = visit()
    page = player.page
    game = cardhouse.new("highcard", seed=3)
    record = Record.of(game, ["Ann", "Bea"])
    while not game.over:
        seat = game.turn()[0]
        record.add(seat, str(game.legal(seat)[0]))
        game.apply(seat, game.legal(seat)[0])
    record.close(game)
    page.route("**/replay", lambda route: route.fulfill(body=replay_of(record.text(), None, False)))
    page.goto(f"{player.address}/#/replay/own-1")
    page.wait_for_selector(".card.up")
    page.keyboard.press("End")
    expect(page.locator(".replay-count")).to_contain_text(f"{len(record.entries)} / {len(record.entries)}")
    assert page.locator(".card.up").count() >= len(record.entries)
