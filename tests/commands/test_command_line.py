"""The command line as programs and shells use it: JSON, completion, bars, and what it says of what is missing."""

from __future__ import annotations

import io
import json
import lzma
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_record import recorded

import cardhouse
from cardhouse.cli import main
from cardhouse.commands import doctor
from cardhouse.commands.completion import SHELLS
from cardhouse.commands.progress import Bar
from cardhouse.commands.site import PACKING, PACKING_MEGABYTE, Work, packed

GAME_NAMES = [game.name for game in cardhouse.games()]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command prints, read as JSON."""
    assert main(words) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def hearts(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(recorded("hearts").text(), encoding="utf-8")
    return str(file)


def test_the_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "games", "--json")
    assert [game["name"] for game in told] == [info.name for info in cardhouse.games()]
    for game, info in zip(told, cardhouse.games(), strict=True):
        assert {option["name"]: option["default"] for option in game["options"]} == {
            option.name: option.default for option in info.options
        }
        assert "expert" in game["bots"]
    assert [game["name"] for game in said(capsys, "games", "durak", "--json")] == ["durak"]
    assert main(["games", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


def test_a_record_as_json(capsys: pytest.CaptureFixture[str], hearts: str) -> None:
    record = recorded("hearts")
    told = said(capsys, "record", "show", hearts, "--json")
    assert [action["action"] for action in told["actions"]] == [entry.action for entry in record.entries]
    assert record.outcome is not None
    assert told["outcome"]["places"] == list(record.outcome.places)
    checked = said(capsys, "record", "verify", hearts, "--json")
    assert checked["true"] is True
    assert checked["outcome"] == told["outcome"]


def test_advice_and_review_as_json(capsys: pytest.CaptureFixture[str], hearts: str) -> None:
    at = str(next(number for number, entry in enumerate(recorded("hearts").entries, 1) if "play" in entry.action) + 9)
    advice = said(capsys, "advise", hearts, "--at", at, "--worlds", "4", "--json")
    assert advice["actions"]
    assert advice["at"] == int(at)
    moves = said(capsys, "review", hearts, "--worlds", "1", "--seat", "0", "--jobs", "1", "--json")
    assert moves
    assert {move["seat"] for move in moves} == {0}
    assert all(move["costly"] == (move["cost"] > 2 * move["error"]) for move in moves)


def test_the_doctor_looks_at_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) in (0, 1)
    told = capsys.readouterr().out
    main(["doctor", "--json"])
    found = json.loads(capsys.readouterr().out)
    names = {finding["name"] for finding in found}
    assert {"cardhouse", "python", "rules", "[server]", "[rl]", "browser", "data", "port"} <= names
    assert all(finding["found"] in told and finding["todo"] in told for finding in found)
    assert "cli." not in told


def test_the_doctor_names_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = ['nonesuch>=1; extra == "server"', 'cardhouse[server]; extra == "rl"', "msgspec"]
    monkeypatch.setattr(doctor, "requires", lambda name: needs)
    server, learning = doctor.extra_installed("server"), doctor.extra_installed("rl")
    assert (server.ok, learning.ok) == (False, True)
    assert "nonesuch" in server.found
    assert "cardhouse[server]" in server.todo
    assert "nonesuch" in learning.found


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write everywhere")
def test_the_doctor_finds_a_folder_that_can_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    finding = doctor.data_folder(tmp_path / "below")
    tmp_path.chmod(0o700)
    assert not finding.ok
    assert str(tmp_path) in finding.todo


def test_the_doctor_knows_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    assert doctor.data_folder(tmp_path / "new" / "deep").ok
    (tmp_path / "file").touch()
    assert not doctor.data_folder(tmp_path / "file").ok


def test_the_doctor_says_who_has_the_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert str(number + 1) in doctor.port(number).todo
    assert doctor.port(number).todo == ""


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_game_can_be_completed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    words = ["play", "serve", "doctor", "export", "seats", "expert", *[info.name for info in cardhouse.games()]]
    assert [word for word in words if word not in script] == []
    if shutil.which(shell) and shell in ("bash", "zsh", "fish"):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("cardhouse re", {"record", "records", "review"}),
        ("cardhouse record sh", {"show"}),
        ("cardhouse play hea", {"hearts"}),
        ("cardhouse play hearts --se", {"--seats", "--seed"}),
        ("cardhouse play --bot exp", {"expert"}),
        ("cardhouse arena durak exp", {"expert"}),
    ],
)
def test_bash_completes(line: str, wanted: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    words = line.split()
    ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_cardhouse; echo ${{COMPREPLY[@]}}"
    script = capsys.readouterr().out + ask
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == wanted


def test_completion_makes_no_command_slower() -> None:
    code = "import sys; from cardhouse.cli import parser; parser(); sys.exit('shtab' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_shtab_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "cardhouse[completion]" in capsys.readouterr().err


def test_it_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "cardhouse", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("cardhouse ")


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"cardhouse: Something else listens at 127.0.0.1:{port} already. "
        "Choose another port with --port, or stop the other.\n"
    )


def test_an_address_that_is_not_of_this_machine_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", "192.0.2.1", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("cardhouse: Nothing can listen at 192.0.2.1:")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_the_time_left_and_leaves_no_trace() -> None:
    now = [0.0]
    stream = Terminal()
    bar = Bar(stream, lambda: now[0])
    bar.show(0, 4)
    assert stream.getvalue() == ""
    now[0] = 30.0
    bar.show(1, 4)
    assert stream.getvalue().endswith("] 1/4  1:30\x1b[K")
    bar.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_a_bar_is_for_terminals_only() -> None:
    stream = io.StringIO()
    bar = Bar(stream, iter(range(0, 1000, 10)).__next__)
    bar.show(1, 2)
    bar.clear()
    assert stream.getvalue() == ""


def test_a_site_is_packed_piece_by_piece_and_only_once(tmp_path: Path) -> None:
    content = bytes(range(256)) * 3000
    told: list[tuple[int, int]] = []
    work = Work(lambda done, total: told.append((done, total)), PACKING_MEGABYTE * len(content) / 1e6)
    made = packed(content, tmp_path, work)
    assert lzma.decompress(made, lzma.FORMAT_RAW, filters=[PACKING]) == content
    assert len(told) == 3
    assert told == sorted(told)
    assert told[-1] == (100, 100)
    assert packed(content, tmp_path, work) == made
    assert len(told) == 3


BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {"starlette", "uvicorn", "uvloop", "websockets", "platformdirs", "distributed"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
from cardhouse.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([], 2, "pip install 'cardhouse[server]'"),
        (["serve", "--port", "9"], 2, "'serve' needs "),
        (["join", "http://127.0.0.1/#/table/x", "easy", "--name", "Ann"], 2, "pip install 'cardhouse[server]'"),
        (["arena", "slapjack", "random", "greedy", "--cluster", "x:1"], 2, "pip install 'cardhouse[cluster]'"),
        (["arena", "slapjack", "random", "greedy", "--deals", "1", "--jobs", "1", "--json"], 0, '"bots"'),
        (["games"], 0, "hearts: "),
        (["--help"], 0, "needs cardhouse[server]"),
        (["doctor"], 0, "[server]"),
    ],
)
def test_without_the_servers_packages_the_rest_works(words: list[str], code: int, told: str) -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED, *words], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == code, done.stderr
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
