"""Cardhouse-5 measures a bot by a fixed protocol, and finds the best response to it in small positions."""

from __future__ import annotations

import json
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

import cardhouse
from cardhouse import Action, BadSetup, View, games
from cardhouse.arena.bench5 import bench5, benchmarked, parts
from cardhouse.arena.exploit import Exploiter, exploited, small_positions, worlds, worth_to
from cardhouse.bots import Bot, make_bot
from cardhouse.cli import main
from cardhouse.games import spec
from cardhouse.games.spec import Small

HERE = Path(__file__).parent


class Highest(Bot):
    """Plays the last of all that it may."""

    def choose(self, view: View) -> Action | None:
        return view.legal[len(view.legal) - 1]


def small_of(game: str) -> Small:
    bench = spec(game).benchmark
    assert bench is not None
    assert bench.small is not None
    return bench.small


def test_every_game_of_the_house_is_part_of_it() -> None:
    assert [info.name for info in benchmarked()] == [info.name for info in games() if info.folder is not None][:5]
    for info in benchmarked():
        assert info.benchmark is not None
        assert set(info.benchmark.deals) <= set(info.bots)


def test_all_games_that_look_alike_are_found() -> None:
    small = small_of("hearts")
    position = next(small_positions(small.deal, small.here, small.worlds))
    seat = position[0].turn()[0]
    assert len({world.digest() for world in position}) == len(position) <= small.worlds
    assert len({world.view(seat).json() for world in position}) == 1
    fresh = small.deal(1)
    assert worlds(fresh, fresh.turn()[0], small.worlds) == []


@pytest.mark.parametrize("game", ["hearts", "durak"])
@pytest.mark.parametrize("name", ["greedy", "highest"])
def test_the_best_response_is_at_least_as_good_as_the_bot_in_its_place(game: str, name: str) -> None:
    small = small_of(game)
    positions = list(islice(small_positions(small.deal, small.here, small.worlds), 6))
    make = Highest if name == "highest" else partial(make_bot, game, "greedy")
    told: list[int] = []
    found = exploited(make, positions, small.worth, small.most, told.append)
    assert all(each.gain >= 0 for each in found)
    assert told == [1, 2, 3, 4, 5, 6]


def test_the_best_response_is_as_good_as_the_best_of_all_plans() -> None:
    """With a plan for each first card, and the rest by trying everything: in a position whose cards are all known."""
    small = small_of("durak")
    game = next(small_positions(small.deal, small.here, 1))[0]
    seat = game.turn()[0]
    bot = make_bot("durak", "greedy", 0)

    def tried(position: cardhouse.Game) -> float:
        exploiter.go_on(position, seat)
        if position.over:
            return small.worth(position, seat)
        ends = []
        for action in position.legal(seat):
            other = position.copy()
            other.apply(seat, action)
            ends.append(tried(other))
        return max(ends)

    exploiter = Exploiter(bot, seat, partial(worth_to, small.worth, seat), small.most)
    assert exploiter.best([game.copy()]) == tried(game.copy())


def test_a_bot_is_measured_against_all_baselines_and_itself_is_its_equal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench5", "greedy", "--games", "hearts", "--share", "0.01", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (game,) = found["games"]
    assert [one["name"] for one in game["baselines"]] == ["greedy", "medium", "expert"]
    assert game["baselines"][0]["ahead"] == [0.5, 0.5, 0.5]
    assert found["score"] == game["score"]
    assert game["positions"] == 1


def test_it_is_the_same_whenever_it_is_played_and_in_however_many_processes() -> None:
    first, again = (list(bench5("greedy", ["ratscrew"], 0.004, jobs)) for jobs in (1, 2))
    assert first == again


def test_a_part_of_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench5", "medium", "--games", "slapjack", "--share", "0.002", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "Cardhouse-5, version 1: medium" in said
    assert "not to be cited" in said
    assert "greedy" in said


@pytest.mark.parametrize("share", ["0", "1.5", "nan"])
def test_a_share_is_above_none_and_at_most_all(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench5", "greedy", "--share", share]) == 2
    assert "at most 1" in capsys.readouterr().err


def test_a_game_that_has_no_benchmark_is_refused() -> None:
    with pytest.raises(BadSetup, match="bridge"):
        benchmarked(["bridge"])


def test_parts_of_a_share_are_never_nothing() -> None:
    assert all(size == 1 for info in benchmarked() for _, size in parts(info, 1e-9))
