"""Somebody's connection to a table."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from ..contract.messages import ToPerson
from ..contract.requests import Person
from .judge import LagTracker


class Connection:
    """One connection of a person: how to reach them, and how far away they are."""

    def __init__(self, person: Person, send: Callable[[ToPerson], None]) -> None:
        self.person = person
        self.send = send
        self.lag = LagTracker()
        self.reacted = -1e9
        self.told_far = False
        # Whether they give numbers for the deals.
        self.contributes = False
        self._pings: dict[int, float] = {}

    def pinged(self, now: float) -> int:
        """A ping's number that can't be guessed, so that nobody answers before it came."""
        number = secrets.randbits(31)
        self._pings[number] = now
        while len(self._pings) > 8:
            self._pings.pop(next(iter(self._pings)))
        return number

    def awaits(self, number: int) -> bool:
        """Whether this ping is still to be answered."""
        return number in self._pings

    def ponged(self, number: int, now: float) -> None:
        """The answer to a ping; one that was never asked is passed over."""
        sent = self._pings.pop(number, None)
        if sent is not None:
            self.lag.measured((now - sent) * 1000)
