"""A level is named in one place; whatever else it needs is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardhouse
from cardhouse.bots.cats import CATS
from cardhouse.bots.levels import LEVELS, NAMES, STRENGTHS, STRONGEST_LEVEL, USUAL_LEVEL
from cardhouse.engine.words import catalogue, languages
from cardhouse.games import spec
from cardhouse.games.slapping.reflexes import LEVEL_REFLEXES

PACKAGE = Path(cardhouse.__file__).parent


@pytest.mark.parametrize("language", languages())
def test_every_level_has_its_words(language: str) -> None:
    texts = catalogue(language)
    assert [name for name in NAMES if not texts.get(f"page.level.{name}")] == []
    assert [name for name in LEVELS if not texts.get(f"page.stats.against.{name}")] == []


def test_stronger_levels_have_more_dots() -> None:
    assert list(STRENGTHS.values()) == sorted(STRENGTHS.values())
    dots = [STRENGTHS[level] for level in LEVELS]
    assert dots == sorted(set(dots))
    assert {USUAL_LEVEL, STRONGEST_LEVEL} <= set(LEVELS)
    assert LEVELS[-1] == STRONGEST_LEVEL


def test_games_cats_and_reflexes_know_no_other_levels() -> None:
    for game in cardhouse.games():
        assert set(spec(game.name).bots) <= set(NAMES), game.name
    assert set(CATS.values()) <= set(LEVELS)
    assert tuple(LEVEL_REFLEXES) == LEVELS


def test_the_page_lists_no_levels_of_its_own() -> None:
    for file in (PACKAGE / "web").rglob("*.js"):
        if file.name != "types.js":
            named = {level for level in LEVELS if re.search(rf"\\b{level}: [0-9]", file.read_text(encoding="utf-8"))}
            assert len(named) < 2, file.name
