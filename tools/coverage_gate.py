"""Checks that the tests run enough of each part of the package: ``make coverage`` ends with it.

Reads what coverage measured. Compiled files can't be measured, so the tests ran with the plain ones.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from coverage import Coverage

ROOT = Path(__file__).parent.parent
PACKAGE = "src/cardhouse"
GOAL = 95.0
# In percent, of the lines and of the branches of each part.
LEAST = dict.fromkeys(("engine", "games", "table", "storage", "server"), (GOAL, GOAL))


@dataclass
class Counted:
    """How many lines and branches there are, and how many of them were run."""

    lines: int = 0
    lines_run: int = 0
    branches: int = 0
    branches_run: int = 0

    def percent(self) -> tuple[float, float]:
        """Of the lines and of the branches; all of none is 100."""
        return (
            100.0 * self.lines_run / self.lines if self.lines else 100.0,
            100.0 * self.branches_run / self.branches if self.branches else 100.0,
        )

    def enough(self, least: tuple[float, float]) -> bool:
        lines, branches = self.percent()
        return lines >= least[0] and branches >= least[1]


def counted(files: Iterable[tuple[str, Counted]]) -> dict[str, Counted]:
    """The sums of each gated part, from files by their paths in the repository."""
    sums = {part: Counted() for part in LEAST}
    for path, file in files:
        for part, total in sums.items():
            if path.startswith(f"{PACKAGE}/{part}/"):
                total.lines += file.lines
                total.lines_run += file.lines_run
                total.branches += file.branches
                total.branches_run += file.branches_run
    return sums


def measured() -> Iterator[tuple[str, Counted]]:
    """Each file that was measured, by its path in the repository."""
    found = Coverage(data_file=str(ROOT / ".coverage"), config_file=str(ROOT / "pyproject.toml"))
    found.load()
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        found.json_report(outfile=str(report))
        files = json.loads(report.read_text(encoding="utf-8"))["files"]
    for name, file in files.items():
        told = file["summary"]
        numbers = ("num_statements", "covered_lines", "num_branches", "covered_branches")
        yield Path(name).as_posix(), Counted(*(told[number] for number in numbers))


def main() -> int:
    sums = counted(measured())
    print(f"{'':8} {'lines':>7} {'branches':>9}")
    for part, total in sums.items():
        lines, branches = total.percent()
        wanted = "at least {:.0f}% and {:.0f}%".format(*LEAST[part])
        print(f"{part:8} {lines:6.1f}% {branches:8.1f}%  {wanted}{'' if total.enough(LEAST[part]) else ': NOT ENOUGH'}")
    return 0 if all(total.enough(LEAST[part]) for part, total in sums.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
