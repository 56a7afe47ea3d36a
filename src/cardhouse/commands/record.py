"""`cardhouse record`: check a written game, or tell it move by move."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadRecord
from ..record import Entry, Record, read_record
from ..terminal.screen import Style, style_for_stdout
from ..terminal.told import title, told, told_options, told_outcome
from ..words import say

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("record", help="check or tell a written game", description=__doc__)
    kinds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, run, what in (
        ("verify", verify, "play a record through and compare how it ends"),
        ("show", show, "tell a record move by move"),
    ):
        kind = kinds.add_parser(name, help=what, description=what.capitalize() + ".")
        kind.add_argument("file", metavar="FILE")
        kind.set_defaults(run=run)


def read_file(path: str) -> Record:
    """The record in a file; `BadRecord` if there is none."""
    try:
        return read_record(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord("record.file", path=path, why=error.strerror or str(error)) from error
    except UnicodeError as error:
        raise BadRecord("record.file", path=path, why=say("cli.no_text", {})) from error
    except ValueError as error:
        raise BadRecord("record.file", path=path, why=str(error)) from error


def verify(arguments: argparse.Namespace) -> int:
    record = read_file(arguments.file)
    game = record.verify()
    names = players(record)
    facts = {"file": arguments.file, "game": title(record.game), "count": len(record.entries)}
    print(say("cli.true", facts))
    print("\n".join(told_outcome(game.outcome, names)) if game.outcome else say("cli.unfinished", {}))
    return 0


def show(arguments: argparse.Namespace) -> int:
    for line in told_record(read_file(arguments.file), style_for_stdout()):
        print(line)
    return 0


def players(record: Record) -> list[str]:
    """The names at the table; a seat without one is called by its number."""
    known = dict(enumerate(record.names))
    return [known.get(seat) or f"Seat {seat}" for seat in range(record.start().seats)]


def told_record(record: Record, style: Style) -> Iterator[str]:
    """A record, told line by line; `BadRecord` where it can't go on."""
    game = record.start()
    names = players(record)
    yield say("cli.heading", {"game": title(record.game), "names": ", ".join(names), "seed": record.seed})
    for line in told_options(record.game, game.setup.options, only_changed=True):
        yield "  " + line
    yield ""
    outcome = None
    for number, (entry, now, events) in enumerate(record.replay(), 1):
        outcome = now.outcome
        lines = [told(event, record.game, names, None, style) for event in events]
        if not lines:
            lines = [did(entry, names)]
        yield f"{number:4}. {clock(entry.seconds):>8}  {lines[0]}"
        for line in lines[1:]:
            yield " " * 16 + line
    yield ""
    if outcome is None:
        yield say("cli.unfinished", {})
    else:
        yield from told_outcome(outcome, names)


def did(entry: Entry, names: list[str]) -> str:
    """An action of which nothing is told, as it was typed."""
    return f"{entry.action}" if entry.seat is None else f"{names[entry.seat]}: {entry.action}"


def clock(seconds: float) -> str:
    """Seconds since the start, as minutes and seconds."""
    minutes, rest = divmod(max(0.0, min(seconds, 359999.0)), 60)
    return f"{int(minutes)}:{rest:04.1f}"
