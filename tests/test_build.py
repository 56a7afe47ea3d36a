"""What an install gives: all of the rules compiled or all plain, as asked for."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardhouse
from cardhouse import Chance
from cardhouse.build import MADE_FROM, compiled_folder, digest, is_current, running
from cardhouse.engine.playouts import play_fresh, play_on
from tools import compiling
from tools.check_shifts import ROOT, compiled_files
from tools.needs import build_needs, needs

INSTALLED = Path(cardhouse.__file__).parent


def modules() -> list[str]:
    """The names of the modules that are compiled."""
    places = [path.relative_to(ROOT / "src").with_suffix("") for path in compiled_files()]
    return [".".join(place.parts) for place in places if place.name != "__init__"]


def ask(question: str, pure: str) -> str:
    """What a Python of its own prints, with CARDHOUSE_PURE set to this."""
    where = {**os.environ, "CARDHOUSE_PURE": pure, "PYTHONPATH": str(INSTALLED.parent)}
    done = subprocess.run([sys.executable, "-c", question], env=where, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", modules())
def test_the_rules_are_compiled_all_or_none(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith(".py") == (running() == "plain")


def test_cardhouse_pure_forces_the_plain_files() -> None:
    question = (
        "import sys, cardhouse; print({m.__file__ for n, m in sys.modules.items()"
        " if n.startswith('cardhouse') and not m.__file__.endswith('.py')}, cardhouse.build.running())"
    )
    assert ask(question, "1") == "set() plain"


def test_without_cardhouse_pure_what_is_compiled_runs() -> None:
    beside = any((INSTALLED / "engine").glob("game.*.so")) or any((INSTALLED / "engine").glob("game.*.pyd"))
    compiled = beside or is_current(compiled_folder(INSTALLED.parents[1]), INSTALLED)
    for pure in ("", "0"):
        assert ask("import cardhouse.build as b; print(b.running())", pure) == ("compiled" if compiled else "plain")


def test_what_is_installed_was_made_from_these_sources() -> None:
    for path in (ROOT / "src" / "cardhouse").rglob("*.py"):
        installed = INSTALLED / path.relative_to(ROOT / "src" / "cardhouse")
        assert installed.read_bytes() == path.read_bytes(), f"{path} has changed since: make install"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two files, of which compiled ones are said to be made."""
    package, compiled = tmp_path / "src" / "cardhouse", compiled_folder(tmp_path)
    package.mkdir(parents=True)
    compiled.mkdir(parents=True)
    for name in ("cards.py", "view.py"):
        (package / name).write_text(f"# {name}\n", encoding="utf-8")
    made = {"files": {name: digest(package / name) for name in ("cards.py", "view.py")}}
    (compiled / MADE_FROM).write_text(json.dumps(made), encoding="utf-8")
    return tmp_path


def test_compiled_files_are_used_while_their_sources_are_as_they_were(checkout: Path) -> None:
    package = checkout / "src" / "cardhouse"
    assert is_current(compiled_folder(checkout), package)
    (package / "style.css").touch()
    assert is_current(compiled_folder(checkout), package)
    (package / "view.py").write_text("# another\n", encoding="utf-8")
    assert not is_current(compiled_folder(checkout), package)
    (package / "view.py").write_text("# view.py\n", encoding="utf-8")
    assert is_current(compiled_folder(checkout), package)
    (package / "cards.py").unlink()
    assert not is_current(compiled_folder(checkout), package)


@pytest.mark.parametrize("text", [None, "", "{", "[]", "{}", '{"files": 3}', '{"files": {"cards.py": null}}'])
def test_compiled_files_of_unknown_sources_are_not_used(checkout: Path, text: str | None) -> None:
    made = compiled_folder(checkout) / MADE_FROM
    if text is None:
        made.unlink()
    else:
        made.write_text(text, encoding="utf-8")
    assert not is_current(compiled_folder(checkout), checkout / "src" / "cardhouse")


def test_what_compiled_code_depends_on_is_what_it_imports() -> None:
    names = {path.relative_to(ROOT / "src" / "cardhouse").parts[0] for path in compiling.sources()}
    assert set(compiled_files()) <= set(compiling.sources())
    assert names.isdisjoint({"server", "table", "web", "commands", "cli.py"})
    imports = {path.name for source in compiled_files() for path in compiling.imported(source)}
    assert imports <= {path.name for path in compiling.sources()}


@pytest.fixture
def workshop(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tool that compiles, at work on a checkout of its own."""
    monkeypatch.setattr(compiling, "ROOT", checkout)
    monkeypatch.setattr(compiling, "PACKAGE", checkout / "src" / "cardhouse")
    monkeypatch.setattr(compiling, "WORK", checkout / "build" / "compiling")
    monkeypatch.setattr(compiling, "sources", lambda: [checkout / "src" / "cardhouse" / "cards.py"])
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (checkout / name).write_bytes((ROOT / name).read_bytes())
    (compiled_folder(checkout) / "old.so").touch()
    return checkout


@pytest.mark.parametrize("step", range(3))
def test_a_compilation_that_ends_early_leaves_what_was_there(
    step: int, workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[list[str]] = []
    monkeypatch.setattr(compiling, "check_compiler", lambda: stop(0))

    def stop(number: int) -> None:
        if number == step:
            raise compiling.NotCompiled("stopped")

    def run(command: list[str], *_: object) -> str:
        steps.append(command)
        stop(len(steps))
        lib = Path(command[command.index("--build-lib") + 1]) if "--build-lib" in command else workshop / "build"
        lib.mkdir(parents=True, exist_ok=True)
        (lib / "new.so").touch()
        return "compiled"

    monkeypatch.setattr(compiling, "run", run)
    monkeypatch.setattr(sys, "argv", ["compiling"])
    (workshop / "src" / "cardhouse" / "cards.py").write_text("# changed\n", encoding="utf-8")
    assert compiling.main() == 3
    assert {path.name for path in compiled_folder(workshop).iterdir()} == {"old.so", MADE_FROM}
    assert not (workshop / "build" / "compiling").exists()
    step = -1
    assert compiling.main() == 0
    assert {path.name for path in compiled_folder(workshop).iterdir()} == {"new.so", MADE_FROM}


def test_without_a_c_compiler_it_is_said_what_to_install(workshop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (workshop / "build" / "compiling").mkdir(exist_ok=True)
    for compiler in ("/no/such/compiler", sys.executable):
        monkeypatch.setenv("CC", compiler)
        with pytest.raises(compiling.NotCompiled, match="apt install gcc python3-dev"):
            compiling.check_compiler()


def test_the_needs_of_an_extra_stand_below_those_of_the_package() -> None:
    lines = needs("dev")
    assert lines[0].startswith("librt")
    assert any(line.startswith("pytest==") for line in lines)
    assert set(needs("server")) < set(lines)
    assert len(lines) == len(set(lines))
    assert not any(line.startswith("cardhouse") for line in lines)


def test_what_is_built_with_can_be_run_with() -> None:
    names = {each.split("=")[0].split(">")[0] for each in build_needs()}
    assert {"librt", "msgspec", "mypy_extensions"} <= names


@pytest.mark.parametrize("name", [info.name for info in cardhouse.games()])
def test_random_play_from_a_position_leaves_it_as_it_is(name: str) -> None:
    position = cardhouse.new(name, seed=4)
    for _ in range(7):
        position.random_step(Chance(1))
    before = position.digest()
    assert play_on(position, 3, Chance(2)) > 0
    assert position.digest() == before


@pytest.mark.parametrize("name", [info.name for info in cardhouse.games()])
def test_random_play_depends_on_its_chance_alone(name: str) -> None:
    undealt = type(dealt := cardhouse.new(name, seed=4))(dealt.setup)
    assert play_fresh(undealt, 3, Chance(2)) == play_fresh(undealt, 3, Chance(2))
    assert play_fresh(undealt, 3, Chance(2)) != play_fresh(undealt, 3, Chance(3))
