"""`cardhouse advise RECORD --at N` and `cardhouse review RECORD`: what was worth what, and which moves cost most."""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from ..arena.workers import cores
from ..bots.advice import WORLDS, advise, review, table_of
from ..errors import BadRecord
from ..record import Record, read_record


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse advise`` and ``cardhouse review`` to the command line."""
    asked = commands.add_parser("advise", help="tell what each action is worth at a point of a written game")
    asked.add_argument("record", type=Path, help="the record's file")
    asked.add_argument("--at", type=int, required=True, help="before which action, counted from 1")
    asked.add_argument("--worlds", type=int, default=WORLDS, help="how many deals to imagine")
    asked.set_defaults(run=run_advise)
    through = commands.add_parser("review", help="go through a written game and name the moves that cost most")
    through.add_argument("record", type=Path, help="the record's file")
    through.add_argument("--seat", type=int, default=None, help="only the moves of this seat")
    through.add_argument("--worlds", type=int, default=WORLDS, help="how many deals to imagine for each move")
    through.add_argument("--jobs", type=int, default=None, help="in how many processes; by default one for each core")
    through.add_argument("--most", type=int, default=3, help="how many moves to name")
    through.set_defaults(run=run_review)


def _read(path: Path) -> Record:
    try:
        return read_record(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("record.file", path=str(path), why=str(error)) from error


def run_advise(args: argparse.Namespace) -> int:
    """Print what each action is worth for the seat that did the action with this number."""
    record = _read(args.record)
    if not 1 <= args.at <= len(record.entries):
        raise BadRecord("advice.at", at=args.at, most=len(record.entries))
    game = record.start()
    for number, (_, after, _) in enumerate(record.replay(), 1):
        if number == args.at:
            break
        game = after.copy()
    entry = record.entries[args.at - 1]
    if entry.seat is None:
        raise BadRecord("advice.timer", at=args.at)
    advice = advise(game.view(entry.seat), record.names, args.worlds)
    name = record.names[entry.seat] if entry.seat < len(record.names) else f"Seat {entry.seat}"
    print(f"{name}, before action {args.at} (done: {entry.action})")
    print("\n".join(table_of(advice)))
    print(advice.sentence)
    return 0


@contextlib.contextmanager
def _processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes to think in; none but this one if one is enough."""
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
    with _processes(jobs) as executor:
        judged = list(review(record, args.worlds, args.seat, executor))
    costly = sorted((move for move in judged if move.costly), key=lambda move: -move.cost)[: args.most]
    print(f"{len(judged)} moves weighed, {sum(move.costly for move in judged)} clearly not the best.")
    for move in costly:
        name = record.names[move.seat] if move.seat < len(record.names) else f"Seat {move.seat}"
        cost = f"{100 * move.cost:.0f} ± {100 * move.error:.0f}%"
        if record.game == "hearts":
            cost = f"{move.cost:.1f} ± {move.error:.1f} points"
        print(f"{move.number:4}. {name}: {move.action} cost {cost}; better: {move.best}. {move.sentence}".rstrip())
    return 0
