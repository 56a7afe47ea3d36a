"""A hint in the chosen language: what a good cat would do, how sure that is, and why; in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from cardhouse.engine.words import catalogue

from .player import Player
from .test_for_everybody import dress

Visit = Callable[..., Player]
# Where choices are as good as each other, or there is only one, that is the reason.
SAID_ALONE = ("page.hint.same", "page.hint.only")
INSIDE = """() => {
  const box = document.querySelector('.tip').getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""


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
    reasons = [text for key, text in texts.items() if key.startswith("advice.") or key in SAID_ALONE]
    assert any(max(re.split(r"\{[^}]*\}", reason), key=len) in said for reason in reasons), said
