"""`cardhouse games [GAME…]`: the games of the house with their seats, house rules and bots."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from ..bots import bot_names
from ..engine.options import Option
from ..engine.words import say
from ..games import GameSpec, games, spec
from ..terminal.narration import title, value_text
from .arguments import with_words

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("games", help="tell the games and their house rules", description=__doc__)
    only = parser.add_argument("games", metavar="GAME", nargs="*", help="only these")
    with_words(only, [info.name for info in games()])
    parser.add_argument("--json", action="store_true", help="print them as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    wanted = [spec(name) for name in arguments.games] or games()
    if arguments.json:
        print(json.dumps([plain(info) for info in wanted], indent=2, ensure_ascii=False))
        return 0
    print("\n\n".join("\n".join(game_lines(info)) for info in wanted))
    return 0


def game_lines(info: GameSpec) -> list[str]:
    seats = ", ".join(map(str, info.seat_choices))
    lines = [
        f"{info.name}: {title(info.name)}",
        "  " + say("cli.seats", {"seats": seats, "usual": info.default_seats}),
        "  " + say("cli.bots", {"bots": ", ".join(bot_names(info.name))}),
    ]
    for option in info.options:
        lines.append(f"  {option.name}={value_text(option.default)} ({choices(option)})")
        lines.append(f"      {option.sentence(info.name)}")
    return lines


def plain(info: GameSpec) -> dict[str, Any]:
    """A game as plain values."""
    return {
        "name": info.name,
        "title": title(info.name),
        "seats": list(info.seat_choices),
        "default_seats": info.default_seats,
        "bots": list(bot_names(info.name)),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "choices": list(option.choices),
                **({"low": option.low, "high": option.high} if option.kind == "number" else {}),
                "sentence": option.sentence(info.name),
            }
            for option in info.options
        ],
    }


def choices(option: Option) -> str:
    """The values an option can have, as they are typed."""
    if option.kind == "switch":
        return "on, off"
    if option.kind == "number":
        return option.allowed()
    return ", ".join(map(value_text, option.choices))
