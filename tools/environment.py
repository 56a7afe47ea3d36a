"""The virtual environment .venv: what the package and its extras need, and the package as it lies in src.

Uses nothing but the standard library, since it runs before anything is installed::

    python3 -m tools.environment server       # what the house needs to run
    python3 -m tools.environment server dev   # and what is needed to work on it
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
# A text of what a step was done with; written when it has ended well, so that a step cut short is done again.
DONE = "done-{}.txt"
# pip may not write into an environment that somebody else's settings name.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_REQUIRE_VIRTUALENV")


class NotInstalled(Exception):
    """Something could not be had; says what to do."""


def check_version() -> None:
    """Refuse a Python that is too old, in a sentence."""
    if sys.version_info < (3, 11):  # noqa: UP036
        raise NotInstalled(
            f"Cardhouse needs Python 3.11 or later, and this is {sys.version.split()[0]}: make PYTHON=python3.12 …"
        )


def own_environment() -> dict[str, str]:
    """The environment variables without those that lead Python or pip elsewhere."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def python() -> Path:
    """The Python of the virtual environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(*extras: str) -> None:
    """See to it that .venv has what these extras need; quick if it has. `NotInstalled` says what is wrong."""
    check_version()
    from tools.needs import needs

    _make()
    for extra in extras:
        _once(f"extra-{extra}", needs(extra), f"Installing what [{extra}] needs into .venv")


def install_package() -> None:
    """See to it that .venv has the package as it lies in src, with its command and its metadata."""
    from tools.needs import pyproject, setuptools_needed

    _once("setuptools", [setuptools_needed()])
    project = pyproject()["project"]
    facts = [str(project[key]) for key in ("name", "requires-python", "dependencies", "optional-dependencies")]
    facts += [str(project.get(key)) for key in ("scripts", "entry-points")]
    _once("package", [*facts, str(ROOT)], options=["--no-deps", "--no-build-isolation", "--editable", str(ROOT)])


def _make() -> None:
    """The virtual environment itself, again if it is another Python's."""
    done = VENV / DONE.format("venv")
    made_with = f"{sys.version_info[0]}.{sys.version_info[1]} {ROOT}"
    if done.exists() and done.read_text(encoding="utf-8") == made_with and python().exists():
        return
    if VENV.exists():
        print("Making .venv again: it is not finished, or another Python's", flush=True)
        shutil.rmtree(VENV)
    # To put pip into it takes longer than all the rest, and this Python's own pip can do the work.
    options = ["--without-pip"] if _pip_reaches_out() else []
    command = [sys.executable, "-m", "venv", *options, str(VENV)]
    made = subprocess.run(command, env=own_environment(), capture_output=True)
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise NotInstalled("This Python can't make virtual environments. On Debian or Ubuntu: apt install python3-venv")
    done.write_text(made_with, encoding="utf-8")


def _pip_reaches_out() -> bool:
    """Return True if this Python has a pip that can install into another environment."""
    try:
        major, minor = version("pip").split(".")[:2]
        return (int(major), int(minor)) >= (22, 3)
    except (PackageNotFoundError, ValueError):
        return False


def _pip() -> list[str]:
    """The pip that installs into .venv: its own, or that of the Python that made it."""
    if Path(sys.prefix) != VENV:
        if _pip_reaches_out():
            return [sys.executable, "-m", "pip", "--python", str(python())]
        return [str(python()), "-m", "pip"]
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    return [getattr(sys, "_base_executable", sys.executable), "-m", "pip", "--python", sys.executable]


def _once(step: str, facts: list[str], says: str = "", options: list[str] | None = None) -> None:
    """Let pip install these requirements, or with these options, unless it has."""
    done = VENV / DONE.format(step)
    wanted = "\n".join(facts)
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    if says:
        print(says, flush=True)
    # Python compiles what it imports when it does; to compile everything now would keep a person waiting.
    command = [*_pip(), "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    # The rules are compiled by tools.compiling, beside the sources and not into them.
    environment = {**own_environment(), "CARDHOUSE_PURE": "1"}
    installed = subprocess.run([*command, *(options or facts)], env=environment, cwd=ROOT, stdin=subprocess.DEVNULL)
    if installed.returncode:
        raise NotInstalled("pip could not install what is needed; its own words stand above. Is there a network?")
    done.write_text(wanted, encoding="utf-8")


def main() -> int:
    try:
        prepare(*sys.argv[1:])
        install_package()
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
