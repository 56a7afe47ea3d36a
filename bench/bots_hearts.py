"""How strong the cats of Hearts are, in points a deal, with 95% intervals by bootstrap.

    python -m bench.bots_hearts                       everything, about half an hour on one idle core
    python -m bench.bots_hearts greedy --matches 50   greedy, moonless, flat, hunter, before, itself, …
    python -m bench.bots_hearts flat --seed 51000     with other deals
    python -m bench.bots_hearts itself --set doubt=2  the expert with other settings

A match is one deal for each direction of passing, the same cards for every seating; the interval is over matches. The
seeds are not those that anything was tuned on. ``greedy``: one expert against three greedy. ``moonless``: the same
where nobody can shoot the moon. ``flat``: two against two of a flat Monte Carlo search with 20 worlds and 50 greedy
playouts for each card. ``hunter``: two against two of an expert for whom a moon of its own counts more, not less, for
each card that it still has to play; the points by direction of passing are told besides. ``before``: two against two
of an earlier version's expert (see ``bench/earlier.py``). ``itself``: two against two of the expert without the
settings given, only where it is asked for. ``levels``: each level two against two of the one below. ``seats``: one
expert against greedy players at tables of three and five, and with all options.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

import cardhouse
from bench.earlier import Earlier
from bench.settings import add_settings, with_settings
from cardhouse import Action, View
from cardhouse.arena.results import averages
from cardhouse.bots import LEVELS, Bot, make_bot
from cardhouse.build import running
from cardhouse.engine.action import PLAY
from cardhouse.engine.cards import cards_in
from cardhouse.games.hearts.bots import ExpertHearts, GreedyHearts, seat_of
from cardhouse.games.hearts.playout import OneDeal, Worth
from cardhouse.games.hearts.policy import GreedyPolicy
from cardhouse.games.hearts.sampler import HeartsSampler

SEED = 50_000
PARTS = ("greedy", "moonless", "flat", "hunter", "before", "levels", "seats")
DIRECTIONS = ("left", "right", "across", "none")
ITSELF = "itself"
Maker = Callable[[int], Bot]


class FlatMonteCarlo(GreedyHearts):
    """Tries each card in 20 worlds that fit, with 50 greedy playouts in each, a card in ten of them any card."""

    def choose(self, view: View) -> Action | None:
        if view.phase == "pass" or len(view.legal) == 1:
            return super().choose(view) if view.phase == "pass" else view.legal[0]
        chance = self.chance(view)
        seat = seat_of(view)
        sampler = HeartsSampler(view)
        known = sampler.known
        worth = Worth(known, seat)
        game = OneDeal(known.setup, known)
        policy = GreedyPolicy(10)
        totals = dict.fromkeys(cards_in(known.playable(seat)), 0.0)
        for _ in range(20):
            world = sampler.game(chance)
            for card in totals:
                for _ in range(50):
                    game.set_to(world)
                    game.play(seat, 2**card)
                    game.play_to_end(policy, chance)
                    totals[card] += worth.of(game.points)
        return Action(PLAY | 2 ** max(totals, key=lambda card: totals[card]))


class MoonHunter(ExpertHearts):
    """An expert that is greedy for moons, and believes in them too early."""

    doubt = -1.0


@dataclass
class Figure:
    """The result of a meeting of two players; ``by_deal`` has each deal of a match, so each direction, apart."""

    title: str
    better: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    by_deal: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    moons: int = 0
    conceded: int = 0
    deals: int = 0

    def __str__(self) -> str:
        found = averages([self.better])[0]
        times = sorted(self.times)
        return (
            f"{self.title}: {found.mean:+.2f} points a deal better [{found.low:+.2f}, {found.high:+.2f}], "
            f"{len(self.better)} matches, {self.deals} deals, {self.moons} moons shot, {self.conceded} conceded; "
            f"thinks {1000 * median(times):.0f} ms, 95% under {1000 * times[int(0.95 * len(times))]:.0f} ms (CPU)"
        )

    def directions(self) -> str:
        """The same by direction of passing."""
        found = {name: averages([self.by_deal[at]])[0] for at, name in enumerate(DIRECTIONS)}
        return ", ".join(f"{name} {one.mean:+.2f} [{one.low:+.2f}, {one.high:+.2f}]" for name, one in found.items())


def play(
    seating: Sequence[Maker | None], other: Maker, seed: int, options: Mapping[str, object], figure: Figure
) -> float:
    """Play a match; by how much the players of ``seating`` did better a deal than the other player in the gaps."""
    seats = len(seating)
    deals = {3: 3, 4: 4, 5: 5}[seats]
    game = cardhouse.new("hearts", seats=seats, seed=seed, options={**options, "limit": 500})
    bots = [(maker or other)(seed * 8 + seat) for seat, maker in enumerate(seating)]
    won: list[list[int]] = []
    while len(won) < deals:
        seat = game.turn()[0]
        view = game.view(seat)
        start = time.process_time()
        action = bots[seat].choose(view)
        if seating[seat] and len(view.legal) > 1:
            figure.times.append(time.process_time() - start)
        assert action is not None
        game.apply(seat, action)
        won = game.view(None).facts["history"]
    mine = [seat for seat in range(seats) if seating[seat]]
    others = [seat for seat in range(seats) if not seating[seat]]
    figure.deals += deals
    better = [mean(deal[seat] for seat in others) - mean(deal[seat] for seat in mine) for deal in won]
    for at, deal in enumerate(won):
        figure.moons += shot(deal, mine)
        figure.conceded += shot(deal, others)
        figure.by_deal[at].append(better[at])
    return mean(better)


def shot(deal: Sequence[int], seats: Sequence[int]) -> bool:
    """True if one of these seats has shot the moon."""
    return any(deal[seat] < min(points for other, points in enumerate(deal) if other != seat) - 25 for seat in seats)


def meet(
    title: str, player: Maker, other: Maker, seatings: Sequence[str], matches: int, seed: int, **options: object
) -> Figure:
    """Let two players meet in all these seatings, an ``x`` for each seat of the first."""
    figure = Figure(title)
    for number in range(matches):
        figure.better.append(
            mean(
                play([player if seat == "x" else None for seat in seating], other, seed + number, options, figure)
                for seating in seatings
            )
        )
        if number % 5 == 4:
            print(f"so far: {figure}", file=sys.stderr, flush=True)
    print(figure, flush=True)
    return figure


def cat(level: str, settings: Sequence[str] = ()) -> Maker:
    return lambda seed: with_settings(make_bot("hearts", level, seed), settings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join((*PARTS, ITSELF)))
    parser.add_argument("--matches", type=int)
    parser.add_argument("--seed", type=int, default=SEED)
    add_settings(parser, "a setting of the expert, except in levels")
    given = parser.parse_args()
    parts, matches, seed = given.parts or PARTS, given.matches, given.seed
    print(f"The rules and the search run {running()}.")
    expert = cat("expert", given.settings)
    alone = ["x...", ".x..", "..x.", "...x"]
    if "greedy" in parts:
        meet("expert against three greedy", expert, cat("greedy"), alone, matches or 50, seed)
    if "moonless" in parts:
        meet("the same without moons", expert, cat("greedy"), alone, matches or 25, seed, moon="none")
    if "flat" in parts:
        meet("expert against flat, 2:2", expert, FlatMonteCarlo, ["x.x.", ".x.x"], matches or 60, seed)
    if "hunter" in parts:
        title = "expert against a moon-hunter, 2:2"
        print(meet(title, expert, MoonHunter, ["x.x.", ".x.x"], matches or 40, seed).directions(), flush=True)
    if "before" in parts:
        title = "expert against what it was before, 2:2"
        meet(title, expert, Earlier, ["x.x.", ".x.x"], matches or 75, seed)
    if ITSELF in parts:
        title = f"expert with {' '.join(given.settings)} against itself without, 2:2"
        meet(title, expert, cat("expert"), ["x.x.", ".x.x"], matches or 75, seed)
    if "levels" in parts:
        for lower, higher in itertools.pairwise(LEVELS):
            title = f"{higher} against {lower}, 2:2"
            enough = 100 if higher == "expert" else 60
            meet(title, cat(higher), cat(lower), ["x.x.", ".x.x"], matches or enough, seed)
    if "seats" in parts:
        for seatings in (["x..", ".x.", "..x"], ["x....", "..x..", "...x."]):
            title = f"expert against {len(seatings[0]) - 1} greedy, all options"
            on = {"jack": True, "queen_breaks": True, "first_trick_points": True, "moon": "self"}
            meet(title, expert, cat("greedy"), seatings, matches or 15, seed, **on)


if __name__ == "__main__":
    main()
