"""The requirements of the package, its extras and its build, as pyproject.toml states them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
OWN = re.compile(r"cardhouse\[(\w+)\]")


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def needs(*extras: str) -> list[str]:
    """The requirements of the package itself and of these extras, each once; an extra may name another one."""
    project = pyproject()["project"]
    found: dict[str, None] = dict.fromkeys(project["dependencies"])
    waiting = list(extras)
    while waiting:
        for requirement in project["optional-dependencies"][waiting.pop(0)]:
            other = OWN.fullmatch(requirement)
            if other:
                waiting.append(other[1])
            else:
                found[requirement] = None
    return list(found)


def build_needs() -> list[str]:
    """The requirements of building the package."""
    return list(pyproject()["build-system"]["requires"])


def setuptools_needed() -> str:
    """Which setuptools builds the package."""
    return next(each for each in build_needs() if each.startswith("setuptools"))
