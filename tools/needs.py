"""Prints what the package and one of its extras need, one requirement a line, as pyproject.toml says it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def needs(extra: str) -> list[str]:
    """The requirements of the package itself and of this extra."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"][extra]]


if __name__ == "__main__":
    print("\n".join(needs(sys.argv[1])))
