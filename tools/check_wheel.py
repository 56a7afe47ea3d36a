"""Installs the wheel and the sdist of ``dist``, each into an empty environment, and runs the tests of the sdist there.

With the plain files and with the compiled ones, without a browser. ``make check-wheel`` builds them first::

    python -m tools.check_wheel                        # wheel and sdist with this Python, all tests
    python -m tools.check_wheel --quick                # the same with the tests of the engine and of seeded games
    python -m tools.check_wheel --quick python3.12 …   # the sdist with other Pythons
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tools.environment import ROOT, own_environment

PLACE = ROOT / "build" / "check"
RUNNING = "import sys, cardhouse.build; print(sys.version.split()[0], cardhouse.build.running())"
QUICK = ["tests/engine", "tests/games/test_digests.py", "tests/games/test_golden.py", "tests/terminal", "tests/storage"]


def check(made: Path, sdist: Path, base: str, quick: bool) -> None:
    """`subprocess.CalledProcessError` if it can't be installed, or a test fails."""
    print(f"Testing {made.name} with {base}", flush=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([base, "-m", "venv", str(PLACE / "venv")], check=True)
    python = str(PLACE / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Without compiled rules half of what is tested would be missing.
    subprocess.run([*pip, f"{made}[dev]"], check=True, env={**own_environment(), "CARDHOUSE_COMPILED": "1"})
    with tarfile.open(sdist) as archive:
        archive.extractall(PLACE, filter="data")
    folder = next(PLACE.glob("cardhouse-*"))
    tests = [python, "-m", "pytest", "-n", os.environ.get("JOBS", "auto")]
    tests += QUICK if quick else ["--ignore=tests/browser"]
    for pure in ("1", "0"):
        environment = {**own_environment(), "CARDHOUSE_PURE": pure}
        subprocess.run([python, "-c", RUNNING], check=True, env=environment, cwd=PLACE)
        subprocess.run(tests, check=True, env=environment, cwd=folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.check_wheel")
    parser.add_argument("--quick", action="store_true", help="only the tests of the engine and of seeded games")
    parser.add_argument("pythons", metavar="PYTHON", nargs="*", help="test the sdist with these instead")
    asked = parser.parse_args()
    sdist = next((ROOT / "dist").glob("*.tar.gz"))
    wheels = sorted((ROOT / "dist").glob("*.whl"))
    todo = [(sdist, python) for python in asked.pythons] or [(made, sys.executable) for made in (*wheels, sdist)]
    for made, python in todo:
        try:
            check(made, sdist, python, asked.quick)
        except subprocess.CalledProcessError as error:
            print(f"{made.name}: {' '.join(map(str, error.cmd[1:4]))} failed", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
