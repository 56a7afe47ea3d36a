"""`cardhouse record`: check a written game, tell it move by move, or export many as rows for learning."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arena.decisions import decisions
from ..engine.errors import BadRecord
from ..engine.outcome import Outcome
from ..engine.record import Entry, Record, read_record
from ..engine.words import say
from ..games.drawing import Style
from ..terminal.narration import event_text, option_lines, outcome_lines, title
from ..terminal.screen import style_for_stdout
from .arguments import with_words
from .data_card import DataCard, write_card
from .progress import Bar
from .rows import writer

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "record", aliases=["records"], help="check, tell or export written games", description=__doc__
    )
    kinds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, run, what in (
        ("verify", verify, "play a record through and compare how it ends"),
        ("show", show, "tell a record move by move"),
    ):
        kind = kinds.add_parser(name, help=what, description=what.capitalize() + ".")
        with_words(kind.add_argument("file", metavar="FILE"))
        kind.add_argument("--json", action="store_true", help="print it as JSON")
        kind.set_defaults(run=run)
    what = "write the decisions of records as rows: what a seat saw, might do and did, and how it ended"
    kind = kinds.add_parser("export", help=what, description=what.capitalize() + ".")
    sources = kind.add_argument("sources", metavar="FILE", nargs="+", type=Path, help="records, or folders of them")
    with_words(sources)
    kind.add_argument(
        "--to", metavar="FILE", type=Path, required=True, help="a file named .jsonl, .jsonl.gz or .parquet"
    )
    kind.set_defaults(run=export)


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
    if arguments.json:
        print(json.dumps({"file": arguments.file, "true": True, "actions": len(record.entries), **ended(game.outcome)}))
        return 0
    facts = {"file": arguments.file, "game": title(record.game), "count": len(record.entries)}
    print(say("cli.true", facts))
    print("\n".join(outcome_lines(game.outcome, names)) if game.outcome else say("cli.unfinished", {}))
    return 0


def show(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps(plain(read_file(arguments.file)), indent=2, ensure_ascii=False))
        return 0
    for line in record_lines(read_file(arguments.file), style_for_stdout()):
        print(line)
    return 0


def export(arguments: argparse.Namespace) -> int:
    target: Path = arguments.to
    files = [
        path
        for source in arguments.sources
        for path in (sorted(source.rglob("*.txt")) if source.is_dir() else [source])
    ]
    bar = Bar(sys.stderr)
    card = DataCard()
    try:
        with writer(target) as write:
            for done, path in enumerate(files, 1):
                card.add_record()
                for row in decisions(read_file(str(path)), path.stem):
                    write(row)
                    card.add(row)
                bar.show(done, len(files))
        about = write_card(card, target)
    except OSError as error:
        raise BadRecord("record.file_written", path=str(target), why=error.strerror or str(error)) from error
    finally:
        bar.clear()
    print(json.dumps({"records": len(files), "rows": card.rows, "file": str(target), "card": str(about)}))
    return 0


def players(record: Record) -> list[str]:
    """The names at the table; a seat without one is called by its number."""
    known = dict(enumerate(record.names))
    return [known.get(seat) or f"Seat {seat}" for seat in range(record.start().seats)]


def ended(outcome: Outcome | None) -> dict[str, Any]:
    """How a game ended, as plain values."""
    if outcome is None:
        return {"outcome": None}
    return {"outcome": {"places": list(outcome.places), "scores": list(outcome.scores), "reason": str(outcome.reason)}}


def plain(record: Record) -> dict[str, Any]:
    """A record as plain values, each action with what it made happen; `BadRecord` where it can't go on."""
    names = players(record)
    actions = []
    outcome = record.start().outcome
    for number, (entry, game, events) in enumerate(record.replay(), 1):
        outcome = game.outcome
        actions.append(
            {
                "number": number,
                "seat": entry.seat,
                "seconds": entry.seconds,
                "action": entry.action,
                "told": [event_text(event, record.game, names, None, Style()) for event in events],
            }
        )
    return {
        "game": record.game,
        "version": record.version,
        "seats": record.seats,
        "names": names,
        "options": dict(record.options),
        "seed": record.seed,
        "deck": record.deck,
        "actions": actions,
        **ended(outcome),
    }


def record_lines(record: Record, style: Style) -> Iterator[str]:
    """A record, told line by line; `BadRecord` where it can't go on."""
    game = record.start()
    names = players(record)
    yield say("cli.heading", {"game": title(record.game), "names": ", ".join(names), "seed": record.seed})
    for line in option_lines(record.game, game.setup.options, only_changed=True):
        yield "  " + line
    yield ""
    outcome = None
    for number, (entry, now, events) in enumerate(record.replay(), 1):
        outcome = now.outcome
        lines = [event_text(event, record.game, names, None, style) for event in events]
        if not lines:
            lines = [did(entry, names)]
        yield f"{number:4}. {clock(entry.seconds):>8}  {lines[0]}"
        for line in lines[1:]:
            yield " " * 16 + line
    yield ""
    if outcome is None:
        yield say("cli.unfinished", {})
    else:
        yield from outcome_lines(outcome, names)


def did(entry: Entry, names: list[str]) -> str:
    """An action of which nothing is event_text, as it was typed."""
    return f"{entry.action}" if entry.seat is None else f"{names[entry.seat]}: {entry.action}"


def clock(seconds: float) -> str:
    """Seconds since the start, as minutes and seconds."""
    minutes, rest = divmod(max(0.0, min(seconds, 359999.0)), 60)
    return f"{int(minutes)}:{rest:04.1f}"
