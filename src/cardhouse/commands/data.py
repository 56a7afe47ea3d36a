"""``cardhouse data copy FROM TO``: move a house from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..storage import StorageError
from ..storage.copying import copy
from ..storage.opening import is_address, storage_at
from .progress import Bar

PLACE = "a folder, or postgresql://USER@HOST/DATABASE"


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse data`` to the command line."""
    parser = commands.add_parser("data", help="copy a house's data")
    doing = parser.add_subparsers(required=True, metavar="WHAT")
    copying = doing.add_parser("copy", help="copy everything into an empty place, and compare")
    copying.add_argument("source", metavar="FROM", help=PLACE)
    copying.add_argument("target", metavar="TO", help=PLACE)
    copying.add_argument("--json", action="store_true", help="print how much it was as JSON")
    copying.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy, and say how much it was; no server may use either place meanwhile."""
    bar = Bar(sys.stderr)
    try:
        counts = asyncio.run(_copied(args.source, args.target, bar.show))
    finally:
        bar.clear()
    told = "copied and compared: " + ", ".join(f"{count} {name}" for name, count in counts.items())
    print(json.dumps(counts) if args.json else told)
    return 0


async def _copied(source: str, target: str, show: Callable[[int, int], None]) -> dict[str, int]:
    if not is_address(source) and not (Path(source) / "cardhouse.sqlite3").is_file():
        raise StorageError("store.none", path=source)
    opened: list[Any] = []
    try:
        for place in (source, target):
            storage: Any = storage_at(place)
            opened.append(storage)
            await storage.open()
            await storage.hold_alone()
        return await copy(opened[0], opened[1], show)
    finally:
        for storage in opened:
            storage.close()
