"""The deals of the day: which tell good play from bad, found out in games of cats and proven on other games.

    python -m bench.daily_pool play hearts FILE --deals 300 --games 12      plays deals and adds to FILE
    python -m bench.daily_pool report hearts FILE                           what choosing gains on held-out games
    python -m bench.daily_pool choose hearts FILE --share 0.2 --expert 6    writes the pool that is shipped

Seat 0 is played by a cat of each level, the others by the cats that sit there on the day. d' is the difference between
the means of two levels, in standard deviations of a level's results in one deal: what tells two people apart who play
the same deal. Deals are chosen by every other game; what choosing gains is measured on the games between.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import math
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cardhouse.arena.match import play_match
from cardhouse.bots import cat_levels, make_bot
from cardhouse.engine.chance import Chance
from cardhouse.games.puzzling import Ending
from cardhouse.puzzles.pool import Deal, daily_of, ending_of, write_pool

LIMIT = 300.0
RESAMPLES = 400
LOW, HIGH = "easy", "hard"


def seed_for(*what: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:6], "big")


def play(deal: Deal, level: str, number: int, milliseconds: float | None = None) -> Ending:
    """A game of a deal with a cat of this level in seat 0; ``number`` decides what it does."""
    declared, game = daily_of(deal.game), deal.deal()
    mine = make_bot(deal.game, level, seed_for("seat 0", deal.number, number))
    if milliseconds is not None and hasattr(mine, "milliseconds"):
        mine.milliseconds = milliseconds
    makers = [lambda: mine]
    makers += [
        functools.partial(make_bot, deal.game, declared.level, deal.cat_seed(s)) for s in range(1, declared.seats)
    ]
    play_match(game, makers, LIMIT, Chance(seed_for("same moment", deal.number, number)))
    return ending_of(game)


def run_play(args: argparse.Namespace) -> None:
    start = time.process_time()
    with args.file.open("a") as file:
        for number in range(args.first, args.first + args.deals):
            deal = Deal(args.game, number, {})
            rows = {
                level: [list(vars(play(deal, level, one)).values()) for one in range(args.games)]
                for level in args.levels.split(",")
            }
            file.write(json.dumps({"number": number, "levels": rows}) + "\n")
            file.flush()
    print(f"{args.game}: {args.deals} deals in {time.process_time() - start:.0f} CPU s")


def read(game: str, file: Path) -> list[Deal]:
    deals = []
    for line in file.read_text().splitlines():
        row = json.loads(line)
        levels = {level: tuple(Ending(*end) for end in ends) for level, ends in row["levels"].items()}
        deals.append(Deal(game, row["number"], levels))
    return deals


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)


def told(deals: Sequence[Deal], half: int) -> tuple[float, float, float]:
    """The difference between the levels, a level's deviation in one deal, and d', in every other game."""
    differences, variances = [], []
    for deal in deals:
        results = deal.results()
        low, high = results[LOW][half::2], results[HIGH][half::2]
        differences.append(mean(high) - mean(low))
        variances += [variance(low), variance(high)]
    deviation = math.sqrt(mean(variances)) or 1e-9
    return mean(differences), deviation, mean(differences) / deviation


def worth(deal: Deal, spread: float, halves: Sequence[int]) -> float:
    """How well a deal tells the levels apart, in the games of these halves."""
    results = deal.results()
    low = [value for half in halves for value in results[LOW][half::2]]
    high = [value for half in halves for value in results[HIGH][half::2]]
    # A deal in which all results are equal by chance is not infinitely sharp.
    return (mean(high) - mean(low)) / math.sqrt((variance(low) + variance(high)) / 2 + spread * spread / 2)


def chosen(deals: Sequence[Deal], share: float, halves: Sequence[int]) -> list[Deal]:
    """The share of deals that tells most; of each kind of deal no more than there are among all."""
    spread = told(deals, 0)[1]
    order = sorted(deals, key=lambda deal: -worth(deal, spread, halves))
    wanted = max(2, round(share * len(deals)))
    room = {kind: math.ceil(wanted * mean([float(kind_of(deal) == kind) for deal in deals])) for kind in kinds(deals)}
    found: list[Deal] = []
    for deal in order:
        if len(found) < wanted and room[kind_of(deal)] > 0:
            room[kind_of(deal)] -= 1
            found.append(deal)
    return found


def kind_of(deal: Deal) -> str:
    """The kind of a deal: the one that most of its games that were of any kind had, if a third of all had one."""
    kind = daily_of(deal.game).kind
    ends = [end for level in deal.levels.values() for end in level]
    found = [name for end in ends if kind is not None and (name := kind(end))]
    return max(set(found), key=found.count) if found and len(found) * 3 >= len(ends) else ""


def kinds(deals: Sequence[Deal]) -> set[str]:
    return {kind_of(deal) for deal in deals}


def share_of_kind(deals: Sequence[Deal]) -> float:
    """Which share of the games in these deals was of an unusual kind."""
    kind = daily_of(deals[0].game).kind
    ends = [end for deal in deals for level in deal.levels.values() for end in level]
    return mean([float(bool(kind(end))) for end in ends]) if kind else 0.0


def interval(deals: Sequence[Deal], measure: Callable[[Sequence[Deal]], float]) -> tuple[float, float]:
    """95% of what a measure is when the deals are drawn again."""
    lots = random.Random(1)
    values = sorted(measure(lots.choices(list(deals), k=len(deals))) for _ in range(RESAMPLES))
    return values[RESAMPLES // 40], values[-RESAMPLES // 40]


def gain(deals: Sequence[Deal], share: float) -> tuple[float, float, float]:
    """d' of all deals, d' of the chosen ones on the games they were not chosen by, and how many times it is."""
    everyday = mean([told(deals, half)[2] for half in (0, 1)])
    picked = mean([told(chosen(deals, share, [half]), 1 - half)[2] for half in (0, 1)])
    return everyday, picked, picked / everyday if everyday > 0 else math.inf


def times_better(deals: Sequence[Deal], share: float) -> float:
    """How many times as much the chosen deals tell, on held-out games."""
    return gain(deals, share)[2]


def run_report(args: argparse.Namespace) -> None:
    deals = read(args.game, args.file)
    games = len(next(iter(deals[0].levels.values())))
    print(f"{args.game}: {len(deals)} deals, {games} games of each level; {LOW} against {HIGH}")
    for share in (0.5, 0.33, 0.2, 0.1):
        everyday, picked, times = gain(deals, share)
        low, high = interval(deals, functools.partial(times_better, share=share))
        best = chosen(deals, share, [0, 1])
        print(
            f"  best {share:4.0%}: d' {everyday:.2f} -> {picked:.2f} on held-out games, {times:.2f} times "
            f"[{low:.2f}, {high:.2f}]; unusual games {share_of_kind(deals):.1%} -> {share_of_kind(best):.1%}"
        )


def run_choose(args: argparse.Namespace) -> None:
    best = chosen(read(args.game, args.file), args.share, [0, 1])
    # Not the sharpest first: any week is like any other.
    random.Random(args.game).shuffle(best)
    deals = []
    for deal in best:
        levels = dict(deal.levels)
        for level in cat_levels(args.game):
            if len(levels.get(level, ())) < args.expert:
                levels[level] = tuple(play(deal, level, one, args.milliseconds) for one in range(args.expert))
        deals.append(Deal(deal.game, deal.number, levels))
    write_pool(args.game, deals, f"python -m bench.daily_pool choose {args.game} FILE --share {args.share}")
    print(f"{args.game}: {len(deals)} deals")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    for name, run in (("play", run_play), ("report", run_report), ("choose", run_choose)):
        part = parts.add_parser(name)
        part.add_argument("game")
        part.add_argument("file", type=Path)
        part.add_argument("--deals", type=int, default=300)
        part.add_argument("--first", type=int, default=0)
        part.add_argument("--games", type=int, default=12)
        part.add_argument("--levels", default="easy,medium,hard")
        part.add_argument("--share", type=float, default=0.2)
        part.add_argument("--expert", type=int, default=6, help="games of a level that was not played before")
        part.add_argument("--milliseconds", type=float, default=None, help="what those cats may think")
        part.set_defaults(run=run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
