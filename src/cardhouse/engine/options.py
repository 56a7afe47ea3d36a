"""House rules: each option declared once, with its type, its choices, its default and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import BadSetup, shown
from .words import say

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One house rule: a ``switch`` (bool), a ``choice`` (one of ``choices``) or a ``number`` (``low`` to ``high``).

    >>> from cardhouse.engine.options import choice, number, switch
    >>> number('target', 100, 25, 200).check('whist', 50)
    50
    >>> switch('open').default, choice('deck', 52, 36).default
    (False, 52)
    >>> number('target', 100, 25, 200).check('whist', 500)
    Traceback (most recent call last):
        ...
    cardhouse.engine.errors.BadSetup: Option 'target' of whist can't be 500. It can be: 25 to 200.
    """

    name: str
    kind: str
    default: Value
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0

    def sentence(self, game: str) -> str:
        """Return what the option does, in one sentence."""
        return say(f"option.{game}.{self.name}", {})

    def check(self, game: str, value: object) -> Value:
        """The value, if it is one this option can have; `BadSetup` otherwise."""
        if self.kind == "switch" and isinstance(value, bool):
            return value
        if self.kind == "choice":
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        if self.kind == "number" and type(value) is int and self.low <= value <= self.high:
            return value
        raise BadSetup("setup.option_value", game=game, option=self.name, value=shown(value), allowed=self.allowed())

    def allowed(self) -> str:
        """The values it can have, as text."""
        if self.kind == "switch":
            return "True, False"
        if self.kind == "number":
            return f"{self.low} to {self.high}"
        return ", ".join(repr(choice) for choice in self.choices)


def switch(name: str, default: bool = False) -> Option:
    return Option(name, "switch", default)


def choice(name: str, *choices: Value) -> Option:
    """An option with these choices; the first is the default."""
    return Option(name, "choice", choices[0], choices)


def number(name: str, default: int, low: int, high: int) -> Option:
    return Option(name, "number", default, (), low, high)


def settle(game: str, declared: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every declared option with its given value or its default; `BadSetup` names what is wrong.

    >>> from cardhouse.engine.options import number, settle, switch
    >>> declared = [switch('open'), number('target', 100, 25, 200)]
    >>> settle('whist', declared, {'target': 50})
    {'open': False, 'target': 50}
    """
    settled: dict[str, Value] = {}
    for option in declared:
        name = option.name
        settled[name] = option.check(game, given[name]) if name in given else option.default
    # Compiled, a loop over names that are declared as text would raise a TypeError for any other.
    names: list[object] = [*given]
    for named in names:
        if named not in settled:
            raise BadSetup(
                "setup.option_unknown",
                game=game,
                option=named[:60] if isinstance(named, str) else shown(named),
                known=", ".join(settled) or "none",
            )
    return settled
