"""Nothing that a bot does stops the arena: what happened is said, the game counts as lost, and the rest goes on."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

import cardhouse
from cardhouse import BadSetup, Chance
from cardhouse.arena import Played, contest, play, play_match
from cardhouse.bots import RandomBot
from cardhouse.bots.process import BotProcess
from cardhouse.cli import main

HERE = Path(__file__).parent
BOTS = str(HERE / "bad_bots.py")

# What each does wrong: the kind of fault, what is said of it, and what stands in the traceback.
BAD = {
    "Raises": ("exception", "ValueError: meow", "in deeper"),
    "NeverBorn": ("exception", "RuntimeError: no", "in __init__"),
    "Leaves": ("exception", "SystemExit: bye", "sys.exit"),
    "Interrupts": ("exception", "KeyboardInterrupt", "raise KeyboardInterrupt"),
    "Exits": ("died", "exit code 3", ""),
    "Aborts": ("died", "its process", "in choose"),
    "ReadsNowhere": ("died", "its process", "in choose"),
    "KillsItself": ("died", "its process", ""),
    "Sleeps": ("overrun", "more than 0.3 s", "in choose"),
    "Loops": ("overrun", "more than 0.3 s", "in choose"),
    "LoopsInC": ("overrun", "more than 0.3 s", "in choose"),
    "Dawdles": ("overrun", "0.6", ""),
    "Cheats": ("illegal", "play 2c 2d 2s 2h", ""),
    "Chatters": ("illegal", "'play 2c'", ""),
    "Backwards": ("illegal", "after=-1.0", ""),
    "Nowhen": ("illegal", "after=nan", ""),
    "GivesTheUnspeakable": ("illegal", "an answer of type Unspeakable", ""),
    "RaisesTheUnspeakable": ("exception", "Mumbles", "raise Mumbles"),
    "Sulks": ("silent", "", ""),
    "Eats": ("exception", "MemoryError", "eaten.append"),
    "Recurses": ("exception", "RecursionError", "in choose"),
    "HangsUp": ("died", "", ""),
    "WritesAnything": ("died", "", ""),
}
# What is odd, and no fault.
ODD = ("Prints", "Mutes", "Forks", "Deaf")
# What only some systems can do: fork, and bound the memory of a process.
NOT_ON_WINDOWS = ("Forks", "Eats")


@pytest.fixture
def process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[BotProcess]:
    """The process of a bot, with 300 MiB and 0.3 s for a move; perhaps with all gone that Windows does not have."""
    name, system = request.param
    if system == "like Windows":
        monkeypatch.setenv("PYTHONPATH", str(HERE / "like_windows"))
        monkeypatch.delattr(os, "killpg")
        monkeypatch.delattr(os, "fork")
        monkeypatch.delattr(signal, "setitimer")
    made = BotProcess("hearts", f"{BOTS}:{name}", 0.3, 300)
    yield made
    made.close()


def on_systems(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each bot on each system that it can be on."""
    like_windows = [(name, "like Windows") for name in names if name not in NOT_ON_WINDOWS]
    return [*((name, "this one") for name in names), *like_windows]


def played_by(process: BotProcess) -> Played:
    """A game in which this bot sits among others."""
    makers = [partial(RandomBot, seat) for seat in range(3)]
    game = cardhouse.new("hearts", seed=3, limit=1)
    return play_match(game, [makers[0], partial(process.bot, 1, 2), *makers[1:]], process.limit, Chance(1))[0]


@pytest.mark.parametrize("process", on_systems(BAD), indirect=True, ids="-".join)
def test_what_a_bad_bot_does_is_said_and_is_its_loss(process: BotProcess) -> None:
    kind, why, trace = BAD[process.name.rpartition(":")[2]]
    played = played_by(process)
    (failure,) = played.failures
    assert (failure.seat, failure.kind) == (1, kind), failure
    assert why in failure.why
    assert trace in failure.trace
    assert str(Path(cardhouse.__file__).parent / "bots" / "host.py") not in failure.trace
    assert played.places == (1, 4, 1, 1)


@pytest.mark.parametrize("process", on_systems(ODD), indirect=True, ids="-".join)
def test_what_is_only_odd_disturbs_nobody(process: BotProcess, capfd: pytest.CaptureFixture[str]) -> None:
    assert played_by(process).failures == ()
    assert capfd.readouterr().out == ""


def bot_processes(mark: str) -> set[int]:
    """The processes that run with this in their environment."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.add(int(folder.name))
    return found


def until(condition: Callable[[], bool], seconds: float = 60) -> bool:
    """Wait for it, for much longer than it takes."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the processes are looked up in /proc")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("bot", ["Loops", "LoopsInC", "Forks", "First"])
def test_an_arena_that_is_killed_leaves_nothing_behind(bot: str, jobs: int) -> None:
    mark = f"CARDHOUSE_TEST_MARK={secrets.token_hex(8)}"
    words = ["hearts", f"{BOTS}:{bot}", "random", "--deals", "100000", "--jobs", str(jobs), "--limit", "3"]
    arena = subprocess.Popen(
        [sys.executable, "-m", "cardhouse.cli", "arena", *words],
        env=os.environ | dict([mark.split("=")]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # The arena itself, its processes, and one for the bot in each.
        wanted = 2 if jobs == 1 else 1 + 2 * jobs
        assert until(lambda: len(bot_processes(mark)) >= wanted)
    finally:
        arena.kill()
        arena.wait()
    assert until(lambda: not bot_processes(mark)), bot_processes(mark)


def test_the_rest_goes_on_and_all_is_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    bots = [f"{BOTS}:{name}" for name in ("Raises", "Exits", "First")]
    words = ["arena", "durak", *bots, "random", "--deals", "2", "--jobs", "2"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "bad_bots.py:Exits lost 10 games by its own fault, by the end of its process. The first: " in out
    assert re.search(r"Raises lost \d+ games by its own fault, by an exception. The first: ValueError: meow", out)
    assert 'in deeper\n        raise ValueError("meow")' in out
    assert main([*words, "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    raises, exits, first, _ = results["bots"]
    assert [fault["why"] for fault in exits["faults"]] == ["its process ended with exit code 3"]
    assert "in deeper" in raises["faults"][0]["traceback"]
    assert first["games"] == 12
    assert first["faults"] == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import os; os._exit(4)", "its process ended with exit code 4"),
        ("raise ValueError('half written')", "ValueError: half written"),
        ("def", "SyntaxError"),
        ("import sys; sys.exit(2)", "SystemExit: 2"),
    ],
)
def test_a_file_that_ends_whoever_reads_it_is_refused_in_a_sentence(tmp_path: Path, source: str, why: str) -> None:
    (tmp_path / "broken.py").write_text(source, encoding="utf-8")
    with pytest.raises(BadSetup, match=why):
        contest("hearts", [f"{tmp_path / 'broken.py'}:Bot"])


def test_a_process_of_the_arena_that_is_killed_costs_no_deal() -> None:
    killed: list[int] = []

    def kill_one(done: int, of: int) -> None:
        if done == 3:
            child = multiprocessing.active_children()[0]
            child.kill()
            killed.append(child.pid or 0)

    made = contest("hearts", ["random"], deals=200, seed=1)
    results = play(made, jobs=2, progress=kill_one)
    assert killed
    assert results.complete
    assert results.standings[0].result == play(made, jobs=1).standings[0].result
