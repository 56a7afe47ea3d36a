"""`cardhouse play GAME`: a game in the terminal against the cats of the house."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING

from ..bots import NAMES
from ..bots.levels import USUAL_LEVEL
from ..engine.errors import BadSetup
from ..engine.fork import fork
from ..engine.registry import new
from ..engine.words import say
from ..games import games
from ..terminal import Screen, console, sit_down
from ..terminal.narration import title
from .arguments import add_options, read_options, with_words
from .record import read_file

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

DEFAULT_BOT = USUAL_LEVEL
PAUSE = 0.5


def add_to(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser("play", help="play a game in the terminal", description=__doc__)
    known = [info.name for info in games()]
    game = parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of: {', '.join(known)}; asked for if not given"
    )
    with_words(game, known)
    parser.add_argument("--seats", type=int, metavar="N", help="how many play, you among them")
    bot = parser.add_argument(
        "--bot",
        default=DEFAULT_BOT,
        metavar="NAME",
        help=f"how good the cats are: {', '.join(NAMES)}, or a bot of your own, as file.py:ClassName",
    )
    with_words(bot, NAMES)
    parser.add_argument("--seed", type=int, metavar="S", help="a number that decides the cards; any by default")
    parser.add_argument("--name", default="Guest", help="what you are called at the table")
    parser.add_argument(
        "--pause", type=float, default=PAUSE, metavar="SECONDS", help="how long to wait after each move of a cat"
    )
    parser.add_argument("--save", default="", metavar="FILE", help="where to write the record when you leave")
    parser.add_argument(
        "--from", default="", dest="record", metavar="FILE", help="a record to be played on from, as the first player"
    )
    parser.add_argument("--step", type=int, default=0, metavar="N", help="after how many of its actions")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    screen = console()
    record = fork(read_file(arguments.record), arguments.step) if arguments.record else None
    if record is not None:
        arguments.game = record.game
    wanted = arguments.game if arguments.game is not None else ask_which(screen)
    if wanted is None:
        return 0
    name = " ".join(arguments.name.split())
    if not name:
        raise BadSetup("cli.name")
    if not 0 <= arguments.pause <= 60:
        raise BadSetup("cli.pause")
    seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
    options = read_options(wanted, arguments.option)
    game = new(wanted, seats=arguments.seats, seed=seed, options=options) if record is None else record.final()
    sit_down(
        game,
        screen,
        name=name,
        level=arguments.bot,
        seed=seed,
        pause=arguments.pause,
        save=arguments.save,
        record=record,
    )
    return 0


def ask_which(screen: Screen) -> str | None:
    """The game that is typed, by number or name; None if there is none."""
    known = [info.name for info in games()]
    screen.say("which")
    for number, name in enumerate(known, 1):
        screen.line(f"  {number}. {title(name)}")
    while True:
        typed = screen.ask(say("terminal.which_prompt", {}))
        if typed is None or typed.lower() in ("q", "quit", "exit"):
            return None
        if typed.isascii() and typed.isdigit() and 0 < int(typed) <= len(known):
            typed = known[int(typed) - 1]
        found = [name for name in known if typed and name.startswith(typed.lower())]
        if len(found) == 1:
            return found[0]
        screen.say("which_again", games=", ".join(known))
