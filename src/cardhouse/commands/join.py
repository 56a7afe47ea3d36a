"""`cardhouse join LINK BOT`: let a bot of your own play at a table anywhere."""

from __future__ import annotations

import argparse
import asyncio

from ..client import Played
from ..joining import Stay
from .arguments import positive


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cardhouse join`` to the command line."""
    parser = commands.add_parser("join", help="let a bot play at a table behind a link")
    parser.add_argument("link", help="the table's link, as it is sent to friends")
    parser.add_argument("bot", help="a level (easy, medium, hard, expert) or a bot of yours: file.py:ClassName")
    parser.add_argument("--name", default="", help="the name it sits down with (default: its level or its class)")
    parser.add_argument("--seed", type=int, default=0, help="what its chance comes from")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--games", type=positive, default=0, help="how many games it stays for (default: the match, or one game)"
    )
    length.add_argument("--until-closed", action="store_true", help="stay until the table is no more")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play for as long as is wanted, and say how each game ended."""
    stay = Stay(args.link, args.bot, args.name, args.seed, args.games, args.until_closed, show)
    asyncio.run(stay.run())
    return 0


def show(played: Played) -> None:
    """Say how a game ended."""
    print(f"The game of {played.table.game} at table {played.table.code} is over.", flush=True)
    for seat, sitter in enumerate(played.table.seats):
        mark = "*" if seat == played.seat else " "
        print(f"{mark} {played.places[seat]}. {sitter.name} ({played.scores[seat]})", flush=True)
