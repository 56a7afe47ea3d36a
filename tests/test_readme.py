"""What the pages for readers show is true: their Python runs, their files and commands exist."""

from __future__ import annotations

import re

import pytest
from python_blocks import BLOCK, ROOT, run_page

import cardhouse
from cardhouse.cli import parser

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/adding-a-game.md"]


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = run_page("README.md")
    out = capsys.readouterr().out
    assert "The game is over: " in out
    assert "It is not your turn" in out
    assert "wrong" in out
    assert names["game"].over


def test_the_library_is_shown_in_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = text.split("```python\n")[1].split("```")[0]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


def test_the_game_of_the_guide_is_complete() -> None:
    names = run_page("docs/adding-a-game.md")
    assert "trios" not in {info.name for info in cardhouse.games()}
    game = names["game"]
    assert game.outcome.reason == "reason.trios.rounds"
    fresh = names["Trios"](game.setup)
    fresh.deal()
    other = fresh.view(1).hand
    for seat, what in (
        (1, f"play {other[0]}"),
        (0, "slap"),
        (0, f"play {other[0]} {other[1]}"),
        (0, f"play {other[0]}"),
    ):
        before = fresh.digest()
        with pytest.raises(cardhouse.CardhouseError):
            fresh.apply(seat, what)
        assert fresh.digest() == before


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#\s]+)\)", BLOCK.sub("", text)):
        if not link.startswith("http"):
            assert ((ROOT / page).parent / link).exists(), link


def test_the_commands_of_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `cardhouse (\w+)", text, re.MULTILINE))
    help_text = parser().format_help()
    assert told
    assert all(re.search(rf"^ +{name} ", help_text, re.MULTILINE) for name in told)


@pytest.mark.parametrize("page", PAGES)
def test_make_knows_what_the_pages_name(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
