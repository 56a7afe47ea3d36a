"""Compiles the rules with mypyc. Where that can't be done the install succeeds all the same, with the plain files."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

PACKAGE = Path("src", "cardhouse")
# Where `tools/bundle.py` puts the page as one script.
BUNDLE = Path("page-bundle")
# The steps of an install that only ask for names and versions; mypyc would take seconds in each of them.
ASKING = {"egg_info", "dist_info", "sdist", "clean"}


def compiled_files() -> list[str]:
    """The files that pyproject.toml names for compiling."""
    with open("pyproject.toml", "rb") as file:
        patterns = tomllib.load(file)["tool"]["cardhouse"]["compiled"]
    found = {path for pattern in patterns for path in PACKAGE.glob(pattern) if path.name != "__init__.py"}
    return sorted(str(path) for path in found)


def stay_plain(why: str) -> None:
    """The one line that says so; an error where ``CARDHOUSE_COMPILED=1`` wants no plain install."""
    if os.environ.get("CARDHOUSE_COMPILED") == "1":
        raise SystemExit(f"cardhouse: {why}, and CARDHOUSE_COMPILED=1 wants compiled rules.")
    print(f"cardhouse: {why}, so the rules are installed as plain Python files.", file=sys.stderr)


def extensions() -> list[Extension]:
    """The compiled rules, or nothing where they can't or shouldn't be compiled."""
    if ASKING & set(sys.argv):
        return []
    if os.environ.get("CARDHOUSE_PURE") == "1":
        stay_plain("CARDHOUSE_PURE is set")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        stay_plain("mypyc is missing")
        return []
    return list(mypycify(["--strict", *compiled_files()], opt_level="2", debug_level="0", group_name="cardhouse"))


class BuildRules(build_ext):
    """Builds all of the compiled rules or, without a working C compiler, none."""

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            # Lets the C compiler inline one function of the rules into another, call Python's without a detour, and put
            # functions where they depend less on what was compiled before them. Looking for what to warn of takes
            # nearly as long as compiling, and a warning is no reason to stay plain.
            flags = ["-fno-semantic-interposition", "-fno-plt", "-falign-functions=32", "-Wno-all", "-Wno-error"]
            for extension in self.extensions:
                extension.extra_compile_args = extension.extra_compile_args + flags
        try:
            super().build_extensions()
        except (CCompilerError, ExecError, PlatformError):
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            stay_plain("there is no working C compiler with Python's headers")


def bundle_fits() -> bool:
    """True if there is a bundled page that was made from these very files."""
    try:
        made_from = json.loads((BUNDLE / "bundle.json").read_text(encoding="utf-8"))["files"]
        content = {name: (PACKAGE / name).read_bytes().replace(b"\r\n", b"\n") for name in made_from}
    except (OSError, ValueError, KeyError):
        return False
    return all(hashlib.sha256(content[name]).hexdigest() == digest for name, digest in made_from.items())


class CopyBundle(build_py):
    """Puts the bundled page into the package; without one, the page goes there as the plain files alone."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        place = Path(self.build_lib, "cardhouse", "bundle")
        shutil.rmtree(place, ignore_errors=True)
        if bundle_fits():
            shutil.copytree(BUNDLE, place)
        elif os.environ.get("CARDHOUSE_BUNDLED") == "1":
            raise SystemExit("cardhouse: the page is not bundled as it is now, and CARDHOUSE_BUNDLED=1 wants it so.")
        else:
            print(
                "cardhouse: the page is installed as plain files; 'make wheel' where there is Node bundles them.",
                file=sys.stderr,
            )


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildRules, "build_py": CopyBundle})
