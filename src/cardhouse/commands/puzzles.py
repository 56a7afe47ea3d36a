"""`cardhouse puzzles make|play|check`: positions with one right action, found, played and proven."""

from __future__ import annotations

import argparse
import gzip
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from ..bots import cat_levels
from ..engine.errors import BadRecord, BadSetup, CardhouseError
from ..engine.record import Record, read_record
from ..games import games
from ..puzzles.library import library, write_library
from ..puzzles.mining import collect, puzzling
from ..puzzles.puzzle import Puzzle, check, read_puzzles
from ..terminal import console
from ..terminal.puzzles import play_puzzle
from .arguments import with_words
from .progress import Bar

COUNT = 600


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse puzzles`` to the command line."""
    parser = commands.add_parser("puzzles", help="play proven puzzles, find new ones, check them", description=__doc__)
    parts = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    known = [game.name for game in games() if game.puzzles is not None]
    make = parts.add_parser("make", help="find puzzles in games of cats, or in records, and write them into a file")
    with_words(make.add_argument("game", metavar="GAME", help=f"one of: {', '.join(known)}"), known)
    make.add_argument("file", type=Path, help="where to write them: packed if it ends in .gz, else as text")
    make.add_argument("--count", type=int, default=COUNT, metavar="N", help="how many")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="decides the games")
    make.add_argument("--record", type=Path, action="append", default=[], help="a record to look in, instead of cats")
    make.set_defaults(run=run_make)
    play = parts.add_parser("play", help="play puzzles in the terminal")
    with_words(play.add_argument("game", metavar="GAME", help=f"one of: {', '.join(known)}"), known)
    play.add_argument("--theme", default="", help="only those of a theme")
    play.add_argument("--id", default="", help="the puzzle of this name")
    play.add_argument("--file", type=Path, default=None, help="those of a file, instead of the house's own")
    play.add_argument("--day", default="", metavar="YYYY-MM-DD", help="the puzzle of this day; today: ``today``")
    play.set_defaults(run=run_play)
    prove = parts.add_parser("check", help="prove the puzzles of a file once more")
    prove.add_argument("file", type=Path)
    prove.set_defaults(run=run_check)


def day_of(text: str) -> date:
    """The day that is meant."""
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadSetup("puzzle.day", day=text[:40]) from error


def read_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file, packed or not."""
    try:
        raw = path.read_bytes()
        if path.suffix == ".gz":
            raw = gzip.decompress(raw)
        text = raw.decode()
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise BadRecord("record.file", path=str(path), why=str(error)) from error
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return list(read_puzzles(text if text.startswith("Cardhouse") else lines))


def _records(paths: list[Path]) -> list[Record]:
    try:
        return [read_record(path.read_text(encoding="utf-8")) for path in paths]
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord("record.file", path=str(paths), why=str(error)) from error


def run_make(args: argparse.Namespace) -> int:
    """Find puzzles, each with its first rating, easiest first, and write them."""
    puzzling(args.game)
    bar = Bar(sys.stderr)
    found: list[Puzzle] = []
    for puzzle in collect(args.game, args.count, args.seed, _records(args.record)):
        found.append(puzzle)
        if bar.wanted:
            bar.show(len(found), args.count)
    bar.clear()
    if args.file.suffix == ".gz":
        how = f"cardhouse puzzles make {args.game} FILE --count {args.count} --seed {args.seed}"
        write_library(args.file, found, how)
    else:
        args.file.write_text("\n".join(puzzle.text() for puzzle in found), encoding="utf-8")
    print(f"{len(found)} puzzles of {args.game} in {args.file}.")
    for number, level in enumerate(cat_levels(args.game)):
        right = sum(puzzle.found[number][0] for puzzle in found)
        tries = sum(puzzle.found[number][1] for puzzle in found)
        print(f"  {level}: found {100 * right / max(tries, 1):.0f}%")
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Prove every puzzle of a file; exit code 1 if one is refuted."""
    wrong = 0
    puzzles = read_file(args.file)
    for puzzle in puzzles:
        try:
            check(puzzle)
        except CardhouseError as error:
            wrong += 1
            print(f"{puzzle.id}: {error}")
    print(f"{len(puzzles)} puzzles, {len(puzzles) - wrong} proven, {wrong} wrong.")
    return 1 if wrong else 0


def run_play(args: argparse.Namespace) -> int:
    """Play puzzles, one after another, until somebody has had enough."""
    puzzling(args.game)
    shipped = library(args.game)
    if args.file is not None:
        wanted = [puzzle for puzzle in read_file(args.file) if puzzle.game == args.game]
    elif args.day:
        today = shipped.of_day(day_of(args.day))
        wanted = [today] if today else []
    elif args.id:
        one = shipped.get(args.id)
        wanted = [one] if one else []
    else:
        wanted = [puzzle for puzzle in shipped.puzzles if not args.theme or args.theme in puzzle.themes]
    if not wanted:
        raise BadSetup("puzzle.nothing", themes=", ".join(shipped.themes()))
    screen = console()
    found = 0
    for number, puzzle in enumerate(wanted, 1):
        right = play_puzzle(puzzle, screen)
        if right is None:
            number -= 1
            break
        found += right
    screen.say("puzzle_score", found=found, count=number)
    return 0
