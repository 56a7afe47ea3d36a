"""Finding a Chromium for the tests of the page, or installing Debian's."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools.house import NoBrowser, find_browser


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    return tmp_path


def put(folder: Path, name: str) -> str:
    program = folder / name
    program.touch(0o755)
    return str(program)


def test_a_browser_that_is_named_is_taken(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(programs, "chromium")
    monkeypatch.setenv("CHROMIUM", "/opt/mine")
    assert find_browser() == "/opt/mine"


def test_the_shell_is_taken_before_the_whole_browser(programs: Path) -> None:
    whole = put(programs, "chromium")
    assert find_browser() == whole
    shell = put(programs, "chromium-headless-shell")
    assert find_browser() == shell


def test_without_a_browser_it_is_installed_from_debian(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(programs, "apt-get")
    ran: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        ran.append(command)
        if command[-1] == "chromium":
            put(programs, "chromium")
        return subprocess.CompletedProcess(command, int(command[-1] == "chromium-headless-shell"))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert find_browser() == str(programs / "chromium")
    assert [command[-1] for command in ran] == ["-qq", "chromium-headless-shell", "chromium"]


@pytest.mark.parametrize("user", [0, 1000])
def test_where_it_can_not_be_installed_it_is_said_what_to_do(
    user: int, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if user:
        put(programs, "apt-get")
    monkeypatch.setattr("os.geteuid", lambda: user)
    with pytest.raises(NoBrowser, match="sudo apt install chromium"):
        find_browser()
