"""The command `cardhouse`: what it prints, what it refuses, and that it never ends in a traceback."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_record import recorded

import cardhouse
from cardhouse.bots.cats import CATS, some_cats
from cardhouse.build import running
from cardhouse.cli import main
from cardhouse.engine.words import COMMON_WORDS

GAME_NAMES = [game.name for game in cardhouse.games()]


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What the command prints; with a code other than 0, what it says to stderr."""
    assert main(words) == code
    out = capsys.readouterr()
    if code:
        assert out.err.startswith("cardhouse: ")
        assert out.err.count("\n") == 1
        return out.err
    assert out.err == ""
    return out.out


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"cardhouse 0.1.0 ({running()})\n"


def test_it_tells_the_games_with_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "games")
    for info in cardhouse.games():
        assert f"{info.name}: " in out
        for option in info.options:
            assert option.sentence(info.name) in out
    assert "penalty=card (card, lockout, pile, none)" in out
    assert "forwarding=on (on, off)" in out


@pytest.mark.parametrize("name", GAME_NAMES)
def test_it_plays(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "look\n\nquit\n")
    out = run(capsys, "play", name, "--seed", "3", "--pause", "0", "--name", "Ann", "--bot", "random")
    assert "Seed 3." in out
    assert "Ann" in out


def test_options_and_seats_reach_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "quit\n")
    file = tmp_path / "game.txt"
    out = run(
        capsys, "play", "durak", "--seats", "3", "--pause", "0", "--save", str(file),
        "-o", "deck=36", "--option", "forwarding=off", "-o", "first=lowest_trump",
    )  # fmt: skip
    assert "deck=36: The number of cards" in out
    text = file.read_text(encoding="utf-8")
    for line in ("seats: 3", "option deck: 36", "option forwarding: false", 'option first: "lowest_trump"'):
        assert line in text
    assert "is true: Durak, " in run(capsys, "record", "verify", str(file))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "bridge"], "There is no game 'bridge'"),
        (["play", "hearts", "--seats", "9"], "can't be played by 9"),
        (["play", "hearts", "--seed", "-1"], "A seed is a whole number"),
        (["play", "hearts", "--bot", "nobody"], "There is no bot 'nobody'"),
        (["play", "hearts", "--bot", "no/such.py:Bot"], "There is no bot file"),
        (["play", "hearts", "-o", "jack"], "name=value"),
        (["play", "hearts", "-o", "joker=on"], "has no option 'joker'"),
        (["play", "hearts", "-o", "jack=maybe"], "can't be 'maybe'"),
        (["play", "hearts", "-o", "limit=1e3"], "can't be '1e3'"),
        (["play", "durak", "--seats", "6"], "Six players need"),
        (["play", "hearts", "--name", "  "], "needs a name"),
        (["play", "hearts", "--pause", "-1"], "A pause is"),
        (["record", "show", "no-such-file"], "can't be read"),
        (["record", "verify", "."], "can't be read"),
    ],
)
def test_what_it_refuses_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in run(capsys, *words, code=2)


def test_words_it_does_not_know_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["dance"], ["record"], ["play", "hearts", "--seats", "x"]):
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == 2


def test_without_a_name_it_asks_which_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "chess\n\n9\n4\nquit\n")
    out = run(capsys, "play", "--pause", "0")
    assert out.count("Type a number or a name") == 3
    assert "Threes with " in out
    typed(monkeypatch, "du\nquit\n")
    assert "Durak with " in run(capsys, "play", "--seats", "3")
    typed(monkeypatch, "")
    assert "Which game?" in run(capsys, "play")


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_record_is_told_move_by_move(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = recorded(name)
    file = tmp_path / "game.txt"
    file.write_text(record.text(), encoding="utf-8")
    out = run(capsys, "record", "show", str(file))
    assert re.findall(r"^ *(\d+)\. ", out, re.MULTILINE)[: len(record.entries)] == [
        str(number) for number in range(1, len(record.entries) + 1)
    ]
    assert "Ann" in out
    assert "The game is over: " in out
    for key in ("event.", "reason.", "terminal.", "cli.", "{", "}"):
        assert key not in out
    out = run(capsys, "record", "verify", str(file))
    assert f"{len(record.entries)} actions." in out


def test_a_damaged_record_says_where_and_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = recorded("hearts").text()
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("0 ", "1 ", "2 ", "3 ")))
    seat = lines[first].split()[0]
    file = tmp_path / "bad.txt"
    for damaged, said in (
        (
            [*lines[:first], f"{seat} 0.0 play 2c", *lines[first + 1 :]],
            f"Line {first + 1}, 'play 2c': Choose three cards",
        ),
        ([*lines[:first], f"{seat} 0.0 jump"], f"Line {first + 1}: 'jump' is not an action."),
        (lines[1:], "not a record"),
        ([], "not a record"),
    ):
        file.write_text("\n".join(damaged), encoding="utf-8")
        for what in ("verify", "show"):
            assert said in run(capsys, "record", what, str(file), code=2)
    file.write_text("\n".join([*lines[:4], "seed: 1", "option jack: " + "[" * 4_000]), encoding="utf-8")
    assert "The head of the record can't be read" in run(capsys, "record", "show", str(file), code=2)
    file.write_text("\n".join(lines[: first + 4]), encoding="utf-8")
    assert "cut off" in run(capsys, "record", "verify", str(file), code=2)
    assert "not finished" in run(capsys, "record", "show", str(file))
    file.write_bytes(b"\xff\xfe\x00Cardhouse")
    assert "it is not a text" in run(capsys, "record", "show", str(file), code=2)


def test_a_bot_that_breaks_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from cardhouse import Action\nfrom cardhouse.bots import Bot\n"
        "class Broken(Bot):\n    def choose(self, view):\n        return 1 / 0\n"
        "class Cheat(Bot):\n    def choose(self, view):\n        return Action.parse('slap')\n"
    )
    for name, said in (("Broken", "can't go on: ZeroDivisionError"), ("Cheat", "There is no 'slap' in ")):
        typed(monkeypatch, "quit\n")
        assert main(["play", "hearts", "--bot", f"{file}:{name}", "--pause", "0"]) == 2
        assert said in capsys.readouterr().err


def test_it_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(recorded("ratscrew").text(), encoding="utf-8")
    command = [sys.executable, "-m", "cardhouse.cli", "record", "show", str(file)]
    done = subprocess.run(command, capture_output=True, check=True, env=None, encoding="utf-8")
    assert "turns" in done.stdout
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as cut:
        assert cut.stdout is not None
        assert cut.stderr is not None
        cut.stdout.readline()
        cut.stdout.close()
        assert cut.stderr.read() == b""


def test_the_cats_are_those_of_the_page() -> None:
    page = (COMMON_WORDS.parent / "web" / "art" / "cats.js").read_text(encoding="utf-8")
    assert re.findall(r"name: '([^']+)',\s+level: '(\w+)'", page) == list(CATS.items())


def test_cats_that_like_a_level_come_first() -> None:
    names = some_cats(4, 7, "easy", taken=["Biscuit"])
    assert len(set(names)) == 4
    assert set(names[:2]) == {"Patches", "Tundra"}
    assert names == some_cats(4, 7, "easy", taken=["Biscuit"])
