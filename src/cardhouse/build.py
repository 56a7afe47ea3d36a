"""Which files are running: the rules as compiled code, or the plain files that they were compiled from.

A wheel has the compiled rules beside the plain files. A checkout keeps them in ``build``, and uses them only while they
were compiled from the very files that are there. ``CARDHOUSE_PURE=1`` in the environment runs the plain files always.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType

PACKAGE = __name__.rpartition(".")[0]
FOLDER = Path(__file__).parent
# The module that mypyc puts all compiled code into.
SHARED = f"{PACKAGE}__mypyc"
# In a folder of compiled rules: which files they were compiled from.
MADE_FROM = "made-from.json"
# The rules that were compiled for the house inside the page.
WASM = "wasm32"


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


class CompiledFiles(MetaPathFinder):
    """Finds the compiled modules of this package in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        packages = fullname.split(".")[:-1]
        if fullname != SHARED and packages[:1] != [PACKAGE]:
            return None
        folder = str(self.folder.joinpath(*packages))
        spec = FileFinder(folder, (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(fullname)
        return spec if spec is not None and spec.loader is not None else None


def compiled_folder(checkout: Path, kind: str = str(sys.implementation.cache_tag)) -> Path:
    """Where a checkout keeps the rules that were compiled for this Python, or for another one."""
    return checkout / "build" / f"compiled-{kind}"


def digest(path: Path) -> str:
    """Return what tells two versions of a file apart, whatever its line ends."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def is_current(compiled: Path, package: Path) -> bool:
    """True if the rules in this folder were compiled from the files of the package as they are now."""
    try:
        files = json.loads((compiled / MADE_FROM).read_text(encoding="utf-8"))["files"]
        return all(digest(package / name) == made_from for name, made_from in files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def choose_files() -> None:
    """Obey ``CARDHOUSE_PURE``; take what a checkout has compiled if it is current."""
    if os.environ.get("CARDHOUSE_PURE") == "1":
        sys.meta_path.insert(0, PlainFiles())
    elif is_current(compiled := compiled_folder(FOLDER.parents[1]), FOLDER):
        sys.meta_path.insert(0, CompiledFiles(compiled))


def running() -> str:
    """``compiled`` or ``plain``: what the rules run as in this process."""
    from .engine import game

    return "plain" if str(game.__file__).endswith((".py", ".pyc")) else "compiled"


choose_files()
