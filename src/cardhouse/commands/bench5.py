"""`cardhouse bench5 BOT`: measure a bot with Cardhouse-5, against fixed baselines in all games."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from ..arena.bench5 import VERSION, Bench, Measured, bench5, benchmarked
from ..arena.report import percent, share_text, table
from ..bots import NAMES
from ..engine.errors import BadSetup
from ..engine.words import say
from .arguments import with_words
from .progress import Bar

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "bench5", help="measure a bot against fixed baselines in all games", description=__doc__
    )
    bot = parser.add_argument("bot", metavar="BOT", help=f"{', '.join(NAMES)}, or your own, as file.py:ClassName")
    with_words(bot, NAMES)
    known = [info.name for info in benchmarked()]
    games = parser.add_argument("--games", nargs="+", metavar="GAME", default=[], help=f"of {', '.join(known)}")
    with_words(games, known)
    parser.add_argument(
        "--share", type=float, default=1.0, metavar="S", help="play only this share of it, for a first look"
    )
    parser.add_argument("--jobs", type=int, metavar="J", help="how many processes; by default one for each core")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.share <= 1:
        raise BadSetup("setup.benchmark", share=repr(arguments.share)[:40])
    if arguments.jobs is not None and arguments.jobs < 1:
        raise BadSetup("setup.arena.jobs", jobs=arguments.jobs)
    bar = Bar(sys.stderr)
    try:
        found = tuple(bench5(arguments.bot, arguments.games, arguments.share, arguments.jobs, bar.show))
    finally:
        bar.clear()
    bench = Bench(arguments.bot, arguments.share, found)
    print(json.dumps(bench.plain(), indent=2) if arguments.json else report(bench))
    return 0


def report(bench: Bench) -> str:
    """The results in words and a table."""
    baselines = list(dict.fromkeys(one.baseline for each in bench.games for one in each.against))
    head = [say(f"benchmark.column.{name}", {}) for name in ("game", "score", "exploited")]
    rows = [[head[0], head[1], *baselines, head[2]], *(row_of(each, baselines) for each in bench.games)]
    rows.append([say("benchmark.all", {}), percent(bench.score), *[""] * len(baselines), ""])
    lines = [say("benchmark.heading", {"version": VERSION, "bot": bench.bot})]
    if bench.share < 1:
        lines.append(say("benchmark.part", {"share": percent(bench.share)}))
    return "\n".join([*lines, "", *table(rows), "", say("benchmark.note", {})])


def row_of(measured: Measured, baselines: list[str]) -> list[str]:
    """A game's line of the table."""
    cells = {one.baseline: share_text(one.meeting.ahead) for one in measured.against}
    gain = measured.exploited
    best = "" if gain is None else f"{gain.mean:.2f} ({gain.low:.2f} – {gain.high:.2f}) {measured.unit}"
    return [measured.game, percent(measured.score), *[cells.get(name, "") for name in baselines], best]
