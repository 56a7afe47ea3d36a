"""Is a review right? Moves that it calls clearly worse are played on by a stronger level in many worlds.

    python -m bench.reviews                             Hearts and Durak, until 100 flagged moves are found in each
    python -m bench.reviews durak --flagged 40          fewer
    python -m bench.reviews --level hard --worlds 100   who plays on, in how many worlds
    python -m bench.reviews --effort 0.1                who plays on looks into a tenth of its worlds

The moves reviewed are some of those of easy cats, who make mistakes of all kinds, along many games. A flagged move is
confirmed if the better one is ahead on average when every seat plays on at that level to the end; how many of those are
also clear of zero by two errors is told besides. Proven mistakes need no confirming and are counted apart. With
``--all`` moves are played on that are not flagged either, unless they were the best: of those that follow one another,
not of the worst. A ± covers what is found if the two differ by less than both their errors make likely with 95%.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean

import cardhouse
from cardhouse import Action, Chance, View
from cardhouse.bots import Bot, make_bot
from cardhouse.bots.advice import SURE, adviser_of
from cardhouse.bots.lines import lines_of, mean_and_error
from cardhouse.bots.review import strong_players, weigh

NO_HORIZON = 100_000


def wilson(hits: int, tried: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson)."""
    share, z = hits / tried, SURE * SURE / tried
    middle = (share + z / 2) / (1 + z)
    half = SURE * math.sqrt(share * (1 - share) / tried + z / tried / 4) / (1 + z)
    return middle - half, middle + half


def moves(game: str, seed: int) -> Iterator[tuple[View, Action]]:
    """Moves of games, where there was something to choose, each with a chance of one in four."""
    chance = Chance(seed)
    while True:
        seed += 1
        playing = cardhouse.new(game, seed=seed, options={"limit": 26} if game == "hearts" else {})
        bots = [make_bot(game, "easy", seed * 8 + seat) for seat in range(playing.seats)]
        while not playing.over:
            seat = playing.turn()[0]
            view = playing.view(seat)
            action = bots[seat].choose(view)
            assert action is not None
            if len(view.legal) > 1 and chance.below(4) == 0:
                yield view, action
            playing.apply(seat, action)


def players(game: str, level: str, seats: int, effort: float) -> list[Bot]:
    """Bots of a level that look into this share of their worlds; how likely these are is looked at in as few."""
    bots = [make_bot(game, level, seat) for seat in range(seats)]
    for bot in bots:
        for name in ("worlds", "samples"):
            if effort != 1.0 and hasattr(bot, name):
                setattr(bot, name, max(4, round(effort * getattr(bot, name))))
    return bots


@dataclass
class Found:
    """A flagged move, and what came of it."""

    claimed: list[float] = field(default_factory=list)
    played: list[tuple[float, float]] = field(default_factory=list)
    weighed: int = 0
    errors: list[float] = field(default_factory=list)
    proven: int = 0
    spent: float = 0.0

    def covered(self) -> str:
        """How many of the costs are right within their ±, with the interval of that share."""
        hits = sum(
            abs(claimed - cost) <= SURE * math.hypot(own, error)
            for claimed, own, (cost, error) in zip(self.claimed, self.errors, self.played, strict=True)
        )
        tried = len(self.played)
        low, high = wilson(hits, tried)
        return f"{hits} of {tried} within their ± ({100 * hits / tried:.0f}% [{100 * low:.0f}, {100 * high:.0f}])"

    def __str__(self) -> str:
        if not self.played:
            return f"nothing flagged in {self.weighed} moves, {self.proven} proven"
        confirmed = sum(cost > 0 for cost, _ in self.played)
        clear = sum(cost > 2 * error for cost, error in self.played)
        against = sum(cost < -2 * error for cost, error in self.played)
        return (
            f"{len(self.played)} moves flagged of {self.weighed} ({self.proven} more proven), {confirmed} confirmed "
            f"({100 * confirmed / len(self.played):.0f}%), {clear} of them by two errors, {against} refuted by two; "
            f"claimed {mean(self.claimed):.2f}, found {mean(cost for cost, _ in self.played):.2f} on average; "
            f"{self.covered()}; "
            f"a move is weighed in {1000 * self.spent / self.weighed:.0f} ms of processor time"
        )


def measure(game: str, given: argparse.Namespace) -> None:
    """Review moves of one game until enough are flagged, and play those on."""
    playing = adviser_of(game).playing
    assert playing is not None
    stop = time.monotonic() + 60 * given.minutes
    found = Found()
    for view, action in moves(game, given.seed):
        if len(found.played) >= given.flagged or time.monotonic() > stop:
            break
        start = time.process_time()
        judged = weigh(1, action, view, [])
        found.spent += time.process_time() - start
        found.weighed += 1
        if judged is None or not (judged.costly or (given.all and judged.cost + judged.error > 0)):
            continue
        if judged.error == 0.0:
            found.proven += 1
            continue
        best = Action.parse(judged.best)
        bots = players(game, given.level, view.seats, given.effort)
        step = strong_players(view, playing.step(view), bots, NO_HORIZON)
        settled = None if playing.verifying is None else playing.verifying.settled
        lines = lines_of(view, (best, action), playing, Chance(given.seed + view.step), given.worlds, step, settled)
        found.played.append(mean_and_error([one.worth - two.worth for one, two in zip(*lines, strict=True)]))
        found.claimed.append(judged.cost)
        found.errors.append(judged.error)
        cost, error = found.played[-1]
        print(
            f"  step {view.step}, {view.phase}: {action} for {best}, claimed {judged.cost:.2f} ± {judged.error:.2f}, "
            f"found {cost:.2f} ± {error:.2f}",
            file=sys.stderr,
            flush=True,
        )
    print(f"{game}, played on by {given.level}, effort {given.effort}, in {given.worlds} worlds: {found}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--flagged", type=int, default=100)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--all", action="store_true", help="also moves that are not flagged")
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop a game after so long")
    parser.add_argument("--seed", type=int, default=120_000)
    given = parser.parse_args()
    for game in given.games or ["hearts", "durak"]:
        measure(game, given)


if __name__ == "__main__":
    main()
