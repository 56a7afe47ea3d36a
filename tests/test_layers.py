"""The package reads from top to bottom: nothing imports from a layer below, and no game is named outside its folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cardhouse

PACKAGE = Path(cardhouse.__file__).parent
NAMES = [game.name for game in cardhouse.games()]

# The layers, first to last, each with the modules (or whole packages) that belong to it.
LAYERS: list[tuple[str, ...]] = [
    ("version",),
    ("engine",),
    ("build",),
    ("bots",),
    ("games.drawing", "games.puzzling", "games.slapping.patterns", "games.slapping.card_ring", "games.slapping.seats"),
    ("games.spec",),
    ("games.__init__",),
    ("games.slapping",),
    *[(f"games.{name}",) for name in NAMES],
    ("__init__",),
    ("arena",),
    ("puzzles",),
    ("rl",),
    ("contract", "names", "rating"),
    ("table", "store", "storage"),
    ("server", "browser", "client", "joining"),
    ("terminal",),
    ("testing", "commands", "cli", "__main__"),
]
# A game uses nothing of another game's folder: they stand beside each other.
BESIDE = {f"games.{name}" for name in NAMES}


@cache
def modules() -> list[tuple[str, ast.Module]]:
    return [
        (".".join(path.relative_to(PACKAGE).with_suffix("").parts), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


@cache
def exists(module: str) -> bool:
    place = PACKAGE / module.replace(".", "/")
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


@cache
def layer_of(module: str) -> tuple[int, str]:
    """The number of a module's layer, and what names it there; the longest name counts."""
    found = [
        (len(part), number, part)
        for number, layer in enumerate(LAYERS)
        for part in layer
        if module == part or module.startswith(part + ".") or module == part.removesuffix(".__init__")
    ]
    assert found, f"{module} belongs to no layer"
    return max(found)[1:]


def imports(name: str, tree: ast.Module) -> Iterator[str]:
    """What a module imports from this package, as modules of it."""
    package = name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
            for alias in node.names:
                inner = ".".join([*base, alias.name])
                yield inner if exists(inner) else ".".join(base) or "__init__"


def test_nothing_imports_from_a_layer_below() -> None:
    wrong = []
    for name, tree in modules():
        number, part = layer_of(name)
        for imported in imports(name, tree):
            other, there = layer_of(imported)
            if other > number or (part in BESIDE and there in BESIDE and part != there):
                wrong.append(f"{name} imports {imported}")
    assert wrong == []


# Where the name of a game may stand, and why.
NAMED = {
    "engine/cards.py": "the suit is called hearts too",
}


@cache
def strings(tree: ast.Module) -> list[tuple[int, str]]:
    """The string literals of a module, without docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_game_is_named_outside_its_folder(name: str) -> None:
    said = re.compile(rf"\b{name}\b", re.IGNORECASE)
    found = []
    for module, tree in modules():
        place = module.replace(".", "/") + ".py"
        if place.startswith(f"games/{name}/") or place in NAMED:
            continue
        found += [f"{place}:{line}: {text!r}" for line, text in strings(tree) if said.search(text)]
    assert found == []


def test_no_compiled_or_plain_code_asks_which_game_it_is() -> None:
    """A game's name is looked up, never compared with."""
    asking = re.compile(r"""(\bgame|\bgame\.name|\binfo\.name)\s*(==|!=|in)\s*\(?['"]""")
    wrong = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if asking.search(line)
    ]
    assert wrong == []
