"""`cardhouse join LINK BOT`: let a bot of your own play at a table anywhere."""

from __future__ import annotations

import argparse
import asyncio
import sys

from ..bots import NAMES
from ..client import MOVE_SECONDS, BotFailed, play
from .arguments import with_words


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse join`` to the command line."""
    parser = commands.add_parser("join", help="let a bot play at a table behind a link")
    parser.add_argument("link", help="the table's link, as it is sent to friends")
    bot = parser.add_argument("bot", help=f"a level ({', '.join(NAMES)}) or a bot of yours: file.py:ClassName")
    with_words(bot, NAMES)
    parser.add_argument("--name", default="Bot", help="the name it sits down with")
    parser.add_argument("--seed", type=int, default=0, help="what its chance comes from")
    parser.add_argument(
        "--limit",
        type=float,
        default=MOVE_SECONDS,
        metavar="SECONDS",
        help=f"the time for one move of a bot of yours; {MOVE_SECONDS:.0f} by default",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the game is over, and say how it ended."""
    try:
        played = asyncio.run(play(args.link, args.bot, args.name, args.seed, args.limit))
    except BotFailed as failed:
        print(failed.trace, file=sys.stderr)
        raise
    print(f"The game of {played.table.game} at table {played.table.code} is over.")
    for seat, sitter in enumerate(played.table.seats):
        mark = "*" if seat == played.seat else " "
        print(f"{mark} {played.places[seat]}. {sitter.name} ({played.scores[seat]})")
    return 0
