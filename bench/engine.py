"""How many random games a second: ``make bench-engine``, or ``python -m bench.engine``.

Each game is played from a fresh deal to its end by random legal actions: driven from Python by `legal` and `apply`,
inside the compiled loop, and in the same loop of the plain files. Hearts, one deal of it, stands next to OpenSpiel's
where that is installed (the extra ``bench``): its own C++ plays through the evaluator of its MCTS bot.

A figure is the median of its rounds; a ratio is the median of those within a round, with the lowest and the highest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

import cardhouse
from bench.open_spiel import OpenSpielHearts, installed
from bench.rates import Play, Rates, rate, ratio, rounds_of, table
from cardhouse import Chance, Game
from cardhouse.build import running
from cardhouse.engine.playouts import play_fresh, play_on


def new_game(name: str, seed: int) -> Game:
    """A fresh game; of Hearts one deal, played to its last card, as OpenSpiel plays it."""
    if name == "hearts":
        return cardhouse.new(name, seed=seed, limit=1, claims=False)
    return cardhouse.new(name, seed=seed)


class FromPython:
    """Games driven by `legal` and `apply`."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self.random = Random(seed).random
        self.play = self.play_in_turn if name == "hearts" else self.play_of_anybody
        self.dealt = new_game(name, seed)

    def fresh(self, games: int) -> None:
        """Whole games."""
        for seed in range(self.seed, self.seed + games):
            self.play(new_game(self.name, seed))

    def dealt_already(self, games: int) -> None:
        """One and the same deal, again and again."""
        for _ in range(games):
            self.play(self.dealt.copy())

    def play_of_anybody(self, game: Game) -> None:
        """Each time one random action of all that are legal for anybody, the timer's firing among them."""
        random = self.random
        seats = range(game.seats)
        while game.outcome is None:
            choices = [(seat, action) for seat in seats for action in game.legal(seat)]
            pick = int(random() * (len(choices) + (game.timer is not None)))
            if pick < len(choices):
                game.apply(*choices[pick])
            else:
                game.fire()

    def play_in_turn(self, game: Game) -> None:
        """Each time one random action of the first seat that is awaited: enough where the order makes no difference."""
        random = self.random
        while game.outcome is None:
            seat = game.turn()[0]
            actions = game.legal(seat)
            game.apply(seat, actions[int(random() * len(actions))])


def inside(name: str) -> Play:
    """Fresh games in the loop of the house."""
    dealt = new_game(name, 1)
    return partial(play_fresh, type(dealt)(dealt.setup), chance=Chance(1))


def inside_when_dealt(name: str) -> Play:
    """One and the same deal in the loop of the house, again and again."""
    return partial(play_on, new_game(name, 1), chance=Chance(1))


class Moments:
    """Positions of one long game, to see whether it gets slower on the way."""

    def __init__(self, name: str) -> None:
        options = {"limit": 500} if name == "hearts" else None
        games = [cardhouse.new(name, seed=seed, options=options) for seed in range(20)]
        self.game = max(games, key=lambda game: play_length(game.copy()))
        self.positions: list[Game] = []
        chance = Chance(1)
        while not self.game.over:
            self.positions.append(self.game.copy())
            self.game.random_step(chance)

    def early(self, times: int) -> None:
        """`copy`, `legal` and `apply` in the first quarter."""
        self.visit(0, times)

    def late(self, times: int) -> None:
        """The same in the last quarter."""
        self.visit(len(self.positions) * 3 // 4, times)

    def visit(self, start: int, times: int) -> None:
        quarter = len(self.positions) // 4
        for at in range(times):
            game = self.positions[start + at * 97 % quarter].copy()
            for seat in range(game.seats):
                actions = game.legal(seat)
                if actions:
                    game.apply(seat, actions[at % len(actions)])
                    break


def play_length(game: Game) -> int:
    """How many actions a game takes when it is played on at random."""
    game.play_out(Chance(1))
    return int(game.step)


class PlainFiles:
    """Another process, in which the plain files run, whatever is installed."""

    def __init__(self) -> None:
        where = {**os.environ, "CARDHOUSE_PURE": "1"}
        command = [sys.executable, "-m", "bench.engine", "--answer"]
        self.process = subprocess.Popen(command, env=where, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rate(self, name: str, seconds: float) -> float:
        """Fresh games a second of its CPU time, in the loop of the house."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(name, seconds, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def answer() -> None:
    """Answer what `PlainFiles` asks, until it asks no more."""
    assert running() == "plain"
    plays = {info.name: inside(info.name) for info in cardhouse.games()}
    for question in sys.stdin:
        name, seconds = question.split()
        print(rate(plays[name], float(seconds)), flush=True)


def measure(names: list[str], rounds: int, seconds: float, seed: int) -> Rates:
    """The rates of everything that is compared."""
    plain = PlainFiles()
    plays: dict[str, Play] = {}
    for name in names:
        plays[f"{name} python"] = FromPython(name, seed).fresh
        plays[f"{name} inside"] = inside(name)
        plays[f"{name} early"] = (moments := Moments(name)).early
        plays[f"{name} late"] = moments.late
    if installed():
        theirs = OpenSpielHearts()
        plays["ours inside"] = inside_when_dealt("hearts")
        plays["theirs inside"] = theirs.inside
        plays["ours python"] = FromPython("hearts", seed).fresh
        plays["theirs python"] = theirs.from_python
        plays["ours dealt"] = FromPython("hearts", seed).dealt_already
        plays["theirs dealt"] = theirs.from_python_when_dealt
    contestants: dict[str, Callable[[], float]] = {name: partial(rate, play, seconds) for name, play in plays.items()}
    contestants |= {f"{name} plain": partial(plain.rate, name, seconds) for name in names}
    rates = rounds_of(contestants, rounds)
    plain.process.communicate()
    return rates


def report(names: list[str], rates: Rates) -> str:
    """All tables."""
    figures = {name: f"{median(found):,.0f}" for name, found in rates.items()}

    def row(title: str, ways: list[str], above: str, below: str) -> list[str]:
        return [title, *(figures[way] for way in ways), ratio(rates[above], rates[below])]

    told = [
        table(
            ["random games a second", "from Python", "inside the loop", "plain files", "inside / plain"],
            [
                row(name, [f"{name} {way}" for way in ("python", "inside", "plain")], f"{name} inside", f"{name} plain")
                for name in names
            ],
        ),
        table(
            ["copy, legal and apply a second", "early in a long game", "late", "early / late"],
            [row(name, [early := f"{name} early", late := f"{name} late"], early, late) for name in names],
        ),
    ]
    if "theirs inside" in rates:
        told.append(
            table(
                ["Hearts, deals a second", "Cardhouse", "OpenSpiel", "ratio"],
                [
                    row(title, [ours := f"ours {way}", theirs := f"theirs {way}"], ours, theirs)
                    for way, title in (
                        ("inside", "inside the loop, from a dealt hand"),
                        ("python", "from Python, the dealing included"),
                        ("dealt", "from Python, from a dealt hand"),
                    )
                ],
            )
        )
    else:
        told.append("OpenSpiel is not installed here: pip install 'cardhouse[bench]' to compare with it.")
    return "\n\n".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9, help="how often everything is measured")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time for each in a round")
    parser.add_argument("--seed", type=int, default=1, help="the first seed of the games driven from Python")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answer()
        return
    names = [info.name for info in cardhouse.games()]
    print(f"Cardhouse runs {running()}. {asked.rounds} rounds.\n")
    print(report(names, measure(names, asked.rounds, asked.seconds, asked.seed)))


if __name__ == "__main__":
    main()
