"""The examples in docstrings say what really comes of them, with the plain and with the compiled files."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "cardhouse"
# What somebody meets first has examples enough to be learnt from.
FEWEST = 50


def examples() -> Iterator[doctest.DocTest]:
    """The docstrings with examples, read from the sources: compiled functions have none."""
    parser = doctest.DocTestParser()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(["cardhouse", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            said = ast.get_docstring(node)
            if said and ">>>" in said:
                what = name if isinstance(node, ast.Module) else f"{name}.{node.name}"
                given = {"__name__": name, **vars(__import__(name, fromlist=["*"]))}
                yield parser.get_doctest(said, given, what, str(path), node.body[0].lineno - 1)


ALL = list(examples())


def test_there_are_examples_of_what_is_used_most() -> None:
    assert sum(1 for test in ALL if test.name.startswith("cardhouse.engine.")) >= FEWEST * 3 // 4
    assert len(ALL) >= FEWEST


@pytest.mark.parametrize("test", ALL, ids=lambda test: test.name.removeprefix("cardhouse."))
def test_an_example_says_what_comes_of_it(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)
