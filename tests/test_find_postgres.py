"""Finding PostgreSQL for the tests, or saying in a sentence what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import postgres
from tools.postgres import NoPostgres, find_postgres


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no program at all, for who may install nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("POSTGRES", raising=False)
    monkeypatch.setattr(postgres, "_installed", lambda: None)
    return tmp_path


def test_programs_that_are_named_are_taken(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTGRES", "/opt/mine")
    assert find_postgres() == Path("/opt/mine")


def test_where_there_is_none_it_is_said_what_to_do(nothing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoPostgres, match="sudo apt install postgresql"):
        find_postgres()
    assert postgres.main() == 1
    assert "these tests are left out" in capsys.readouterr().err
