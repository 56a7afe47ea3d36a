"""`cardhouse games`: the games of the house with their seats, house rules and bots."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..bots import bot_names
from ..games import GameInfo, games
from ..options import Option
from ..terminal.told import title, told_value
from ..words import say

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("games", help="tell the games and their house rules", description=__doc__)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    print("\n\n".join("\n".join(told_game(info)) for info in games()))
    return 0


def told_game(info: GameInfo) -> list[str]:
    seats = ", ".join(map(str, info.seat_choices))
    lines = [
        f"{info.name}: {title(info.name)}",
        "  " + say("cli.seats", {"seats": seats, "usual": info.default_seats}),
        "  " + say("cli.bots", {"bots": ", ".join(bot_names(info.name))}),
    ]
    for option in info.options:
        lines.append(f"  {option.name}={told_value(option.default)} ({choices(option)})")
        lines.append(f"      {option.sentence(info.name)}")
    return lines


def choices(option: Option) -> str:
    """The values an option can have, as they are typed."""
    if option.kind == "switch":
        return "on, off"
    if option.kind == "number":
        return option.allowed()
    return ", ".join(map(told_value, option.choices))
