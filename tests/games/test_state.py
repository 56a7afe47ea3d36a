"""The state of every game is declared once: what copies, sets back, pickles and compares has every field."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.game_state import main, rules_files, written

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("file", rules_files(), ids=lambda file: file.parent.name)
def test_what_is_written_from_the_fields_is_current(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert written(text) == text, "python -m tools.game_state writes it"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("hearts", "        self.broken = like.broken\n"),
        ("threes", "        self.passes = like.passes\n"),
        ("durak", "        refill(self.defences, like.defences)\n"),
        ("ratscrew", "            self.lockouts = like.lockouts[:]\n"),
    ],
)
def test_a_field_that_is_left_out_is_found(game: str, line: str) -> None:
    text = (ROOT / "src" / "cardhouse" / "games" / game / "rules.py").read_text(encoding="utf-8")
    assert "\n" + line in text
    assert written(text.replace("\n" + line, "\n", 1)) == text


RULES = """\
class Whist(Game):
    def __init__(self, setup: Setup, like: Whist | None = None) -> None:
        super().__init__(setup, like)
        if like is None:
            self.trump: {kind} = 0
        else:
            pass

    def set_to(self, like: Game) -> None:
        pass
"""


def test_a_field_is_shared_only_where_that_is_said() -> None:
    for kind, copied, back in [
        ("i64", "self.trump = like.trump", "self.trump = like.trump"),
        ("vec[i64]", "self.trump = like.trump[:]", "refill(self.trump, like.trump)"),
        ("Shared[vec[i64]]", "self.trump = like.trump", "self.trump = like.trump"),
        ("CardRing", "self.trump = CardRing(like.trump)", "self.trump.set_to(like.trump)"),
    ]:
        lines = [line.strip() for line in written(RULES.format(kind=kind)).splitlines()]
        assert lines[lines.index("else:") + 2] == copied
        assert lines[-1] == back
    with pytest.raises(SystemExit, match="Shared"):
        written(RULES.format(kind="list[int]"))


def test_the_check_says_which_rules_are_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "rules.py"
    stale.write_text(RULES.format(kind="i64"), encoding="utf-8")
    monkeypatch.setattr("tools.game_state.ROOT", tmp_path)
    monkeypatch.setattr("tools.game_state.rules_files", lambda: [stale])
    monkeypatch.setattr(sys, "argv", ["game_state", "--check"])
    assert main() == 1
    assert "rules.py" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["game_state"])
    assert main() == 0
    monkeypatch.setattr(sys, "argv", ["game_state", "--check"])
    assert main() == 0
