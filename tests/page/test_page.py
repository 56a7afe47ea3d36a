"""The page's modules under Node, with positions of real games: no browser, and every game and option."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from seeded import other_values

import cardhouse
from cardhouse import BadSetup, Chance
from cardhouse.engine.options import Option, Value
from cardhouse.engine.view import View
from cardhouse.games import games
from tools.browser import driver

HERE = Path(__file__).parent
PACKAGE = Path(cardhouse.__file__).parent
SEEDS = range(1)
STEPS = 120
# Enough for a whole game of most.
WHOLE = 1200
WIDEST = 100
# A choice of three out of a hand is one of hundreds: some of each verb are enough.
MOST_LEGAL = 40


def shown(view: View) -> dict[str, Any]:
    """A view as the page gets it, without the many ways of passing cards."""
    plain = view.plain()
    by_verb: dict[str, list[str]] = {}
    for action in plain["legal"]:
        by_verb.setdefault(action.split()[0], []).append(action)
    return plain | {"legal": [action for some in by_verb.values() for action in some[:MOST_LEGAL]]}


def played(name: str, seats: int, options: dict[str, Any], seed: int, most: int) -> Iterator[dict[str, Any]]:
    """A game played at random, step by step, as seat 0 sees it."""
    chance = Chance(seed)
    game = cardhouse.new(name, seats=seats, seed=seed, options=options)
    before = shown(game.view(0))
    for _ in range(most):
        if game.over:
            return
        acts = [(seat, action) for seat in game.turn() for action in game.legal(seat) if str(action) != "slap"]
        if chance.below(6) == 0 or (not acts and game.timer is None):
            acts += [(seat, action) for seat in range(seats) for action in game.legal(seat)]
        events = game.apply(*acts[chance.below(len(acts))]) if acts else game.fire()
        after = shown(game.view(0))
        yield {"before": before, "events": [event.seen_by(0).plain() for event in events], "after": after}
        before = after


def positions() -> dict[str, list[dict[str, Any]]]:
    """Steps of games of every kind, by game."""
    found: dict[str, list[dict[str, Any]]] = {}
    for info in games():
        for seats in info.seat_choices[1::2]:
            found.setdefault(info.name, []).extend(played(info.name, seats, {}, 7, WHOLE))
        for turn, options in enumerate(option_sets(info.options, Chance(3))):
            seats = info.seat_choices[turn % len(info.seat_choices)]
            for seed in SEEDS:
                try:
                    found.setdefault(info.name, []).extend(played(info.name, seats, options, seed, STEPS))
                except BadSetup:
                    continue
    return found


def option_sets(options: tuple[Option, ...], chance: Chance) -> Iterator[dict[str, Value]]:
    """The defaults, every other value of every option alone, and some mixtures."""
    yield {}
    for option in options:
        for value in other_values(option):
            yield {option.name: value}
    for _ in range(6):
        picked = [option for option in options if chance.below(2)]
        yield {option.name: (values := other_values(option))[chance.below(len(values))] for option in picked}


def test_the_modules_of_the_page_under_node(tmp_path: Path) -> None:
    # Playwright brings a Node of its own along, for machines that have none.
    node = shutil.which("node") or driver()
    written = tmp_path / "positions.json"
    written.write_text(json.dumps(positions()), encoding="utf-8")
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", *map(str, sorted(HERE.glob("*.test.mjs")))],
        env={**os.environ, "CARDHOUSE_POSITIONS": str(written)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    failed = re.findall(r"^not ok .*?^  \.\.\.$", done.stdout, re.DOTALL | re.MULTILINE)
    assert done.returncode == 0, "\n".join(failed)[:6000] + done.stderr[-2000:]


def test_the_page_knows_no_game_by_name() -> None:
    named = re.compile(rf"""['"`./\[]({"|".join(info.name for info in games())})\b""")
    found = [
        f"{file.relative_to(PACKAGE)}: {line.strip()}"
        for file in sorted((PACKAGE / "web").rglob("*"))
        if file.suffix in {".js", ".html", ".webmanifest"}
        for line in file.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert found == []


def test_no_line_is_longer_than_people_read() -> None:
    """But for drawings: the path of a curve is one word."""
    code = [*(PACKAGE / "web").rglob("*.js"), *(PACKAGE / "games").rglob("*.js"), *HERE.glob("*.mjs")]
    long = [
        f"{file.name} {number}"
        for file in code
        if file.parent.name != "art"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert long == []


def test_the_page_declares_every_part_of_a_view() -> None:
    typedef = (PACKAGE / "web" / "types.js").read_text(encoding="utf-8").split("@typedef {object} View\n", 1)[1]
    declared = re.findall(r"@property \{.*\} (\w+)", typedef.split("@typedef", 1)[0])
    assert declared == list(cardhouse.new("hearts", seed=1).view(0).plain())


@pytest.mark.parametrize("info", games(), ids=lambda info: info.name)
def test_a_page_reads_no_fact_that_it_does_not_declare(info: Any) -> None:
    folders = [PACKAGE / "games" / info.name, PACKAGE / "games" / "slapping"]
    code = {file: file.read_text(encoding="utf-8") for folder in folders for file in folder.glob("*.js")}
    declared = {fact for text in code.values() for fact in re.findall(r"@property \{.*\} (\w+)", text)}
    facts = cardhouse.new(info.name, seed=1).view(0).facts
    own = (PACKAGE / "games" / info.name / "page.js").read_text(encoding="utf-8")
    typedef = own.split("@typedef {object}", 1)[1].split("*/", 1)[0]
    assert set(re.findall(r"@property \{.*\} (\w+)", typedef)) <= set(facts)
    assert set(re.findall(r"\bfacts\(\w+\)\.(\w+)|view\.facts\.(\w+)", own)) <= {(fact, "") for fact in declared}


def page_code() -> Iterator[tuple[str, str]]:
    """The page's own modules and those of the games, by name."""
    for folder in ("web", "games"):
        for file in sorted((PACKAGE / folder).rglob("*")):
            if file.suffix in {".js", ".html", ".css", ".webmanifest"}:
                yield file.relative_to(PACKAGE).as_posix(), file.read_text(encoding="utf-8")


def test_the_page_reaches_the_house_through_its_transport_only() -> None:
    reaching = re.compile(r"\b(fetch\s*\(|WebSocket|XMLHttpRequest|EventSource|sendBeacon|new (Shared)?Worker)")
    allowed = ("web/transport/", "web/sw.js")
    found = {name for name, text in page_code() if reaching.search(text) and not name.startswith(allowed)}
    assert found == set()


def test_no_address_in_the_page_begins_at_the_root() -> None:
    """So the page works under any path. What follows a `#` names a screen, which the router reads."""
    rooted = re.compile(
        r"""(?:href|src|url|import|fetch|"src"|"id"|"scope"|"start_url")\s*[=:(]+\s*['"`]/|['"`]/api/"""
    )
    found = [f"{name}: {hit.group()}" for name, text in page_code() for hit in rooted.finditer(text)]
    assert found == []
