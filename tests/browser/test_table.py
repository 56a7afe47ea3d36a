"""The table itself: its connection, its pauses, what it refuses and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tools.house import House
from tools.screenshots import OUTSIDE

from .player import Player
from .test_together import until

SIZES = [(390, 844), (844, 390), (1920, 1080)]
MOST = {"ratscrew": 6, "slapjack": 6, "hearts": 5, "threes": 5, "durak": 6}


def begin_hearts(player: Player) -> None:
    """A deal of Hearts, the three cards passed, with something to play."""
    player.against_cats("hearts", 4)
    until(lambda: len(player.look()["own"]) == 13)
    player.pass_three("keys", player.look())
    until(lambda: bool(player.look()["playable"]) and len(player.look()["own"]) == 13, 40)


def test_play_on_the_home_page_deals_at_once(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.page.click("[data-game=hearts] .button-main")
    anna.page.wait_for_selector(".card.own")
    until(lambda: len(anna.look()["own"]) == 13)


def test_the_server_is_killed_and_comes_back_in_mid_game(visit: Callable[..., Player], house: House) -> None:
    anna = visit()
    begin_hearts(anna)
    before = sorted(card["card"] for card in anna.look()["own"])
    house.kill()
    anna.page.wait_for_selector(".line[data-state=lost]")
    house.start()
    anna.page.wait_for_selector(".line[data-state=lost]", state="detached", timeout=30000)
    until(lambda: sorted(card["card"] for card in anna.look()["own"]) == before)
    until(lambda: bool(anna.look()["playable"]))
    anna.play_by_keys(anna.look())
    until(lambda: len(anna.look()["own"]) == len(before) - 1)


def test_an_illegal_try_says_why_next_to_the_card(visit: Callable[..., Player]) -> None:
    anna = visit()
    begin_hearts(anna)
    seen = anna.look()
    playable = {choice["card"] for choice in seen["playable"]}
    wrong = [card for card in seen["own"] if card["card"] not in playable and card["at"]]
    assert wrong
    anna.page.mouse.dblclick(*wrong[0]["at"])
    tip = anna.wait_for("tip")["tip"]
    assert tip.endswith(".")
    assert "refused." not in tip
    assert len(anna.look()["own"]) == len(seen["own"])


def test_space_pauses_and_goes_on_and_no_slap_counts_meanwhile(visit: Callable[..., Player]) -> None:
    anna = visit()
    sent: list[str] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    anna.against_cats("slapjack")
    until(lambda: anna.look()["mine"])
    anna.page.keyboard.press(" ")
    anna.page.wait_for_selector(".paused")
    anna.page.keyboard.press("f")
    anna.page.wait_for_timeout(100)
    assert not any('"slap"' in frame for frame in sent)
    anna.page.keyboard.press(" ")
    anna.page.wait_for_selector(".paused", state="detached")
    anna.page.keyboard.press("q")
    until(lambda: len(anna.look()["pile"]) > 0)


def test_a_hint_marks_what_a_good_cat_would_do(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("threes", level="greedy")
    until(lambda: bool(anna.look()["playable"]), 40)
    anna.page.keyboard.press("h")
    assert "cat" in anna.wait_for("tip", 30)["tip"]


def test_the_question_mark_shows_all_keys_and_escape_closes_them(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("hearts", 4)
    anna.page.keyboard.press("?")
    anna.page.wait_for_selector(".panel-keys")
    assert anna.page.locator(".panel-keys kbd").count() > 15
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_selector(".panel-keys", state="detached")


def test_cards_in_hand_have_names_that_can_be_read_aloud(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("hearts", 4)
    until(lambda: len(anna.look()["own"]) == 13)
    names = anna.page.eval_on_selector_all(".card.own", "cards => cards.map(card => card.getAttribute('aria-label'))")
    assert all(" of " in name for name in names)
    hidden = anna.page.eval_on_selector_all(".card:not(.own)", "c => c.every(e => e.getAttribute('aria-hidden'))")
    assert hidden
    log = anna.page.locator("[role=log]")
    assert log.count() == 1


@pytest.mark.parametrize("game", list(MOST))
def test_the_whole_table_is_seen_without_scrolling(game: str, visit: Callable[..., Player]) -> None:
    anna = visit()
    options = {"deck": 52} if game == "durak" else {}
    anna.against_cats(game, MOST[game], options, pace="slow")
    anna.page.wait_for_selector(".plate")
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.wait_for_timeout(400)
        assert anna.page.evaluate(OUTSIDE) == [], (width, height)


def test_a_table_that_is_not_there_says_so(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.go_to("nosuchcode")
    anna.page.wait_for_selector(".line[data-state=gone]")
    assert anna.page.inner_text(".line").strip()


def test_swapping_in_threes_takes_a_click_on_each_card(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("threes", 2, {"swap": True}, "greedy")
    until(lambda: len(anna.look()["own"]) == 6)
    seen = anna.look()["own"]
    hand = next(card for card in seen if card["zone"] == "hand 0")
    up = next(card for card in seen if card["zone"] == "up 0")
    anna.page.mouse.click(*hand["at"])
    anna.page.mouse.click(*up["at"])
    until(lambda: {"card": hand["card"], "zone": "up 0"}.items() <= zones(anna)[hand["card"]].items())
    assert zones(anna)[up["card"]]["zone"] == "hand 0"
    anna.page.click(".bar [data-act=ready]")
    until(lambda: "ready" not in anna.look()["acts"])


def zones(player: Player) -> dict[str, Any]:
    """Each of the player's own cards by its text."""
    return {card["card"]: card for card in player.look()["own"]}
