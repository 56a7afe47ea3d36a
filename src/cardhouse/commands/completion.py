"""`cardhouse completion SHELL`: what a shell needs to complete the words of `cardhouse`.

eval "$(cardhouse completion bash)"                    # in ~/.bashrc
eval "$(cardhouse completion zsh)"                     # in ~/.zshrc, after compinit
cardhouse completion fish > ~/.config/fish/completions/cardhouse.fish
cardhouse completion powershell | Out-String | Invoke-Expression
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from .arguments import words_known
from .extras import NeedsExtra

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "completion",
        help="print what a shell needs to complete these commands",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    print(script(arguments.shell))
    return 0


def script(shell: str) -> str:
    """The script for a shell, made by shtab; games, levels and files are completed as well."""
    try:
        # Only here, so that no other command waits for it.
        shtab: Any = importlib.import_module("shtab")
    except ImportError as error:
        raise NeedsExtra("completion", "completion", "shtab") from error
    # The whole command line is made of all commands, this one among them.
    from ..cli import parser

    with words_known() as known:
        made = parser()
    for action, words in known:
        if words:
            action.choices = words
        else:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(made, shell))
