"""Finding a Chromium for the tests of the page, or installing Debian's."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools.browser import NoBrowser, check, driver, find_browser, missing


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


def broken(folder: Path, library: str, cure: Path) -> str:
    """A program that doesn't start before there is a file."""
    program = folder / "node"
    said = f"{program}: error while loading shared libraries: {library}: cannot open shared object file"
    program.write_text(f"#!/bin/sh\n[ -e '{cure}' ] && exit 0\necho '{said}' >&2\nexit 127\n")
    program.chmod(0o755)
    return str(program)


def test_a_library_that_is_missing_is_installed_from_debian(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cure = programs / "cure"
    program = broken(programs, "libatomic.so.1", cure)
    assert missing(program) == ["libatomic.so.1"]
    apt = programs / "apt-get"
    apt.write_text(f"#!/bin/sh\ncase \"$*\" in *libatomic1) : > '{cure}';; esac\n")
    apt.chmod(0o755)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    check(program)
    assert missing(program) == []


@pytest.mark.parametrize(
    ("library", "said"),
    [("libatomic.so.1", "misses libatomic.so.1: sudo apt install libatomic1"), ("libnew.so.7", "misses libnew.so.7")],
)
def test_a_library_that_can_not_be_installed_is_named(
    library: str, said: str, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(NoBrowser, match=said):
        check(broken(programs, library, programs / "never"))


def test_the_driver_is_there() -> None:
    assert Path(driver()).exists()
