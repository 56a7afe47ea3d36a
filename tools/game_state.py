"""Writes what copies a game and sets it back, from its fields: ``python -m tools.game_state``.

A game of compiled rules declares each field once, where ``__init__`` gives it its first value, in the branch
``if like is None``. Written from that are the branch ``else``, which makes a copy, and the method `Game.set_to`. With
``--check`` it only says whether they are current.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOTE = "# Written by tools/game_state.py from the fields"
# What is never changed, only replaced.
VALUES = {"i64", "int", "bool", "float", "str", "bytes"}
ARRAYS = {"vec[i64]", "vec[float]"}
RINGS = {"CardRing", "list[CardRing]"}


def rules_files() -> list[Path]:
    """Return the file of what all games share, and the rules of each game of the house."""
    package = ROOT / "src" / "cardhouse"
    return [package / "engine" / "game.py", *sorted((package / "games").glob("*/rules.py"))]


def copied(name: str, kind: str) -> str:
    """The line of ``__init__`` that copies a field from ``like``."""
    theirs = f"like.{name}"
    if kind in ARRAYS:
        theirs += "[:]"
    elif kind == "CardRing":
        theirs = f"CardRing({theirs})"
    elif kind == "list[CardRing]":
        theirs = f"[CardRing(each) for each in {theirs}]"
    return f"self.{name} = {theirs}"


def set_back(name: str, kind: str) -> list[str]:
    """The lines of `Game.set_to` that set a field back, with the arrays that the game has already."""
    if kind in ARRAYS:
        return [f"refill(self.{name}, like.{name})"]
    if kind == "CardRing":
        return [f"self.{name}.set_to(like.{name})"]
    if kind == "list[CardRing]":
        return [f"for at in range(len(self.{name})):", f"    self.{name}[at].set_to(like.{name}[at])"]
    return [f"self.{name} = like.{name}"]


def declared(init: ast.FunctionDef) -> Iterator[tuple[ast.If, list[tuple[str, str]]]]:
    """The branches of ``__init__`` that declare fields, with the names and types."""
    for branch in init.body:
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "like is None":
            found: list[tuple[str, str]] = []
            for line in branch.body:
                assert isinstance(line, ast.AnnAssign), f"line {line.lineno} declares no field"
                assert isinstance(line.target, ast.Attribute)
                kind = ast.unparse(line.annotation)
                if kind not in VALUES | ARRAYS | {"CardRing", "list[CardRing]"} and not kind.startswith("Shared["):
                    raise SystemExit(
                        f"line {line.lineno}: how is a field of type {kind} copied? Shared[{kind}] shares it"
                    )
                found.append((line.target.attr, kind))
            yield branch, found


def written(source: str) -> str:
    """Rules with what copies and sets back written from their fields; rules without such fields stay as they are."""
    lines = source.splitlines()
    for game in reversed([node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]):
        methods = {method.name: method for method in game.body if isinstance(method, ast.FunctionDef)}
        if "__init__" not in methods:
            continue
        for branch, found in declared(methods["__init__"]):
            setting = methods["set_common" if game.name == "Game" else "set_to"]
            begin = [] if game.name == "Game" else [f"assert isinstance(like, {game.name})", "self.set_common(like)"]
            lines[setting.lineno : setting.end_lineno] = [
                f"        {NOTE} in `__init__`.",
                *[f"        {line}" for line in begin],
                *[f"        {line}" for name, kind in found for line in set_back(name, kind)],
            ]
            lines[branch.body[-1].end_lineno or 0 : branch.end_lineno] = [
                "        else:",
                f"            {NOTE} above.",
                *[f"            {copied(name, kind)}" for name, kind in found],
            ]
    return "\n".join(lines) + "\n"


def main() -> int:
    stale = [file for file in rules_files() if written(text := file.read_text(encoding="utf-8")) != text]
    if "--check" in sys.argv:
        for file in stale:
            print(f"{file.relative_to(ROOT)}: the fields have changed; python -m tools.game_state writes what follows")
        return 1 if stale else 0
    for file in stale:
        file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
