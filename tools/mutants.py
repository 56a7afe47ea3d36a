"""Plants faults in the games, one at a time, and sees whether their tests fail: ``python -m tools.mutants``.

The faults are in ``tests/mutants``: texts of a file that are replaced. Each is planted in a copy of the plain sources.
First the battery of `cardhouse.testing` runs, which knows no rule of the game, then the game's own tests. A fault that
neither finds has survived: a test is missing. ``found_by`` names the test that is known to find a fault: it runs before
all others.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cardhouse.testing import GameBattery

ROOT = Path(__file__).parent.parent
EIGHTS = ROOT / "examples" / "crazy-eights"
GAME_TESTS = (
    "tests",
    "tests/server",
    *[f"tests/games{part}" for part in ("", "/durak", "/hearts", "/slapping", "/threes")],
)
BATTERY = dir(GameBattery)
FAILED = re.compile(r"^(?:FAILED|ERROR) \S+?::(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """A fault: the file it is in, and each text with what stands there instead."""

    game: str
    name: str
    kind: str
    file: str
    changes: tuple[tuple[str, str], ...]
    found_by: str = ""

    def planted(self, folder: Path) -> None:
        """Plant it in a copy of the sources."""
        path = folder / ("crazy_eights" if self.game == "eights" else "cardhouse") / self.file
        text = path.read_text(encoding="utf-8")
        for old, new in self.changes:
            if text.count(old) != 1:
                raise SystemExit(f"{self.game}, {self.name}: {old!r} stands {text.count(old)} times in {self.file}")
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")

    def tests(self) -> list[list[str]]:
        """The tests that may find it: the one that is known to, those of the battery, those of the rules."""
        if self.game == "eights":
            folder, battery, rules = f"{EIGHTS}/tests", ["-k", "TestTheBattery"], ["-k", "not TestTheBattery"]
            return [[folder, "-k", self.found_by], [folder, *battery], [folder, *rules]]
        folder = f"tests/games/{self.game}"
        battery = [f"{folder}/test_{self.game}_battery.py"]
        return [[folder, "-k", self.found_by], battery, [folder, "-m", "not search", "-k", "not battery"]]


def mutants() -> list[Mutant]:
    """All faults, by game."""
    found: list[Mutant] = []
    for path in sorted((ROOT / "tests" / "mutants").glob("*.toml")):
        for each in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
            game = path.stem if path.stem != "slapping" else each["name"].split(":")[0].lower()
            changes = [(each["old"], each["new"]), *[(old, new) for old, new in each.get("more", [])]]
            found.append(
                Mutant(game, each["name"], each["kind"], each["file"], tuple(changes), each.get("found_by", ""))
            )
    return found


def sources(folder: Path) -> None:
    """Copy the plain files of the house and of Crazy Eights."""
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "web")
    shutil.copytree(ROOT / "src" / "cardhouse", folder / "cardhouse", ignore=leave)
    shutil.copytree(EIGHTS / "src" / "crazy_eights", folder / "crazy_eights", ignore=leave)


def run(folder: Path, tests: list[str]) -> str | None:
    """Run tests on sources in this folder: the first that fails, or None."""
    environment = {**os.environ, "CARDHOUSE_PURE": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
    command += ["-o", f"pythonpath={folder} . {' '.join(GAME_TESTS)}", *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    found = FAILED.search(done.stdout)
    if not found:
        raise SystemExit(f"the tests did not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found[1]


def tried(mutant: Mutant, known_only: bool = False) -> tuple[str, str]:
    """Who found the fault (``battery``, ``rules`` or nobody: an empty text), and by which test."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources(folder)
        mutant.planted(folder)
        known, *others = mutant.tests()
        test = run(folder, known) if mutant.found_by else None
        if test is not None:
            return "battery" if mutant.found_by in BATTERY else "rules", test
        if not known_only:
            for who, tests in zip(("battery", "rules"), others, strict=True):
                test = run(folder, tests)
                if test is not None:
                    return who, test
    return "", ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", help="parts of the names of games, kinds or faults; without any, all")
    asked = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    for mutant in mutants():
        label = f"{mutant.game}, {mutant.kind}: {mutant.name}"
        if asked.only and not any(part in label for part in asked.only):
            continue
        begin = time.monotonic()
        who, test = tried(mutant)
        found[mutant.kind, who] += 1
        print(
            f"{label}: {f'found by the {who}, {test}' if who else 'SURVIVED'} ({time.monotonic() - begin:.0f} s)",
            flush=True,
        )
    print()
    for kind in sorted({kind for kind, _ in found}):
        battery, rules, none = (found[kind, who] for who in ("battery", "rules", ""))
        print(f"{kind}: {battery} by the battery, {rules} by the rules' tests, {none} by none")
    survived = sum(number for (_, who), number in found.items() if not who)
    print(f"{sum(found.values())} faults, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
