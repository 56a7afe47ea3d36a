"""From a fresh checkout to a house: each step once, again if it was cut short, and nothing left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import environment, play, watch


class Pip:
    """Stands for pip and venv, and writes down what they are asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, venv: Path) -> None:
        self.venv = venv
        self.asked: list[list[str]] = []
        self.code = 0
        monkeypatch.setattr(environment, "VENV", venv)
        monkeypatch.setattr(subprocess, "run", self.run)

    def run(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        self.asked.append(command)
        if "venv" in command and not self.code:
            environment.python().parent.mkdir(parents=True)
            environment.python().touch()
        return subprocess.CompletedProcess(command, self.code)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pip:
    return Pip(monkeypatch, tmp_path / "venv")


def test_what_is_installed_is_not_installed_again(pip: Pip) -> None:
    environment.prepare("server")
    environment.install_package()
    first = len(pip.asked)
    assert any(word.startswith("starlette") for command in pip.asked for word in command)
    assert not any(word.startswith("pytest==") for command in pip.asked for word in command)
    environment.prepare("server")
    environment.install_package()
    assert len(pip.asked) == first
    environment.prepare("server", "dev")
    assert any(word.startswith("pytest==") for word in pip.asked[-1])


def test_a_step_that_was_cut_short_is_done_again(pip: Pip) -> None:
    environment.prepare()
    pip.code = 1
    with pytest.raises(environment.NotInstalled, match="pip could not install"):
        environment.prepare("server")
    pip.code = 0
    before = len(pip.asked)
    environment.prepare("server")
    assert len(pip.asked) == before + 1


def test_an_environment_of_another_python_is_made_again(pip: Pip, capsys: pytest.CaptureFixture[str]) -> None:
    environment.prepare()
    (pip.venv / "done-venv.txt").write_text("2.7 elsewhere", encoding="utf-8")
    environment.prepare()
    assert "again" in capsys.readouterr().out
    assert len(pip.asked) == 2


def test_without_venv_it_is_said_what_to_install(pip: Pip) -> None:
    pip.code = 1
    with pytest.raises(environment.NotInstalled, match="apt install python3-venv"):
        environment.prepare("server")
    assert not pip.venv.exists()


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(environment.NotInstalled, match=r"Python 3\.11 or later"):
        environment.prepare("server")


def test_what_is_done_in_the_background_ends_with_the_house(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def busy(*options: str) -> subprocess.Popen[str]:
        assert options == ("--attended",)
        command = [sys.executable, "-c", "import sys; sys.stdin.read(); sys.exit(1)"]
        return subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(play, "ask_compiler", busy)
    monkeypatch.setattr(play, "ROOT", tmp_path)
    half_done = tmp_path / "build" / "compiling"
    half_done.mkdir(parents=True)
    background = play.Background(compile_rules=True)
    background.close()
    assert background.process.poll() == 1
    assert "the next start tries again" in capsys.readouterr().out
    assert not half_done.exists()


def test_a_change_of_a_python_file_is_seen_and_one_of_the_page_is_not(tmp_path: Path) -> None:
    (tmp_path / "cards.py").write_text("1", encoding="utf-8")
    before = watch.state(tmp_path)
    (tmp_path / "page.css").write_text("1", encoding="utf-8")
    assert watch.changed(before, watch.state(tmp_path)) == []
    (tmp_path / "view.py").write_text("1", encoding="utf-8")
    (tmp_path / "cards.py").unlink()
    assert watch.changed(before, watch.state(tmp_path)) == [tmp_path / "cards.py", tmp_path / "view.py"]
