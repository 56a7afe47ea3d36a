"""A hint in the chosen language: what a good cat would do, how sure that is, and why; in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import cardhouse
from cardhouse.words import catalogue

from .player import Player
from .positions import Stage
from .test_for_everybody import dress

Visit = Callable[..., Player]
LANGUAGES = ["en", "de", "ru", "es"]
DEEDS = [
    "play 7h 7s", "pass Qs Ah 2c", "pass", "attack 7h", "beat 7h 9h", "forward 7s", "take", "done", "turn", "slap",
    "blind 2", "pickup", "swap 3h 5c", "ready", "",
]  # fmt: skip
SURE = ["proven", "clear", "close", "same", "only"]
FACTS = {"seat": 1, "percent": 62, "points": 1.5, "number": 2.0, "worlds": 250, "action": "play 7h"}
# Those that a hint can give: the comparisons belong to the review, the verdicts to the terminal.
REASONS = sorted(
    key
    for key in catalogue("de")
    if re.fullmatch(r"advice\.\w+(\.(points|chance))?", key) and key not in ("advice.no_search", "advice.nothing")
)
INSIDE = """() => {
  const box = document.querySelector('.tip').getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""


def hear(stage: Stage, **advice: Any) -> str:
    """What the page says when this advice comes."""
    assert stage.socket is not None
    before = stage.player.look()["tip"]
    stage.socket.send(json.dumps({"t": "advice", "seat": 0, "step": 1, **advice}))
    said: str = stage.player.until("seen.tip && seen.tip !== given[0]", before)["tip"]
    assert stage.player.page.evaluate(INSIDE), said
    assert not re.search(r"[{}]|advice\.|page\.|undefined|NaN", said), said
    return said


def stage_in(language: str, visit: Visit) -> Stage:
    player = visit(390, 844)
    dress(player, language=language)
    player.page.reload()
    return Stage(player, cardhouse.new("durak", seats=2, seed=1))


def test_there_are_reasons_to_test() -> None:
    assert len(REASONS) >= 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deed_and_reason_is_said_in_the_chosen_language(language: str, visit: Visit) -> None:
    stage = stage_in(language, visit)
    texts = catalogue(language)
    deeds = {deed: hear(stage, action=deed, verdict="clear") for deed in DEEDS}
    assert len(set(deeds.values())) >= len(DEEDS) - 1
    assert "7♥ 7♠" in deeds["play 7h 7s"]
    opening = texts["page.hint.play"].split("{")[0]
    assert deeds["play 7h 7s"].startswith(opening)
    for key in REASONS:
        said = hear(stage, action="take", verdict="close", reason={"key": key, "facts": FACTS})
        assert said.startswith(f"{texts['page.hint.take']} {texts['page.hint.close']} ")
        # The pieces between the places of the text, in this language, all stand there.
        for piece in re.split(r"\{[^}]*\}", texts[key]):
            assert piece in said, (key, said)


def test_numbers_and_actions_are_said_as_people_write_them(visit: Visit) -> None:
    stage = stage_in("de", visit)
    said = hear(stage, action="take", reason={"key": "advice.next.points", "facts": FACTS})
    assert said.endswith("Spielen 7♥ ist in 250 passenden Verteilungen 1,5 Punkte schlechter.")
    said = hear(stage, action="take", reason={"key": "advice.trumps", "facts": FACTS})
    assert "2,0" in said


@pytest.mark.parametrize(("game", "language"), [("hearts", "de"), ("durak", "ru"), ("threes", "es")])
def test_a_real_hint_gives_its_reason_in_the_chosen_language(game: str, language: str, visit: Visit) -> None:
    player = visit(390, 844)
    dress(player, language=language)
    player.page.reload()
    player.against_cats(game, 4 if game == "hearts" else 2)
    player.until("seen.own.length && seen.mine")
    player.page.keyboard.press("h")
    said = player.wait_for("tip")["tip"]
    assert player.page.evaluate(INSIDE)
    english = re.compile(r"\b(the|deals|that|is|best|cat|would|holds|it)\b", re.IGNORECASE)
    assert not english.search(said), said
    texts = catalogue(language)
    openings = [text.split("{")[0] for key, text in texts.items() if key.startswith("page.hint.")]
    assert any(said.startswith(opening) for opening in openings if opening)
    reasons = [texts[key] for key in REASONS] + [texts["page.hint.only"]]
    assert any(max(re.split(r"\{[^}]*\}", reason), key=len) in said for reason in reasons), said
