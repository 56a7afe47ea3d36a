"""`cardhouse arena GAME BOT BOT…`: let bots play each other, and tell who is better."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..arena.deals import MOVE_SECONDS, contest
from ..arena.plot import plot
from ..arena.report import plain, report_text
from ..arena.workers import play
from ..bots import NAMES
from ..bots.process import MEMORY
from ..engine.errors import BadRecord, BadSetup
from ..games import games
from .arguments import add_options, read_options, with_words
from .progress import Bar

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

DEALS = 100
INTERRUPTED = 130


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("arena", help="let bots play each other", description=__doc__)
    known = [info.name for info in games()]
    with_words(parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(known)}"), known)
    bots = parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help=f"{', '.join(NAMES)}, or a bot of your own, as file.py:ClassName; "
        "fewer than seats are seated again, of more every choice meets",
    )
    with_words(bots, NAMES)
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
    parser.add_argument(
        "--memory",
        type=int,
        default=MEMORY,
        metavar="MIB",
        help=f"how much memory the process of a bot of your own may have; {MEMORY} by default",
    )
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="write every game as a record into this folder")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--plot", metavar="FILE", help="write a picture of the results, as SVG")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.jobs is not None and arguments.jobs < 1:
        raise BadSetup("setup.arena.jobs", jobs=arguments.jobs)
    if arguments.records is not None:
        ready_folder(arguments.records, arguments.cluster)
    wanted = contest(
        arguments.game,
        arguments.bots,
        deals=arguments.deals,
        seed=arguments.seed,
        seats=arguments.seats,
        options=read_options(arguments.game, arguments.option),
        limit=arguments.limit,
        records=arguments.records,
        memory=arguments.memory,
    )
    bar = Bar(sys.stderr)
    results = play(wanted, arguments.jobs, arguments.cluster, bar.show)
    bar.clear()
    print(json.dumps(plain(results), indent=2) if arguments.json else report_text(results))
    if arguments.plot and results.deals:
        try:
            Path(arguments.plot).write_text(plot(results), encoding="utf-8")
        except OSError as error:
            raise BadSetup("setup.arena.plot", path=arguments.plot, why=error.strerror or str(error)) from error
    return 0 if results.complete else INTERRUPTED


def ready_folder(folder: Path, cluster: str | None) -> None:
    """Make the folder for records; `BadRecord` if that can't be done here."""
    if cluster is not None:
        raise BadRecord(
            "record.file_written", path=str(folder), why="other machines can't write into a folder of this one"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRecord("record.file_written", path=str(folder), why=error.strerror or str(error)) from error
