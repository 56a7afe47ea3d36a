"""When the face of a turned card is seen: the same time after its message on every screen, whatever moves there."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import pytest

from cardhouse.engine.game import Game
from cardhouse.table.judge import REVEAL

from .player import Player
from .positions import Stage, find, steps

Visit = Callable[..., Player]
# How far from its moment a face may be drawn, in frames of the screen.
FRAMES = 2
SETTINGS = [
    {"speed": "slow", "motion": "full"},
    {"speed": "normal", "motion": "full"},
    {"speed": "instant", "motion": "full"},
    {"speed": "normal", "motion": "reduced"},
]
# The time of every frame, when each step was read, and in which frame a card was first seen open on the pile.
WATCH = """() => {
  const { parse } = JSON;
  Object.assign(window, { frames_: [], arrived: [], faced: {} });
  JSON.parse = (...text) => {
    const found = parse(...text);
    if (found?.t === 'step') arrived.push(performance.now());
    return found;
  };
  const frame = (time) => {
    frames_.push(time);
    for (const card of document.querySelectorAll('.card.up[data-zone=pile][data-card]'))
      faced[card.dataset.card] ??= frames_.length - 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def choose(player: Player, settings: dict[str, str]) -> None:
    player.page.evaluate(
        "kept => localStorage.setItem('cardhouse.settings', kept)", json.dumps({**settings, "sound": False})
    )
    player.page.reload()
    player.page.wait_for_selector(".tile")


def pile(state: Game) -> list[str]:
    found = next(zone for zone in state.view(0).plain()["zones"] if zone[0] == "pile")
    return str(found[2]).split()


def in_time(player: Player, card: str, message: int) -> None:
    """This card's face was drawn at its moment after that message, give or take a few frames."""
    page = player.page
    page.wait_for_function("card => faced[card] !== undefined && frames_.length > faced[card] + 2", arg=card)
    frames, arrived, faced = page.evaluate("[frames_, arrived, faced]")
    wanted = bisect_left(frames, arrived[message] + REVEAL)
    assert abs(faced[card] - wanted) <= FRAMES, (arrived[message], [frames[faced[card]], frames[wanted]])


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda each: " ".join(each.values()))
def test_a_turned_face_is_seen_a_fixed_time_after_its_message(settings: dict[str, str], visit: Visit) -> None:
    anna = visit(quick=False)
    choose(anna, settings)
    turns = [step for step in steps("ratscrew", 2, {}, 3) if any(event.kind == "turn" for event in step[3])][:4]
    stage = Stage(anna, turns[0][0], reveal=REVEAL)
    anna.page.evaluate(WATCH)
    for at, (_, who, after, events) in enumerate(turns):
        stage.happen(who, after, events, token=f"{at:012}")
        in_time(anna, pile(after)[-1], at)


@pytest.mark.parametrize("settings", SETTINGS[::2], ids=lambda each: " ".join(each.values()))
def test_what_is_still_shown_of_a_slap_delays_no_face(settings: dict[str, str], visit: Visit) -> None:
    def double(after: Game, _: Any) -> bool:
        top = pile(after)[-2:]
        return len(top) == 2 and top[0][0] == top[1][0]

    _, _, state, _ = find("ratscrew", double)
    anna = visit(quick=False)
    choose(anna, settings)
    stage = Stage(anna, state, reveal=REVEAL)
    anna.page.evaluate(WATCH)
    slapped = state.copy()
    taken = slapped.apply(0, "slap")
    stage.happen(0, slapped, taken, token="a" * 12)
    [taker] = slapped.turn()
    turned = slapped.copy()
    events = turned.apply(taker, "turn")
    stage.happen(taker, turned, events, token="b" * 12)
    in_time(anna, pile(turned)[-1], 1)
