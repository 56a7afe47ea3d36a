"""Slaps through the page: whose they are, when they count, how fast they were and what a wrong one costs.

One card alone is never worth a slap in Ratscrew: what is slapped here is always wrong, whatever was dealt.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .player import Player
from .positions import Stage, steps

Visit = Callable[..., Player]
YOU = {"kind": "you", "name": "Anna", "face": "fox"}
BORIS = {"kind": "here", "name": "Boris", "face": "owl"}

# The time of every frame, in which of them the card on top first showed its face, and when the key was pressed.
WATCH_FACES = """() => {
  window.frames_ = [];
  const frame = (time) => {
    frames_.push(time);
    if (!window.faced && document.querySelector('.card.up[data-zone=pile]')) window.faced = frames_.length - 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener('keydown', (event) => { if (event.key === 'f') window.pressed = event.timeStamp; }, true);
}"""


def sent_by(page: Page) -> list[dict[str, Any]]:
    """What the page says to the table, from now on."""
    sent: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    return sent


def slaps(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in sent if message["t"] == "slap"]


def first_card(player: Player) -> None:
    """Turn the first card, and see it."""
    player.until("seen.mine")
    player.page.keyboard.press("q")
    player.until("seen.pile.length === 1")
    player.painted()


def test_two_at_one_screen_slap_by_keys(visit: Visit) -> None:
    anna = visit()
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    anna.page.keyboard.press("j")
    anna.page.wait_for_selector(".paw-top", state="attached")
    anna.until("seen.said.includes('Boris')")
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom", state="attached")
    anna.until("seen.said.includes('Anna')")


def test_the_half_of_the_pile_that_was_touched_tells_who_slapped(visit: Visit) -> None:
    anna = visit(820, 1180, touch=True)
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    anna.page.wait_for_selector(".hit-deck")
    anna.until("seen.mine")
    anna.turn("touch")
    anna.until("seen.pile.length === 1")
    anna.painted()
    box = anna.page.locator(".hit-pile").bounding_box()
    assert box is not None
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.2)
    anna.until("seen.said.includes('Boris')")
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
    anna.until("seen.said.includes('Anna')")
    assert [message["seat"] for message in slaps(sent)] == [1, 0]


def test_a_held_key_and_a_script_slap_nothing(visit: Visit) -> None:
    anna = visit()
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    for _ in range(4):
        anna.page.keyboard.down("f")
    anna.page.keyboard.up("f")
    anna.page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'f', code: 'KeyF'}))")
    # Messages go out in their order: what was said before the slap of the other player has been said when that one is.
    anna.page.keyboard.press("j")
    anna.until("seen.said.includes('Boris')")
    assert [message["seat"] for message in slaps(sent)] == [0, 1]


def test_the_time_of_a_slap_runs_from_the_frame_that_shows_the_face(visit: Visit) -> None:
    anna = visit(quick=False)
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    anna.until("seen.mine")
    anna.page.evaluate(WATCH_FACES)
    anna.page.keyboard.press("q")
    anna.page.wait_for_function("() => window.faced && frames_.length > faced + 3")
    anna.page.keyboard.press("f")
    anna.until("seen.said.includes('Anna') && window.pressed")
    frames, faced, pressed = anna.page.evaluate("[frames_, faced, pressed]")
    [slap] = slaps(sent)
    shown = pressed - slap["reaction"]
    # Drawn in one frame, it is on the screen when the next one begins.
    assert abs(shown - frames[faced + 1]) < 0.2


def test_before_a_face_is_seen_a_slap_is_meant_for_the_card_before(visit: Visit) -> None:
    anna = visit(quick=False)
    turns = [step for step in steps("ratscrew", 2, {}, 3) if any(event.kind == "turn" for event in step[3])]
    stage = Stage(anna, turns[0][0], reveal=0)
    _, who, after, events = turns[0]
    stage.happen(who, after, events, token="first")
    first = anna.until("seen.pile.length === 1")
    anna.painted()
    stage.change(reveal=3_600_000)
    _, who, after, events = turns[1]
    stage.happen(who, after, events, token="second")
    anna.page.wait_for_selector(".card[data-zone=pile]:not(.up)", state="attached")
    anna.painted()
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom", state="attached")
    assert anna.look()["pile"] == first["pile"]
    assert [slap["token"] for slap in slaps(stage.said)] == ["first"]


def test_a_wrong_slap_shows_a_sign_and_what_it_cost(visit: Visit) -> None:
    anna = visit()
    anna.table("ratscrew", [YOU, BORIS], {"penalty": "card"})
    first_card(anna)
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".sign-no:has-text('costs a card')", state="attached")
    anna.until("seen.pile.length === 2")


def test_a_lockout_shows_how_many_cards_are_left(visit: Visit) -> None:
    anna = visit()
    anna.table("ratscrew", [YOU, BORIS], {"penalty": "lockout"})
    first_card(anna)
    anna.page.keyboard.press("f")
    note = anna.page.locator(".plate[data-seat='0'] .plate-note")
    expect(note).to_contain_text("locked: ")
    left = int(note.inner_text().split(":")[1])
    anna.page.keyboard.press("p")
    anna.until("seen.pile.length === 2")
    expect(note).to_contain_text(f"locked: {left - 1}")


def test_b_pauses_and_goes_on_and_no_slap_counts_meanwhile(visit: Visit) -> None:
    anna = visit()
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    anna.page.keyboard.press("b")
    anna.page.wait_for_selector(".paused")
    anna.page.keyboard.press("f")
    anna.page.keyboard.press("b")
    anna.page.wait_for_selector(".paused", state="detached")
    anna.page.keyboard.press("p")
    anna.until("seen.pile.length === 2")
    assert slaps(sent) == []


FRIENDS = [{"kind": "here", "name": name, "face": "owl"} for name in ("Boris", "Cleo", "Dora", "Emil", "Fred")]


def test_six_at_one_screen_have_keys_and_buttons_of_their_own(visit: Visit) -> None:
    anna = visit(1440, 900)
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, *FRIENDS])
    first_card(anna)
    for seat, key in enumerate(["f", "j", "c", ",", "3", "8"]):
        anna.page.keyboard.press(key)
        anna.page.wait_for_function("paws => document.querySelectorAll('.paw-box').length > 0", arg=seat)
    anna.until("true")
    assert [message["seat"] for message in slaps(sent)] == [0, 1, 2, 3, 4, 5]
    for seat in range(1, 6):
        side = anna.page.locator(f".side[data-seat='{seat}']")
        expect(side.locator("[data-act=slap]")).to_be_visible()
        side.locator("[data-act=slap]").click()
    anna.until("true")
    assert [message["seat"] for message in slaps(sent)][6:] == [1, 2, 3, 4, 5]


def test_on_a_tablet_the_buttons_of_the_other_face_them(visit: Visit) -> None:
    anna = visit(820, 1180, touch=True)
    anna.table("ratscrew", [YOU, BORIS])
    side = anna.page.locator(".side[data-seat='1']")
    expect(side).to_be_visible()
    coarse = anna.page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert side.evaluate("each => getComputedStyle(each).rotate") == ("180deg" if coarse else "none")


# Each button with its size and who presses it; and those that lie over another one or over a deck.
BUTTONS = """() => {
  const all = [...document.querySelectorAll('.bar [data-act], .side [data-act]')];
  const boxes = [...all, ...document.querySelectorAll('.hit-deck')].map((each) => each.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return {
    sizes: [...new Set(all.map((each) => `${each.offsetWidth} x ${each.offsetHeight}`))],
    height: Math.min(...all.map((each) => each.offsetHeight)),
    covered: boxes.slice(0, all.length).filter((a, at) => boxes.some((b, other) => other > at && over(a, b))).length,
  };
}"""


@pytest.mark.parametrize(("seats", "width", "height"), [(2, 390, 844), (2, 844, 390), (4, 820, 1180), (6, 1180, 820)])
def test_everybody_at_a_screen_has_buttons_of_the_same_size(seats: int, width: int, height: int, visit: Visit) -> None:
    anna = visit(width, height, touch=True)
    anna.table("ratscrew", [YOU, *FRIENDS[: seats - 1]])
    first_card(anna)
    expect(anna.page.locator(".side")).to_have_count(seats - 1)
    found = anna.page.evaluate(BUTTONS)
    assert len(found["sizes"]) == 1, found
    assert found["height"] >= 44
    assert found["covered"] == 0
    # What is written for the one opposite can be read from there.
    if seats == 2 and anna.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        assert anna.page.locator(".plate.across").evaluate("each => getComputedStyle(each).rotate") == "180deg"


def test_a_key_can_be_changed_in_the_settings(visit: Visit) -> None:
    anna = visit()
    anna.page.goto(f"{anna.address}/#/settings")
    key = anna.page.locator("[data-key='0 slap']")
    key.click()
    anna.page.keyboard.press("j")
    expect(anna.page.locator(".told", has_text="That key is taken")).to_be_visible()
    anna.page.locator("[data-key='0 slap']").click()
    anna.page.keyboard.press("x")
    expect(anna.page.locator("[data-key='0 slap']")).to_have_text("X")
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    anna.page.keyboard.press("x")
    anna.until("seen.said.includes('Anna')")
    assert [message["seat"] for message in slaps(sent)] == [0]
