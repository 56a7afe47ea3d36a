"""What the pages for readers show is true: their Python runs, their files and commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from python_blocks import BLOCK, ROOT, run_page

import cardhouse
from cardhouse.cli import parser
from tools.docs_site.pages import REFERENCE

DOCS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", *DOCS]
PACKAGE = Path(cardhouse.__file__).parent
REFERENCE_MODULES = [module for modules in REFERENCE.values() for module in modules if "." in module]
# Run here, or compared with the example that is tested; those of docs/bots.md in tests/arena/test_arena_docs.py.
WITH_PYTHON = {
    "README.md",
    "docs/adding-a-game.md",
    "docs/bots.md",
    "docs/cardhouse-5.md",
    "docs/hosting.md",
    "docs/learning.md",
}


def test_the_python_of_every_page_is_run() -> None:
    assert {page for page in PAGES if "```py" in (ROOT / page).read_text(encoding="utf-8")} == WITH_PYTHON


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = run_page("README.md")
    out = capsys.readouterr().out
    assert "The game is over: " in out
    assert "turn." in out
    assert "wrong" in out
    assert names["game"].over


def test_the_python_about_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_page("docs/cardhouse-5.md")
    assert "points gained by the best response" in capsys.readouterr().out


def test_the_python_about_learning_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="pip install 'cardhouse[rl]'")
    names = run_page("docs/learning.md")
    assert "Durak is over" in capsys.readouterr().out
    assert names["table"].choice_names[-1] == "wait"


def test_the_python_about_hosting_runs(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="pip install 'cardhouse[server]'")
    (block,) = BLOCK.findall((ROOT / "docs/hosting.md").read_text(encoding="utf-8"))
    assert '"/var/lib/cardhouse"' in block
    names: dict[str, Any] = {}
    exec(block.replace('"/var/lib/cardhouse"', repr(str(tmp_path))), names)
    assert "/health" in [route.path for route in names["app"].routes]


def test_the_library_is_shown_in_ten_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = text.split("```python\n")[1].split("```")[0]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", *DOCS])
def test_the_files_that_a_page_names_exist(page: str) -> None:
    """In the checkout or, in the guides, in an example."""
    named = re.findall(
        r"(?<![\w/.:-])(?:tests|src|tools|bench|docs|examples|deploy)/[\w./-]*\w",
        (ROOT / page).read_text(encoding="utf-8"),
    )
    roots = [ROOT, *(ROOT / "examples").iterdir()]
    assert [path for path in named if not any((root / path).exists() for root in roots)] == []


def test_the_guide_shows_the_example_as_it_is() -> None:
    """Each piece of Python in the guide begins with the name of the file that it is taken from."""
    example = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "examples/crazy-eights").rglob("*.py")}
    text = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    pieces = re.findall(r"```python\n# (\S+)\n(.*?)\n```", text, re.DOTALL)
    assert len(pieces) > 8
    assert len(pieces) == text.count("```python")
    assert [name for name, piece in pieces if piece not in example[name]] == []


def test_the_reference_has_whatever_the_guides_name() -> None:
    """Each class and function of the package that a guide writes as code."""
    reference = [PACKAGE / f"{module.split('.', 1)[1].replace('.', '/')}.py" for module in REFERENCE_MODULES]
    sources = [path if path.exists() else path.with_suffix("") / "__init__.py" for path in reference]
    told = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    house = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    for page in ("docs/adding-a-game.md", "docs/bots.md", "docs/learning.md"):
        named = set(re.findall(r"`([A-Z]\w*[a-z]\w*|[a-z]+_[a-z_]+)`", (ROOT / page).read_text(encoding="utf-8")))
        defined = [name for name in sorted(named) if re.search(rf"^(?:class|def) {name}\b", house, re.MULTILINE)]
        missing = [name for name in defined if not re.search(rf"\b{name}\b", told)]
        assert missing == [], page


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
    assert all(re.search(rf"^ +{name}( |$)", help_text, re.MULTILINE) for name in told)


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_blocks_are_ones_that_the_command_line_takes(page: str) -> None:
    for block in re.findall(r"^```sh\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            words = [word for word in shlex.split(line, comments=True) if word != "…"]
            if words and words[0].split("/")[-1] == "cardhouse":
                parser().parse_args(words[1:])


@pytest.mark.parametrize("page", PAGES)
def test_make_knows_what_the_pages_name(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
