"""What docs/bots.md shows is run: every bot in it plays, and every command works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import cardhouse
from cardhouse.bots import make_bot
from cardhouse.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def mybot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the file that the page tells to write."""
    bots = [block for block in blocks("python") if "(Bot)" in block]
    assert len(bots) == 3
    (tmp_path / "mybot.py").write_text("\n".join(bots), encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_the_first_bot_is_written_in_ten_lines() -> None:
    assert len(blocks("python")[0].splitlines()) <= 10


@pytest.mark.parametrize("command", blocks("sh"))
def test_the_commands_work(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *words = shlex.split(command)
    assert program == "cardhouse"
    words[words.index("--deals") + 1] = "2"
    assert main([*words, "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "mybot.py:" in out
    assert "by its own fault" not in out


@pytest.mark.parametrize("game", ["hearts", "durak", "threes"])
def test_the_dreamer_plays_any_game(game: str) -> None:
    position = cardhouse.new(game, seed=2)
    for number in range(2):
        seat = position.turn()[0]
        action = make_bot(game, "mybot.py:Dreamer", number).choose(position.view(seat))
        assert action is not None
        position.apply(seat, action)


def test_the_example_for_python_runs() -> None:
    exec([block for block in blocks("python") if "play(" in block][-1], {})
