"""`cardhouse completion SHELL`: what a shell needs to complete the words of `cardhouse`.

eval "$(cardhouse completion bash)"                    # in ~/.bashrc
eval "$(cardhouse completion zsh)"                     # in ~/.zshrc, after compinit
cardhouse completion fish > ~/.config/fish/completions/cardhouse.fish
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator

from ..bots import NAMES
from ..games import games

SHELLS = ("bash", "zsh", "fish")
Path = tuple[str, ...]


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
    # The whole command line is made of all commands, this one among them.
    from ..cli import parser

    print(SCRIPTS[arguments.shell](dict(walk(parser()))))
    return 0


def walk(parser: argparse.ArgumentParser, path: Path = ()) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """Each command, as the words that lead to it, with the words that can follow and what they mean."""
    known = {"game": [info.name for info in games()], "bot": list(NAMES), "bots": list(NAMES)}
    words: list[tuple[str, str]] = []
    below: list[tuple[Path, argparse.ArgumentParser]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            meanings = {each.dest: each.help or "" for each in action._choices_actions}
            for name, child in action.choices.items():
                words.append((name, meanings.get(name, "")))
                below.append(((*path, name), child))
        elif action.option_strings:
            words.append((max(action.option_strings, key=len), action.help or ""))
        else:
            words += [(str(value), "") for value in (action.choices or known.get(action.dest) or ())]
    yield path, words
    for child_path, child in below:
        yield from walk(child, child_path)


def bash(found: dict[Path, list[tuple[str, str]]]) -> str:
    """A function for bash; files are completed where no word fits."""
    paths = "|".join(shlex.quote(" ".join(path)) for path in found if path)
    cases = [
        f"        {shlex.quote(' '.join(path))}) words={shlex.quote(' '.join(word for word, _ in words))} ;;"
        for path, words in found.items()
    ]
    return "\n".join(
        [
            "_cardhouse() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} path= words= next i",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            '        next="${path:+$path }${COMP_WORDS[i]}"',
            '        case "$next" in',
            f"            {paths}) path=$next ;;",
            "        esac",
            "    done",
            '    case "$path" in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
            "}",
            "complete -o default -F _cardhouse cardhouse",
        ]
    )


def zsh(found: dict[Path, list[tuple[str, str]]]) -> str:
    """As for bash, whose completions zsh can use."""
    return f"autoload -U +X bashcompinit && bashcompinit\n{bash(found)}"


def fish(found: dict[Path, list[tuple[str, str]]]) -> str:
    """A line for each word."""
    lines = []
    for path, words in found.items():
        below = [other[-1] for other in found if len(other) == len(path) + 1 and other[:-1] == path]
        wanted = [f"__fish_seen_subcommand_from {name}" for name in path]
        if below:
            wanted.append(f"not __fish_seen_subcommand_from {' '.join(below)}")
        for word, meaning in words:
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {shlex.quote(word)}"
            line = f"complete -c cardhouse {what}"
            if wanted:
                line += f" -n {shlex.quote('; and '.join(wanted))}"
            if meaning:
                line += f" -d {shlex.quote(meaning)}"
            lines.append(line)
    return "\n".join(lines)


SCRIPTS: dict[str, Callable[[dict[Path, list[tuple[str, str]]]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
