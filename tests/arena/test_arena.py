"""Contests: who sits where, that the results repeat whatever plays them, and what can go wrong on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cardhouse import BadSetup
from cardhouse.arena import Contest, contest, play
from cardhouse.arena.deals import seed_for
from cardhouse.arena.report import plain
from cardhouse.cli import main

BOTS = str(Path(__file__).parent / "arena_bots.py")


def own(name: str) -> str:
    return f"{BOTS}:{name}"


def repeatable(results: dict[str, Any]) -> dict[str, Any]:
    """Results without what the clock on the wall decides."""
    for bot in results["bots"]:
        del bot["thinking"]
    return results


def seatings(bots: str, seats: int, game: str = "durak") -> list[str]:
    made = Contest(game, tuple(bots.split()), seats, {}, 1, 0, 5.0)
    return ["".join(made.players[who] for who in seating) for seating in made.seatings]


def test_two_bots_at_a_table_of_two_change_seats() -> None:
    assert seatings("a b", 2) == ["ab", "ba"]


def test_everybody_sits_everywhere() -> None:
    assert seatings("a b c d", 4) == ["abcd", "bcda", "cdab", "dabc"]


def test_one_bot_can_sit_in_several_seats() -> None:
    assert seatings("a b b b", 4) == ["abbb", "bbba", "bbab", "babb"]


def test_fewer_bots_than_seats_are_repeated() -> None:
    assert seatings("a", 4) == ["aaaa"]
    assert seatings("a b", 4) == ["abab", "baba"]
    tables = seatings("a b c", 4)
    assert len(tables) == 12
    # Each sits equally often in every seat.
    for seat in range(4):
        assert set(Counter(table[seat] for table in tables).values()) == {4}


def test_of_more_bots_than_seats_every_choice_meets() -> None:
    assert seatings("a b c", 2) == ["ab", "ba", "ac", "ca", "bc", "cb"]


def test_all_seatings_of_a_deal_have_the_same_cards() -> None:
    # Two bots that play alike: nothing but the cards decides, and the same seats have the same scores.
    made = contest("hearts", [own("First"), own("AlsoFirst")], deals=2, seed=5)
    first, second = made.play_deal(0).games
    assert first.scores == second.scores
    assert made.play_deal(1).games[0].scores != first.scores


def test_chance_is_the_same_for_whoever_sits_in_a_seat() -> None:
    made = contest("hearts", ["random", own("AlsoRandom")], deals=2, seed=5)
    first, second = made.play_deal(0).games
    assert first.scores == second.scores


def test_a_deal_of_hearts_is_a_game_unless_a_limit_is_given() -> None:
    assert contest("hearts", ["random"]).options["limit"] == 1
    assert contest("hearts", ["random"], options={"limit": 50}).options["limit"] == 50


@pytest.mark.parametrize(("game", "bots"), [("hearts", ["random", own("First")]), ("ratscrew", ["easy", "greedy"])])
def test_the_results_are_the_same_in_any_number_of_processes(game: str, bots: list[str]) -> None:
    made = contest(game, bots, deals=6, seed=4)
    alone = repeatable(plain(play(made, jobs=1)))
    assert alone["deals"] == 6
    assert alone == repeatable(plain(play(made, jobs=2)))
    other = contest(game, bots, deals=6, seed=5)
    assert alone["bots"] != repeatable(plain(play(other, jobs=1)))["bots"]


def test_failures_are_the_bots_losses_and_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "hearts", own("Crashes"), own("Sulks"), "random", "random", "--deals", "3", "--jobs", "1"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "arena_bots.py:Sulks lost 12 games by its own fault, by giving no answer" in out
    assert "Crashes" not in out.split("fault")[1]


def test_a_bot_that_fails_has_the_worst_result() -> None:
    results = play(contest("hearts", [own("Crashes"), "random", "random", "random"], deals=2), jobs=1)
    assert results.standing(own("Crashes")).result.mean == 26
    assert results.standing("random").result.mean == 0
    assert results.standing(own("Crashes")).failures == {"exception": 8}
    assert results.standing(own("Crashes")).first_fault("exception").why == "ValueError: I have seen enough"
    durak = play(contest("durak", [own("Sulks"), "random"], deals=2), jobs=1)
    assert durak.standing(own("Sulks")).result.mean == 1
    ratscrew = play(contest("ratscrew", [own("Cheats"), "easy"], deals=2), jobs=1)
    assert ratscrew.standing(own("Cheats")).result.mean == 0


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["hearts", "nobody"], "There is no bot 'nobody' for Hearts"),
        (["whist", "random"], "There is no game 'whist'"),
        (["hearts", "nowhere.py:Bot"], "There is no bot file nowhere.py"),
        (["hearts", f"{BOTS}:Nobody"], "has no class Nobody"),
        (["hearts", "random", "--deals", "0"], "number of deals"),
        (["hearts", "random", "--jobs", "0"], "number of processes"),
        (["hearts", "random", "--limit", "0"], "time for one move"),
        (["hearts", "random", "--limit", "nan"], "time for one move"),
        (["hearts", "random", "--memory", "1"], "The memory of a bot"),
        (["hearts", "random", "--seats", "7"], "can't be played by 7"),
        (["hearts", "random", "--seed", "-1"], "A seed is"),
        (["hearts", "random", "--option", "limit"], "name=value"),
        (["hearts", "random", "--option", "moon=blue"], "can't be 'blue'"),
        (["hearts", "random", "--deals", "1", "--jobs", "1", "--plot", "/nowhere/x.svg"], "can't be written"),
        (["hearts", "random", "--cluster", "nonsense://here"], "There is no Dask cluster"),
    ],
)
def test_what_cant_be_played_is_said_in_a_sentence(
    words: list[str], key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("cardhouse: ")
    assert key in err
    with pytest.raises(BadSetup):
        contest("hearts", [])


def test_the_table_the_json_and_the_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "plot.svg"
    words = ["arena", "ratscrew", "easy", "expert", "--deals", "3", "--jobs", "1", "--plot", str(picture)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Ratscrew: 3 deals, each in 2 seatings; 2 seats, seed 0." in out
    assert re.search(r"^expert +\d+\.\d% \(\d+\.\d – \d+\.\d\) +1\.\d\d +\+\d+ ", out, re.MULTILINE)
    assert out.index("\nexpert") < out.index("\neasy")
    drawn = ElementTree.parse(picture).getroot()
    assert drawn.tag.endswith("svg")
    assert {"easy", "expert"} <= {text.text for text in drawn.iter() if text.text}
    assert main([*words[:-2], "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in results["bots"]] == ["easy", "expert"]
    assert results["bots"][1]["won"] > results["bots"][0]["won"]
    assert results["bots"][1]["reactions"]["median"] < results["bots"][0]["reactions"]["median"]
    assert results["bots"][0]["thinking"]["count"] > 100


def test_house_rules_and_seats_are_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "durak", "random", "--seats", "3", "-o", "deck=36", "--deals", "2", "--jobs", "1"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "3 seats" in out
    assert "House rules: deck=36." in out


# Tests that run in the background were started without an ear for Ctrl-C, which their processes inherit.
LISTENING = (
    "import os, signal, sys; os.environ['ARENA'] = str(os.getpid()); "
    "signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from cardhouse.cli import main; sys.exit(main())"
)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", LISTENING, "arena", *words], capture_output=True, text=True, timeout=200, check=False
    )


def first_unlucky_deal(seed: int) -> int:
    """The first deal in which one of the bots that act up in some deals does so."""
    return next(deal for deal in range(1000) if any(seed_for(seed, deal, "seat", seat) % 30 == 0 for seat in range(4)))


def test_interrupted_it_prints_what_it_has() -> None:
    seed = next(seed for seed in range(100) if first_unlucky_deal(seed) == 3)
    run = command("hearts", own("PressesKeys"), "--deals", "500", "--seed", str(seed), "--jobs", "1")
    assert run.returncode == 130
    assert "Not all was played: 3 of 500 deals." in run.stdout
    assert re.search(r"PressesKeys +\d+\.\d\d \(", run.stdout)
    assert "Traceback" not in run.stderr


def test_interrupted_it_stops_all_its_processes() -> None:
    seed = next(seed for seed in range(1000) if first_unlucky_deal(seed) == 40)
    run = command("hearts", own("PressesKeys"), "--deals", "500", "--seed", str(seed), "--jobs", "2", "--json")
    assert run.returncode == 130
    assert 20 <= json.loads(run.stdout)["deals"] < 60
    # Python itself tells of an interrupt that came during a destructor.
    assert "Traceback" not in run.stderr or "Exception ignored" in run.stderr, run.stderr


def test_an_interrupt_that_was_swallowed_is_heard_after_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes during a destructor is only written down by Python."""
    all_deals = contest("hearts", ["random"], deals=500, seed=1)
    monkeypatch.setattr(sys, "unraisablehook", lambda told: None)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    class Presses:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def press(done: int, of: int) -> None:
        if done == 3:
            Presses()

    try:
        assert play(all_deals, jobs=1, progress=press).deals == 3
    finally:
        signal.signal(signal.SIGINT, before)


def test_interrupted_before_the_first_deal_it_says_so() -> None:
    seed = next(seed for seed in range(100) if first_unlucky_deal(seed) == 0)
    run = command("hearts", own("PressesKeys"), "--deals", "500", "--seed", str(seed), "--jobs", "1")
    assert run.returncode == 130
    assert "0 of 500 deals" in run.stdout


@pytest.fixture
def cluster() -> Iterator[str]:
    """A Dask cluster of two processes, by its address."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made.scheduler_address


@pytest.mark.filterwarnings("default")
def test_on_a_cluster_of_two_processes_the_results_are_the_same(
    cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "hearts", "random", own("First"), "--deals", "6", "--seed", "4", "--json"]
    assert main([*words, "--jobs", "1"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main([*words, "--cluster", cluster]) == 0
    assert repeatable(json.loads(capsys.readouterr().out)) == repeatable(alone)


def test_progress_is_shown_on_a_terminal_only() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    words = ["arena", "hearts", "random", "--deals", "3", "--jobs", "1"]
    run = subprocess.run(
        [sys.executable, "-m", "cardhouse.cli", *words], stdout=subprocess.PIPE, stderr=theirs, text=True, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert "3/3" in shown
    assert "/3" not in run.stdout
    assert command(*words[1:]).stderr == ""
