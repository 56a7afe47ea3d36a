"""A level, a pace, a verb, a reaction is named in one place; the words and marks that it needs are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args

import pytest

import cardhouse
from cardhouse.bots.cats import CATS
from cardhouse.bots.levels import LEVELS, NAMES, STRENGTHS, STRONGEST_LEVEL, USUAL_LEVEL
from cardhouse.engine.action import READY, verbs
from cardhouse.engine.words import catalogue, languages
from cardhouse.games import spec
from cardhouse.games.slapping.reflexes import LEVEL_REFLEXES
from tools.page_types import named

PACKAGE = Path(cardhouse.__file__).parent
# Where the page and the terminal say each of a set of choices; nobody reads out the last three by their names.
SAID: dict[str, tuple[str, ...]] = {
    "Awaiting": ("page.room.waiting",),
    "Paces": ("page.pace",),
    "Phrases": ("phrase",),
    "Reactions": ("page.react",),
    "Unit": ("advice.equal", "page.review.better", "page.review.cost", "page.review.plot", "page.try.wrong"),
    "Kind": (),
    "PuzzleMode": (),
    "Status": (),
}


def choices() -> dict[str, tuple[str, ...]]:
    """Every set of choices in the contract."""
    return {name: get_args(kind) for name, kind in named(Literal)}


def without_words(texts: dict[str, str], known: dict[str, tuple[str, ...]]) -> list[str]:
    """The keys of choices, levels and verbs of the house that have no text."""
    wanted = [f"{said}.{one}" for name, kinds in known.items() for said in SAID[name] for one in kinds]
    wanted += [f"page.level.{level}" for level in NAMES] + [f"page.stats.against.{level}" for level in LEVELS]
    wanted += [f"page.do.{verb.name}" for code, verb in verbs().items() if code <= READY]
    return [key for key in wanted if not texts.get(key)]


def test_it_is_known_where_every_set_of_choices_is_said() -> None:
    assert set(choices()) == set(SAID)


@pytest.mark.parametrize("language", languages())
def test_every_choice_level_and_verb_has_its_words(language: str) -> None:
    assert without_words(catalogue(language), choices()) == []


def test_a_choice_without_words_is_found() -> None:
    more = {**choices(), "Paces": ("glacial",)}
    assert without_words(catalogue(), more) == ["page.pace.glacial"]


def test_every_reaction_has_its_picture() -> None:
    drawn = (PACKAGE / "web" / "art" / "icons.js").read_text(encoding="utf-8")
    assert [kind for kind in choices()["Reactions"] if not re.search(rf"^  {kind}:", drawn, re.MULTILINE)] == []


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
