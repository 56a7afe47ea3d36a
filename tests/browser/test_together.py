"""Playing with others: by link from two browsers, two at one screen, and watching."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from .player import Player

YOU = {"kind": "you", "name": "Anna", "face": "fox"}
BORIS = {"kind": "here", "name": "Boris", "face": "owl"}
CAT = {"kind": "cat", "level": "random"}
LINK = {"kind": "link"}


def until(what: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.03)


def holds(player: Player, cards: int) -> bool:
    """Whether a player sees so many cards in their hand."""
    return len(player.look()["own"]) == cards


def test_two_browsers_play_each_other_by_link(visit: Callable[..., Player]) -> None:
    anna, ben = visit(), visit()
    code = anna.table("durak", [YOU, LINK])
    anna.page.wait_for_selector(".waiting")
    assert code in anna.page.inner_text(".waiting .link")
    ben.go_to(code)
    ben.page.click(".waiting-seats .button")
    anna.page.wait_for_selector(".card.own")
    ben.page.wait_for_selector(".card.own")
    deadline = time.monotonic() + 150
    while time.monotonic() < deadline:
        seen = [player.look() for player in (anna, ben)]
        if all(each["end"] for each in seen):
            break
        for player, each in zip((anna, ben), seen, strict=True):
            if not each["end"]:
                player.step("keys", each, [])
    assert anna.look()["end"] == ben.look()["end"] or "You have won!" in (anna.look()["end"], ben.look()["end"])


def test_nobody_sees_the_other_hand(visit: Callable[..., Player]) -> None:
    anna, ben = visit(), visit()
    code = anna.table("hearts", [YOU, LINK, CAT, CAT])
    ben.go_to(code)
    ben.page.click(".waiting-seats .button")
    hands = []
    for player in (anna, ben):
        player.page.wait_for_selector(".card.own.up")
        until(partial(holds, player, 13))
        hands.append({card["card"] for card in player.look()["own"]})
        assert player.page.locator(".card.up").count() == 13
    assert not hands[0] & hands[1]


def test_two_at_one_screen_slap_by_keys(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.table("slapjack", [YOU, BORIS])
    anna.page.wait_for_selector(".card")
    until(lambda: anna.look()["mine"])
    anna.page.keyboard.press("q")
    until(lambda: len(anna.look()["pile"]) == 1)
    anna.page.keyboard.press("p")
    until(lambda: len(anna.look()["pile"]) == 2)
    anna.page.keyboard.press("j")
    anna.page.wait_for_selector(".paw-top")
    until(lambda: "Boris" in anna.look()["said"])
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom")
    until(lambda: "Anna" in anna.look()["said"])


def test_the_half_of_the_pile_that_was_touched_tells_who_slapped(visit: Callable[..., Player]) -> None:
    anna = visit(820, 1180, touch=True)
    anna.table("slapjack", [YOU, BORIS])
    anna.page.wait_for_selector(".hit-deck")
    until(lambda: anna.look()["mine"])
    anna.turn("touch")
    until(lambda: len(anna.look()["pile"]) == 1)
    box = anna.page.locator(".hit-pile").bounding_box()
    assert box is not None
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.2)
    until(lambda: "Boris" in anna.look()["said"])
    anna.page.wait_for_timeout(300)
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
    until(lambda: "Anna" in anna.look()["said"])


def test_a_held_key_slaps_only_once(visit: Callable[..., Player]) -> None:
    anna = visit()
    sent: list[str] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    anna.table("slapjack", [YOU, BORIS])
    until(lambda: anna.look()["mine"])
    anna.page.keyboard.press("q")
    until(lambda: len(anna.look()["pile"]) == 1)
    for _ in range(4):
        anna.page.keyboard.down("f")
    anna.page.keyboard.up("f")
    anna.page.wait_for_timeout(200)
    assert sum('"slap"' in frame for frame in sent) == 1
    assert anna.page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'f', code: 'KeyF'}))")
    anna.page.wait_for_timeout(100)
    assert sum('"slap"' in frame for frame in sent) == 1


def test_a_shared_screen_covers_the_hand_until_its_player_is_ready(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.table("durak", [YOU, BORIS])
    anna.page.wait_for_selector(".button-ready")
    assert anna.page.locator('.card.up[data-zone^="hand"]').count() == 0
    anna.page.click(".button-ready")
    until(lambda: len(anna.look()["own"]) == 6)
    first = {card["card"] for card in anna.look()["own"]}
    anna.play_by_keys(anna.look())
    anna.page.wait_for_selector(".button-ready")
    until(lambda: anna.page.locator('.card.up[data-zone^="hand"]').count() == 0)
    anna.page.keyboard.press("Enter")
    until(lambda: len(anna.look()["own"]) == 6)
    assert not first & {card["card"] for card in anna.look()["own"]}


def test_watching_the_cats(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.table("hearts", [CAT] * 4, {"limit": 1}, pace="fast")
    anna.page.wait_for_selector(".card")
    until(lambda: anna.look()["said"] != "")
    assert anna.look()["acts"] == []
    assert anna.look()["own"] == []


def test_a_spectator_sees_no_hand(visit: Callable[..., Player]) -> None:
    anna, ben = visit(), visit()
    code = anna.against_cats("hearts", 4)
    ben.go_to(code)
    ben.page.wait_for_selector(".card")
    ben.page.wait_for_timeout(300)
    assert ben.page.locator('.card.up[data-zone^="hand"]').count() == 0
    assert ben.look()["acts"] == []


def test_a_cat_takes_over_and_gives_the_seat_back(visit: Callable[..., Player]) -> None:
    anna = visit()
    anna.against_cats("hearts", 4, pace="slow")
    until(lambda: len(anna.look()["own"]) == 13)
    anna.page.keyboard.press("m")
    anna.page.click(".menu-item:has-text('Let a cat play')")
    until(lambda: anna.look()["own"] == [])
    anna.page.reload()
    until(lambda: len(anna.look()["own"]) > 0)


def test_reactions_are_seen_by_everybody(visit: Callable[..., Player]) -> None:
    anna, ben = visit(), visit()
    code = anna.against_cats("hearts", 4, pace="slow")
    ben.go_to(code)
    ben.page.wait_for_selector(".card")
    anna.page.click(".top-paw")
    anna.page.click(".reaction >> nth=3")
    ben.page.wait_for_selector(".bubble-icon")
