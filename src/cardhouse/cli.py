"""The command `cardhouse`. Each subcommand is a module in `commands`, named in `COMMANDS` and nowhere else."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from .build import running
from .commands import advise, arena, bench5, completion, data, doctor, games, play, puzzles, record, site
from .commands.extras import load
from .engine.errors import CardhouseError
from .games import games as known_games
from .terminal.narration import title
from .version import VERSION

serve = load("..server.run", ["serve"], "server")
join = load(".join", ["join"], "server")
COMMANDS = (serve, join, play, puzzles, games, arena, bench5, record, advise, data, doctor, site, completion)
WRONG, INTERRUPTED = 2, 130


def parser() -> argparse.ArgumentParser:
    """Return what can be said to `cardhouse`."""
    made = argparse.ArgumentParser(
        prog="cardhouse",
        description=f"Card games in one house: {', '.join(title(game.name) for game in known_games())}. "
        "Without a command it opens the house in the browser.",
    )
    made.add_argument("--version", action="version", version=f"cardhouse {VERSION} ({running()})")
    made.set_defaults(run=serve.open_house)
    subparsers = made.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(subparsers)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; what the package refuses is said in a sentence, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A sign that this terminal can't write is no reason to stop.
            stream.reconfigure(errors="replace")
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except CardhouseError as error:
        print(f"cardhouse: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has seen enough; Python would complain once more while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
