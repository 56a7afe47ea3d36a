"""What an install gives: all of the rules compiled or all plain, as asked for."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardhouse
from cardhouse import Chance
from cardhouse.build import running
from cardhouse.playouts import play_fresh, play_on
from tools.check_shifts import ROOT, compiled_files
from tools.needs import needs

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


def test_without_cardhouse_pure_what_is_installed_runs() -> None:
    compiled = any(INSTALLED.glob("game.*.so")) or any(INSTALLED.glob("game.*.pyd"))
    for pure in ("", "0"):
        assert ask("import cardhouse.build as b; print(b.running())", pure) == ("compiled" if compiled else "plain")


def test_what_is_installed_was_made_from_these_sources() -> None:
    for path in (ROOT / "src" / "cardhouse").rglob("*.py"):
        installed = INSTALLED / path.relative_to(ROOT / "src" / "cardhouse")
        assert installed.read_bytes() == path.read_bytes(), f"{path} has changed since: make install"


def test_the_needs_of_an_extra_stand_below_those_of_the_package() -> None:
    lines = needs("dev")
    assert lines[0].startswith("librt==")
    assert any(line.startswith("pytest==") for line in lines)


@pytest.mark.parametrize("name", [info.name for info in cardhouse.games()])
def test_random_play_from_a_position_leaves_it_as_it_is(name: str) -> None:
    position = cardhouse.new(name, seed=4)
    for _ in range(7):
        position.stir(Chance(1))
    before = position.digest()
    assert play_on(position, 3, Chance(2)) > 0
    assert position.digest() == before


@pytest.mark.parametrize("name", [info.name for info in cardhouse.games()])
def test_random_play_depends_on_its_chance_alone(name: str) -> None:
    undealt = type(dealt := cardhouse.new(name, seed=4))(dealt.setup)
    assert play_fresh(undealt, 3, Chance(2)) == play_fresh(undealt, 3, Chance(2))
    assert play_fresh(undealt, 3, Chance(2)) != play_fresh(undealt, 3, Chance(3))
