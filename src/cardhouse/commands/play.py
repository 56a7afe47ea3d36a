"""`cardhouse play GAME`: a game in the terminal against the cats of the house."""

from __future__ import annotations

import argparse
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..bots import NAMES
from ..bots.levels import USUAL_LEVEL
from ..engine.errors import BadSetup
from ..engine.registry import new
from ..engine.words import say
from ..games import games
from ..puzzles.pool import daily_of, deal_of_day, ending_of
from ..terminal import Screen, console, sit_down
from ..terminal.narration import title
from .arguments import add_options, read_options, with_words

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
    parser.add_argument(
        "--daily", action="store_true", help="play the deal of the day, which has cards and cats of its own"
    )
    parser.add_argument("--name", default="Guest", help="what you are called at the table")
    parser.add_argument(
        "--pause", type=float, default=PAUSE, metavar="SECONDS", help="how long to wait after each move of a cat"
    )
    parser.add_argument("--save", default="", metavar="FILE", help="where to write the record when you leave")
    add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    screen = console()
    wanted = arguments.game if arguments.game is not None else ask_which(screen)
    if wanted is None:
        return 0
    name = " ".join(arguments.name.split())
    if not name:
        raise BadSetup("cli.name")
    if not 0 <= arguments.pause <= 60:
        raise BadSetup("cli.pause")
    if arguments.daily:
        play_daily(wanted, screen, name, arguments)
        return 0
    seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
    game = new(wanted, seats=arguments.seats, seed=seed, options=read_options(wanted, arguments.option))
    sit_down(
        game,
        screen,
        name=name,
        level=arguments.bot,
        seed=seed,
        pause=arguments.pause,
        save=arguments.save,
    )
    return 0


def play_daily(game: str, screen: Screen, name: str, arguments: argparse.Namespace) -> None:
    """Play today's deal of a game, and tell how the cats did in the same seat."""
    deal = deal_of_day(game, datetime.now(UTC).date())
    if deal is None:
        raise BadSetup("puzzle.no_daily", game=game)
    dealt = deal.deal()
    # The cats' seeds are those of a table: that of seat 0 with the number of the seat added.
    sit_down(
        dealt, screen, name=name, level=daily_of(game).level, seed=deal.cat_seed(0), pause=arguments.pause,
        save=arguments.save,
    )  # fmt: skip
    if not dealt.over:
        return
    result = daily_of(game).result(ending_of(dealt))
    screen.say("daily_share", share=round(100 * deal.share(result)))
    for level, results in deal.results().items():
        if results:
            screen.say("daily_level", level=level, mean=f"{sum(results) / len(results):.1f}", count=len(results))


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
