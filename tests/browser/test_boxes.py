"""Every box of the table along games, at every size: nothing wider than the screen, no words covered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import cardhouse
from cardhouse.engine.chance import Chance

from .player import Player
from .positions import Stage, Step, find
from .test_for_everybody import dress

Visit = Callable[..., Player]
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900)]
BOXES = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
OPTIONS: dict[str, dict[str, Any]] = {"hearts": {"limit": 40}, "durak": {"deck": 52}}
SEATS = {"ratscrew": (2, 6), "slapjack": (2, 6), "hearts": (3, 5), "threes": (2, 5), "durak": (2, 6)}
MOST = 36


def played(game: str, seats: int, seed: int) -> Iterator[Step]:
    """A random game for many steps; a pile that can be slapped mostly is."""
    chance = Chance(seed)
    state = cardhouse.new(game, seats=seats, seed=seed, options=OPTIONS.get(game, {}))
    for _ in range(MOST):
        if state.over:
            return
        after = state.copy()
        slaps = [seat for seat in range(seats) if "slap" in map(str, state.legal(seat))]
        good = bool(state.view(0).facts.get("slaps"))
        acts = [(seat, str(act)) for seat in state.turn() for act in state.legal(seat) if str(act) != "slap"]
        who: int | None
        if slaps and chance.below(2 if good else 25) == 0:
            who = slaps[chance.below(len(slaps))]
            happened = after.apply(who, "slap")
        elif acts:
            who, action = acts[chance.below(len(acts))]
            happened = after.apply(who, action)
        else:
            who, happened = None, after.fire()
        yield state, who, after, happened.as_list()
        state = after


# Keeps the line to the table, so that the page can be told many things in one go.
KEEP_LINE = """() => {
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      window.line = this;
    }
  };
}"""
# Tells what happened, one thing after another, and looks at the boxes after each.
ALONG = f"""async (messages) => {{
  const found = [];
  for (const message of messages) {{
    line.dispatchEvent(new MessageEvent('message', {{ data: JSON.stringify(message) }}));
    await new Promise(requestAnimationFrame);
    found.push(({BOXES})());
  }}
  return found;
}}"""


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, both in SEATS.items() for seats in both])
def test_boxes_along_games(game: str, seats: int, visit: Visit) -> None:
    found: dict[str, str] = {}
    happened = list(played(game, seats, seed=5))
    anna = visit()
    # From the first stage on the page's lines are those of the test.
    Stage(anna, happened[0][0])
    anna.page.evaluate(KEEP_LINE)
    for width, height in SIZES:
        anna.page.goto(f"{anna.address}/#/")
        anna.page.wait_for_selector(".tile")
        anna.page.set_viewport_size({"width": width, "height": height})
        stage = Stage(anna, happened[0][0])
        messages = []
        for _, who, after, events in happened:
            slapped = any(event.kind == "slap" for event in events)
            more = {"slap": {"time": 412.0, "margin": 31.0}} if slapped else {}
            messages.append(stage.step(who, after, events, **more))
        for message, wrongs in zip(messages, anna.page.evaluate(ALONG, messages), strict=True):
            for wrong in wrongs:
                found.setdefault(re.sub(r"\d+", "N", wrong), f"{width} x {height}, step {message['step'] - 1}")
        # It has come to the last step.
        last = happened[-1][2].view(0)
        for seat in range(seats):
            shown = anna.page.locator(f".card[data-zone='hand {seat}']")
            expect(shown).to_have_count(len(last.zone("hand", seat).cards))
    assert found == {}


ENDS = [("durak", 5, 1440, 900), ("threes", 3, 1440, 900), ("durak", 5, 390, 844)]


@pytest.mark.parametrize(("game", "seats", "width", "height"), ENDS)
def test_nothing_sticks_out_from_under_the_end(game: str, seats: int, width: int, height: int, visit: Visit) -> None:
    before, who, after, events = find(game, lambda after, _: after.over, seats)
    anna = visit(width, height)
    stage = Stage(anna, before)
    stage.happen(who, after, events)
    anna.page.wait_for_selector(".end")
    anna.painted()
    assert anna.page.evaluate(BOXES) == []
    if width > height:
        assert anna.page.locator(".bubble-box").count() > 0
    # Whatever was hidden is there again for the next game.
    stage.deal(before)
    anna.page.wait_for_selector(".end", state="detached")
    assert anna.page.locator(".under").count() == 0


def test_a_long_title_pushes_nothing_off_the_bar(visit: Visit) -> None:
    anna = visit(390, 844)
    dress(anna, language="es")
    anna.page.reload()
    stage = Stage(anna, cardhouse.new("hearts", seats=4, seed=1))
    assert anna.page.evaluate(BOXES) == []
    stage.change(best_of=7, wins=[3, 2, 1, 0])
    anna.page.wait_for_selector(".top-title:has-text('3–2–1–0')")
    assert anna.page.evaluate(BOXES) == []


def test_play_stands_on_the_first_screen_of_home(visit: Visit) -> None:
    anna = visit()
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        play = anna.page.locator(".tile-play").first.bounding_box()
        assert play is not None
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= width
        if width > height:
            assert play["y"] + play["height"] <= height, (width, height)
