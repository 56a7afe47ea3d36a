"""Arguments that several commands take: house rules as ``name=value``, numbers, and what a shell can complete."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Sequence

from ..engine.errors import BadSetup
from ..engine.options import Option, Value
from ..games import spec

SWITCHES = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


Known = list[tuple[argparse.Action, Sequence[str]]]
_known: Known = []


def with_words(action: argparse.Action, words: Sequence[str] = ()) -> None:
    """Say which words a shell can complete an argument to, though others may be taken too; none: files."""
    _known.append((action, list(words)))


@contextlib.contextmanager
def words_known() -> Iterator[Known]:
    """The arguments that `with_words` is told of meanwhile."""
    _known.clear()
    yield _known


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take house rules."""
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, as runs=on or penalty=lockout; 'cardhouse games' tells them all",
    )


def read_options(game: str, texts: Sequence[str]) -> dict[str, Value]:
    """The options of a game as they were typed; `BadSetup` names what is wrong."""
    declared = {option.name: option for option in spec(game).options}
    given: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup("cli.option_form", text=text[:60])
        if name not in declared:
            raise BadSetup("setup.option_unknown", game=game, option=name[:60], known=", ".join(declared) or "none")
        given[name] = declared[name].check(game, _value(declared[name], value))
    return given


def _value(option: Option, text: str) -> Value:
    """The value that is meant, or the text itself if it can be none."""
    if option.kind == "switch":
        return SWITCHES.get(text.lower(), text)
    if option.kind == "number":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    return next((choice for choice in option.choices if str(choice) == text), text)


def positive(text: str) -> int:
    """A number from 1; `ArgumentTypeError` for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a number from 1, not '{text[:20]}'")
    return int(text)
