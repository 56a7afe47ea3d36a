"""Cardhouse-5: one bot against fixed baselines in every game of the house that declares a benchmark.

The protocol, which a version number names: each game with its number of seats, its house rules of the arena and its
deals, which one seed decides. Against each baseline every deal is played in all seatings, the bot and the baseline in
turn around the table. Measured is how often the bot came out ahead of the baseline, 50% for equals; a deal with all its
seatings is one observation, and intervals hold 95%. The score of a game is the mean over its baselines, and the score
of the whole is the mean over the games. Where a game has small positions, the best response to the bot is found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..bots import bot_maker
from ..bots.process import is_own
from ..engine.errors import BadSetup
from ..games import games
from ..games.spec import GameSpec, Small
from .deals import contest
from .exploit import Exploited, exploited, small_positions
from .results import Average, Meeting, averages
from .sides import end_sides, ready_sides, side_maker
from .workers import play

VERSION = 1
SEED = 5_000_000
LIMIT = 10.0
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Against:
    """How a bot did against a baseline."""

    baseline: str
    deals: int
    meeting: Meeting
    faults: int


@dataclass(frozen=True)
class Measured:
    """A game: each baseline, and what the best response gains against the bot in small positions, if it has some."""

    game: str
    unit: str
    against: tuple[Against, ...]
    exploited: Average | None = None
    positions: int = 0

    @property
    def score(self) -> float:
        """How often it came out ahead, over all baselines alike."""
        return sum(each.meeting.ahead.mean for each in self.against) / len(self.against)


@dataclass(frozen=True)
class Bench:
    """What Cardhouse-5 found of a bot; ``share`` is how much of the deals and positions was played."""

    bot: str
    share: float
    games: tuple[Measured, ...]

    @property
    def score(self) -> float:
        return sum(each.score for each in self.games) / len(self.games)

    def plain(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "benchmark": f"cardhouse-5 v{VERSION}",
            "bot": self.bot,
            "share": self.share,
            "score": round(self.score, 5),
            "games": [
                {
                    "game": each.game,
                    "score": round(each.score, 5),
                    "baselines": [
                        {
                            "name": one.baseline,
                            "deals": one.deals,
                            "ahead": one.meeting.ahead.plain(),
                            "better_by": one.meeting.better_by.plain(),
                            "faults": one.faults,
                        }
                        for one in each.against
                    ],
                    "exploited": None if each.exploited is None else each.exploited.plain(),
                    "unit": each.unit,
                    "positions": each.positions,
                }
                for each in self.games
            ],
        }


def benchmarked(wanted: Sequence[str] = ()) -> list[GameSpec]:
    """The games of the benchmark, or those of them that are wanted; `BadSetup` if one of these is none."""
    known = [info for info in games() if info.benchmark is not None]
    names = [info.name for info in known]
    for name in wanted:
        if name not in names:
            raise BadSetup("setup.game_unknown", game=name[:40], known=", ".join(names))
    return [info for info in known if not wanted or info.name in wanted]


def bench5(
    bot: str,
    wanted: Sequence[str] = (),
    share: float = 1.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Measured]:
    """Measure a bot, by its name or its file, game by game.

    With a ``share`` below 1 only the first deals and positions are played: for a first look, and not to be cited.
    """
    chosen = benchmarked(wanted)
    work = [(info, *each) for info in chosen for each in parts(info, share)]
    total, done = sum(size for *_, size in work), 0
    for info in chosen:
        against: list[Against] = []
        found: list[Exploited] = []
        for baseline, size in parts(info, share):
            begun = done

            def show(now: int, _: int, begun: int = begun) -> None:
                if progress is not None:
                    progress(begun + now, total)

            if baseline:
                against.append(met(info, bot, baseline, size, jobs, show))
            elif info.benchmark is not None and info.benchmark.small is not None:
                found = responded(info, bot, info.benchmark.small, size, show)
            done += size
        small = info.benchmark.small if info.benchmark is not None else None
        gain = averages([[each.gain for each in found]], SEED)[0] if found else None
        yield Measured(info.name, small.unit if small else "", tuple(against), gain, len(found))


def parts(info: GameSpec, share: float) -> list[tuple[str, int]]:
    """The baselines of a game with the number of deals, and without a name its small positions."""
    bench = info.benchmark
    assert bench is not None
    found = [(name, max(1, round(share * deals))) for name, deals in bench.deals.items()]
    if bench.small is not None:
        found.append(("", max(1, round(share * bench.small.positions))))
    return found


def met(info: GameSpec, bot: str, baseline: str, deals: int, jobs: int | None, progress: Progress) -> Against:
    """Play a bot against a baseline."""
    assert info.benchmark is not None
    if bot == baseline:
        # It is as good as itself: nothing has to be played.
        half = Average(0.5, 0.5, 0.5)
        progress(deals, deals)
        return Against(baseline, 0, Meeting(half, Average(0.0, 0.0, 0.0)), 0)
    wanted = contest(info.name, [bot, baseline], deals=deals, seed=SEED, seats=info.benchmark.seats, limit=LIMIT)
    results = play(wanted, jobs, None, progress)
    if not results.complete:
        raise KeyboardInterrupt
    faults = sum(results.standings[0].failures.values())
    return Against(baseline, results.deals, results.meetings[0, 1], faults)


def responded(info: GameSpec, bot: str, small: Small, positions: int, progress: Progress) -> list[Exploited]:
    """Find the best response to a bot in the first small positions."""
    found = list(islice(small_positions(small.deal, small.here, small.worlds), positions))
    make = bot_maker(info.name, bot) if not is_own(bot) else None
    if make is None:
        ready_sides(info.name, (bot,), LIMIT, 512)
        make = side_maker(info.name, bot, LIMIT, 512, 0)
    try:
        return exploited(make, found, small.worth, small.most, lambda done: progress(done, positions))
    finally:
        end_sides()
