"""Slaps through the page: whose they are, when they count, how fast they were and what a wrong one costs.

One card alone is never worth a slap in Ratscrew: what is slapped here is always wrong, whatever was dealt.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .player import Player

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


# What begins to move stands still until it is let go.
HOLD_MOTION = """() => {
  const { animate } = Element.prototype, held = [];
  Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    motion.pause();
    held.push(motion);
    return motion;
  };
  window.letGo = () => {
    Element.prototype.animate = animate;
    for (const motion of held) motion.play();
  };
}"""


def test_before_a_face_is_seen_a_slap_is_meant_for_the_card_before(visit: Visit) -> None:
    anna = visit(quick=False)
    sent = sent_by(anna.page)
    tokens: list[str] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("token") and message["token"] not in tokens:
            tokens.append(message["token"])

    anna.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    first = anna.look()
    anna.page.evaluate(HOLD_MOTION)
    anna.page.keyboard.press("p")
    anna.page.wait_for_selector(".card[data-zone=pile]:not(.up)", state="attached")
    anna.painted()
    anna.page.keyboard.press("f")
    anna.page.wait_for_selector(".paw-bottom", state="attached")
    assert anna.look()["pile"] == first["pile"]
    anna.page.evaluate("letGo()")
    anna.until("seen.pile.length === 2")
    assert len(tokens) == 2
    assert [slap["token"] for slap in slaps(sent)] == tokens[:1]


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


def test_space_pauses_and_goes_on_and_no_slap_counts_meanwhile(visit: Visit) -> None:
    anna = visit()
    sent = sent_by(anna.page)
    anna.table("ratscrew", [YOU, BORIS])
    first_card(anna)
    anna.page.keyboard.press(" ")
    anna.page.wait_for_selector(".paused")
    anna.page.keyboard.press("f")
    anna.page.keyboard.press(" ")
    anna.page.wait_for_selector(".paused", state="detached")
    anna.page.keyboard.press("p")
    anna.until("seen.pile.length === 2")
    assert slaps(sent) == []
