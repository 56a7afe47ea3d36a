"""`cardhouse arena GAME BOT BOT…`: let bots play each other, and tell who is better."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..arena.deals import MOVE_SECONDS, contest
from ..arena.plot import plot
from ..arena.report import plain, told
from ..arena.workers import play
from ..bots import NAMES
from ..errors import BadSetup
from ..games import games
from .arguments import add_options, read_options

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

DEALS = 100
INTERRUPTED = 130
BAR = 30


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("arena", help="let bots play each other", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="one of: " + ", ".join(info.name for info in games()))
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help=f"{', '.join(NAMES)}, or a bot of your own, as file.py:ClassName; "
        "fewer than seats are seated again, of more every choice meets",
    )
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"how many deals; {DEALS} by default")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="a number that decides all chance")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play in one game")
    parser.add_argument("--jobs", type=int, metavar="J", help="how many processes; by default one for each core")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this address")
    parser.add_argument(
        "--limit",
        type=float,
        default=MOVE_SECONDS,
        metavar="SECONDS",
        help=f"the time for one move, past which a bot has lost; {MOVE_SECONDS:.0f} by default",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--plot", metavar="FILE", help="write a picture of the results, as SVG")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.jobs is not None and arguments.jobs < 1:
        raise BadSetup("setup.arena.jobs", jobs=arguments.jobs)
    wanted = contest(
        arguments.game,
        arguments.bots,
        deals=arguments.deals,
        seed=arguments.seed,
        seats=arguments.seats,
        options=read_options(arguments.game, arguments.option),
        limit=arguments.limit,
    )
    bar = Bar(sys.stderr)
    results = play(wanted, arguments.jobs, arguments.cluster, bar.show)
    bar.clear()
    print(json.dumps(plain(results), indent=2) if arguments.json else told(results))
    if arguments.plot and results.deals:
        try:
            Path(arguments.plot).write_text(plot(results), encoding="utf-8")
        except OSError as error:
            raise BadSetup("setup.arena.plot", path=arguments.plot, why=error.strerror or str(error)) from error
    return 0 if results.complete else INTERRUPTED


class Bar:
    """How far the arena is, on one line of a terminal; nothing where there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.shown = stream.isatty()
        self.start = time.monotonic()
        self.last = 0.0

    def show(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self.shown or (now - self.last < 0.1 and done < total):
            return
        self.last = now
        full = BAR * done // total
        left = round((now - self.start) / done * (total - done))
        line = f"[{'#' * full}{'.' * (BAR - full)}] {done}/{total}  {left // 60}:{left % 60:02}"
        self.stream.write(f"\r{line}\x1b[K")
        self.stream.flush()

    def clear(self) -> None:
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
