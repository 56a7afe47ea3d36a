"""Measures what an expert at Hearts gains by doubting its own moons, from the first card that it plays otherwise.

    python -m bench.moon_doubt --doubts 1 2 --deals 400              against three quick experts
    CARDHOUSE_EARLIER=… python -m bench.moon_doubt --against earlier   of an earlier version (bench/earlier.py)

One seat plays without doubt. Where it would play another card with it, the deal is played to its end both ways, each
with its own doubt; where it never would before another has a point, nothing is gained or lost, and the rest of the deal
need not be played. The gain is by how many points a deal the seat does better than the others on average, with its
standard error. All play with less work than usual.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

import cardhouse
from bench.earlier import Earlier
from cardhouse.bots import Bot
from cardhouse.build import running
from cardhouse.games.hearts.bots import ExpertHearts
from cardhouse.games.hearts.rules import POINTS, Hearts

SEATS = 4
EVERY = 20


class Doubting(ExpertHearts):
    """The seat that is looked at."""

    samples, worlds, simulations, pass_worlds = 200, 64, 32, 160

    def __init__(self, seed: int, doubt: float) -> None:
        super().__init__(seed)
        self.doubt = doubt


class Quick(ExpertHearts):
    """One of the others."""

    samples, worlds, simulations, pass_worlds = 100, 16, 24, 80


@dataclass
class Gain:
    """A doubt's gain in each deal, and how many moons were shot with it and without."""

    deals: list[float] = field(default_factory=list)
    forks: int = 0
    moons: int = 0
    moons_without: int = 0

    def __str__(self) -> str:
        error = stdev(self.deals) / len(self.deals) ** 0.5
        return (
            f"{fmean(self.deals):+.2f} ± {error:.2f} in {len(self.deals)} deals; another card in {self.forks}, with "
            f"{self.moons} moons there, without doubt {self.moons_without}"
        )


def act(game: Hearts, bot: Bot, seat: int) -> None:
    """Let the seat on move do something."""
    action = bot.choose(game.view(seat))
    assert action is not None
    game.apply(seat, action)


def play_on(game: Hearts, seat: int, player: Bot, others: Sequence[Bot]) -> tuple[float, bool]:
    """Play the deal to its end: by how much the seat did better than the others, and whether it shot the moon."""
    while not game.over:
        mover = game.turn()[0]
        act(game, player if mover == seat else others[mover], mover)
    won = game.history()[-1]
    return (sum(won) - won[seat]) / (SEATS - 1) - won[seat], sum(won) == 26 * (SEATS - 1) and won[seat] == 0


def compare(seed: int, seat: int, others: Sequence[Bot], gains: Mapping[float, Gain]) -> None:
    """Play one deal, and from the first other card of each doubt on another one."""
    game = cardhouse.new("hearts", seats=SEATS, seed=seed, options={"limit": 1})
    assert isinstance(game, Hearts)
    bots = {doubt: Doubting(seed * 8 + seat, doubt) for doubt in (0.0, *gains)}
    forks: dict[float, Hearts] = {}
    while not game.over and len(forks) < len(gains):
        mover = game.turn()[0]
        if mover != seat:
            act(game, others[mover], mover)
            continue
        if any(game.taken[other] & POINTS for other in range(SEATS) if other != seat):
            break
        view = game.view(seat)
        usual = bots[0.0].choose(view)
        assert usual is not None
        for doubt in gains if view.phase != "pass" and len(view.legal) > 1 else ():
            action = bots[doubt].choose(view) if doubt not in forks else usual
            if action is not None and action != usual:
                fork = game.copy()
                assert isinstance(fork, Hearts)
                fork.apply(seat, action)
                forks[doubt] = fork
        game.apply(seat, usual)
    usual_end, usual_moon = play_on(game, seat, bots[0.0], others) if forks else (0.0, False)
    for doubt, gain in gains.items():
        if doubt not in forks:
            gain.deals.append(0.0)
            continue
        end, moon = play_on(forks[doubt], seat, bots[doubt], others)
        gain.deals.append(end - usual_end)
        gain.forks += 1
        gain.moons += moon
        gain.moons_without += usual_moon


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doubts", type=float, nargs="+", default=[1.0, 2.0])
    parser.add_argument("--against", choices=["quick", "earlier"], default="quick")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=700_000)
    given = parser.parse_args()
    print(f"The rules and the search run {running()}.")
    gains = {doubt: Gain() for doubt in given.doubts}
    for number in range(given.deals):
        # The same cards for every seat.
        seed = given.seed + number // SEATS
        kind = Earlier if given.against == "earlier" else Quick
        compare(seed, number % SEATS, [kind(seed * 8 + seat) for seat in range(SEATS)], gains)
        if number % EVERY == EVERY - 1 or number == given.deals - 1:
            print("\n".join(f"doubt {doubt:g}: {gain}" for doubt, gain in gains.items()), flush=True)


if __name__ == "__main__":
    main()
