"""The docs site: its contents name every page and nothing else, and what is made for it is whole. Needs no MkDocs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cardhouse.contract import messages
from cardhouse.engine.words import catalogue
from cardhouse.games import GameSpec
from tools.docs_site.benchmarks import interval, number, table
from tools.docs_site.pages import (
    PACKAGE,
    REFERENCE,
    house_games,
    messages_page,
    pages,
    place_of,
    rule_names,
    rules_page,
)

ROOT = Path(__file__).parent.parent
NAV = re.findall(r"^ +- (?:.+: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_contents_name_every_page_once_and_nothing_else() -> None:
    written = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(NAV) == sorted([*written, *pages()])


def test_nothing_made_takes_the_place_of_a_file() -> None:
    assert [place for place in pages() if (ROOT / "docs" / place).exists()] == []


def test_every_message_is_told_with_all_its_fields() -> None:
    page = messages_page()
    for kind in (*get_args(messages.FromPerson), *get_args(messages.ToPerson)):
        part = page.split(f"### `{kind.__struct_config__.tag}`\n")[1].split("\n#")[0]
        assert kind.__doc__.split("\n")[0] in part
        assert re.findall(r"^\| `(\w+)` ", part, re.MULTILINE) == list(kind.__struct_fields__)


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.name)
def test_the_rules_of_a_game_are_told_in_its_own_words(game: GameSpec) -> None:
    texts = {key: text for key, text in catalogue().items() if key.startswith(f"page.rules.{game.name}.")}
    assert sorted(f"page.rules.{game.name}.{name}" for name in rule_names(game)) == sorted(texts)
    page = rules_page(game)
    assert [text for text in texts.values() if f"- {text}\n" not in page] == []
    assert [
        option.name for option in game.options if f"| `{option.name}` | {option.sentence(game.name)}" not in page
    ] == []


def test_the_reference_names_modules_that_exist() -> None:
    for module in (module for modules in REFERENCE.values() for module in modules):
        place = PACKAGE.parent / module.replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__init__.py").is_file(), module


def test_links_lead_to_where_the_site_has_a_file() -> None:
    assert place_of("docs/bots.md") == "bots.md"
    assert place_of("README.md") == "start.md"
    assert place_of("src/cardhouse/client.py") == "reference/client.md"
    assert place_of("LICENSE") is None


def test_plots_are_drawn_from_the_tables_of_the_pages() -> None:
    text = "| a | b |\n|---|---|\n| x | 1,200 |\n| y | −0.5 |\n\n| c |\n"
    assert table(text, "| a |") == [["a", "b"], ["x", "1,200"], ["y", "−0.5"]]
    assert [number("1,200"), number("−0.5")] == [1200, -0.5]
    share = interval("41.2% [35.0, 47.5]")
    assert (share.value, share.low, share.high) == (41.2, 35.0, 47.5)
    assert interval("100%").low == 100
    assert pages()["benchmarks.md"].count("<svg") == 4
