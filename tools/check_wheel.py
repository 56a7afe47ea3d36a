"""Installs the wheel and the sdist of ``dist``, each into an empty environment, and runs the tests of the sdist there.

With the plain files and with the compiled ones, without a browser. ``make check-wheel`` builds them first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tools.environment import ROOT, own_environment

PLACE = ROOT / "build" / "check"
RUNNING = "from cardhouse.build import running; print(running())"


def check(made: Path, sdist: Path) -> None:
    """`subprocess.CalledProcessError` if it can't be installed, or a test fails."""
    print(f"Testing {made.name}", flush=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(PLACE / "venv")], check=True)
    python = str(PLACE / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{made}[dev]"], check=True, env=own_environment())
    with tarfile.open(sdist) as archive:
        archive.extractall(PLACE, filter="data")
    folder = next(PLACE.glob("cardhouse-*"))
    tests = [python, "-m", "pytest", "-n", os.environ.get("JOBS", "auto"), "--ignore=tests/browser"]
    for pure in ("1", "0"):
        environment = {**own_environment(), "CARDHOUSE_PURE": pure}
        subprocess.run([python, "-c", RUNNING], check=True, env=environment, cwd=PLACE)
        subprocess.run(tests, check=True, env=environment, cwd=folder)


def main() -> int:
    sdist = next((ROOT / "dist").glob("*.tar.gz"))
    for made in (*sorted((ROOT / "dist").glob("*.whl")), sdist):
        try:
            check(made, sdist)
        except subprocess.CalledProcessError as error:
            print(f"{made.name}: {' '.join(map(str, error.cmd[1:4]))} failed", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
