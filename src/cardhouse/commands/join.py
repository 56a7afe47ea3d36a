"""``cardhouse join``: a bot plays at a live table."""

from __future__ import annotations

import argparse
import asyncio
import sys

from ..bots import NAMES
from ..client import MOVE_SECONDS, BotFailed, Played
from ..joining import Stay
from .arguments import positive, with_words


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse join`` to the command line."""
    parser = commands.add_parser("join", help="let a bot play at a table behind a link")
    parser.add_argument("link", help="the table's link, as it is sent to friends")
    bot = parser.add_argument("bot", help=f"a level ({', '.join(NAMES)}) or a bot of yours: file.py:ClassName")
    with_words(bot, NAMES)
    parser.add_argument("--name", default="", help="the name it sits down with (default: its level or its class)")
    parser.add_argument("--seed", type=int, default=0, help="what its chance comes from")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--games", type=positive, default=0, help="how many games it stays for (default: the match, or one game)"
    )
    length.add_argument("--until-closed", action="store_true", help="stay until the table is no more")
    parser.add_argument(
        "--limit",
        type=float,
        default=MOVE_SECONDS,
        metavar="SECONDS",
        help=f"the time for one move of a bot of yours; {MOVE_SECONDS:.0f} by default",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play for as long as is wanted, and say how each game ended."""
    stay = Stay(args.link, args.bot, args.name, args.seed, args.games, args.until_closed, args.limit, show)
    try:
        asyncio.run(stay.run())
    except BotFailed as failed:
        print(failed.trace, file=sys.stderr)
        raise
    return 0


def show(played: Played) -> None:
    """Say how a game ended."""
    print(f"The game of {played.table.game} at table {played.table.code} is over.", flush=True)
    for seat, sitter in enumerate(played.table.seats):
        mark = "*" if seat == played.seat else " "
        print(f"{mark} {played.places[seat]}. {sitter.name} ({played.scores[seat]})", flush=True)
