"""Games of the arena as records, and records as rows for those who learn from games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardhouse import Action, View
from cardhouse.cli import main
from cardhouse.engine.record import read_record


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


def test_a_row_has_what_was_seen_what_might_be_done_what_was_and_how_it_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = played(tmp_path / "games", "durak")
    assert main(["records", "export", str(tmp_path / "games"), "--to", str(tmp_path / "rows.jsonl")]) == 0
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    records = {file.stem: read_record(file.read_text(encoding="utf-8")) for file in files}
    assert len(rows) == sum(entry.seat is not None for record in records.values() for entry in record.entries)
    for row in rows:
        outcome = records[row["record"]].outcome
        assert outcome is not None
        assert row["chosen"] in row["legal"]
        assert (row["place"], row["score"]) == (outcome.places[row["seat"]], outcome.scores[row["seat"]])
        view = View.read({**row["view"], "legal": row["legal"]})
        assert view.seat == row["seat"]
        assert Action.parse(row["chosen"]) in view.legal


def test_rows_are_written_as_parquet_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'cardhouse[data]'")
    played(tmp_path / "games", "threes")
    for name in ("rows.jsonl", "rows.parquet"):
        assert main(["record", "export", str(tmp_path / "games"), "--to", str(tmp_path / name)]) == 0
    lines = (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    rows = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [{**row, "view": json.loads(row["view"])} for row in rows] == [json.loads(line) for line in lines]


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
