"""Games of the arena as records, and records as rows for those who learn from games."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardhouse
from cardhouse.arena.decisions import COLUMNS, view_of
from cardhouse.cli import main
from cardhouse.engine.record import read_record

GAMES = [game.name for game in cardhouse.games()]


def played(folder: Path, game: str, *more: str) -> list[Path]:
    words = ["arena", game, "easy", "random", "--deals", "2", "--jobs", "1", "--records", str(folder), "--json"]
    assert main([*words, *more]) == 0
    return sorted(folder.rglob("*.txt"))


@pytest.mark.parametrize("game", ["hearts", "durak", "ratscrew"])
def test_every_game_of_the_arena_is_a_record_that_verifies(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = played(tmp_path / "games", game)
    assert len(files) == 2 * 2
    for file in files:
        record = read_record(file.read_text(encoding="utf-8"))
        assert record.verify().over
        assert set(record.names) == {"easy", "random"}


def read_lines(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt") if file.suffix == ".gz" else file.open() as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", GAMES)
def test_a_row_has_what_was_seen_what_might_be_done_what_was_and_how_it_ended(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = played(tmp_path / "games", game)
    assert main(["records", "export", str(tmp_path / "games"), "--to", str(tmp_path / "rows.jsonl")]) == 0
    rows = iter(read_lines(tmp_path / "rows.jsonl"))
    for file in files:
        record = read_record(file.read_text(encoding="utf-8"))
        assert record.outcome is not None
        now = record.start()
        for number, entry in enumerate(record.entries):
            if entry.seat is not None:
                row = next(rows)
                assert list(row) == list(COLUMNS)
                view = now.view(entry.seat)
                # The hand comes first, wherever it stood.
                assert view_of(row).replaced(zones=()) == view.replaced(zones=())
                assert sorted(map(str, view_of(row).zones)) == sorted(map(str, view.zones))
                assert (row["record"], row["number"], row["seed"]) == (file.stem, number, str(record.seed))
                assert row["legal"][row["choice"]] == row["chosen"] == entry.action
                outcome = record.outcome.places[entry.seat], record.outcome.scores[entry.seat]
                assert (row["place"], row["score"]) == outcome
            record.do(now, entry)
    assert list(rows) == []


def test_rows_are_the_same_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'cardhouse[data]'")
    played(tmp_path / "games", "threes")
    for name in ("rows.jsonl", "rows.jsonl.gz", "rows.parquet"):
        assert main(["record", "export", str(tmp_path / "games"), "--to", str(tmp_path / name)]) == 0
    lines = read_lines(tmp_path / "rows.jsonl")
    assert lines == read_lines(tmp_path / "rows.jsonl.gz")
    assert (tmp_path / "rows.jsonl.gz").stat().st_size * 10 < (tmp_path / "rows.jsonl").stat().st_size
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.column_names == list(COLUMNS)
    for row, line in zip(table.to_pylist(), lines, strict=True):
        options = {name: json.loads(value) for name, value in row["options"]}
        assert {**row, "options": options, "roles": dict(row["roles"]), "facts": json.loads(row["facts"])} == line


def test_parquet_can_be_asked_without_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Columns are nested, not texts: a query can look into a hand."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'cardhouse[data]'")
    compute = pytest.importorskip("pyarrow.compute")
    played(tmp_path / "games", "hearts")
    assert main(["record", "export", str(tmp_path / "games"), "--to", str(tmp_path / "rows.parquet")]) == 0
    table = parquet.read_table(tmp_path / "rows.parquet")
    queens = compute.equal(compute.list_flatten(table["hand"]), "Qs")
    assert 0 < compute.sum(queens).as_py() < table.num_rows


def test_a_card_says_what_a_data_set_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = played(tmp_path / "games", "durak")
    assert main(["record", "export", str(tmp_path / "games"), "--to", str(tmp_path / "rows.jsonl.gz")]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    card = Path(said["card"]).read_text(encoding="utf-8")
    assert f"{said['rows']} decisions of {len(files)} recorded games of durak" in card
    assert all(f"| `{name}` |" in card for name in COLUMNS)
    assert "| easy |" in card
    (code,) = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint(len(views))"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) == said["rows"]


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.txt"
    assert main(["record", "export", str(file), "--to", str(tmp_path / "rows.jsonl")]) == 2
    assert main(["record", "export", str(file), "--to", str(tmp_path / "rows.xls")]) == 2
    said = capsys.readouterr().err
    assert ".parquet" in said
    assert "rows.xls can't be written: " in said
    file.write_text("x", encoding="utf-8")
    assert main(["arena", "durak", "easy", "--deals", "1", "--records", str(file / "folder")]) == 2
    assert main(["arena", "durak", "easy", "--records", str(tmp_path), "--cluster", "127.0.0.1:1"]) == 2
    assert "other machines" in capsys.readouterr().err
