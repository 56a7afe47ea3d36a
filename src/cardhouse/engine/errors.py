"""Exceptions, one for each kind of mistake, with a sentence for people."""

from __future__ import annotations

from .words import say


class CardhouseError(Exception):
    """Anything this package refuses. ``key`` and ``facts`` say what and why, ``str()`` says it in a sentence."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key = key
        self.facts = facts
        super().__init__(say(key, facts))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.key, self.facts)


class Unreadable(CardhouseError):
    """A text that is no card, no action or no record."""


class Refused(CardhouseError):
    """An action that is not legal now. Nothing has changed."""


class BadSetup(CardhouseError):
    """A game that can't be set up in this way: unknown game or option, wrong number of seats, wrong deck."""


class BadRecord(CardhouseError):
    """A record that can't be replayed, with the line where it goes wrong."""


def shown(value: object, most: int = 60) -> str:
    """A value in an error's sentence: its `repr`, as far as there is room and it has one.

    Python refuses to write out a very large number, alone or within something else.
    """
    try:
        return repr(value)[:most]
    except Exception:
        if isinstance(value, int):
            return f"a number of {value.bit_length()} bits"
        return f"something of the type {type(value).__name__}"


def _again(kind: type[CardhouseError], key: str, facts: dict[str, object]) -> CardhouseError:
    return kind(key, **facts)
