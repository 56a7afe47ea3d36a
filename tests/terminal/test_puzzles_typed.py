"""Puzzles and the deal of the day in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from typing_person import Paper

from cardhouse.cli import main
from cardhouse.games import games
from cardhouse.puzzles import Puzzle, library
from cardhouse.terminal.puzzles import play_puzzle

GAMES = [game.name for game in games() if library(game.name)]


def typed(puzzle: Puzzle) -> str:
    return (puzzle.answers[0] if puzzle.answers else "") if puzzle.within == 0 else "f" if puzzle.answers else ""


@pytest.mark.parametrize("game", GAMES)
def test_the_right_answer_is_right_and_another_is_not(game: str) -> None:
    puzzle = library(game).puzzles[0]
    paper = Paper([typed(puzzle)])
    assert play_puzzle(puzzle, paper) is True
    assert "Right" in paper.text
    legal = [str(one) for one in puzzle.position().legal(puzzle.seat) if str(one) not in (*puzzle.answers, "turn")]
    wrong = legal[0] if not puzzle.within else "" if puzzle.answers else "f"
    assert play_puzzle(puzzle, Paper(["dance", wrong] if not puzzle.within else [wrong])) is False
    assert play_puzzle(puzzle, Paper([])) is None


def test_puzzles_are_made_checked_and_played_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.txt"
    assert main(["puzzles", "make", "slapjack", str(file), "--count", "4", "--seed", "3"]) == 0
    assert main(["puzzles", "check", str(file)]) == 0
    assert "4 puzzles, 4 proven, 0 wrong" in capsys.readouterr().out
    file.write_text(file.read_text().replace("answers: slap", "answers: turn"))
    assert main(["puzzles", "check", str(file)]) == 1
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    assert main(["puzzles", "play", "durak", "--day", "2026-11-19"]) == 0
    assert "Found 0 of 0" in capsys.readouterr().out
    assert main(["puzzles", "play", "durak", "--day", "yesterday"]) == 2
    assert main(["puzzles", "play", "durak", "--theme", "none"]) == 2


def test_the_deal_of_the_day_is_played_by_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    assert main(["play", "durak", "--daily", "--pause", "0"]) == 0
    assert "Seed" in capsys.readouterr().out
