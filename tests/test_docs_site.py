"""The docs site: its contents name every page and nothing else, and what is made for it is whole. Needs no Zensical."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cardhouse.contract import messages
from cardhouse.engine.words import catalogue
from cardhouse.games import GameSpec
from tools.docs_site.benchmarks import interval, number, table
from tools.docs_site.build import TOGETHER, fetched_elsewhere, led, put_together
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


def test_the_source_of_the_site_is_where_its_settings_say_with_every_page(tmp_path: Path) -> None:
    put_together(tmp_path / "docs")
    assert sorted(path.relative_to(tmp_path / "docs").as_posix() for path in tmp_path.rglob("*.md")) == sorted(NAV)
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert f"docs_dir: {TOGETHER.relative_to(ROOT).as_posix()}\n" in settings


def test_a_link_leads_into_the_site_and_what_it_has_not_is_only_named() -> None:
    assert led("[bots](bots.md#levels) [licence](../LICENSE)", "strength.md") == "[bots](bots.md#levels) licence"
    assert led('[what](docs/security.md) <img src="docs/pictures/home.png">', "start.md") == (
        '[what](security.md) <img src="pictures/home.png">'
    )


def test_a_page_that_asks_another_host_is_found(tmp_path: Path) -> None:
    (tmp_path / "good.html").write_text(
        '<img src="picture.png"><a href="https://example.org">there</a>', encoding="utf-8"
    )
    assert fetched_elsewhere(tmp_path) == []
    (tmp_path / "bad.html").write_text('<script src="https://example.org/x.js"></script>', encoding="utf-8")
    assert len(fetched_elsewhere(tmp_path)) == 1
