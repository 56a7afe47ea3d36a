"""Which files are running: the rules as compiled code, or the plain files that they were compiled from.

An install compiles the rules where there is a C compiler. ``CARDHOUSE_PURE=1`` in the environment runs the plain files
all the same; they lie beside the compiled ones.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = __name__.rpartition(".")[0]


class PlainFiles(MetaPathFinder):
    """Finds the modules of this package among the plain files only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PACKAGE + "."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def choose_files() -> None:
    """Obey ``CARDHOUSE_PURE``."""
    if os.environ.get("CARDHOUSE_PURE") == "1":
        sys.meta_path.insert(0, PlainFiles())


def running() -> str:
    """``compiled`` or ``plain``: what the rules run as in this process."""
    from . import game

    return "plain" if str(game.__file__).endswith(".py") else "compiled"


choose_files()
