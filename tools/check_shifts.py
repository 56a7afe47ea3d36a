"""Finds what compiles silently wrong: a constant shifted left by a variable.

mypyc turns ``1 << n`` into a shift of 32 bits, in which bit 40 is bit 8. It does so with every left side whose value
it knows, under whatever name: a literal, ``i64(1)``, a ``Final``, a variable that is set once. ``BIT[n]`` of
`cardhouse.engine.cards`, or ``2**n`` where nothing is hurried, says the same and is right.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def compiled_files() -> list[Path]:
    """The files that are compiled, as pyproject.toml names them."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cardhouse"]["compiled"]
    return sorted({path for pattern in patterns for path in (ROOT / "src" / "cardhouse").glob(pattern)})


def wrong_shifts(source: str, constants: frozenset[str] = frozenset()) -> list[int]:
    """The lines of a module where a constant is shifted left by a variable; ``constants`` are those of its imports."""
    tree = ast.parse(source)
    return sorted(set(_wrong(tree, constants | set_once(tree))))


def set_once(scope: ast.AST) -> frozenset[str]:
    """The names that a module or a function sets exactly once, and to a constant."""
    nodes = list(_inside(scope))
    times = Counter(node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    constants: frozenset[str] = frozenset()
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _is_constant(node.value, constants):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            constants |= {target.id for target in targets if isinstance(target, ast.Name) and times[target.id] == 1}
    return constants


def _inside(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope in reading order, without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, FUNCTIONS):
            yield from _inside(node)


def _wrong(scope: ast.AST, constants: frozenset[str]) -> Iterator[int]:
    for node in _inside(scope):
        if isinstance(node, FUNCTIONS):
            yield from _wrong(node, constants | set_once(node))
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.LShift)
            and _is_constant(node.left, constants)
            and not _is_constant(node.right, constants)
        ):
            yield node.lineno


def _is_constant(node: ast.expr, constants: frozenset[str]) -> bool:
    """Return True if the value is known when compiling."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.Name):
        return node.id in constants
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand, constants)
    if isinstance(node, ast.BinOp):
        return _is_constant(node.left, constants) and _is_constant(node.right, constants)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("i64", "int"):
        return all(_is_constant(each, constants) for each in node.args)
    return False


def main() -> int:
    """Print every wrong shift in the compiled modules; 1 if there is one."""
    files = compiled_files()
    constants = frozenset[str]().union(*(set_once(ast.parse(path.read_text(encoding="utf-8"))) for path in files))
    found = [(path, line) for path in files for line in wrong_shifts(path.read_text(encoding="utf-8"), constants)]
    for path, line in found:
        print(f"{path.relative_to(ROOT)}:{line}: a constant is shifted left by a variable: 32 bits when compiled")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
