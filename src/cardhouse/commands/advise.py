"""`cardhouse advise RECORD --at N` and `cardhouse review RECORD`: what was worth what, and which moves cost most."""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from ..arena.workers import cores
from ..bots import make_bot
from ..bots.advice import SURE, WORLDS, advise, table_of
from ..bots.glass import Glass, look_into
from ..bots.review import Judged, before, review, views_of, weigh
from ..engine.action import parse_action
from ..engine.errors import BadRecord
from ..engine.record import Record, read_record
from ..engine.zone import Zone
from ..games import spec
from .arguments import with_words
from .progress import Bar


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse advise`` and ``cardhouse review`` to the command line."""
    asked = commands.add_parser("advise", help="tell what each action is worth at a point of a written game")
    with_words(asked.add_argument("record", type=Path, help="the record's file"))
    asked.add_argument("--at", type=int, required=True, help="before which action, counted from 1")
    asked.add_argument("--worlds", type=int, default=WORLDS, help="how many deals to imagine")
    asked.add_argument(
        "--glass", metavar="LEVEL", help="tell instead what a cat of this level could see there, imagines and weighs"
    )
    asked.add_argument("--json", action="store_true", help="print it as JSON")
    asked.set_defaults(run=run_advise)
    through = commands.add_parser("review", help="go through a written game and name the moves that cost most")
    with_words(through.add_argument("record", type=Path, help="the record's file"))
    through.add_argument("--seat", type=int, default=None, help="only the moves of this seat")
    through.add_argument("--worlds", type=int, default=WORLDS, help="how many deals to imagine for each move")
    through.add_argument("--jobs", type=int, default=None, help="in how many processes; by default one for each core")
    through.add_argument("--most", type=int, default=None, help="how many moves to name; by default all")
    through.add_argument("--json", action="store_true", help="print every move that was weighed, as JSON")
    through.set_defaults(run=run_review)


def _read(path: Path) -> Record:
    try:
        return read_record(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("record.file", path=str(path), why=str(error)) from error


def run_advise(args: argparse.Namespace) -> int:
    """Print what each action is worth for the seat that did the action with this number."""
    record = _read(args.record)
    game = before(record, args.at)
    entry = record.entries[args.at - 1]
    if entry.seat is None:
        raise BadRecord("advice.timer", at=args.at)
    view, done = game.view(entry.seat), parse_action(entry.action)
    if args.glass is not None:
        print("\n".join(glass_lines(look_into(view, make_bot(record.game, args.glass)), record.names)))
        return 0
    advice = advise(view, record.names, args.worlds)
    # The same figure as a review gives for this move.
    judged = weigh(args.at, done, view, record.names, args.worlds)
    name = named(record.names, entry.seat)
    if args.json:
        said = {"at": args.at, "seat": entry.seat, "name": name, "done": entry.action, **advice.plain()}
        if judged is not None:
            said |= {"cost": round(judged.cost, 4), "cost_error": round(judged.error, 4)}
        print(json.dumps(said, indent=2, ensure_ascii=False))
        return 0
    print(f"{name}, before action {args.at} (done: {entry.action})")
    print("\n".join(table_of(advice)))
    print(advice.sentence)
    if judged is not None and judged.cost:
        print(f"What was done cost {_cost(judged, advice.unit)}.")
    return 0


def glass_lines(told: Glass, names: Sequence[str]) -> list[str]:
    """What goes on in a cat, as lines of text."""
    lines = ["What it knew of hidden cards:", *zone_lines(told.seen, names)]
    for number, world in enumerate(told.worlds, 1):
        lines += [f"Deal {number} that it thought likely:", *zone_lines(world, names)]
    if told.weighed is None:
        lines.append("It weighed nothing.")
    else:
        lines += ["What it weighed:", *(f"  {each.action}  {each.value:.2f}" for each in told.weighed.actions)]
    return [*lines, f"It does: {told.chosen or 'nothing'}"]


def zone_lines(zones: Sequence[Zone], names: Sequence[str]) -> list[str]:
    """Zones, each with whose it is and its cards; a hidden card is ``??``."""
    whose = ["" if zone.seat is None else f"{named(names, zone.seat)}, " for zone in zones]
    return [f"  {who}{zone.name}: {zone.plain()[2]}" for who, zone in zip(whose, zones, strict=True)]


def named(names: Sequence[str], seat: int) -> str:
    """The name of a seat in a record."""
    return names[seat] if seat < len(names) else f"Seat {seat}"


def _cost(judged: Judged, unit: str) -> str:
    """Return what a move cost, and within how much that is so with 95%."""
    if unit == "points":
        return f"{judged.cost:.1f} ± {SURE * judged.error:.1f} points"
    return f"{100 * judged.cost:.0f} ± {100 * SURE * judged.error:.0f}%"


@contextlib.contextmanager
def _processes(jobs: int) -> Iterator[Executor | None]:
    """This many processes to think in; none but this one if one is enough."""
    if jobs <= 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


def run_review(args: argparse.Namespace) -> int:
    """Print the moves that cost most."""
    record = _read(args.record)
    # A process takes about as long to start as a dozen moves take to weigh.
    jobs = min(args.jobs or cores(), len(record.entries) // 25 + 1)
    bar = Bar(sys.stderr)
    numbers = [number for number, seat, _, _ in views_of(record) if args.seat in (None, seat)] if bar.wanted else []
    judged: list[Judged] = []
    with _processes(jobs) as executor:
        for move in review(record, args.worlds, args.seat, executor):
            judged.append(move)
            if numbers:
                bar.show(numbers.index(move.number) + 1, len(numbers))
    bar.clear()
    if args.json:
        print(json.dumps([move.plain() for move in judged], indent=2, ensure_ascii=False))
        return 0
    costly = sorted((move for move in judged if move.costly), key=lambda move: -move.cost)[: args.most]
    clear, blunders = sum(move.costly for move in judged), sum(move.blunder for move in judged)
    print(f"{len(judged)} moves weighed, {clear} clearly not the best, {blunders} of them blunders.")
    for move in costly:
        name = named(record.names, move.seat)
        cost = _cost(move, spec(record.game).unit)
        print(f"{move.number:4}. {name}: {move.action} cost {cost}; better: {move.best}. {move.sentence}".rstrip())
    return 0
