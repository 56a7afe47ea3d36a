"""Commands that need more than the package alone: there in name, with what to install, until it is installed."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any, NoReturn

from ..engine.errors import CardhouseError


class NeedsExtra(CardhouseError):
    """Something that is not installed, with the words that install it."""

    def __init__(self, command: str, extra: str, module: str) -> None:
        super().__init__("cli.extra", command=command, extra=extra, module=module)


class Missing:
    """Stands for commands whose module can't be imported, and says what they need."""

    def __init__(self, commands: Sequence[str], extra: str, module: str) -> None:
        self.commands = commands
        self.extra = extra
        self.module = module

    def add_to(self, subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        for command in self.commands:
            parser = subparsers.add_parser(
                command, help=f"needs cardhouse[{self.extra}]", add_help=False, prefix_chars="\0"
            )
            parser.add_argument("rest", nargs="*")
            parser.set_defaults(run=self.refuse, command=command)

    def refuse(self, arguments: argparse.Namespace) -> NoReturn:
        raise NeedsExtra(getattr(arguments, "command", "cardhouse"), self.extra, self.module)

    # What `cardhouse` does without a command.
    open_house = refuse


def load(module: str, commands: Sequence[str], extra: str) -> Any:
    """A module with commands, or what stands for it where something of the extra is not installed."""
    try:
        return importlib.import_module(module, __package__)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == __package__.partition(".")[0]:
            raise
        return Missing(commands, extra, error.name)
