"""Somebody's connection to a table, and all that a table has."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from ..contract.messages import ToPerson
from ..contract.requests import Person
from .judge import LagTracker


class Connection:
    """One connection of a person: how to reach them, and how far away they are."""

    def __init__(
        self, person: Person, send: Callable[[ToPerson], None], line: Callable[[], float | None] | None = None
    ) -> None:
        self.person = person
        self.send = send
        # The round trip of the line in milliseconds, by its own packets, where that can be known.
        self.line = line
        self.lag = LagTracker()
        self.reacted = -1e9
        self.told_far = False
        # Whether nothing was heard of them for too long.
        self.silent = False
        # When what they have said is made good for: each line moves it on.
        self._spoken = -1e9
        # Whether they give numbers for the deals.
        self.contributes = False
        # Since when an answer is awaited, with nothing heard meanwhile.
        self._asked: float | None = None
        self._pings: dict[int, float] = {}

    def pinged(self, now: float) -> int:
        """A ping's number that can't be guessed, so that nobody answers before it came."""
        number = secrets.randbits(31)
        self._pings[number] = now
        self._asked = now if self._asked is None else self._asked
        while len(self._pings) > 8:
            self._pings.pop(next(iter(self._pings)))
        return number

    def heard(self) -> None:
        """Something came from them: they are there."""
        self._asked = None

    def quiet_for(self, now: float) -> float:
        """The seconds for which an answer has been awaited."""
        return now - self._asked if self._asked is not None else 0.0

    def may_speak(self, now: float, at_once: int, every: float) -> bool:
        """True if they may say one more thing now; then it is counted."""
        until = max(self._spoken, now - at_once * every)
        if until > now - every:
            return False
        self._spoken = until + every
        return True

    def awaits(self, number: int) -> bool:
        """True if this ping is still to be answered."""
        return number in self._pings

    def ponged(self, number: int, now: float) -> None:
        """The answer to a ping; one that was never asked is passed over."""
        sent = self._pings.pop(number, None)
        if sent is not None:
            self.lag.measured((now - sent) * 1000, self.line() if self.line is not None else None)


class Connections:
    """Everybody who is connected to a table. Who of them is here is asked all the time, and found out once a change."""

    def __init__(self) -> None:
        # A new tuple for each change: a connection that goes during a broadcast makes nobody else miss a message.
        self._all: tuple[Connection, ...] = ()
        # The ids of the people who are connected and heard of, and of those who have not been for some seconds.
        self.present: set[str] = set()
        self.silent: set[str] = set()

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> None:
        """Somebody comes in."""
        self._all = (*self._all, connection)
        self._look()

    def remove(self, connection: Connection) -> None:
        """Somebody goes."""
        self._all = tuple([one for one in self._all if one is not connection])
        self._look()

    def clear(self) -> None:
        """Let everybody go."""
        self._all = ()
        self._look()

    def fell_silent(self, connection: Connection, silent: bool = True) -> None:
        """Somebody is not heard of, or is heard of again."""
        connection.silent = silent
        self._look()

    def of(self, person: str) -> list[Connection]:
        """All connections of a person."""
        return [one for one in self._all if one.person.id == person]

    def _look(self) -> None:
        self.present = {one.person.id for one in self._all if not one.silent}
        self.silent = {one.person.id for one in self._all} - self.present
