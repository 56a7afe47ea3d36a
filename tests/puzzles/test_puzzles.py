"""Puzzles: one right action, proven by the game's solver and once more by nothing but the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from plain_proofs import refuted

import cardhouse
from cardhouse.build import running
from cardhouse.engine.errors import CardhouseError
from cardhouse.engine.words import catalogue
from cardhouse.puzzles import check, library, read_puzzles
from cardhouse.puzzles.library import LIBRARIES, write_library
from cardhouse.puzzles.mining import first_rating, from_record, mine
from cardhouse.puzzles.puzzle import Puzzle, WrongPuzzle, from_line

GAMES = [game.name for game in cardhouse.games() if game.puzzles is not None]


def some(game: str, count: int) -> list[Puzzle]:
    """Shipped puzzles from all over the file."""
    puzzles = library(game).puzzles
    return list(puzzles[:: max(1, len(puzzles) // count)])[:count]


def test_the_five_games_have_puzzles() -> None:
    assert len(GAMES) == 5
    assert sum(len(library(game)) for game in GAMES) >= 3000
    assert sum(file.stat().st_size for file in LIBRARIES.glob("*.gz")) < 500_000


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_what_they_say(game: str) -> None:
    puzzles = library(game).puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.proof for puzzle in puzzles} <= set(cardhouse.games.spec(game).puzzles.proofs)
    for puzzle in some(game, 12 if running() == "compiled" else 3):
        check(puzzle)
        assert refuted(puzzle) is not True, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_the_themes_of_a_game_are_declared_and_have_words(game: str) -> None:
    declared = cardhouse.games.spec(game).puzzles
    assert set(library(game).themes()) <= set(declared.themes)
    keys = [f"page.puzzle.theme.{theme}" for theme in declared.themes]
    keys += [f"page.puzzle.proof.{proof}" for proof in declared.proofs]
    assert [key for key in keys if key not in catalogue("ru")] == []


@pytest.mark.parametrize("game", GAMES)
def test_stronger_cats_find_more(game: str) -> None:
    puzzles = library(game).puzzles
    levels = range(len(puzzles[0].found))
    shares = [sum(p.found[level][0] for p in puzzles) / sum(p.found[level][1] for p in puzzles) for level in levels]
    assert shares[0] < shares[-1]
    assert shares[0] < 0.75


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_two_texts_that_read_back(game: str) -> None:
    for puzzle in some(game, 3):
        assert from_line(puzzle.line()) == puzzle
        [again] = read_puzzles(puzzle.text())
        assert (again.id, again.answers, again.themes, again.found) == (
            puzzle.id, puzzle.answers, puzzle.themes, puzzle.found,
        )  # fmt: skip
        check(again)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_is_refuted(game: str) -> None:
    puzzle = some(game, 1)[0]
    legal = [str(action) for action in puzzle.position().legal(puzzle.seat) if str(action) != "turn"]
    wrong = [action for action in legal if action not in puzzle.answers][:1]
    with pytest.raises(WrongPuzzle):
        check(replace(puzzle, answers=tuple(wrong)))
    assert refuted(replace(puzzle, answers=tuple(wrong))) is not False
    assert puzzle.is_right(puzzle.answers[0] if puzzle.answers else None)
    assert not puzzle.is_right(wrong[0] if wrong else None)


@pytest.mark.parametrize("text", ["", "Cardhouse puzzle 1\n", "a\tb", "durak\t2\t{}\tx" + "\t" * 9])
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(CardhouseError):
        list(read_puzzles(text or "nothing"))


def test_mining_gives_the_same_for_the_same_seed() -> None:
    once, again = ([puzzle.line() for puzzle in mine("slapjack", 6, 5)] for _ in range(2))
    assert once == again
    assert once


def test_records_of_people_are_mined_too() -> None:
    record = library("durak").puzzles[0].record
    found = [puzzle.id for puzzle in from_record(record)]
    assert library("durak").puzzles[0].id in found or found


def test_what_all_find_is_rated_low_and_what_nobody_finds_high() -> None:
    ratings = [first_rating([(found, 8)] * 4) for found in range(9)]
    assert ratings == sorted(ratings, reverse=True)
    assert first_rating([(0, 8), (0, 8), (8, 8), (8, 8)]) == pytest.approx(1450, abs=60)


def test_every_day_has_its_puzzle_and_all_have_their_turn() -> None:
    puzzles = library("threes")
    days = [date(2026, 11, 19) + timedelta(number) for number in range(len(puzzles))]
    assert len({puzzle.id for day in days if (puzzle := puzzles.of_day(day))}) == len(puzzles)


def test_a_library_written_twice_is_the_same_file(tmp_path: Path) -> None:
    puzzles = library("hearts").puzzles[:5]
    write_library(tmp_path / "one.gz", puzzles, "how")
    write_library(tmp_path / "other.gz", puzzles, "how")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "other.gz").read_bytes()


def test_a_game_of_another_package_needs_no_puzzles() -> None:
    assert len(library("eights")) == 0
    assert library("eights").of_day(date(2026, 11, 19)) is None
    assert not re.fullmatch(r"\w+", "../x")
    assert len(library("../x")) == 0
