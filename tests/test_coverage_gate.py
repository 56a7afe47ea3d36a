"""What `make coverage` asks of each part of the package."""

from __future__ import annotations

from tools.coverage_gate import Counted, counted


def test_each_part_must_have_its_lines_and_its_branches_run() -> None:
    assert Counted(100, 95, 20, 19).enough((95.0, 95.0))
    assert not Counted(100, 94, 20, 20).enough((95.0, 95.0))
    assert Counted(100, 100, 20, 18).enough((95.0, 90.0))
    assert not Counted(100, 100, 20, 18).enough((95.0, 95.0))
    assert Counted().enough((95.0, 95.0))


def test_files_count_for_the_part_they_are_in() -> None:
    sums = counted(
        [
            ("src/cardhouse/engine/cards.py", Counted(10, 9, 4, 3)),
            ("src/cardhouse/engine/action.py", Counted(20, 20, 6, 6)),
            ("src/cardhouse/games/hearts/rules.py", Counted(5, 5, 0, 0)),
            ("src/cardhouse/cli.py", Counted(7, 0, 0, 0)),
        ]
    )
    assert sums["engine"] == Counted(30, 29, 10, 9)
    assert sums["games"] == Counted(5, 5, 0, 0)
    assert sums["server"] == Counted()
