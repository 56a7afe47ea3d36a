"""Who is awaited and not there: others see a countdown, and at its end a cat plays on."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from ..errors import CardhouseError

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("cardhouse.table")

GONE_AFTER = 30.0
# After something could not be written down, it is tried again.
TRY_AGAIN = 1.0


class Absence:
    """The countdowns of a table, one for each person who plays and is gone while others are there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._gone: dict[str, tuple[float, asyncio.TimerHandle]] = {}

    @property
    def countdown(self) -> dict[str, float]:
        """The seconds until a cat takes over, by person."""
        now = asyncio.get_running_loop().time()
        return {who: round(max(at - now, 0.0), 1) for who, (at, _) in self._gone.items()}

    def follow(self) -> bool:
        """Count down for who is gone now, and for nobody else; whether that changed anything.

        It doesn't matter how they came to be missing: a lost connection, a seat taken and never visited, a rematch
        without them, a restart.
        """
        table = self.table
        missing = table.seating.people - table.present if table.running else set()
        back, gone = self._gone.keys() - missing, missing - self._gone.keys()
        for who in back:
            self._gone.pop(who)[1].cancel()
        for who in gone:
            self._start(who, GONE_AFTER)
        return bool(back or gone)

    def stop(self) -> None:
        """Forget everybody."""
        for _, handle in self._gone.values():
            handle.cancel()
        self._gone.clear()

    def _start(self, who: str, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        handle = loop.call_later(seconds, lambda: self.table.soon(partial(self._take_over, who)))
        self._gone[who] = (loop.time() + seconds, handle)

    async def _take_over(self, who: str) -> None:
        table = self.table
        if who not in self._gone or who in table.present or not table.running:
            return
        try:
            for seat in table.seating.of(who):
                await table.give_to_cat(seat)
        except CardhouseError as error:
            log.warning("table %s: a cat can't take over yet: %s", table.tag, error)
            self._start(who, TRY_AGAIN)
