"""Games from other packages: found through their entry points, and left out with a warning if they can't be loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cardhouse

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = EXAMPLES / "crazy-eights" / "src"
SPADES = EXAMPLES / "spades" / "src"
SOURCE = Path(cardhouse.__file__).parents[1]

ASK = """
import sys, warnings
sys.path[:0] = {path!r}
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    import cardhouse
    names = [game.name for game in cardhouse.games()]
    print(names)
    print([str(each.message) for each in warned])
    if "eights" in names:
        from cardhouse.bots import bot_names
        game = cardhouse.new("eights", seats=3, seed=1)
        game.play_out(cardhouse.Chance(1))
        print(bot_names("eights"), game.over, cardhouse.games.hearts.__name__)
"""


def installed(folder: Path, name: str, points: str) -> None:
    """Metadata as an installer leaves it beside a package."""
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (place / "entry_points.txt").write_text(f"[cardhouse.games]\n{points}\n", encoding="utf-8")


def ask(*path: Path) -> list[str]:
    """What another process finds, with these folders on its path."""
    question = ASK.format(path=[str(each) for each in (*path, SOURCE)])
    done = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_an_installed_package_adds_its_game(tmp_path: Path) -> None:
    installed(tmp_path, "cardhouse_crazy_eights", "eights = crazy_eights.spec:SPEC")
    names, warned, played = ask(tmp_path, EXAMPLE)
    assert names == "['ratscrew', 'slapjack', 'hearts', 'threes', 'durak', 'eights']"
    assert warned == "[]"
    assert played == "['random', 'greedy', 'easy', 'medium', 'hard', 'expert'] True cardhouse.games.hearts"


def test_a_package_that_fails_is_told_of_and_the_rest_works(tmp_path: Path) -> None:
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no cards today')\n", encoding="utf-8")
    (tmp_path / "no_spec.py").write_text("SPEC = 7\n", encoding="utf-8")
    installed(
        tmp_path, "broken", "broken = broken_game:SPEC\nodd = no_spec:SPEC\ntwice = cardhouse.games.hearts.spec:SPEC"
    )
    installed(tmp_path, "cardhouse_crazy_eights", "eights = crazy_eights.spec:SPEC")
    names, warned, _ = ask(tmp_path, EXAMPLE)
    assert "'eights'" in names
    assert "the game 'broken' can't be loaded: RuntimeError: no cards today" in warned
    assert "the game 'odd' can't be loaded: TypeError: no_spec:SPEC is no GameSpec" in warned
    assert "the game 'twice' can't be loaded: ValueError: there is a game hearts already" in warned


BOTH = "eights = crazy_eights.spec:SPEC\nspades = spades.spec:SPEC"
# Views and actions on their way to another process, from one where the verbs were met in another order.
SEND = """
import sys
sys.path[:0] = {path!r}
import pickle
import {first}
import cardhouse
cardhouse.games()
views = [cardhouse.new(name, seed=1).view(0) for name in ("spades", "eights")]
print(pickle.dumps([*views, views[0].legal[3]]).hex())
"""
RECEIVE = """
import sys
sys.path[:0] = {path!r}
import pickle
views = pickle.loads(bytes.fromhex(sys.stdin.read()))
print([str(action) for action in views[0].legal][:2], str(views[2]))
import cardhouse
print(views[:2] == [cardhouse.new(name, seed=1).view(0) for name in ("spades", "eights")])
"""


def run(code: str, *path: Path, given: str = "", **facts: str) -> str:
    """What a fresh process with these folders on its path prints."""
    code = code.format(path=[str(each) for each in (*path, SOURCE)], **facts)
    return subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True).stdout


def test_actions_of_other_packages_are_read_in_a_fresh_process(tmp_path: Path) -> None:
    """Before anything else has looked a game up."""
    installed(tmp_path, "cardhouse_examples", BOTH)
    head = "import sys\nsys.path[:0] = {path!r}\nimport cardhouse\n"
    for line in ("print(cardhouse.Action.parse('bid 3'))", "print(cardhouse.Action.parse('name 2').number)"):
        assert run(head + line, tmp_path, EXAMPLE, SPADES).strip() in ("bid 3", "2")
    plain = run(head + "print(cardhouse.new('spades', seed=1).view(0).json())", tmp_path, EXAMPLE, SPADES)
    read = "import json\nprint(cardhouse.View.read(json.loads(sys.stdin.read())).json())"
    assert run(head + read, tmp_path, EXAMPLE, SPADES, given=plain) == plain


def test_views_and_actions_mean_the_same_in_a_process_that_met_the_verbs_in_another_order(tmp_path: Path) -> None:
    installed(tmp_path, "cardhouse_examples", BOTH)
    for first in ("spades.rules", "crazy_eights.rules"):
        sent = run(SEND, tmp_path, EXAMPLE, SPADES, first=first)
        received = run(RECEIVE, tmp_path, EXAMPLE, SPADES, given=sent)
        assert received.splitlines() == ["['bid 0', 'bid 1'] bid 3", "True"]
